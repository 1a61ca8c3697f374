package importing

import (
	"cmp"
	"slices"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// Cell is a value that a column of a row has.
type Cell struct {
	Column int // in its file
	Target *Target
	Value  any
}

// StagedRow is a row of a file that waits to be tried and written, as it is.
type StagedRow struct {
	bun.BaseModel `bun:"table:import_rows,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ImportID    uuid.UUID `bun:",pk,type:uuid"`
	Position    int       `bun:",pk"` // among the rows of all files
	File        int
	RowNumber   int
	Cells       []string `bun:",array"`
}

// Reason says why a row is refused: what is wrong with a cell, or with what the row is about.
type Reason struct {
	Column  string     `json:"column,omitempty"` // "" for the row as a whole
	Value   string     `json:"value,omitempty"`
	Code    fault.Code `json:"code"`
	Message string     `json:"message"`
}

// Row is one row of a file with what its columns say.
type Row struct {
	Position int      // among the rows of all files
	File     int      // of the import's
	Number   int      // in its file, from 1
	Names    []string // of the columns
	Raw      []string
	Cells    []Cell
	Reasons  []Reason
	// Merged are its amounts in cells that are merged over several rows: by column the first row of the cell.
	Merged map[int]int
}

// IsRefused reports whether something is wrong with the row.
func (r *Row) IsRefused() bool { return len(r.Reasons) > 0 }

// What is kept of why a row is refused: so many reasons, and so many characters of the value and the message of each.
const (
	maxReasons = 100
	maxValue   = 500
	maxMessage = 1000
)

// Refuse adds a reason, once.
func (r *Row) Refuse(reason Reason) {
	if len(r.Reasons) >= maxReasons {
		return
	}
	reason.Value, reason.Message = scalar.Shorten(reason.Value, maxValue), scalar.Shorten(reason.Message, maxMessage)
	if !slices.Contains(r.Reasons, reason) {
		r.Reasons = append(r.Reasons, reason)
	}
}

// RefuseCell adds a reason that is about a cell, by its index.
func (r *Row) RefuseCell(column int, code fault.Code, message string) {
	r.Refuse(Reason{Column: nameAt(r.Names, column), Value: cellAt(r, column), Code: code, Message: message})
}

// FileReading says how the columns of a file are read, by their index; nil for a column that is left out.
type FileReading struct {
	Names    []string
	Readings []*Reading
	// Constants are values for rows whose own columns say nothing.
	Constants []Cell
}

// nowhere is no column.
const nowhere = -1

// NewFileReading returns how the columns are read by a mapping.
func NewFileReading(names []string, mapping Mapping, is1904 bool) FileReading {
	f := FileReading{Names: names, Readings: make([]*Reading, len(names))}
	for _, m := range mapping {
		if t := Find(m.To); t != nil && m.Value != "" {
			if value, vs := (Reading{Target: t}).Read(Clean(m.Value)); vs == nil && value != nil {
				f.Constants = append(f.Constants, Cell{Column: nowhere, Target: t, Value: value})
			}
		}
	}
	mapped := mapping.Lookup()
	for i, name := range names {
		if m, ok := mapped(name); ok && name != "" {
			if t := Find(m.To); t != nil {
				f.Readings[i] = &Reading{Target: t, Format: m.Format, Is1904: is1904}
			}
		}
	}
	return f
}

// Row reads a row of clean cells. What cannot be read is among its reasons.
func (f FileReading) Row(position, file, number int, raw []string) *Row {
	r := &Row{Position: position, File: file, Number: number, Names: f.Names, Raw: raw}
	for i, reading := range f.Readings {
		if reading == nil || i >= len(raw) || raw[i] == "" {
			continue
		}
		value, vs := reading.Read(raw[i])
		for _, v := range vs {
			r.Refuse(Reason{Column: f.Names[i], Value: raw[i], Code: v.Code, Message: v.Message})
		}
		if value != nil {
			r.Cells = append(r.Cells, Cell{Column: i, Target: reading.Target, Value: value})
		}
	}
	r.needLoan()
	r.fill(f.Constants)
	r.addCurrency()
	return r
}

// needLoan refuses a row about a loan, or about what belongs to one, that does not say which: nothing would find it again.
func (r *Row) needLoan() {
	isOf := func(c Cell) bool { return slices.Contains([]Noun{NounCase, NounAsset, NounPolicy}, c.Target.Noun) }
	isKey := func(c Cell) bool { return c.Target.Name == "case.loanNumber" || c.Target.Name == "case.externalId" }
	if slices.ContainsFunc(r.Cells, isOf) && !slices.ContainsFunc(r.Cells, isKey) {
		r.Refuse(Reason{Code: fault.CodeRequired,
			Message: "The row names no loan: give its number (`case.loanNumber`) or its key (`case.externalId`)."})
	}
}

// NameOnce refuses a row that names a loan by a number alone that several loans of the files have.
func (r *Row) NameOnce(isTwice bool) {
	for _, c := range r.Cells {
		if isTwice && c.Target.Name == "case.loanNumber" {
			r.RefuseCell(c.Column, fault.CodeDuplicate,
				"Several loans of the files have this number; give the key of the one that is meant (`case.externalId`).")
		}
	}
}

// fill adds constants to what a row says of the same noun, where it says nothing itself.
func (r *Row) fill(constants []Cell) {
	for _, c := range constants {
		isOf, has := false, false
		for _, own := range r.Cells {
			isOf = isOf || own.Target.Noun == c.Target.Noun
			has = has || own.Target == c.Target
		}
		if isOf && !has {
			r.Cells = append(r.Cells, c)
		}
	}
}

// addCurrency gives the amounts of a row their currency: that of the amount itself, else the row's, else the usual one.
func (r *Row) addCurrency() {
	currency := any(defaultCurrency)
	for _, c := range r.Cells {
		if c.Target.Kind == KindCurrency {
			currency = c.Value
		}
	}
	for i, c := range r.Cells {
		if money, ok := c.Value.(map[string]any); ok && money["currency"] == nil {
			r.Cells[i].Value = map[string]any{"amount": money["amount"], "currency": currency}
		}
	}
}

// Keys are by what rows are found to be of one loan: the file's own key of it, its number, or what the row is about. The first is
// its key, and the second another name of the same loan; "" for none.
func (f FileReading) Keys(raw []string) (key, also string) {
	by := map[string]string{}
	for i, reading := range f.Readings {
		if reading != nil && i < len(raw) && raw[i] != "" {
			by[reading.Target.Name] = raw[i]
		}
	}
	id, number := by["case.externalId"], by["case.loanNumber"]
	switch {
	case id != "" && number != "":
		return "k" + id, "n" + number
	case id != "":
		return "k" + id, ""
	case number != "":
		return "n" + number, ""
	}
	name := cmp.Or(by["insured.externalId"], by["insured.displayName"], by["insured.corporateName"],
		by["insured.firstName"]+by["insured.lastName"], by["broker.email"])
	return "i" + same(name), ""
}
