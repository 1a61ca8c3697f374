package rows

import (
	"context"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/page"
)

// Page is one page of a list.
type Page[T any] struct {
	Nodes []*T
	// Total is the whole list's length; 0 unless it was asked for.
	Total int
	// Next is where the next page begins; nil when nothing follows.
	Next *page.Cursor
	// Cursors are the places behind each of the nodes, if they were asked for.
	Cursors []*page.Cursor
}

// list is a list of one portfolio's rows, of which a page is read.
type list[T, F any] struct {
	*Table[T, F]
	s         *Scope
	where     []Condition // on t alone; the page and its total share them
	isWhole   bool        // there is no condition
	isSlotted bool        // values have slots, so that the text is good for others
	columns   columnSet
	opt       page.Options
	order     order
}

// Page reads a page of the rows that the filter shows, and the total of the same moment when it is asked for, in one
// statement.
func (t *Table[T, F]) Page(ctx context.Context, in Scoped, filter F, opt page.Options) (*Page[T], error) {
	s := in.scope()
	l := list[T, F]{Table: t, s: s, where: t.Filter(filter), columns: t.layout.columns(s.shows), opt: opt}
	if text := t.SearchText(filter); text != nil {
		found := search[T, F]{Table: t, s: s, where: l.where, text: *text}
		if opt.Sort == "" {
			return found.page(ctx, opt)
		}
		l.where = append(l.where, found.condition())
	}
	l.isWhole = isNone(l.where)
	l.order = t.order(opt.Sort)
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
	err := l.send(ctx, textKey{kind: "total"}, slotValues{}, ScanOne(&page.Total), func(l list[T, F]) *bun.SelectQuery {
		return l.total(portfolioSlot)
	})
	return page, Translate(err)
}

// page reads a page, behind one of the anchors that are known.
func (l list[T, F]) page(ctx context.Context, known anchored) (*Page[T], error) {
	part := &Page[T]{}
	var keys map[int]*string
	err := l.run(ctx, known, func(rows pgx.Rows) (err error) {
		var total *int
		if l.opt.WithTotal {
			total = &part.Total
		}
		part.Nodes, keys, err = l.collect(rows, total)
		return err
	})
	if err != nil {
		return nil, Translate(err)
	}
	if len(part.Nodes) > l.opt.Limit {
		part.Nodes = part.Nodes[:l.opt.Limit]
		part.Next = l.cursor(part.Nodes, keys, l.opt.Limit)
	}
	if l.opt.WithCursors {
		part.Cursors = make([]*page.Cursor, len(part.Nodes))
		for i := range part.Nodes {
			part.Cursors[i] = l.cursor(part.Nodes, keys, i+1)
		}
	}
	return part, nil
}

// run reads a page. Those behind anchors, and those at an offset in an order in which some rows have no value, have texts
// of their own; of all others they are written once.
func (l list[T, F]) run(ctx context.Context, known anchored, read func(pgx.Rows) error) error {
	isAtOffset := l.opt.After == nil && l.opt.Offset > 0
	if len(known) > 0 || isAtOffset && l.order.isOptional {
		return l.s.db.run(ctx, l.how(), l.query(l.s.portfolio, known), read)
	}
	key := textKey{
		kind: "page", columns: l.columns, limit: l.opt.Limit, sort: l.opt.Sort, counted: l.opt.WithTotal, isAtOffset: isAtOffset,
		isEach: l.eachOf(l.where, l.order) >= 0,
	}
	v := slotValues{offset: l.opt.Offset}
	if c := l.opt.After; c != nil {
		key.isAfter, key.isLast, v.id, v.key = true, c.Key == nil, c.ID, c.Value()
	}
	return l.send(ctx, key, v, read, func(l list[T, F]) *bun.SelectQuery { return l.query(portfolioSlot, nil) })
}

// how the list's statements run.
func (l list[T, F]) how() pgx.QueryExecMode {
	if l.isWhole {
		return Prepared
	}
	return Planned
}

