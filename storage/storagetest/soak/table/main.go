// Command table prints the results of `make soak` and writes them into the document that publishes them.
//
//	table results.jsonl docs/reliability.md
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
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
	failed, err := publish(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || failed {
		os.Exit(1)
	}
}

func publish(results, document string) (failed bool, err error) {
	rows, err := read(results)
	if err != nil {
		return false, err
	}
	text := render(rows, time.Now())
	fmt.Print(text)
	old, err := os.ReadFile(document)
	if err != nil {
		return false, err
	}
	before, rest, ok := strings.Cut(string(old), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return false, fmt.Errorf("%s: the lines %s and %s are missing", document, strings.TrimSpace(begin), end)
	}
	failed = slices.ContainsFunc(rows, func(r soak.Result) bool { return r.Failed > 0 || r.Tried == 0 })
	return failed, os.WriteFile(document, []byte(before+begin+text+end+after), 0o644)
}

func read(file string) (rows []soak.Result, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for decoder := json.NewDecoder(bytes.NewReader(data)); ; {
		var r soak.Result
		if err := decoder.Decode(&r); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(a, b soak.Result) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.What, b.What)) })
	return rows, nil
}

func render(rows []soak.Result, now time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d cores, %s/%s, %s.\n\n", now.Format(time.DateOnly), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	b.WriteString("| line | what was tried | tried | failed | figure |\n|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %s |\n", r.Line, r.What, r.Tried, r.Failed, r.Note)
	}
	return b.String()
}
