// Command table prints the results of `make soak` and writes them into the document that publishes them. Rows of the document
// that this run did not repeat stay, with their own date.
//
//	table results.jsonl docs/dev/reliability.md
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

const begin, end = "<!-- results: written by `make soak` -->\n", "<!-- /results -->"

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: table RESULTS DOCUMENT")
		os.Exit(2)
	}
	run := time.Now().Format(time.DateOnly)
	failed, err := publish(os.Args[1], os.Args[2], run, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || failed {
		os.Exit(1)
	}
}

// publish prints the rows of a run and writes them into the document beside those that the run did not repeat. It reports
// whether a row of this run failed.
func publish(results, document, run string, out io.Writer) (failed bool, err error) {
	fresh, err := read(results)
	if err != nil {
		return false, err
	}
	var rows []row
	for _, r := range fresh {
		failed = failed || r.Failed > 0 || r.Tried == 0
		rows = append(rows, newRow(r, run))
	}
	if _, err := io.WriteString(out, render(rows)); err != nil {
		return failed, err
	}
	old, err := os.ReadFile(document)
	if err != nil {
		return failed, err
	}
	before, rest, ok := strings.Cut(string(old), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return failed, fmt.Errorf("%s: the lines %s and %s are missing", document, strings.TrimSpace(begin), end)
	}
	text := render(merge(parse(table), rows))
	return failed, os.WriteFile(document, []byte(before+begin+text+end+after), 0o644)
}

func read(file string) (results []soak.Result, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for decoder := json.NewDecoder(bytes.NewReader(data)); ; {
		var r soak.Result
		if err := decoder.Decode(&r); err == io.EOF {
			return results, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		results = append(results, r)
	}
}

const header = "| line | what was tried | times | run | figure |\n|---|---|---|---|---|\n"

// row is one row of the table, as its cells: line, what was tried, how often and how often in vain, run, figure. The first
// two identify it.
type row []string

func newRow(r soak.Result, run string) row {
	times := strconv.Itoa(r.Tried)
	if r.Failed > 0 {
		times += fmt.Sprintf(", %d failed", r.Failed)
	}
	return row{r.Line, escaped(r.What), times, run, escaped(r.Note)}
}

// escaped keeps a text within its cell.
func escaped(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

func byName(a, b row) int { return slices.Compare(a[:2], b[:2]) }

// merge returns the fresh rows and those of the old ones that they do not replace.
func merge(old, fresh []row) []row {
	repeated := func(r row) bool {
		return slices.ContainsFunc(fresh, func(f row) bool { return byName(f, r) == 0 })
	}
	return append(slices.DeleteFunc(old, repeated), fresh...)
}

// parse reads the rows that render wrote.
func parse(table string) (rows []row) {
	for text := range strings.Lines(strings.TrimPrefix(table, header)) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "| "), " |\n"), " | ")
		if len(cells) == 5 {
			rows = append(rows, cells)
		}
	}
	return rows
}

func render(rows []row) string {
	text := header
	for _, r := range slices.SortedFunc(slices.Values(rows), byName) {
		text += "| " + strings.Join(r, " | ") + " |\n"
	}
	return text
}
