package postgres

import (
	"regexp"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
)

var (
	// literals are literals and comments, and names in quotes too.
	literals = regexp.MustCompile(`(?s)'(?:[^']|'')*(?:'|$)|"[^"]*"?|--[^\n]*|/\*.*?(?:\*/|$)`)
	brackets = regexp.MustCompile(`\([^()]*\)`)
	// tables match a name that is a table's: behind FROM and JOIN a bracket would make it a function's.
	tables = regexp.MustCompile(
		`(?i)\b(?:(?:INTO|UPDATE)\s+([a-z_][\w.]*)|(?:FROM|JOIN)\s+([a-z_][\w.]*)(?:\s*$|\s+[^\s(\x00]|[^\s\w.(\x00]))`)
	operations = regexp.MustCompile(`(?i)\b(?:SELECT|INSERT|UPDATE|DELETE|MERGE)\b`)
	words      = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// described are the texts that were described last.
var described, _ = lru.New[string, [2]string](1000) // refuses only a size below one

// Describe returns what a statement does and to which table, for traces: "SELECT" and "cases". The table is the first
// one outside of brackets, else the first one in them; "" if there is none, as of BEGIN. Both are words of the statement
// outside of its literals and comments, so they hold no data.
func Describe(statement string) (operation, table string) {
	known, ok := described.Get(statement)
	if !ok {
		known = describe(statement)
		described.Add(statement, known)
	}
	return known[0], known[1]
}

func describe(statement string) [2]string {
	text := literals.ReplaceAllStringFunc(statement, func(found string) string {
		if found[0] == '"' {
			return strings.Trim(found, `"`)
		}
		return " "
	})
	outside := text
	for before := ""; before != outside; {
		before, outside = outside, brackets.ReplaceAllLiteralString(outside, "\x00")
	}
	operation := strings.ToUpper(words.FindString(text))
	if operation == "WITH" { // a name outside of brackets can be one that it gave
		return [2]string{strings.ToUpper(operations.FindString(outside)), tableOf(text)}
	}
	if table := tableOf(outside); table != "" {
		return [2]string{operation, table}
	}
	return [2]string{operation, tableOf(text)}
}

func tableOf(text string) string {
	found := tables.FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	return found[1] + found[2]
}
