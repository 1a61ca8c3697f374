package columns

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Text returns what a cell of a file has for a JSON value: a text without its quotes, lists and objects as JSON, and nothing
// for null.
func Text(value []byte) string { return string(plainOf(value)) }

func plainOf(value []byte) []byte {
	if len(value) == 0 || value[0] != '"' {
		return value
	}
	if bytes.IndexByte(value, '\\') < 0 {
		return value[1 : len(value)-1]
	}
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return value
	}
	return text
}

var (
	// guarded is a text that a spreadsheet takes for a formula, behind the quotes that Guard adds.
	guarded = regexp.MustCompile(`^'+[=+\-@\t\r]`)
	// number is what a spreadsheet adds up.
	number = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)
)

// formula are the beginnings of what a spreadsheet runs.
const formula = "=+-@\t\r"

// Guard returns a cell that no spreadsheet runs: what begins as a formula gets a quote before it, by which spreadsheets know
// a text. All CSV and XLSX of the product have it; graph/console/src/lib/csv.ts has the same rule.
func Guard(cell string) string {
	if runs(cell) {
		return "'" + cell
	}
	return cell
}

func runs[T string | []byte](cell T) bool {
	switch {
	case len(cell) == 0 || strings.IndexByte(formula+"'", cell[0]) < 0:
		return false
	case cell[0] == '\'':
		return guarded.MatchString(string(cell))
	default:
		return !number.MatchString(string(cell))
	}
}

// Unguard returns the cell that Guard was given.
func Unguard(cell string) string {
	if guarded.MatchString(cell) {
		return cell[1:]
	}
	return cell
}

// AppendCSV appends the row as a line of RFC 4180, with cells that no spreadsheet runs.
func (r *Row) AppendCSV(line []byte) []byte {
	for i, cell := range r.Cells {
		if i > 0 {
			line = append(line, ',')
		}
		line = appendCell(line, plainOf(cell))
	}
	return append(line, "\r\n"...)
}

// AppendHeading appends the first line of the noun's CSV.
func (n *Noun) AppendHeading(line []byte) []byte {
	return append(line, strings.Join(n.Names(), ",")+"\r\n"...)
}

func appendCell(line, text []byte) []byte {
	isGuarded := runs(text)
	if !isGuarded && !bytes.ContainsAny(text, "\",\r\n") {
		return append(line, text...)
	}
	line = append(line, '"')
	if isGuarded {
		line = append(line, '\'')
	}
	for {
		i := bytes.IndexByte(text, '"')
		if i < 0 {
			return append(append(line, text...), '"')
		}
		line = append(append(line, text[:i+1]...), '"')
		text = text[i+1:]
	}
}
