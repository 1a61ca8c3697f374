package rows

import (
	"slices"

	"github.com/uptrace/bun"
)

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

// eachOf finds the condition with several values for which an index has the rows of each value in the list's order. It
// returns its place among the conditions, -1 for none.
func (t *core) eachOf(where []Condition, o order) int {
	return slices.IndexFunc(where, func(c Condition) bool {
		in, ok := c.(several)
		if !ok {
			return false
		}
		column, values := in.of()
		return values <= maxEach && o.column != "" && o.column == t.grouped[column]
	})
}

// first selects the first keys that narrow leaves, in an order, with what orders them. Where an index has the keys of
// each value of a filter in that order, it reads those of each value and merges them.
func (l *listing) first(by order, most int64, narrow func(*bun.SelectQuery) *bun.SelectQuery) *bun.SelectQuery {
	ordered := func(l *listing) *bun.SelectQuery {
		return narrow(l.keys()).ColumnExpr("t.id, ? AS order_by", tColumn(l.order.column))
	}
	each := slices.IndexFunc(l.where, func(c Condition) bool { return l.eachOf([]Condition{c.(slotted).Condition}, l.order) == 0 })
	if each < 0 {
		return by.of(ordered(l)).Limit(most)
	}
	in, rest := l.where[each].(slotted), *l
	rest.where = slices.Delete(slices.Clone(l.where), each, each+1)
	column, _ := in.Condition.(several).of()
	keys := ordered(&rest).Where("? = v.value", tColumn(column))
	return by.shown(l.s.db.NewSelect().TableExpr("(?) AS v", slotted{in.Condition.(several).each(), in.first}).
		Join("CROSS JOIN LATERAL (?) AS t", by.of(keys).Limit(most)).Column("t.id", "t.order_by")).Limit(most)
}
