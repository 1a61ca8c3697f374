package rows

import (
	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model/page"
)

// textsOfTable is how many texts a table keeps. Their number must be bounded: clients choose the length of a page and
// what they select.
const textsOfTable = 200

// columnSet has a bit for each of a layout's columns that is read.
type columnSet uint64

// textKey is everything that a statement's text depends on.
type textKey struct {
	kind       string // "" for a text that is not kept
	columns    columnSet
	detail     string // the lock, or the column of the parents
	part       any    // the Part
	limit      int
	sort       page.Sort
	isAfter    bool
	isLast     bool // after a row without a value for the order
	counted    bool
	isAtOffset bool
	isEach     bool // the values of a condition are looked up one by one
	// conditions are those of the filter, without their values.
	conditions string
}

// keptText is a written statement and its values, with slots for those that differ each time.
type keptText struct {
	sql, apart string // see DB.InTx
	values     []any
}

func newText(query *bun.SelectQuery) (*keptText, error) {
	sql, values, err := write(query, "")
	return &keptText{sql, sql + apart, values}, err
}

// slot is a value that is known when the statement runs: one of those below, or of the conditions, by its place among them.
type slot int

const (
	portfolioSlot slot = iota
	idSlot
	idsSlot
	keySlot
	offsetSlot
	conditionSlots // the first of them
)

// AppendQuery puts the slot beside the text of a statement.
func (s slot) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	return gen.Dialect().(*statement).value(b, s), nil
}

// slotted is a condition whose values have slots, from the first on.
type slotted struct {
	Condition
	first slot
}

// AppendQuery writes the condition.
func (c slotted) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	s := gen.Dialect().(*statement)
	n := len(s.values)
	b, err := c.Condition.AppendQuery(gen, b)
	for i := range s.values[n:] {
		s.values[n+i] = c.first + slot(i)
	}
	return b, err
}

// slotsOf are the conditions with slots, how they look without their values, and the values.
func slotsOf(conditions []Condition) (with []Condition, look string, values []any, err error) {
	s := statements.Get().(*statement)
	defer statements.Put(s)
	s.values = nil
	gen, b := schema.NewQueryGen(s), s.text[:0]
	for _, c := range conditions {
		if c == nil {
			continue
		}
		with = append(with, slotted{c, conditionSlots + slot(len(s.values))})
		if b, err = c.AppendQuery(gen, append(b, '\n')); err != nil {
			return nil, "", nil, err
		}
	}
	return with, string(b), s.values, nil
}

// slotValues are what a statement's slots stand for.
type slotValues struct {
	id         uuid.UUID
	ids        []uuid.UUID
	key        any
	offset     int
	conditions []any
}

func (v *slotValues) of(s *Scope, at slot) any {
	switch at {
	case portfolioSlot:
		return IDValue(s.portfolio)
	case idSlot:
		return IDValue(v.id)
	case idsSlot:
		return IDValues(v.ids)
	case keySlot:
		return v.key
	case offsetSlot:
		return v.offset
	default:
		return v.conditions[at-conditionSlots]
	}
}
