package compliance_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
)

// The tables of the guide's case are made of its records.

// table returns a table in Markdown. An empty cell is a dash.
func table(heading []string, rows ...[]string) string {
	var b strings.Builder
	row := func(cells []string) {
		for _, cell := range cells {
			fmt.Fprintf(&b, "| %s ", cmp.Or(cell, "—"))
		}
		b.WriteString("|\n")
	}
	row(heading)
	b.WriteString(strings.Repeat("|---", len(heading)) + "|\n")
	for _, cells := range rows {
		row(cells)
	}
	return b.String()
}

// spoken returns an amount as sentences have it.
func spoken(amount string) string {
	if amount == "" {
		return ""
	}
	whole, rest, _ := strings.Cut(amount, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole + "." + rest
}

// code returns a text as code; empty if there is none.
func code[T ~string](text *T) string {
	if text == nil {
		return ""
	}
	return "`" + string(*text) + "`"
}

// typeName returns what people call a type of assets; empty if none.
func typeName(key string) string {
	if of, ok := catalog.AssetTypes.ByRef(key); ok {
		return of.Name
	}
	return ""
}

func (g *guideCase) assetRows() string {
	var rows [][]string
	for _, a := range g.before.Assets {
		rows = append(rows, []string{a.Name, typeName(a.Type), spoken(a.Value)})
	}
	return table([]string{"asset", "type", "would cost to replace"}, rows...)
}

// demandColumns has a column for each demand.
func (g *guideCase) demandColumns() string {
	heading, rows := []string{"demand"}, [][]string{
		{"of"}, {"perils"}, {"limit"}, {"deductible at most"}, {"rating at least"}, {"form"}, {"clause"},
	}
	for _, r := range g.before.Requirements {
		heading = append(heading, "`"+r.CoverageType+"`")
		form, clause := "", ""
		if len(r.FormTypes) > 0 {
			form = code(&r.FormTypes[0])
		}
		if r.ClauseType != nil {
			clause = code(r.ClauseType) + " naming " + r.CertificateHolder
		}
		for i, cell := range []string{
			cmp.Or(typeName(strings.Join(r.AssetTypes, "")), "the case"), strings.Join(r.Perils, ", "),
			cmp.Or(spoken(r.MinimumLimit), code(r.LimitBasis)), spoken(r.MaximumDeductible), code(r.MinimumRating), form, clause,
		} {
			rows[i] = append(rows[i], cell)
		}
	}
	return table(heading, rows...)
}

// policyColumns has a column for each policy.
func (g *guideCase) policyColumns() string {
	heading, rows := []string{"policy"}, [][]string{
		{"layer"}, {"begins"}, {"ends"}, {"coverage types"}, {"assets"}, {"perils"}, {"limits"}, {"deductible"}, {"rating"},
		{"form"}, {"clause names"},
	}
	for _, p := range g.before.Policies {
		heading = append(heading, p.Name)
		for i, cell := range p.Terms[0].cells(g.before.Assets) {
			rows[i] = append(rows[i], cell)
		}
	}
	return table(heading, rows...)
}

func (term exampleTerm) cells(assets []exampleAsset) []string {
	var names, limits, holders []string
	for _, a := range assets {
		if _, ok := term.Assets[a.Name]; ok {
			names = append(names, a.Name)
		}
	}
	for _, l := range term.limits() {
		limits = append(limits, strings.TrimPrefix(l.CoverageType+" "+spoken(l.Amount), " "))
	}
	for _, c := range term.Clauses {
		holders = append(holders, c.Holder)
	}
	return []string{
		string(cmp.Or(term.Layer, model.CoverageLayerPrimary)), term.Start, term.End, strings.Join(term.CoverageTypes, ", "),
		strings.Join(names, ", "), strings.Join(term.Perils, ", "), strings.Join(limits, ", "), spoken(term.Deductible),
		term.Rating, code(term.Form), strings.Join(holders, ", "),
	}
}

// limits returns what the term insures at most.
func (term exampleTerm) limits() []exampleLimit {
	if term.Limit == "" {
		return term.Limits
	}
	return append([]exampleLimit{{Amount: term.Limit}}, term.Limits...)
}

func (g *guideCase) verdictRows() string {
	var rows [][]string
	for _, at := range g.first.Targets {
		rows = append(rows, []string{at.Of, code(&at.Verdict), spoken(at.Required), spoken(at.Found), spoken(at.Shortfall)})
	}
	return table([]string{"target", "verdict", "required", "found", "shortfall"}, rows...)
}

// changeRows has each demand with its targets, and the case.
func (g *guideCase) changeRows() string {
	verdicts := []expectedCompliance{g.first, g.then, g.next}
	var rows [][]string
	add := func(what string, verdict func(i int) model.Verdict) {
		row := []string{what}
		for i := range verdicts {
			row = append(row, code(new(verdict(i))))
		}
		rows = append(rows, row)
	}
	for d, r := range g.before.Requirements {
		add("**"+r.CoverageType+"**", func(i int) model.Verdict { return g.demands[i][d] })
		for place, at := range g.first.Targets {
			coverage, asset, _ := strings.Cut(at.Of, " at ")
			if coverage == r.CoverageType {
				add(cmp.Or(asset, "the case"), func(i int) model.Verdict { return verdicts[i].Targets[place].Verdict })
			}
		}
	}
	add("**the case as a whole**", func(i int) model.Verdict { return verdicts[i].Verdict })
	return table([]string{"demand and targets", g.before.Day, "with both papers", "from " + g.then.NextChangeOn}, rows...)
}

// limitLines shows how limits add up by worked examples.
func limitLines(t *testing.T) string {
	var b strings.Builder
	for _, name := range []string{
		"tower", "umbrella-adds", "blanket-in-proportion", "wind-ten-thousand",
	} {
		e := readExample(t, "testdata/"+name+".json")
		fmt.Fprintf(&b, "- **%s** Limits: %s.", e.Name, strings.Join(e.limits(t), ", "))
		for _, at := range e.Expected.Targets {
			_, asset, _ := strings.Cut(at.Of, " at ")
			fmt.Fprintf(&b, " For %s %s is required and %s found: `%s`.",
				cmp.Or(asset, "the case"), spoken(at.Required), spoken(at.Found), at.Verdict)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// limits returns the limits of the policies in force on the example's day.
func (e example) limits(t *testing.T) (limits []string) {
	for _, p := range e.Policies {
		term := p.Terms[0]
		if !date(t, term.End).After(date(t, e.Day)) {
			continue
		}
		for _, l := range term.limits() {
			limits = append(limits, p.Name+" "+spoken(l.Amount))
		}
	}
	return limits
}
