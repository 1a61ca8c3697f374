package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
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
	// filter adds the noun's own conditions; the list and its total share it.
	filter func(q *bun.SelectQuery) *bun.SelectQuery
	// key is where a row stands.
	key func(row *T) (id uuid.UUID, createdAt, updatedAt time.Time)
	// columns renames the columns of the orders where a table has other ones; nil for none.
	columns map[string]string
}

// list reads a page: one statement, and one more for the total when it is asked for.
func (l lister[T]) list(ctx context.Context, opt model.ListOptions) (*Page[T], error) {
	page := &Page[T]{}
	if opt.WithTotal {
		total, err := l.filter(l.base()).Count(ctx)
		if err != nil {
			return nil, Translate(err)
		}
		page.Total = int(total)
	}
	if opt.Limit == 0 {
		return page, nil
	}
	var rows []*T
	q := l.filter(l.base())
	if err := l.page(q, opt).Scan(ctx, &rows); err != nil {
		return nil, Translate(err)
	}
	if len(rows) > opt.Limit {
		rows = rows[:opt.Limit]
		page.Next = l.cursor(rows[len(rows)-1], opt)
	}
	page.Nodes = rows
	return page, nil
}

// page asks for one row more than the page has, which tells whether another follows.
func (l lister[T]) page(q *bun.SelectQuery, opt model.ListOptions) *bun.SelectQuery {
	column, direction, compare := order(opt.Sort)
	if renamed, ok := l.columns[column]; ok {
		column = renamed
	}
	if c := opt.After; c != nil {
		if column == "" {
			q = q.Where("t.id > ?", c.ID)
		} else {
			q = q.Where("(?, t.id) "+compare+" (?, ?)", bun.Ident("t."+column), c.At, c.ID)
		}
	} else if opt.Offset > 0 {
		q = q.Offset(int64(opt.Offset))
	}
	if column != "" {
		q = q.OrderExpr("? "+direction, bun.Ident("t."+column))
	}
	return q.OrderExpr("t.id " + direction).Limit(int64(opt.Limit) + 1)
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

// in holds when the column has one of the values; without any values given it always does.
func in[V any](q *bun.SelectQuery, column string, values []V) *bun.SelectQuery {
	if values == nil {
		return q
	}
	if len(values) == 0 {
		return q.Where("false")
	}
	return q.Where("? IN (?)", bun.Ident("t."+column), bun.List(values))
}

// inAnyCase is in for texts whose case does not count.
func inAnyCase(q *bun.SelectQuery, column string, values []string) *bun.SelectQuery {
	if len(values) == 0 {
		return in(q, column, values)
	}
	places := strings.TrimSuffix(strings.Repeat("lower(?), ", len(values)), ", ")
	args := []any{bun.Ident("t." + column)}
	for _, value := range values {
		args = append(args, value)
	}
	return q.Where("lower(?) IN ("+places+")", args...)
}

// is holds when the column has the value; without one it always does.
func is[V any](q *bun.SelectQuery, column string, value *V) *bun.SelectQuery {
	if value == nil {
		return q
	}
	return q.Where("? = ?", bun.Ident("t."+column), *value)
}

// contains is the case-insensitive search in the row's search column.
func contains(q *bun.SelectQuery, text *string) *bun.SelectQuery {
	if text == nil {
		return q
	}
	return q.Where("t.search LIKE '%' || lower(?) || '%'", likeEscape.Replace(*text))
}

var likeEscape = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// within holds when the column lies in all given bounds.
func within(q *bun.SelectQuery, column string, r bounds) *bun.SelectQuery {
	for op, t := range map[string]*time.Time{">": r.gt, ">=": r.gte, "<": r.lt, "<=": r.lte} {
		if t != nil {
			q = q.Where("? "+op+" ?", bun.Ident("t."+column), *t)
		}
	}
	return q
}

type bounds struct{ gt, gte, lt, lte *time.Time }

func timeBounds(r *model.TimeRange) bounds {
	if r == nil {
		return bounds{}
	}
	return bounds{r.Gt.Value(), r.Gte.Value(), r.Lt.Value(), r.Lte.Value()}
}

func dateBounds(r *model.DateRange) bounds {
	if r == nil {
		return bounds{}
	}
	return bounds{r.Gt.Value(), r.Gte.Value(), r.Lt.Value(), r.Lte.Value()}
}

// common are the filters that every list has.
type common struct {
	ID        graphql.Omittable[[]uuid.UUID]
	CreatedAt graphql.Omittable[*model.TimeRange]
	UpdatedAt graphql.Omittable[*model.TimeRange]
	Metadata  graphql.Omittable[[]*model.MetadataMatch]
}

func (c common) apply(q *bun.SelectQuery) *bun.SelectQuery {
	q = in(q, "id", c.ID.Value())
	q = within(q, "created_at", timeBounds(c.CreatedAt.Value()))
	q = within(q, "updated_at", timeBounds(c.UpdatedAt.Value()))
	for _, m := range c.Metadata.Value() {
		q = metadataHas(q, m)
	}
	return q
}

// metadataHas matches the value as a string, and as the number, boolean or null that its text also is. Containment, not
// ->>, for the index knows it.
func metadataHas(q *bun.SelectQuery, m *model.MetadataMatch) *bun.SelectQuery {
	object := func(value any) string {
		b, err := json.Marshal(map[string]any{m.Key: value})
		if err != nil {
			panic(fmt.Sprintf("a string is no JSON: %v", err))
		}
		return string(b)
	}
	return q.WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
		q = q.Where("t.metadata @> ?::jsonb", object(m.Value))
		if scalar, ok := model.ScalarText(m.Value); ok {
			q = q.WhereOr("t.metadata @> ?::jsonb", object(scalar))
		}
		return q
	})
}
