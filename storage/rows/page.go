package rows

import (
	"cmp"
	"context"
	"math"
	"reflect"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/page"
)

// ends are what a page says of its list, as in Page.
type ends struct {
	total   int
	next    *page.Cursor
	cursors []*page.Cursor
	bytes   int
	isCut   bool
}

// listing is a list of one portfolio's rows, of which a page is read.
type listing struct {
	*core
	s       *Scope
	given   []Condition // on t alone; the page and its total share them
	isWhole bool        // there is no condition
	where   []Condition // those given, with slots for their values
	counted Condition   // on the counters whose sum is the total; nil for none
	look    textKey     // how they look
	values  slotValues
	opt     page.Options
	order   order
	known   anchored // the anchors that the page may be read behind
	ends    ends
}

// ask is the look for something about the list, whose text is written once for all values of the conditions.
func (l *listing) ask(kind string, query func(*listing) *bun.SelectQuery) look {
	key, how := l.look, Planned
	if key.kind = kind; l.isWhole {
		how = Prepared
	}
	return look{
		layout: l.layout, s: l.s, how: how, key: key, values: l.values, list: l, of: query,
		query: func(a *look) *bun.SelectQuery { return a.of(a.list) },
	}
}

// read reads the page. One behind anchors, and one at an offset in an order in which some rows have no value, has a text of
// its own.
func (l *listing) read(ctx context.Context, nodes any) error {
	kind, isAtOffset := "page", l.opt.After == nil && l.opt.Offset > 0
	if len(l.known) > 0 || isAtOffset && l.order.isOptional {
		kind = ""
	}
	l.look.columns, l.look.limit, l.look.sort, l.look.counted = l.columns(l.s.shows), l.opt.Limit, l.opt.Sort, l.opt.WithTotal
	l.look.isAtOffset, l.look.isEach = isAtOffset, l.eachOf(l.given, l.order) >= 0
	if c := l.opt.After; c != nil {
		l.look.isAfter, l.look.isLast, l.values.id, l.values.key = true, c.Key == nil, c.ID, c.Value()
	} else {
		l.values.offset = l.opt.Offset
	}
	var keys map[int]*string
	err := l.ask(kind, (*listing).query).run(ctx, func(r pgx.Rows) (err error) {
		keys, err = l.collect(r, nodes)
		return err
	})
	if err != nil {
		return err
	}
	l.end(reflect.ValueOf(nodes).Elem(), keys)
	return nil
}

// end drops the extra row, which shows that another page follows, and says where pages begin.
func (l *listing) end(nodes reflect.Value, keys map[int]*string) {
	cursor := func(nth int) *page.Cursor {
		id := idOf(l.id, nodes.Index(nth-1).Interface())
		return &page.Cursor{Sort: l.opt.Sort, ID: id, Key: keys[nth-1], Offset: l.opt.Offset + nth}
	}
	if l.ends.isCut {
		l.ends.next = cursor(nodes.Len())
	}
	if nodes.Len() > l.opt.Limit {
		nodes.SetLen(l.opt.Limit)
		l.ends.next = cursor(l.opt.Limit)
	}
	if l.opt.WithCursors {
		l.ends.cursors = make([]*page.Cursor, nodes.Len())
		for i := range l.ends.cursors {
			l.ends.cursors[i] = cursor(i + 1)
		}
	}
}

// query is the page with the total as its last column. The total of a first page without rows is 0; a later page
// without rows gets one that has nothing but the total.
func (l *listing) query() *bun.SelectQuery {
	page := l.rows()
	switch {
	case !l.opt.WithTotal:
		return page
	case l.opt.After == nil && l.opt.Offset == 0:
		return page.ColumnExpr("(?) AS total_of_list", l.total())
	default:
		return l.order.shown(l.s.db.NewSelect().ColumnExpr("t.*, list.total_of_list").
			TableExpr("(SELECT (?) AS total_of_list) AS list", l.total()).Join("LEFT JOIN (?) AS t ON true", page))
	}
}

// total counts the list. A whole list is counted while it is written (migration 0002), and so are the rows of each value
// of some columns (0080), so that their number costs nothing.
func (l *listing) total() *bun.SelectQuery {
	switch {
	case l.counted != nil:
		return l.valuesTotal()
	case l.isWhole:
		return l.s.db.NewSelect().Table("record_counts").ColumnExpr("coalesce(sum(n), 0)::bigint").
			Where("portfolio_id = ? AND noun = ?", portfolioSlot, l.Name())
	default:
		return l.keys().ColumnExpr("count(*)")
	}
}

// keys selects from the list without what the table joins.
func (l *listing) keys() *bun.SelectQuery { return l.core.keys(l.s, portfolioSlot, l.where) }

