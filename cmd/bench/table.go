package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"
)

const begin, end = "<!-- results: written by `make bench` -->\n", "<!-- /results -->"

// row is a line of the table.
type row struct {
	what, figure, target string
	met                  bool
}

type table struct {
	settings
	rows     []row
	postgres string // its version
	load     string // of the machine, before
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
	t.rows = append(t.rows, row{what, figure, target, met})
}

// atLeast and atMost add a row of figures that all have the same target.
func (t *table) atLeast(what string, target float64, values ...float64) {
	met := true
	for _, v := range values {
		met = met && v >= target
	}
	t.add(what, figures(values...), fmt.Sprintf("≥ %g", target), met)
}

func (t *table) atMost(what string, target float64, values ...float64) {
	met := true
	for _, v := range values {
		met = met && v <= target
	}
	t.add(what, figures(values...), fmt.Sprintf("≤ %g", target), met)
}

func (r row) verdict() string {
	if r.met {
		return "met"
	}
	return "not met"
}

// circumstances are what a figure means nothing without.
func (t *table) circumstances() string {
	return fmt.Sprintf("%s, %d cores (%s/%s), %s, Postgres %s on the same machine; %d rounds of %s, %d cases and %d documents in one portfolio; load before: %s.",
		time.Now().Format(time.DateOnly), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), t.postgres,
		t.rounds, t.round, t.cases, t.documents, t.load)
}

func (t *table) print(w io.Writer) {
	_, _ = fmt.Fprintf(w, "\n%s\n\n", t.circumstances())
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(out, "what\tfigure\ttarget\tmet\n----\t------\t------\t---")
	for _, r := range t.rows {
		_, _ = fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", r.what, r.figure, r.target, r.verdict())
	}
	_ = out.Flush()
}

// publish writes the table between the marks of a document.
func (t *table) publish(document string) error {
	old, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(old), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s: the lines %s and %s are missing", document, strings.TrimSpace(begin), end)
	}
	var b strings.Builder
	b.WriteString(t.circumstances() + "\n\n| what | figure | target | |\n|---|---|---|---|\n")
	for _, r := range t.rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.what, r.figure, r.target, r.verdict())
	}
	return os.WriteFile(document, []byte(before+begin+b.String()+end+after), 0o644)
}
