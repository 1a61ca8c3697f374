package compliance_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/compliance"
)

const complianceGuide = "../../docs/guide/compliance.md"

// guideCase is the case that the guide follows: as it is, with one waiver and one endorsement, and on the next day of
// change.
type guideCase struct {
	before, after             example
	first, then, next, repair expectedCompliance
	demands                   [3][]model.Verdict
}

func newGuideCase(t *testing.T) *guideCase {
	g := &guideCase{
		before: readExample(t, "testdata/guide-mill.json"),
		after:  readExample(t, "testdata/guide-mill-endorsed.json"),
	}
	g.first, g.demands[0] = judged(t, g.before, g.before.Day)
	g.then, g.demands[1] = judged(t, g.after, g.after.Day)
	g.next, g.demands[2] = judged(t, g.after, g.then.NextChangeOn)
	known := readExample(t, "testdata/guide-mill-endorsed.json")
	known.Policies[1].Terms[0].Rating, known.Policies[1].Terms[0].Form = "A-", new(model.CoverageFormTypeSpecial)
	g.repair, _ = judged(t, known, g.then.NextChangeOn)
	return g
}

// judged returns how an example is on a day, and the verdicts of its demands.
func judged(t *testing.T, e example, day string) (expectedCompliance, []model.Verdict) {
	names := newNames()
	c := e.facts(t, names).On(date(t, day))
	var demands []model.Verdict
	for _, d := range c.Demands {
		demands = append(demands, d.Verdict)
	}
	return names.expected(c), demands
}

// TestComplianceGuide keeps what the guide tells of its case, and of its examples of limits, what the records and the
// evaluator say. COVERTRACK_UPDATE=1 writes it into the page: read the difference.
func TestComplianceGuide(t *testing.T) {
	t.Parallel()
	g := newGuideCase(t)
	text, err := os.ReadFile(complianceGuide)
	require.NoError(t, err)
	page := string(text)
	parts := map[string]string{
		"assets": g.assetRows(), "demands": g.demandColumns(), "policies": g.policyColumns(), "verdicts": g.verdictRows(),
		"changes": g.changeRows(), "limits": limitLines(t), "codes": codeRows(),
	}
	for check := 1; check <= 10; check++ {
		parts[fmt.Sprintf("check %d", check)] = g.quotes(check)
	}
	for name, want := range parts {
		form := regexp.MustCompile(`(?s)(<!-- ` + name + ` -->\n)(.*?)(<!-- /` + name + ` -->\n)`)
		found := form.FindStringSubmatch(page)
		require.NotNil(t, found, "the page has no part %q", name)
		if os.Getenv("COVERTRACK_UPDATE") != "" {
			page = strings.Replace(page, found[0], found[1]+want+found[3], 1)
			continue
		}
		require.Equal(t, want, found[2], name)
	}
	if os.Getenv("COVERTRACK_UPDATE") != "" {
		require.NoError(t, os.WriteFile(complianceGuide, []byte(page), 0o600))
	}
	g.requireProse(t, page)
}

var toldForm = regexp.MustCompile(`[\d,]+\.\d\d USD|\d{4}-\d\d-\d\d`)

// requireProse expects each amount and each date of the followed case to be of its records or verdicts, and the
// verdicts that the prose names.
func (g *guideCase) requireProse(t *testing.T, page string) {
	_, section, found := strings.Cut(page, "\n## A case followed through the ten checks\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	known, err := json.Marshal([]any{g.before, g.after, g.first, g.then, g.next, catalog.FloodProgramme})
	require.NoError(t, err)
	for _, told := range toldForm.FindAllString(section, -1) {
		require.Contains(t, string(known), strings.TrimSuffix(strings.ReplaceAll(told, ",", ""), " USD"), told)
	}
	for _, demand := range g.demands[0] {
		require.Equal(t, model.VerdictDeficient, demand, "all four demands, and so the case")
	}
	require.Contains(t, section, "Here it is "+g.first.NextChangeOn+": F1 begins")
	require.Equal(t, g.first.NextChangeOn, g.then.NextChangeOn)
	require.Contains(t, section, "The case is then `"+string(g.next.Verdict)+"`")
	require.Contains(t, section, "and good enough, the case is `"+string(g.repair.Verdict)+"`")
	require.Contains(t, section, "the next change is "+g.next.NextChangeOn)
	require.Len(t, g.first.findings(), 11, "eleven findings have become six")
	require.Len(t, g.then.findings(), 6)
}

// findings returns those of all targets.
func (e expectedCompliance) findings() (all []expectedFinding) {
	for _, t := range e.Targets {
		all = append(all, t.Findings...)
	}
	return all
}

// quotes returns what comes out of a check.
func (g *guideCase) quotes(check int) string {
	var quotes []string
	for _, at := range g.first.Targets {
		for _, f := range at.Findings {
			if ruleOf(f.Code).Check == strconv.Itoa(check) {
				quotes = append(quotes, fmt.Sprintf("> **%s**: %s (`%s`, `%s`)\n", at.Of, f.Message, f.Code, f.Outcome))
			}
		}
	}
	return strings.Join(quotes, ">\n")
}

// codeRows is the table of codes.
func codeRows() string {
	var rows [][]string
	for _, r := range compliance.FindingRules {
		rows = append(rows, []string{r.Check, code(&r.Code), code(&r.Outcome), r.Meaning})
	}
	return table([]string{"check", "code", "outcome", "meaning"}, rows...)
}

func ruleOf(code model.FindingCode) compliance.FindingRule {
	i := slices.IndexFunc(compliance.FindingRules, func(r compliance.FindingRule) bool { return r.Code == code })
	return compliance.FindingRules[i]
}

// TestComplianceGuidePicture is that the picture has the codes of the followed case, its verdicts, and each check.
func TestComplianceGuidePicture(t *testing.T) {
	t.Parallel()
	g := newGuideCase(t)
	picture, err := os.ReadFile("../../docs/guide/verdict.svg")
	require.NoError(t, err)
	for check := 1; check <= 10; check++ {
		require.Contains(t, string(picture), fmt.Sprintf(">%d</text>", check))
	}
	for _, at := range g.first.Targets {
		coverage, asset, _ := strings.Cut(at.Of, " at ")
		where := strings.Replace(coverage, "businessPersonalProperty", "contents", 1) + ", " + cmp.Or(asset, "the case")
		for _, f := range at.Findings {
			require.Regexp(t, `>`+string(f.Code)+`</text>.*>`+where+`</text>`, string(picture))
		}
		require.Regexp(t, `data-target="`+at.Of+`".*>`+string(at.Verdict)+`</text>`, string(picture))
	}
	for i, d := range g.before.Requirements {
		require.Regexp(t, `data-demand="`+d.CoverageType+`".*>`+string(g.demands[0][i])+`</text>`, string(picture))
	}
	require.Regexp(t, `data-case=.*>`+string(g.first.Verdict)+`</text>`, string(picture))
}
