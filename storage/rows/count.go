package rows

import (
	"fmt"
	"slices"

	"github.com/uptrace/bun"
)

// hasValues is a condition on the value of one column.
type hasValues interface {
	// counters are the names of the values in value_counts, whose sum is how many rows of the table meet the condition.
	counters(table string) (column string, names []string)
}

func (c is[V]) counters(table string) (string, []string) {
	return c.column, []string{counter(table, c.column, c.value)}
}

func (c oneOf[V]) counters(table string) (string, []string) {
	names := make([]string, len(c.values))
	for i, v := range c.values {
		names[i] = counter(table, c.column, v)
	}
	return c.column, names
}

// counter is the name of a value in value_counts (migration 0080).
func counter(table, column string, value any) string {
	return fmt.Sprintf("%s.%s=%v", table, column, value)
}

// CountedIn is the condition on a row of t that a row of another table beside it, which counts the column, has one of the
// values.
func CountedIn[V any](where Condition, table, column string, values []V) Condition {
	return elsewhere{where, counted(oneOf[V]{column, values}, table)}
}

// elsewhere is a condition whose rows another table counts.
type elsewhere struct {
	Condition
	names []string
}

// counted are the names of a condition's values.
func counted(c hasValues, table string) []string {
	_, names := c.counters(table)
	return names
}

// countedBy holds for those rows of value_counts that say together how many rows meet the conditions; nil if none say it.
func (t *core) countedBy(where []Condition) Condition {
	at := slices.IndexFunc(where, isGiven)
	if at < 0 || slices.ContainsFunc(where[at+1:], isGiven) {
		return nil
	}
	var names []string
	switch c := where[at].(type) {
	case elsewhere:
		names = c.names
	case hasValues:
		column, all := c.counters(t.Name())
		if !slices.Contains(t.counts, column) {
			return nil
		}
		names = all
	default:
		return nil
	}
	return Where("value = ANY (?)", Array[string](names))
}

// valuesTotal is the sum of the counters.
func (l *listing) valuesTotal() *bun.SelectQuery {
	return l.s.db.NewSelect().Table("value_counts").ColumnExpr("coalesce(sum(n), 0)::bigint").
		Where("portfolio_id = ?", portfolioSlot).Where("?", l.counted)
}
