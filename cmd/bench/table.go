package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

const begin, end = "<!-- results: written by `make bench` -->\n", "<!-- /results -->"

type table struct {
	settings
	rows     [][]any // what, figure, target, verdict
	postgres string  // its version
	load     string  // of the machine, before
}

func newTable(s settings) *table {
	t := &table{settings: s}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		t.load, _, _ = strings.Cut(string(text), " ")
	}
	return t
}

// add adds a row whose target is met or not.
func (t *table) add(what, figure, target string, met bool) {
	verdict := "met"
	if !met {
		verdict = "not met"
	}
	t.rows = append(t.rows, []any{what, figure, target, verdict})
}

// tell adds a row that has no target.
func (t *table) tell(what, figure string) { t.rows = append(t.rows, []any{what, figure, "—", "—"}) }

// atLeast and atMost add a row of figures that all have the same target.
func (t *table) atLeast(what string, target float64, values ...float64) {
	t.add(what, figures(values...), fmt.Sprintf("≥ %g", target), slices.Min(values) >= target)
}

func (t *table) atMost(what string, target float64, values ...float64) {
	t.add(what, figures(values...), fmt.Sprintf("≤ %g", target), slices.Max(values) <= target)
}

// figures writes numbers as the table has them.
func figures(values ...float64) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprintf("%.2f", v)
	}
	return strings.Join(texts, " / ")
}

// circumstances are what a reader must know to judge the figures.
func (t *table) circumstances() string {
	return fmt.Sprintf("%s, %d cores (%s/%s), %s, Postgres %s on the same machine; "+
		"%d rounds of %s, %d cases and %d documents in one portfolio; load before: %s.",
		time.Now().Format(time.DateOnly), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), t.postgres,
		t.rounds, t.round, t.cases, t.documents, t.load)
}

func (t *table) print(w io.Writer) {
	_, _ = fmt.Fprintf(w, "\n%s\n\n", t.circumstances())
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(out, "what\tfigure\ttarget\tmet\n----\t------\t------\t---")
	for _, row := range t.rows {
		_, _ = fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", row...)
	}
	_ = out.Flush()
}

// publish writes the table between the marks of a document.
func (t *table) publish(document string) error {
	text := t.circumstances() + "\n\n| what | figure | target | |\n|---|---|---|---|\n"
	for _, row := range t.rows {
		text += fmt.Sprintf("| %s | %s | %s | %s |\n", row...)
	}
	return publishBetween(document, begin, end, text)
}

// publishBetween puts a text between the marks of a document, in place of what is there.
func publishBetween(document, begin, end, text string) error {
	old, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(old), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s: the lines %s and %s are missing", document, strings.TrimSpace(begin), end)
	}
	return os.WriteFile(document, []byte(before+begin+text+end+after), 0o644)
}
