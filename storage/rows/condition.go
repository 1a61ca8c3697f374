package rows

import (
	"slices"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"
)

// oneOf holds when the column has one of the values, of which there are several.
type oneOf[V any] struct {
	column string
	values []V
}

// AppendQuery writes the condition.
func (c oneOf[V]) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	return Where("? = ANY (?)", tColumn(c.column), Array[V](c.values)).AppendQuery(gen, b)
}

func (c oneOf[V]) of() (column string, values int) { return c.column, len(c.values) }

// each is a query of the values, each once. It has the condition's value beside its text, as the condition has.
func (c oneOf[V]) each() Condition {
	return Where("SELECT DISTINCT v.value FROM unnest(?::text[]) AS v (value)", Array[V](c.values))
}

// several is a oneOf of any type.
type several interface {
	Condition
	of() (column string, values int)
	each() Condition
}

// ranged holds when the column lies in a range.
type ranged struct {
	Condition
	column string
}

// isScattered reports whether the rows that a condition leaves may lie anywhere in the list's order, or all at its end: a
// range of another column than the one that orders. Postgres expects them to be spread evenly, and would look for the first
// ones through the whole portfolio.
func (o order) isScattered(where []Condition) bool {
	return slices.ContainsFunc(where, func(c Condition) bool {
		switch c := c.(type) {
		case ranged:
			return c.column != o.column
		case joined:
			return c.word == and && o.isScattered(c.conditions)
		default:
			return false
		}
	})
}

// maxEach is how many values of a filter are looked up one by one at most.
const maxEach = 20

// eachOf is the place of the condition of several values, an index of which has the rows of each value in the list's order:
// -1 for none.
func (t *Table[T, F]) eachOf(where []Condition, o order) int {
	return slices.IndexFunc(where, func(c Condition) bool {
		in, ok := c.(several)
		if !ok {
			return false
		}
		column, values := in.of()
		return values <= maxEach && o.column != "" && o.column == t.Grouped[column]
	})
}

// valuesOf is the query of the values of a oneOf, with a slot where the condition has one.
func valuesOf(c Condition) (column string, values Condition) {
	s, isSlotted := c.(slotted)
	if isSlotted {
		c = s.Condition
	}
	in := c.(several)
	column, _ = in.of()
	if isSlotted {
		return column, slotted{in.each(), s.first}
	}
	return column, in.each()
}

// first finds the first keys of the list in an order, of those that narrow leaves, and what orders them. Of a filter with
// several values it reads those of each value, and merges them, where an index has them in that order.
func (l list[T, F]) first(portfolio any, by order, most int64, narrow func(*bun.SelectQuery) *bun.SelectQuery) *bun.SelectQuery {
	each := l.eachOf(plain(l.where), l.order)
	if each < 0 {
		return by.of(narrow(l.keys(portfolio)).ColumnExpr("t.id, ? AS order_by", tColumn(l.order.column))).Limit(most)
	}
	column, values := valuesOf(l.where[each])
	l.where = slices.Delete(slices.Clone(l.where), each, each+1)
	keys := l.keys(portfolio).ColumnExpr("t.id, ? AS order_by", tColumn(l.order.column)).Where("? = v.value", tColumn(column))
	return by.shown(l.s.db.NewSelect().TableExpr("(?) AS v", values).
		Join("CROSS JOIN LATERAL (?) AS t", by.of(narrow(keys)).Limit(most)).Column("t.id", "t.order_by")).Limit(most)
}

// plain are the conditions without their slots.
func plain(where []Condition) []Condition {
	bare := slices.Clone(where)
	for i, c := range bare {
		if s, ok := c.(slotted); ok {
			bare[i] = s.Condition
		}
	}
	return bare
}