// rows asks for one row more than the page has, to know whether another follows. A page at an offset finds its keys
// first, by an index alone where one has them, so that the rows before it are not read. So does a page in an order in
// which some rows have no value. An ARRAY of keys, since of a join with them Postgres expects so much that it reads small
// tables whole.
func (l *listing) rows() *bun.SelectQuery {
	const byKeys = "t.id = ANY (ARRAY(? LIMIT ? OFFSET ?))"
	q := l.order.show(l.base(l.s))
	limit := int64(l.opt.Limit) + 1
	switch c := l.opt.After; {
	case l.opt.WithTotal && l.order.isScattered(l.given):
		q = q.Where(byKeys, l.fenced(), Number(limit), offsetSlot)
	case l.order.isOptional:
		q = q.Where("t.id = ANY (ARRAY(?))", l.keysNoneLast(limit))
	case c == nil && l.opt.Offset > 0:
		keys, rest := l.behindAnchor(l.order.of(l.keys().Column("t.id")))
		q = q.Where(byKeys, keys, Number(limit), rest)
	case c == nil:
		q = Meeting(q, l.where).Limit(limit)
	default:
		q = l.order.behind(Meeting(q, l.where)).Limit(limit)
	}
	return l.order.of(q)
}

// keysNoneLast are the keys of a page in an order in which some rows have no value: those come last, each part by the
// one index.
func (l *listing) keysNoneLast(limit int64) *bun.SelectQuery {
	c, by := l.opt.After, tColumn(l.order.column)
	offset := int64(l.values.offset)
	byID := order{direction: l.order.direction}
	byBoth := order{column: l.order.column, direction: l.order.direction} // in either part, for that is the index's order
	part := func(holds string, behind order, isAfter bool) *bun.SelectQuery {
		return l.first(byBoth, min(limit+offset, math.MaxInt32), func(q *bun.SelectQuery) *bun.SelectQuery {
			if q = q.Where("? IS "+holds, by); isAfter {
				return behind.behind(q)
			}
			return q
		})
	}
	if c != nil && c.Key == nil {
		return l.s.db.NewSelect().TableExpr("(?) AS t", part("NULL", byID, true)).Column("t.id")
	}
	some, none := part("NOT NULL", byBoth, c != nil), part("NULL", byID, false)
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
func (l *listing) fenced() *bun.SelectQuery {
	keys, c, by := l.keys().Column("t.id"), l.opt.After, tColumn(l.order.column)
	if l.order.column != "" {
		keys = keys.ColumnExpr("?", by)
	}
	switch {
	case c == nil:
	case !l.order.isOptional:
		keys = l.order.behind(keys)
	case c.Key == nil:
		keys = order{direction: l.order.direction}.behind(keys.Where("? IS NULL", by))
	default:
		keys = keys.WhereGroup(and, func(q *bun.SelectQuery) *bun.SelectQuery {
			return l.order.behind(q).WhereOr("? IS NULL", by)
		})
	}
	return l.order.of(l.s.db.NewSelect().TableExpr("(? OFFSET 0) AS t", keys).Column("t.id"))
}

// collect reads the rows of a page, the total, and the keys of those behind which a page may begin, by their number: nil for
// a row without one. It ends the page early at the row with which it has as many bytes as it may.
func (l *listing) collect(r pgx.Rows, nodes any) (keys map[int]*string, err error) {
	keyed := len(r.FieldDescriptions()) - 1
	if l.opt.WithTotal {
		keyed--
	}
	readKey := func(row int) error {
		if l.order.column == "" {
			return nil
		}
		var key *string
		err := scanValue(r, keyed, &key)
		if keys == nil {
			keys = map[int]*string{}
		}
		keys[row] = key
		return err
	}
	limit := cmp.Or(l.opt.MaxBytes, page.MaxBytes)
	err = collectWhile(r, nodes, func(row int, values [][]byte) error {
		if l.opt.WithTotal && row == 0 {
			if err := scanValue(r, len(values)-1, &l.ends.total); err != nil {
				return err
			}
		}
		if row != l.opt.Limit-1 && !l.opt.WithCursors {
			return nil
		}
		return readKey(row)
	}, func(n int, row reflect.Value, size int) (bool, error) {
		if n == l.opt.Limit {
			return true, nil // it shows only that another page follows
		}
		if l.ends.bytes += weightOf(row, size); l.ends.bytes < limit || n == l.opt.Limit-1 {
			return true, nil
		}
		err := readKey(n)
		l.ends.isCut = err == nil && r.Next()
		return false, err
	})
	return keys, err
}

// members is about how many bytes the names of a record's members have in an answer.
const members = 1 << 10

// weightOf is about how many bytes a row has in an answer, of which the database sent size.
func weightOf(row reflect.Value, size int) int {
	if w, ok := row.Interface().(interface{ Derived() int }); ok {
		size += w.Derived()
	}
	return size + members
}
