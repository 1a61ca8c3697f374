package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

const header = "| line | what was tried | tried | failed | run | figure |\n|---|---|---|---|---|---|\n"

// row is one row of the table, as its cells. Line and what was tried identify it.
type row struct{ line, what, tried, failed, run, figure string }

func newRow(r soak.Result, run string) row {
	return row{r.Line, escaped(r.What), strconv.Itoa(r.Tried), strconv.Itoa(r.Failed), run, escaped(r.Note)}
}

// escaped keeps a text within its cell.
func escaped(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// merge answers the fresh rows and those of the old ones that they do not replace, in the order of the table.
func merge(old, fresh []row) []row {
	var rows []row
	for _, r := range old {
		if !slices.ContainsFunc(fresh, func(f row) bool { return f.line == r.line && f.what == r.what }) {
			rows = append(rows, r)
		}
	}
	return append(rows, fresh...)
}

// parse reads the rows that render wrote.
func parse(table string) (rows []row) {
	for text := range strings.Lines(strings.TrimPrefix(table, header)) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "| "), " |\n"), " | ")
		if len(cells) == 6 {
			rows = append(rows, row{cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]})
		}
	}
	return rows
}

func render(rows []row) string {
	rows = slices.SortedFunc(slices.Values(rows), func(a, b row) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.what, b.what))
	})
	var b strings.Builder
	b.WriteString(header)
	for _, r := range rows {
		b.WriteString("| " + strings.Join([]string{r.line, r.what, r.tried, r.failed, r.run, r.figure}, " | ") + " |\n")
	}
	return b.String()
}
