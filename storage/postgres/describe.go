package postgres

import (
	"iter"
	"strings"
)

// Describe returns what a statement does and to which table, for traces: "SELECT" and "cases". The table is the first
// one outside of brackets, else the first one in them; "" if there is none, as of BEGIN. Both are words of the statement
// outside of its literals and comments, so they hold no data.
func Describe(statement string) (operation, table string) {
	d := description{}
	for token := range tokens(statement) {
		d.take(token)
	}
	d.take("")
	if d.table == "" || d.common {
		return d.operation, d.first
	}
	return d.operation, d.table
}

// description is what is known of a statement that is read token by token.
type description struct {
	operation string
	common    bool   // the statement begins with WITH: a name outside of brackets can be one that it gave
	table     string // the first one outside of brackets
	first     string // the first one anywhere
	previous  string // the token before
	maybe     string // a name that is a table's, unless a bracket makes it a function's
	depth     int    // of brackets
}

func (d *description) take(token string) {
	if d.maybe != "" && token != "(" {
		d.found(d.maybe)
	}
	d.maybe = ""
	word := strings.ToUpper(token)
	switch {
	case token == "(":
		d.depth++
	case token == ")":
		d.depth--
	case d.operation == "":
		d.operation, d.common = word, word == "WITH"
	case d.operation == "WITH" && d.depth == 0 && operations[word]:
		d.operation = word
	}
	switch {
	case token == "" || !isLetter(token[0]):
	case d.previous == "INTO" || d.previous == "UPDATE":
		d.found(token)
	case d.previous == "FROM" || d.previous == "JOIN":
		d.maybe = token
	}
	d.previous = word
}

func (d *description) found(name string) {
	if d.first == "" {
		d.first = name
	}
	if d.depth == 0 && d.table == "" {
		d.table = name
	}
}

var operations = map[string]bool{"SELECT": true, "INSERT": true, "UPDATE": true, "DELETE": true, "MERGE": true}

// tokens returns the names and brackets of a statement. Quotes around a name are dropped; literals and comments are left
// out, and everything else is left out too.
func tokens(statement string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for s := statement; s != ""; {
			token, size := nextToken(s)
			if s = s[size:]; token != "" && !yield(token) {
				return
			}
		}
	}
}

// nextToken returns the token at the beginning of s, "" if nothing of interest is there, and its size in s.
func nextToken(s string) (token string, size int) {
	switch c := s[0]; {
	case c == '\'':
		return "", 1 + endOf(s[1:], "'")
	case c == '"':
		size = 1 + endOf(s[1:], `"`)
		return strings.Trim(s[:size], `"`), size
	case strings.HasPrefix(s, "--"):
		return "", 2 + endOf(s[2:], "\n")
	case strings.HasPrefix(s, "/*"):
		return "", 2 + endOf(s[2:], "*/")
	case c == '(' || c == ')':
		return s[:1], 1
	case !isLetter(c) && (c < '0' || c > '9') && c != '$':
		return "", 1
	}
	for size = 1; size < len(s) && (isLetter(s[size]) || s[size] >= '0' && s[size] <= '9' || s[size] == '.'); size++ {
	}
	return s[:size], size
}

// endOf returns the size of what is before the end mark, with it; all of s if there is none.
func endOf(s, mark string) int {
	before, _, found := strings.Cut(s, mark)
	if !found {
		return len(s)
	}
	return len(before) + len(mark)
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
