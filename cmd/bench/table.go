package main

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// table is what a run prints, and may publish: rows of what, figure, target and verdict.
type table [][]any

// add adds a row whose target is met or not.
func (t *table) add(what, figure, target string, met bool) {
	*t = append(*t, []any{what, figure, target, map[bool]string{true: "met", false: "not met"}[met]})
}

// tell adds a row that has no target.
func (t *table) tell(what, figure string) { *t = append(*t, []any{what, figure, "—", "—"}) }

// atLeast adds a row of figures that all have the same least target.
func (t *table) atLeast(what string, target float64, values ...float64) {
	t.add(what, figures(values...), fmt.Sprintf("≥ %g", target), slices.Min(values) >= target)
}

// atMost adds a row of figures that all have the same greatest target.
func (t *table) atMost(what string, target float64, values ...float64) {
	t.add(what, figures(values...), fmt.Sprintf("≤ %g", target), slices.Max(values) <= target)
}

// upTo adds a row of one figure with its unit, by the format of both.
func (t *table) upTo(what, format string, target, value float64) {
	_, unit, _ := strings.Cut(format, "f")
	t.add(what, fmt.Sprintf(format, value), fmt.Sprintf("≤ %g%s", target, unit), value <= target)
}

// figures writes numbers as the table has them.
func figures(values ...float64) string {
	texts := make([]string, len(values))
	for i, v := range values {
		if texts[i] = fmt.Sprintf("%.2f", v); v >= 1000 {
			texts[i] = fmt.Sprintf("%.0f", v)
		}
	}
	return strings.Join(texts, " / ")
}

// text is the table in Markdown, with what a reader must know to judge the figures.
func (r *rig) text() string {
	text := fmt.Sprintf("%s, %d cores (%s/%s), %s, Postgres %s on the same machine; "+
		"%d rounds of %s, %d cases and %d documents in one portfolio; load before: %s.\n\n| what | figure | target | |\n|---|---|---|---|\n",
		time.Now().Format(time.DateOnly), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), r.postgres,
		r.rounds, r.round, r.cases, r.documents, r.before)
	for _, row := range r.table {
		text += fmt.Sprintf("| %s | %s | %s | %s |\n", row...)
	}
	return text
}

var place = regexp.MustCompile(`(?s)(<!-- results:[^\n]*\n).*?(<!-- /results -->)`)

// publishTo writes the table between the marks of a document.
func (r *rig) publishTo(document string) error {
	old, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	marks := place.FindSubmatchIndex(old)
	if marks == nil {
		return fmt.Errorf("%s: the marks of the results are missing", document)
	}
	return os.WriteFile(document, slices.Concat(old[:marks[3]], []byte(r.text()), old[marks[4]:]), 0o644)
}
