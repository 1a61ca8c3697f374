package rows

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// Part reads, of rows of a portfolio under the alias t, those columns whose fields in T have its name in their tag part.
// What is left of the struct is zero. Its text is written once.
type Part[T any] struct{ partOf }

type partOf struct {
	name   string
	layout *layout
	narrow func(q *bun.SelectQuery, of Slots) *bun.SelectQuery
}

// Slots stand in the query of a Part for what it is read with.
type Slots struct {
	Portfolio, IDs any
	Numbers        any // those of ReadWith
}

// NewPart makes a Part of the name, "" for all columns of T's table, of the rows that narrow leaves.
func NewPart[T any](name string, narrow func(q *bun.SelectQuery, of Slots) *bun.SelectQuery) *Part[T] {
	return &Part[T]{partOf{name, layoutFor[T](), narrow}}
}

// In adds the look for the part of ids to a batch, and has its rows read into the list.
func (p *Part[T]) In(b *Batch, ids []uuid.UUID, list *[]*T) { b.add(p.look(b.s, ids, nil), list) }

// ReadWith reads the part of ids and numbers.
func (p *Part[T]) ReadWith(ctx context.Context, in Scoped, ids []uuid.UUID, numbers []int) ([]*T, error) {
	return some[T](ctx, p.look(in.scope(), ids, numbers))
}

func (p *partOf) look(s *Scope, ids []uuid.UUID, numbers []int) look {
	values := slotValues{ids: ids, key: numbers}
	key := textKey{kind: "part", part: p}
	return look{layout: p.layout, s: s, how: Prepared, key: key, values: values, query: func(l *look) *bun.SelectQuery {
		p, s := l.key.part.(*partOf), l.s
		columns := "t." + strings.ReplaceAll(namesOf(p.layout.part(p.name)), ", ", ", t.")
		q := s.db.NewSelect().ColumnExpr(columns).TableExpr("? AS t", bun.Ident(p.layout.Name))
		return p.narrow(q.Where("t.portfolio_id = ?", portfolioSlot), Slots{portfolioSlot, idsSlot, keySlot})
	}}
}
