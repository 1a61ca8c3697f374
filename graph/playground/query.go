package playground

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

//go:embed queries/*.graphql
var queryFiles embed.FS

var operationName = regexp.MustCompile(`(?m)^query ([A-Za-z]+)`)

// Queries returns the ready-made queries for support, in the order of their files. The first line of a file is "# " and
// the title, the second one "# " and the variables.
func Queries() ([]Entry, error) {
	names, err := fs.Glob(queryFiles, "queries/*.graphql")
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(names))
	for i, name := range names {
		text, err := fs.ReadFile(queryFiles, name)
		if err != nil {
			return nil, err
		}
		lines := strings.SplitN(string(text), "\n", 3)
		found := operationName.FindStringSubmatch(string(text))
		if len(lines) < 3 || found == nil || !json.Valid([]byte(strings.TrimPrefix(lines[1], "# "))) {
			return nil, fmt.Errorf("%s: two lines of comment, title and variables, come before one named query", name)
		}
		entries[i] = Entry{
			Group: "Support", Name: found[1], Title: strings.TrimPrefix(lines[0], "# "),
			Query: lines[0] + "\n" + lines[2], Variables: json.RawMessage(strings.TrimPrefix(lines[1], "# ")),
		}
	}
	return entries, nil
}
