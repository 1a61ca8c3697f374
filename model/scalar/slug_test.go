package scalar_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model/scalar"
)

var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func TestSlug(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Harbor Example Bank, N.A.":    "harbor-example-bank-n-a",
		"Smith & Søn":                  "smith-and-son",
		"O'Brien’s":                    "obriens",
		"Straße ŁÓDŹ Þór Æther":        "strasse-lodz-thor-aether",
		"Ünïcödé":                      "unicode",
		"ＦＵＬＬ ｗｉｄｔｈ №5":                "full-width-no5",
		"  --a__b//c?d#e  ":            "a-b-c-d-e",
		"東京":                           "x",
		"東京 Tower":                     "tower",
		"":                             "x",
		"../../etc/passwd":             "etc-passwd",
		"İstanbul":                     "istanbul",
		"K2 (kelvin)":                  "k2-kelvin",
		strings.Repeat("a", 100):       strings.Repeat("a", 80),
		strings.Repeat("a", 79) + " b": strings.Repeat("a", 79),
	} {
		require.Equal(t, want, scalar.Slug(name), name)
	}
}

func TestSlugCandidate(t *testing.T) {
	t.Parallel()
	require.Equal(t, "ana-ruiz", scalar.SlugCandidate("ana-ruiz", 1))
	require.Equal(t, "ana-ruiz-2", scalar.SlugCandidate("ana-ruiz", 2))
	require.Equal(t, strings.Repeat("a", 77)+"-10", scalar.SlugCandidate(strings.Repeat("a", 80), 10))
}

func TestSlugIsSafe(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		slug := scalar.Slug(rapid.String().Draw(t, "name"))
		require.Regexp(t, slugForm, slug)
		require.Equal(t, slug, scalar.Slug(slug), "a slug is its own slug")
		seen := map[string]bool{}
		for n := range 20 {
			candidate := scalar.SlugCandidate(slug, n+1)
			require.Regexp(t, slugForm, candidate)
			require.LessOrEqual(t, len(candidate), 80)
			require.False(t, seen[candidate])
			seen[candidate] = true
		}
	})
}
