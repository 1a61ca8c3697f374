package compliance_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/compliance"
)

const complianceGuide = "../../docs/guide/compliance.md"

// guideLoan is the loan that the guide follows: as it is, mended with one waiver, and then on the next day of change.
type guideLoan struct {
	before, after      example
	first, mended, due expectedCompliance
	demands            [3][]model.Verdict
}

func newGuideLoan(t *testing.T) *guideLoan {
	g := &guideLoan{before: readExample(t, "testdata/guide-loan.json"), after: readExample(t, "testdata/guide-loan-mended.json")}
	g.first, g.demands[0] = judged(t, g.before, g.before.Day)
	g.mended, g.demands[1] = judged(t, g.after, g.after.Day)
	g.due, g.demands[2] = judged(t, g.after, g.mended.NextChangeOn)
	return g
}

// judged returns how an example is on a day, and the verdicts of its requirements.
func judged(t *testing.T, e example, day string) (expectedCompliance, []model.Verdict) {
	names := newNames()
	c := e.facts(t, names).On(date(t, day))
	var demands []model.Verdict
	for _, d := range c.Demands {
		demands = append(demands, d.Verdict)
	}
	return names.expected(c), demands
}

// TestComplianceGuide keeps what the guide tells of its loan what the records and the evaluator say, and its table of codes
// that of the code. COVERTRACK_UPDATE=1 writes them into the page: read the difference.
func TestComplianceGuide(t *testing.T) {
	t.Parallel()
	g := newGuideLoan(t)
	text, err := os.ReadFile(complianceGuide)
	require.NoError(t, err)
	page := string(text)
	for name, want := range map[string]string{"findings": g.findingLines(), "verdicts": g.verdictRows(), "codes": codeRows(t)} {
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

var (
	toldAmountForm = regexp.MustCompile(`\$[\d,]+`)
	toldDayForm    = regexp.MustCompile(`[A-Z][a-z]+ \d{1,2}, \d{4}`)
)

// requireProse expects each amount and each day of the followed loan to be of its records or verdicts, and what it says of
// the day of change.
func (g *guideLoan) requireProse(t *testing.T, page string) {
	_, section, found := strings.Cut(page, "\n## A loan followed\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	known, err := json.Marshal([]any{g.before, g.after, g.first, g.mended, g.due, catalog.FloodProgramme})
	require.NoError(t, err)
	text := strings.ReplaceAll(string(known), ".00 USD", " USD")
	for _, told := range toldAmountForm.FindAllString(section, -1) {
		require.Contains(t, text, `"`+strings.NewReplacer("$", "", ",", "").Replace(told)+" USD", told)
	}
	for _, told := range toldDayForm.FindAllString(section, -1) {
		day, err := time.Parse("January 2, 2006", told)
		require.NoError(t, err)
		require.Contains(t, text, day.Format(time.DateOnly))
	}
	require.Equal(t, []model.Verdict{model.VerdictDeficient, model.VerdictWaived, model.VerdictDeficient},
		[]model.Verdict{g.first.Verdict, g.mended.Verdict, g.due.Verdict})
	require.Contains(t, section, "Here it is "+date(t, g.mended.NextChangeOn).Format("January 2, 2006")+": the")
	kept := readExample(t, "testdata/guide-loan-mended.json")
	kept.Documents = append(kept.Documents, exampleDocument{Category: "evidenceOfProperty", Policy: "PR-1"})
	filed, _ := judged(t, kept, kept.Day)
	require.Equal(t, []any{model.VerdictWaived, "2027-01-01"}, []any{filed.Verdict, filed.NextChangeOn}, "with the ACORD 28")
}

// findingLines has the findings of the loan, one line for those that say the same of several targets.
func (g *guideLoan) findingLines() string {
	type line struct{ coverage, assets, said string }
	var lines []line
	for _, at := range g.first.Targets {
		coverage, asset, _ := strings.Cut(at.Of, " at ")
		for _, f := range at.Findings {
			said := fmt.Sprintf("%s (`%s`)", f.Message, f.Code)
			same := slices.IndexFunc(lines, func(l line) bool { return l.coverage == coverage && l.said == said })
			if same >= 0 {
				lines[same].assets += " and " + asset
				continue
			}
			lines = append(lines, line{coverage, cmp.Or(asset, "the case"), said})
		}
	}
	var text strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&text, "- `%s`, %s: %s\n", l.coverage, l.assets, l.said)
	}
	return text.String()
}

// verdictRows has each requirement with what its targets lack, and the case: as it is, mended, and on the next day of change.
func (g *guideLoan) verdictRows() string {
	var rows [][]string
	for d, r := range g.before.Requirements {
		var lacking []string
		for _, at := range g.first.Targets {
			coverage, _, _ := strings.Cut(at.Of, " at ")
			if coverage == r.CoverageType && at.Shortfall != "" && at.Shortfall != "0.00 USD" {
				lacking = append(lacking, spoken(at.Shortfall))
			}
		}
		row := []string{"`" + r.CoverageType + "`", strings.Join(lacking, " and ")}
		for _, verdicts := range g.demands {
			row = append(row, "`"+string(verdicts[d])+"`")
		}
		rows = append(rows, row)
	}
	of := func(c expectedCompliance) string { return "`" + string(c.Verdict) + "`" }
	rows = append(rows, []string{"the case", "", of(g.first), of(g.mended), of(g.due)})
	return guideTable([]string{"", "shortfalls", "before", "mended", g.mended.NextChangeOn}, rows...)
}

// codeRows is the table of codes. Their outcome follows from their names, as the guide says.
func codeRows(t *testing.T) string {
	var rows [][]string
	for _, r := range compliance.FindingRules {
		isUnknown := strings.HasSuffix(string(r.Code), "_unknown") || r.Code == model.FindingCodeCurrencyDiffers ||
			r.Code == model.FindingCodeNotConfirmed
		require.Equal(t, isUnknown, r.Outcome == model.FindingOutcomeUnknown, r.Code)
		rows = append(rows, []string{r.Check, fmt.Sprintf("`%s`", r.Code), r.Meaning})
	}
	return guideTable([]string{"check", "code", "meaning"}, rows...)
}

// guideTable returns a table in Markdown.
func guideTable(heading []string, rows ...[]string) string {
	text := "| " + strings.Join(heading, " | ") + " |\n" + strings.Repeat("|---", len(heading)) + "|\n"
	for _, row := range rows {
		text += "| " + strings.Join(row, " | ") + " |\n"
	}
	return text
}

// spoken returns an amount as people write it; empty if there is none.
func spoken(amount string) string {
	amount, isUSD := strings.CutSuffix(amount, ".00 USD")
	if !isUSD {
		return amount
	}
	for i := len(amount) - 3; i > 0; i -= 3 {
		amount = amount[:i] + "," + amount[i:]
	}
	return "$" + amount
}

// TestComplianceGuidePicture is that the picture has each check and each verdict.
func TestComplianceGuidePicture(t *testing.T) {
	t.Parallel()
	picture, err := os.ReadFile("../../docs/guide/verdict.svg")
	require.NoError(t, err)
	for _, r := range compliance.FindingRules {
		if r.Check != "" {
			require.Contains(t, string(picture), ">"+r.Check+"</text>")
		}
	}
	for _, verdict := range []model.Verdict{model.VerdictCompliant, model.VerdictWaived, model.VerdictUnknown, model.VerdictDeficient} {
		require.Contains(t, string(picture), ">"+string(verdict)+"</text>")
	}
}
