package e2e

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

var update = flag.Bool("update", false, "write the golden files")

// goldenTime is when the golden files were made: what is next in a policy's renewal depends on it.
var goldenTime = time.Date(2026, time.June, 1, 12, 0, 0, 0, time.UTC)

// TestGolden keeps one success and one refusal of each operation, ids and times made the same in every run: a change
// of what clients see shows in the diff.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, ep := range resttest.New(t).REST.Endpoints() {
		t.Run(ep.Operation, func(t *testing.T) {
			t.Parallel()
			f := golden.fixture(t)
			first, refused := f.asks(ep)[0], examples[ep.Operation].refused
			path := f.path(ep, first.noun)
			if query, ok := refused.(string); ok {
				path, refused = path+query, nil
			}
			answer := f.as(ep).Do(t, ep.Method, path, refused)
			require.GreaterOrEqual(t, answer.Status, 400)
			requireGolden(t, ep.Operation+".refused.json", answer)
			answer = f.send(t, ep, first)
			require.Equal(t, ep.Status, answer.Status, "%s", answer.Body)
			requireGolden(t, ep.Operation+".json", answer)
		})
	}
}

func requireGolden(t *testing.T, name string, answer *resttest.Response) {
	t.Helper()
	var pretty bytes.Buffer
	if answer.Status != http.StatusNoContent {
		require.NoError(t, json.Indent(&pretty, answer.Body, "", "  "))
	}
	got := fmt.Sprintf("%d %s\n%s\n", answer.Status, answer.Header.Get("Content-Type"), settled(pretty.String()))
	file := filepath.Join("testdata", "golden", name)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "run make generate and look at the diff")
	require.Equal(t, string(want), got, "run make generate and look at the diff")
}

var (
	idForm    = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)
	timeForm  = regexp.MustCompile(`"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"`)
	urlForm   = regexp.MustCompile(`"(signedUrl|url)": "[^"]*"`)
	nameForm  = regexp.MustCompile(`"Case [0-9a-f]{8}"`) // a case's name, derived from its id
	onceForm  = regexp.MustCompile(`"secret": "whsec_[^"]*"`)
	tokenForm = regexp.MustCompile(`"token": "sandbox_[^"]*"`)
	keyForm   = regexp.MustCompile(`"directUploadKey": "[^"]*"`)
	endForm   = regexp.MustCompile(`"cursor": "[^"]*"`)
)

// settled replaces what differs from run to run; catalog ids (version 5) are the same everywhere and stay.
func settled(body string) string {
	numbers := map[string]string{}
	body = urlForm.ReplaceAllString(body, `"$1": "<url>"`)
	body = nameForm.ReplaceAllString(body, `"Case <id>"`)
	body = onceForm.ReplaceAllString(body, `"secret": "<secret>"`)
	body = tokenForm.ReplaceAllString(body, `"token": "<token>"`)
	body = endForm.ReplaceAllString(body, `"cursor": "<cursor>"`)
	body = keyForm.ReplaceAllString(body, `"directUploadKey": "<key>"`)
	body = idForm.ReplaceAllStringFunc(body, func(id string) string {
		if numbers[id] == "" {
			numbers[id] = fmt.Sprintf("<id %d>", len(numbers)+1)
		}
		return numbers[id]
	})
	return timeForm.ReplaceAllStringFunc(body, func(at string) string {
		if at[12:14] == "00" && at[15:17] == "00" && at[18:20] == "00" {
			return at // a date
		}
		return `"<time>"`
	})
}
