package storage

import (
	"context"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// Page is one page of a list.
type Page[T any] struct {
	Nodes []*T
	// Total is the whole list's length; 0 unless it was asked for.
	Total int
	// Next is where the next page begins; nil when nothing follows.
	Next *model.Cursor
}

// lister is a list of one noun: what its rows are, and where they stand in the two orders.
type lister[T any] struct {
	// base selects the rows of the portfolio, under the alias t.
	base func() *bun.SelectQuery
	// joined tells that base names its columns itself, the first of which is never NULL.
	joined bool
	// given is the noun's filter; its zero value lists all.
	given any
	// filter adds the conditions of given, on t alone; the page and its total share it.
	filter func(q *bun.SelectQuery) *bun.SelectQuery
	// key is where a row stands.
	key func(row *T) (id uuid.UUID, createdAt, updatedAt time.Time)
	// columns renames the columns of the orders where a table has other ones; nil for none.
	columns map[string]string
}

// list reads a page, and the total of the same moment when it is asked for, in one statement.
func (l lister[T]) list(ctx context.Context, p *Portfolio, opt model.ListOptions) (*Page[T], error) {
	switch {
	case opt.Limit == 0:
		page := &Page[T]{}
		return page, l.onlyTotal(ctx, p, opt, page)
	case l.isDeep(opt):
		return l.deep(ctx, p, opt)
	default:
		return l.read(ctx, p, opt, anchored{})
	}
}

// read reads a page, behind one of the anchors that are known.
func (l lister[T]) read(ctx context.Context, p *Portfolio, opt model.ListOptions, known anchored) (*Page[T], error) {
	page := &Page[T]{}
	err := l.run(ctx, p, opt, known, func(rows pgx.Rows) (err error) {
		var total *int
		if opt.WithTotal {
			total = &page.Total
		}
		page.Nodes, err = collect[T](rows, total)
		return err
	})
	if err != nil {
		return nil, Translate(err)
	}
	if len(page.Nodes) > opt.Limit {
		page.Nodes = page.Nodes[:opt.Limit]
		page.Next = l.cursor(page.Nodes[opt.Limit-1], opt)
	}
	return page, nil
}

// listKey tells all about a page of a whole list that begins at its start, or after an id.
type listKey struct {
	noun             reflect.Type
	limit            int
	sort             model.Sort
	isAfter, counted bool
}

func (l lister[T]) run(ctx context.Context, p *Portfolio, opt model.ListOptions, known anchored, read func(pgx.Rows) error) error {
	query := func() *bun.SelectQuery { return l.query(p, opt, known) }
	key := listKey{reflect.TypeFor[T](), opt.Limit, opt.Sort, opt.After != nil, opt.WithTotal}
	switch {
	case !l.isWhole():
		return p.on.run(ctx, planned, query(), read)
	case opt.After == nil && opt.Offset == 0:
		return shaped(ctx, p, key, uuid.Nil, query, prepared, read)
	case opt.After != nil && l.column(opt) == "":
		return shaped(ctx, p, key, opt.After.ID, query, prepared, read)
	default:
		return p.on.run(ctx, prepared, query(), read)
	}
}

func (l lister[T]) onlyTotal(ctx context.Context, p *Portfolio, opt model.ListOptions, page *Page[T]) error {
	if !opt.WithTotal {
		return nil
	}
	err := p.on.run(ctx, planned, l.total(p), func(rows pgx.Rows) error {
		rows.Next()
		return rows.Scan(&page.Total)
	})
	return Translate(err)
}

// isWhole tells that nothing filters the list.
func (l lister[T]) isWhole() bool { return reflect.ValueOf(l.given).IsZero() }

// query is the page with the total as its last column. A first page without rows has a total of 0; further on the total must be
// told even so, by a row of nothing else.
func (l lister[T]) query(p *Portfolio, opt model.ListOptions, known anchored) *bun.SelectQuery {
	page := l.page(p, opt, known)
	switch {
	case !opt.WithTotal:
		return page
	case opt.After == nil && opt.Offset == 0:
		return page.ColumnExpr("(?) AS total_of_list", l.total(p))
	default:
		q := p.db.NewSelect().ColumnExpr("t.*, list.total_of_list").
			TableExpr("(SELECT (?) AS total_of_list) AS list", l.total(p)).Join("LEFT JOIN (?) AS t ON true", page)
		return l.order(q, opt)
	}
}

// total counts the list. The whole of a noun is counted while it is written (migration 0002), so that its length costs nothing.
func (l lister[T]) total(p *Portfolio) *bun.SelectQuery {
	if l.isWhole() {
		return p.db.NewSelect().Table("record_counts").ColumnExpr("coalesce(sum(n), 0)::bigint").
			Where("portfolio_id = ? AND noun = ?", p.id, tableOf[T]().Name)
	}
	return l.keys(p).ColumnExpr("count(*)")
}

// keys selects from the list without what base joins to it.
func (l lister[T]) keys(p *Portfolio) *bun.SelectQuery {
	return l.filter(p.db.NewSelect().TableExpr("? AS t", bun.Ident(tableOf[T]().Name)).Where("t.portfolio_id = ?", p.id))
}

// page asks for one row more than the page has, which tells whether another follows. A page by its offset finds its keys
// first, by an index alone where one has them, so that the rows before it are not read.
func (l lister[T]) page(p *Portfolio, opt model.ListOptions, known anchored) *bun.SelectQuery {
	q := l.base()
	if !l.joined {
		q = q.ColumnExpr("?TableColumns")
	}
	limit := int64(opt.Limit) + 1
	switch c, column := opt.After, l.column(opt); {
	case c != nil && column == "":
		q = l.filter(q.Where("t.id > ?", c.ID)).Limit(limit)
	case c != nil:
		_, _, compare := order(opt.Sort)
		q = l.filter(q.Where("(?, t.id) "+compare+" (?, ?)", bun.Ident("t."+column), c.At, c.ID)).Limit(limit)
	case opt.Offset > 0:
		keys, rest := l.behind(p, l.order(l.keys(p).Column("t.id"), opt), known, opt.Offset)
		q = q.Join("JOIN (? LIMIT ? OFFSET ?) AS page ON page.id = t.id", keys, number(limit), number(rest))
	default:
		q = l.filter(q).Limit(limit)
	}
	return l.order(q, opt)
}

// column is what the list is ordered by before the id; "" for nothing.
func (l lister[T]) column(opt model.ListOptions) string {
	column, _, _ := order(opt.Sort)
	if renamed, ok := l.columns[column]; ok {
		return renamed
	}
	return column
}

func (l lister[T]) order(q *bun.SelectQuery, opt model.ListOptions) *bun.SelectQuery {
	_, direction, _ := order(opt.Sort)
	if column := l.column(opt); column != "" {
		q = q.OrderExpr("? "+direction, bun.Ident("t."+column))
	}
	return q.OrderExpr("t.id " + direction)
}

func (l lister[T]) cursor(last *T, opt model.ListOptions) *model.Cursor {
	id, createdAt, updatedAt := l.key(last)
	c := &model.Cursor{Sort: opt.Sort, ID: id, Offset: opt.Offset + opt.Limit}
	switch column, _, _ := order(opt.Sort); column {
	case "created_at":
		c.At = createdAt
	case "updated_at":
		c.At = updatedAt
	}
	return c
}

// order is the column before the id, the direction, and how what follows a cursor compares to it. Without a sort the id alone
// orders: it is a UUIDv7, so that is the order of creation.
func order(sort model.Sort) (column, direction, compare string) {
	switch sort {
	case model.SortCreatedAt:
		return "created_at", "ASC", ">"
	case model.SortCreatedAtDesc:
		return "created_at", "DESC", "<"
	case model.SortUpdatedAt:
		return "updated_at", "ASC", ">"
	case model.SortUpdatedAtDesc:
		return "updated_at", "DESC", "<"
	default:
		return "", "ASC", ">"
	}
}
