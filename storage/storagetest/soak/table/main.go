// Command table prints the results of `make soak` and writes a row for each line into the document that publishes them. Rows
// of lines that this run did not try stay, with their own date.
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

// publish prints the results of a run and writes a row for each of its lines into the document, beside those of other lines.
// It reports whether anything of this run failed.
func publish(results, document, run string, out io.Writer) (failed bool, err error) {
	fresh, err := read(results)
	if err != nil {
		return false, err
	}
	for _, r := range fresh {
		failed = failed || r.Failed > 0 || r.Tried == 0
		if _, err := fmt.Fprintf(out, "%s, %s: %d tried, %d failed. %s\n", r.Line, r.What, r.Tried, r.Failed, r.Note); err != nil {
			return failed, err
		}
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
	text := render(merge(parse(table), summarize(fresh, run)))
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

const header = "| line | tried | run | figures |\n|---|---|---|---|\n"

// row is one row of the table, as its cells: line, how often it was tried and how often in vain, run, figures.
type row []string

// summarize returns one row for each line that has results.
func summarize(results []soak.Result, run string) (rows []row) {
	lines := map[string][]soak.Result{}
	for _, r := range results {
		lines[r.Line] = append(lines[r.Line], r)
	}
	for line, of := range lines {
		slices.SortFunc(of, func(a, b soak.Result) int { return strings.Compare(a.What, b.What) })
		var tried, failed int
		var figures []string
		for _, r := range of {
			tried, failed = tried+r.Tried, failed+r.Failed
			if r.Note != "" {
				figures = append(figures, strings.ReplaceAll(r.Note, "|", `\|`)) // a text keeps within its cell
			}
		}
		times := strconv.Itoa(tried)
		if failed > 0 {
			times += fmt.Sprintf(", %d failed", failed)
		}
		rows = append(rows, row{line, times, run, strings.Join(figures, "; ")})
	}
	return rows
}

// merge returns the fresh rows and the old ones of other lines.
func merge(old, fresh []row) []row {
	repeated := func(r row) bool {
		return slices.ContainsFunc(fresh, func(f row) bool { return f[0] == r[0] })
	}
	return append(slices.DeleteFunc(old, repeated), fresh...)
}

// parse reads the rows that render wrote.
func parse(table string) (rows []row) {
	for text := range strings.Lines(strings.TrimPrefix(table, header)) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "| "), " |\n"), " | ")
		if len(cells) == 4 {
			rows = append(rows, cells)
		}
	}
	return rows
}

func render(rows []row) string {
	text := header
	for _, r := range slices.SortedFunc(slices.Values(rows), func(a, b row) int { return strings.Compare(a[0], b[0]) }) {
		text += "| " + strings.Join(r, " | ") + " |\n"
	}
	return text
}
