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

// order is that of a sort. Without a sort the id alone orders: it is a UUIDv7, so that is the order of creation.
func (t *core) order(sort page.Sort) order {
	o := order{direction: "ASC"}
	if sort.IsDescending() {
		o.direction = "DESC"
	}
	switch sort.Ascending() {
	case "":
	case page.SortCreatedAt:
		o.column = t.createdAt.Name
	case page.SortUpdatedAt:
		o.column = t.updatedAt.Name
	default:
		o.column, o.isOptional = t.orders[sort], true
		if o.column == "" {
			o.column = t.orders[sort.Ascending()]
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
func (o order) of(q *bun.SelectQuery) *bun.SelectQuery { return o.by(q, "t."+o.column) }

// shown orders rows by what show has added to them.
func (o order) shown(q *bun.SelectQuery) *bun.SelectQuery { return o.by(q, "t.order_by") }

func (o order) by(q *bun.SelectQuery, column string) *bun.SelectQuery {
	last := map[bool]string{true: " NULLS LAST"}[o.isOptional]
	if o.column != "" {
		q = q.OrderExpr("? "+o.direction+last, bun.Ident(column))
	}
	return q.OrderExpr("t.id " + o.direction)
}

// behind narrows a query to the rows behind that of a cursor.
func (o order) behind(q *bun.SelectQuery) *bun.SelectQuery {
	compare := map[string]string{"ASC": ">", "DESC": "<"}[o.direction]
	if o.column == "" {
		return q.Where("t.id "+compare+" ?", idSlot)
	}
	return q.Where("(?, t.id) "+compare+" (?, ?)", tColumn(o.column), keySlot, idSlot)
}
