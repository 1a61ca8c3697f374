package rows

import (
	"context"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model"
)

// Page is one page of a list.
type Page[T any] struct {
	Nodes []*T
	// Total is the whole list's length; 0 unless it was asked for.
	Total int
	// Next is where the next page begins; nil when nothing follows.
	Next *model.Cursor
	// Cursors are the places behind each of the nodes, if they were asked for.
	Cursors []*model.Cursor
}

// list is a list of one portfolio's rows, of which a page is read.
type list[T, F any] struct {
	*Table[T, F]
	s         *Scope
	where     []Condition // on t alone; the page and its total share them
	isWhole   bool        // there is no condition
	columns   columnSet
	opt       model.ListOptions
	by        *schema.Field // before the id; nil for nothing
	direction string
}

// Page reads a page of the rows that the filter shows, and the total of the same moment when it is asked for, in one
// statement.
func (t *Table[T, F]) Page(ctx context.Context, in Scoped, filter F, opt model.ListOptions) (*Page[T], error) {
	s := in.scope()
	l := list[T, F]{Table: t, s: s, where: t.Filter(filter), columns: t.layout.columns(s.shows), opt: opt}
	l.isWhole = isNone(l.where)
	l.by, l.direction = t.layout.order(opt.Sort)
	switch {
	case opt.Limit == 0:
		return l.onlyTotal(ctx)
	case l.isDeep():
		return l.deep(ctx)
	default:
		return l.page(ctx, nil)
	}
}

func (l list[T, F]) onlyTotal(ctx context.Context) (*Page[T], error) {
	page := &Page[T]{}
	if !l.opt.WithTotal {
		return page, nil
	}
	err := l.s.db.run(ctx, Planned, l.total(l.s.portfolio), ScanOne(&page.Total))
	return page, Translate(err)
}

// page reads a page, behind one of the anchors that are known.
func (l list[T, F]) page(ctx context.Context, known anchored) (*Page[T], error) {
	page := &Page[T]{}
	err := l.run(ctx, known, func(rows pgx.Rows) (err error) {
		var total *int
		if l.opt.WithTotal {
			total = &page.Total
		}
		page.Nodes, err = collect[T](rows, total)
		return err
	})
	if err != nil {
		return nil, Translate(err)
	}
	if len(page.Nodes) > l.opt.Limit {
		page.Nodes = page.Nodes[:l.opt.Limit]
		page.Next = l.cursor(page.Nodes[l.opt.Limit-1], l.opt.Limit)
	}
	if l.opt.WithCursors {
		page.Cursors = make([]*model.Cursor, len(page.Nodes))
		for i, row := range page.Nodes {
			page.Cursors[i] = l.cursor(row, i+1)
		}
	}
	return page, nil
}

// run has the pages of a whole list written once, but for those at an offset.
func (l list[T, F]) run(ctx context.Context, known anchored, read func(pgx.Rows) error) error {
	switch {
	case !l.isWhole:
		return l.s.db.run(ctx, Planned, l.query(l.s.portfolio, known), read)
	case l.opt.After == nil && l.opt.Offset > 0:
		return l.s.db.run(ctx, Prepared, l.query(l.s.portfolio, known), read)
	}
	key := textKey{kind: "page", columns: l.columns, limit: l.opt.Limit, sort: l.opt.Sort, counted: l.opt.WithTotal}
	var v slotValues
	if c := l.opt.After; c != nil {
		key.isAfter, v.id, v.at = true, c.ID, c.At
	}
	return l.layout.send(ctx, l.s, key, v, func() *bun.SelectQuery { return l.query(portfolioSlot, known) }, read)
}

