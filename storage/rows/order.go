package rows

import (
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/page"
)

// order is how a list is ordered: by a column, if any, and then by the id.
type order struct {
	column     string // "" for none
	direction  string
	isOptional bool // some rows have no value; those come last
}

// place is where a page begins: after the row of this key.
type place struct{ key, id any }

// order is that of a sort. Without a sort the id alone orders: it is a UUIDv7, so that is the order of creation.
func (t *Table[T, F]) order(sort page.Sort) order {
	o := order{direction: "ASC"}
	if sort.IsDescending() {
		o.direction = "DESC"
	}
	switch sort.Ascending() {
	case "":
	case page.SortCreatedAt:
		o.column = t.layout.createdAt.Name
	case page.SortUpdatedAt:
		o.column = t.layout.updatedAt.Name
	default:
		o.column, o.isOptional = t.Orders[sort], true
		if o.column == "" {
			o.column = t.Orders[sort.Ascending()]
		}
	}
	return o
}

// show adds to rows of t the value that orders them, and its text for a cursor.
func (o order) show(q *bun.SelectQuery) *bun.SelectQuery {
	if o.column == "" {
		return q
	}
	return q.ColumnExpr("? AS order_by, to_json(?) #>> '{}' AS order_key", tColumn(o.column), tColumn(o.column))
}

// of orders rows of t.
func (o order) of(q *bun.SelectQuery) *bun.SelectQuery {
	if o.column != "" {
		q = q.OrderExpr("? "+o.direction+o.noneLast(), tColumn(o.column))
	}
	return q.OrderExpr("t.id " + o.direction)
}

// shown orders rows by what show has added to them.
func (o order) shown(q *bun.SelectQuery) *bun.SelectQuery {
	if o.column != "" {
		q = q.OrderExpr("t.order_by " + o.direction + o.noneLast())
	}
	return q.OrderExpr("t.id " + o.direction)
}

func (o order) noneLast() string {
	if o.isOptional {
		return " NULLS LAST"
	}
	return ""
}

// behind narrows a query to the rows behind a place; nil for all.
func (o order) behind(q *bun.SelectQuery, at *place) *bun.SelectQuery {
	compare := map[string]string{"ASC": ">", "DESC": "<"}[o.direction]
	switch {
	case at == nil:
		return q
	case o.column == "":
		return q.Where("t.id "+compare+" ?", at.id)
	default:
		return q.Where("(?, t.id) "+compare+" (?, ?)", tColumn(o.column), at.key, at.id)
	}
}
