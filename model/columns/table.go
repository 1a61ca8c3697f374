package columns

import (
	_ "embed"
	"encoding/csv"
	"slices"
	"strings"
	"unicode"
)

// Kind is what the values of a column are.
type Kind string

// The kinds of values.
const (
	KindText      Kind = "text"
	KindDate      Kind = "date"      // as the API writes it: a date-time at midnight UTC
	KindTime      Kind = "time"      // ISO 8601 in UTC with milliseconds
	KindMoney     Kind = "money"     // a decimal; the column beside it, `….currency`, has its currency
	KindCurrency  Kind = "currency"  // of ISO 4217
	KindDecimal   Kind = "decimal"   // exact, as a text in JSON
	KindNumber    Kind = "number"    // a number of JSON
	KindInteger   Kind = "integer"   //
	KindBoolean   Kind = "boolean"   // true or false
	KindEnum      Kind = "enum"      // Of has the values
	KindID        Kind = "id"        // of the record itself
	KindReference Kind = "reference" // the id of another record; Of has its noun or type
	KindCatalog   Kind = "catalog"   // the id of an entry of the catalog; Of has its type
	KindJSON      Kind = "json"      // an object
)

// Column is one column of a noun.
type Column struct {
	Name   string // as files have it
	Kind   Kind
	IsList bool   // the cell has a JSON list of such values
	Of     string // of an enum its values, separated by |; of a reference what it refers to; else ""
	Takes  bool   // the import takes it
	Words  string // what it is
}

// Noun is one file of an export.
type Noun struct {
	Name    string // of the list in GraphQL, and of its files: `policyVersions`
	Type    string // of one record in GraphQL
	Columns []Column

	root *member
}

//go:embed columns.csv
var table string

// nouns are those of the table, in its order.
var nouns = readTable(table)

// Nouns returns all nouns, in an order in which each comes behind those that it refers to. They are shared: only read them.
func Nouns() []*Noun { return nouns }

// Find returns the noun of a name; nil if there is none.
func Find(name string) *Noun {
	if i := slices.IndexFunc(nouns, func(n *Noun) bool { return n.Name == name }); i >= 0 {
		return nouns[i]
	}
	return nil
}

// Find returns the column of a name.
func (n *Noun) Find(name string) (Column, bool) {
	if i := slices.IndexFunc(n.Columns, func(c Column) bool { return c.Name == name }); i >= 0 {
		return n.Columns[i], true
	}
	return Column{}, false
}

// Names returns the heading of the noun's files.
func (n *Noun) Names() []string {
	names := make([]string, len(n.Columns))
	for i, c := range n.Columns {
		names[i] = c.Name
	}
	return names
}

// Label is the name for people: `loanAmount.amount` is "Loan amount: amount".
func (c Column) Label() string {
	var label strings.Builder
	for i, r := range c.Name {
		switch {
		case i == 0:
			label.WriteRune(unicode.ToUpper(r))
		case r == '.':
			label.WriteString(": ")
		case unicode.IsUpper(r) && c.Name[i-1] != '.' && !unicode.IsUpper(rune(c.Name[i-1])):
			label.WriteString(" " + string(unicode.ToLower(r)))
		default:
			label.WriteRune(r)
		}
	}
	return label.String()
}

// Heading is the first line of the table, as columns.csv of an export has it.
var Heading = []string{"noun", "type", "column", "kind", "of", "import", "description"}

// list ends the kind of a column of lists.
const list = "[]"

// Line returns the column as a line of the table.
func (c Column) Line(n *Noun) []string {
	kind, takes := string(c.Kind), ""
	if c.IsList {
		kind += list
	}
	if c.Takes {
		takes = "yes"
	}
	return []string{n.Name, n.Type, c.Name, kind, c.Of, takes, c.Words}
}

func readTable(text string) (all []*Noun) {
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		panic("columns.csv: " + err.Error())
	}
	for _, line := range lines[min(1, len(lines)):] {
		if len(all) == 0 || all[len(all)-1].Name != line[0] {
			all = append(all, &Noun{Name: line[0], Type: line[1], root: &member{column: none}})
		}
		n := all[len(all)-1]
		kind, isList := strings.CutSuffix(line[3], list)
		n.root.add(strings.Split(line[2], "."), len(n.Columns))
		n.Columns = append(n.Columns, Column{
			Name: line[2], Kind: Kind(kind), IsList: isList, Of: line[4], Takes: line[5] == "yes", Words: line[6],
		})
	}
	return all
}
