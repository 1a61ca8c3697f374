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
	"runtime"
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
	run := fmt.Sprintf("%s, %d cores", time.Now().Format(time.DateOnly), runtime.NumCPU())
	failed, err := publish(os.Args[1], os.Args[2], run, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || failed {
		os.Exit(1)
	}
}

// publish prints the rows of a run and writes them into the document beside those that the run did not repeat. It answers
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
