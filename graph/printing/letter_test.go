package printing

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

// TestLetterPDF has bold words bold, as many pages as the text needs, and the same bytes each time.
func TestLetterPDF(t *testing.T) {
	t.Parallel()
	l := &model.PlacementLetter{
		CreatedAt: time.Date(2027, time.January, 4, 0, 0, 0, 0, time.UTC),
		Passages:  []*model.LetterPassage{{Text: "Dear Ada:\n\nWe plan "}, {Text: "to buy insurance", Bold: true}, {Text: " for Łódź 北."}},
	}
	made, err := write(l)
	require.NoError(t, err)
	require.Equal(t, 1, made.pages)
	require.Len(t, fontsOf(made), 2, "plain and bold")
	again, err := write(l)
	require.NoError(t, err)
	require.Equal(t, made, again)

	named := func(name string) *printed {
		l.Passages = []*model.LetterPassage{{Text: "Dear " + name + ":"}}
		made, err := write(l)
		require.NoError(t, err)
		return made
	}
	require.Equal(t, named("José Nguyen, Smith-Jones"), named("Jose\u0301 Nguyễn,\u202fSmith\u2011Jones"), "no box in a name")

	l.Passages = []*model.LetterPassage{{Text: strings.Repeat("A line of some words that go on.\n", 90)}}
	long, err := write(l)
	require.NoError(t, err)
	require.Equal(t, 3, long.pages)
	require.Len(t, fontsOf(long), 1, "no bold")
}

var fontForm = regexp.MustCompile(`/(F\S+) \S+ Tf`)

// fontsOf are the fonts that a letter is set in.
func fontsOf(p *printed) map[string]bool {
	fonts := map[string]bool{}
	for _, found := range fontForm.FindAllSubmatch(p.content, -1) {
		fonts[string(found[1])] = true
	}
	return fonts
}
