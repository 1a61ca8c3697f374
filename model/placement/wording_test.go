package placement_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/placement"
)

func TestWording(t *testing.T) {
	t.Parallel()
	step := placement.ByKey("regX").Step("reminder")
	model := step.Built()
	for name, test := range map[string]struct{ from, to, want string }{
		"as it is":                {"", "", ""},
		"other line breaks":       {"you can buy yourself.", "you\ncan  buy yourself.", ""},
		"the address is not bold": {"{property}**", "**{property}", ""},
		"own words":               {"{informationAsked}", "Send this: {informationAsked}", ""},
		"with the loan's number":  {"", "[[account]]Loan {accountNumber}[[/account]]\n", ""},
		"a word changed":          {"second and final notice", "second notice", "does not say word for word"},
		"not bold": {"**This is your second and final notice**", "This is your second and final notice",
			"does not set in bold (12 CFR 1024.37(d)(2)(i)(B))"},
		"a statement left out": {"You should immediately provide us with your insurance information.", "", "does not say word for word"},
		"a member left out":    {"{informationAsked}", "Call us.", "leaves {informationAsked} out"},
		"more than is permitted": {"", "Buy from our agency!\n",
			"says more than the notice may: `Buy from our agency!` (12 CFR 1024.37(d)(4))"},
		"a member that is unknown": {"{informationAsked}", "{informationAsked} {secret}", "has a member `{secret}`"},
		"a mark that is unknown":   {"", "[[greeting]]Hello[[/greeting]]\n", "no such statement"},
		"a mark without an end":    {"[[/asked]]", "", "does not end the statement asked"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wording := test.to + model
			if test.from != "" {
				require.Contains(t, model, test.from)
				wording = strings.Replace(model, test.from, test.to, 1)
			}
			vs := step.CheckWording("/body", wording)
			if test.want == "" {
				require.Empty(t, vs)
				return
			}
			require.Error(t, vs.Err())
			said := false
			for _, v := range vs {
				said = said || strings.Contains(v.Message, test.want)
			}
			require.True(t, said, "%v", vs)
		})
	}
}

func TestPreview(t *testing.T) {
	t.Parallel()
	step := placement.ByKey("regX").Step("first")
	passages := placement.Fill(step.Preview("Hello [[asked]]send {informationAsked}[[/asked]] "+
		"**Please provide insurance information for** {property}"), map[string]string{"informationAsked": "a letter", "property": "1 Elm Street"})
	type passage struct {
		text, key string
		bold      bool
	}
	var got []passage
	for _, p := range passages {
		key := ""
		if p.Statement != nil {
			key = p.Statement.Key
		}
		got = append(got, passage{p.Text, key, p.Bold})
	}
	require.Equal(t, []passage{
		{"Hello ", "", false}, {"send a letter", "asked", false}, {" ", "", false},
		{"Please provide insurance information for", "request", true}, {" 1 Elm Street", "request", false},
	}, got)
}
