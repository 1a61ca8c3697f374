package columns

import (
	"regexp"

	"github.com/go-json-experiment/json/jsontext"
)

// Text returns what a cell of a file has for a JSON value: a text without its quotes, lists and objects as JSON, and nothing
// for null.
func Text(value []byte) string {
	if len(value) == 0 {
		return ""
	}
	if value[0] != '"' {
		return string(value)
	}
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return string(value)
	}
	return string(text)
}

var (
	// runs is what a spreadsheet takes for a formula, also behind the quotes that Guard adds.
	runs = regexp.MustCompile(`^'*[=+\-@\t\r]`)
	// plain is a number, which a spreadsheet adds up.
	plain = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)
	// guarded is what Guard wrote.
	guarded = regexp.MustCompile(`^'+[=+\-@\t\r]`)
)

// Guard returns a cell that no spreadsheet runs: what begins as a formula gets a quote before it, by which spreadsheets know
// a text. All CSV and XLSX of the product have it; graph/console/src/lib/csv.ts has the same rule.
func Guard(cell string) string {
	if runs.MatchString(cell) && !plain.MatchString(cell) {
		return "'" + cell
	}
	return cell
}

// Unguard returns the cell that Guard was given.
func Unguard(cell string) string {
	if guarded.MatchString(cell) {
		return cell[1:]
	}
	return cell
}
