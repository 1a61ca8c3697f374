package storage

import (
	"context"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
)

// shape is a query whose text Bun has written once. Its values are the portfolio, one id of the caller's, and what is the same each
// time.
type shape struct {
	text   string
	values []any // portfolioSlot and idSlot stand for the two
}

type slot int

const (
	portfolioSlot slot = iota
	idSlot
)

// shapes are the texts that are in use. What tells one from another, its key, comes from clients in part (a page's length), so
// that their number is bounded.
var shapes, _ = lru.New[any, *shape](500)

// shaped runs a query that the key tells all about, but for the portfolio, the id, and what is Showing.
func shaped(ctx context.Context, p *Portfolio, key any, id uuid.UUID, query func() *bun.SelectQuery, how pgx.QueryExecMode, read func(pgx.Rows) error) error {
	if known, ok := shapes.Get(key); ok && p.shows == nil {
		return p.on.send(ctx, how, known.text, known.fill(p.id, id), read)
	}
	text, values, err := write(query())
	if err != nil {
		return err
	}
	if p.id != id && p.shows == nil {
		shapes.Add(key, newShape(text, values, p.id, id))
	}
	return p.on.send(ctx, how, text, values, read)
}

// newShape finds the portfolio and the id among a query's values, the first of which is not one.
func newShape(text string, values []any, portfolio, id uuid.UUID) *shape {
	s := &shape{text: text, values: make([]any, len(values))}
	for i, v := range values {
		switch v {
		case portfolio.String():
			s.values[i] = portfolioSlot
		case id.String():
			s.values[i] = idSlot
		default:
			s.values[i] = v
		}
	}
	return s
}

func (s *shape) fill(portfolio, id uuid.UUID) []any {
	values := make([]any, len(s.values))
	for i, v := range s.values {
		switch v {
		case portfolioSlot:
			values[i] = idValue(portfolio)
		case idSlot:
			values[i] = idValue(id)
		default:
			values[i] = v
		}
	}
	return values
}