// send runs a statement whose text is written once for all values of the conditions. Query gets the list with slots.
func (l list[T, F]) send(
	ctx context.Context, key textKey, v slotValues, read func(pgx.Rows) error, query func(list[T, F]) *bun.SelectQuery,
) (err error) {
	slotted := l
	slotted.isSlotted = true
	if slotted.where, key.conditions, v.conditions, err = slotsOf(l.where); err != nil {
		return err
	}
	return l.layout.send(ctx, l.s, l.how(), key, v, func() *bun.SelectQuery { return query(slotted) }, read)
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
		return l.order.shown(l.s.db.NewSelect().ColumnExpr("t.*, list.total_of_list").
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
	return Meeting(q, l.where)
}

// rowsOf asks for one row more than the page has, to know whether another follows. A page at an offset finds its keys
// first, by an index alone where one has them, so that the rows before it are not read. So does a page in an order in
// which some rows have no value.
func (l list[T, F]) rowsOf(portfolio any, known anchored) *bun.SelectQuery {
	q := l.order.show(l.base(l.s, portfolio, l.columns))
	limit := int64(l.opt.Limit) + 1
	switch c := l.opt.After; {
	case l.opt.WithTotal && l.order.isScattered(plain(l.where)):
		q = q.Join("JOIN (? LIMIT ? OFFSET ?) AS page ON page.id = t.id", l.fenced(portfolio), Number(limit), l.offset())
	case l.order.isOptional:
		q = q.Join("JOIN (?) AS page ON page.id = t.id", l.keysNoneLast(portfolio, limit))
	case c == nil && l.opt.Offset > 0:
		keys, rest := l.behind(l.order.of(l.keys(portfolio).Column("t.id")), known)
		q = q.Join("JOIN (? LIMIT ? OFFSET ?) AS page ON page.id = t.id", keys, Number(limit), rest)
	default:
		q = l.order.behind(Meeting(q, l.where), l.after(c)).Limit(limit)
	}
	return l.order.of(q)
}

// after is where a page begins, as slots when its text is kept; nil for the first page.
func (l list[T, F]) after(c *page.Cursor) *place {
	switch {
	case c == nil:
		return nil
	case l.isSlotted:
		return &place{key: keySlot, id: idSlot}
	default:
		return &place{key: c.Value(), id: c.ID}
	}
}

// keysNoneLast are the keys of a page in an order in which some rows have no value: those come last, each part by the
// one index.
func (l list[T, F]) keysNoneLast(portfolio any, limit int64) *bun.SelectQuery {
	c, by := l.opt.After, tColumn(l.order.column)
	offset := int64(0)
	if c == nil {
		offset = int64(l.opt.Offset)
	}
	byID := order{direction: l.order.direction}
	byBoth := order{column: l.order.column, direction: l.order.direction} // in either part, for that is the index's order
	part := func(holds string, behind order, at *place) *bun.SelectQuery {
		return l.first(portfolio, byBoth, min(limit+offset, math.MaxInt32), func(q *bun.SelectQuery) *bun.SelectQuery {
			return behind.behind(q.Where("? IS "+holds, by), at)
		})
	}
	if c != nil && c.Key == nil {
		return part("NULL", byID, l.after(c))
	}
	some, none := part("NOT NULL", byBoth, l.after(c)), part("NULL", byID, nil)
	keys := l.s.db.NewSelect().TableExpr("((?) UNION ALL (?)) AS t", some, none).Column("t.id").
		OrderExpr("t.order_by " + l.order.direction + " NULLS LAST, t.id " + l.order.direction).Limit(limit)
	if offset > 0 {
		keys = keys.Offset(offset)
	}
	return keys
}

// fenced are the keys of a page and all behind it, but for the offset, of a list whose rows are found by an index in
// another order: OFFSET 0 keeps Postgres from looking for them in the list's order. Without a total it may, for a few rows
// of a wide range are found sooner so, and the total looks at all of them anyway.
func (l list[T, F]) fenced(portfolio any) *bun.SelectQuery {
	keys, c, by := l.keys(portfolio).Column("t.id"), l.opt.After, tColumn(l.order.column)
	if l.order.column != "" {
		keys = keys.ColumnExpr("?", by)
	}
	switch {
	case c == nil || !l.order.isOptional:
		keys = l.order.behind(keys, l.after(c))
	case c.Key == nil:
		keys = order{direction: l.order.direction}.behind(keys.Where("? IS NULL", by), l.after(c))
	default:
		keys = keys.WhereGroup(and, func(q *bun.SelectQuery) *bun.SelectQuery {
			return l.order.behind(q, l.after(c)).WhereOr("? IS NULL", by)
		})
	}
	return l.order.of(l.s.db.NewSelect().TableExpr("(? OFFSET 0) AS t", keys).Column("t.id"))
}

// offset is how many keys come before a page without a cursor, as a slot when its text is kept.
func (l list[T, F]) offset() any {
	switch {
	case l.opt.After != nil || l.opt.Offset == 0:
		return Number(0)
	case l.isSlotted:
		return offsetSlot
	default:
		return Number(l.opt.Offset)
	}
}

// cursor is the place behind the nth row of the page.
func (l list[T, F]) cursor(nodes []*T, keys map[int]*string, nth int) *page.Cursor {
	return &page.Cursor{Sort: l.opt.Sort, ID: l.ID(nodes[nth-1]), Key: keys[nth-1], Offset: l.opt.Offset + nth}
}

// collect reads the rows of a page, and the keys of those behind which a page may begin, by their number: nil for a row
// without one.
func (l list[T, F]) collect(r pgx.Rows, total *int) (nodes []*T, keys map[int]*string, err error) {
	keyed := len(r.FieldDescriptions()) - 1
	if total != nil {
		keyed--
	}
	nodes, err = collect[T](r, func(row int, values [][]byte) error {
		if total != nil && row == 0 {
			if err := scanValue(r, len(values)-1, total); err != nil {
				return err
			}
		}
		if l.order.column == "" || row != l.opt.Limit-1 && !l.opt.WithCursors {
			return nil
		}
		var key *string
		err := scanValue(r, keyed, &key)
		if keys == nil {
			keys = map[int]*string{}
		}
		keys[row] = key
		return err
	})
	return nodes, keys, err
}