// query is the page with the total as its last column. A first page without rows has a total of 0; further on the total
// must be said even so, by a row of nothing else.
func (l list[T, F]) query(portfolio any, known anchored) *bun.SelectQuery {
	page := l.rowsOf(portfolio, known)
	switch {
	case !l.opt.WithTotal:
		return page
	case l.opt.After == nil && l.opt.Offset == 0:
		return page.ColumnExpr("(?) AS total_of_list", l.total(portfolio))
	default:
		return l.order(l.s.db.NewSelect().ColumnExpr("t.*, list.total_of_list").
			TableExpr("(SELECT (?) AS total_of_list) AS list", l.total(portfolio)).Join("LEFT JOIN (?) AS t ON true", page))
	}
}

// total counts the list. A whole list is counted while it is written (migration 0002), so that its length costs
// nothing.
func (l list[T, F]) total(portfolio any) *bun.SelectQuery {
	if l.isWhole {
		return l.s.db.NewSelect().Table("record_counts").ColumnExpr("coalesce(sum(n), 0)::bigint").
			Where("portfolio_id = ? AND noun = ?", portfolio, l.layout.Name)
	}
	return l.keys(portfolio).ColumnExpr("count(*)")
}

// keys selects from the list without what the table joins.
func (l list[T, F]) keys(portfolio any) *bun.SelectQuery {
	q := l.s.db.NewSelect().TableExpr("? AS t", bun.Ident(l.layout.Name)).Where("t.portfolio_id = ?", portfolio)
	return meet(q, l.where)
}

// rowsOf asks for one row more than the page has, to know whether another follows. A page at an offset finds its keys
// first, by an index alone where one has them, so that the rows before it are not read.
func (l list[T, F]) rowsOf(portfolio any, known anchored) *bun.SelectQuery {
	q := l.base(l.s, portfolio, l.columns)
	limit := int64(l.opt.Limit) + 1
	switch c := l.opt.After; {
	case c == nil && l.opt.Offset > 0:
		keys, rest := l.behind(l.order(l.keys(portfolio).Column("t.id")), known)
		q = q.Join("JOIN (? LIMIT ? OFFSET ?) AS page ON page.id = t.id", keys, Number(limit), Number(rest))
	case c == nil:
		q = meet(q, l.where).Limit(limit)
	case l.by == nil:
		q = meet(q.Where("t.id > ?", l.after(idSlot, c.ID)), l.where).Limit(limit)
	default:
		after := "(?, t.id) " + map[string]string{"ASC": ">", "DESC": "<"}[l.direction] + " (?, ?)"
		q = meet(q.Where(after, tColumn(l.by.Name), l.after(timeSlot, c.At), l.after(idSlot, c.ID)), l.where).Limit(limit)
	}
	return l.order(q)
}

// after is where a page begins: a slot when its text is kept.
func (l list[T, F]) after(s slot, value any) any {
	if l.isWhole {
		return s
	}
	return value
}

func (l list[T, F]) order(q *bun.SelectQuery) *bun.SelectQuery {
	if l.by != nil {
		q = q.OrderExpr("? "+l.direction, tColumn(l.by.Name))
	}
	return q.OrderExpr("t.id " + l.direction)
}

// cursor is the place behind a row of the page, which is the nth.
func (l list[T, F]) cursor(row *T, nth int) *model.Cursor {
	c := &model.Cursor{Sort: l.opt.Sort, ID: l.ID(row), Offset: l.opt.Offset + nth}
	if l.by != nil {
		c.At = *l.by.Value(reflect.ValueOf(row).Elem()).Addr().Interface().(*time.Time)
	}
	return c
}

// order is the column before the id, nil for none, and the direction. Without a sort the id alone orders: it is a
// UUIDv7, so that is the order of creation.
func (l *layout) order(sort model.Sort) (column *schema.Field, direction string) {
	switch sort {
	case model.SortCreatedAt:
		return l.createdAt, "ASC"
	case model.SortCreatedAtDesc:
		return l.createdAt, "DESC"
	case model.SortUpdatedAt:
		return l.updatedAt, "ASC"
	case model.SortUpdatedAtDesc:
		return l.updatedAt, "DESC"
	default:
		return nil, "ASC"
	}
}
