package rows

import (
	"context"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model"
)

// textsOfTable is how many texts a table keeps. Their number must be bounded: clients choose the length of a page and
// what they select.
const textsOfTable = 200

// textKey is everything that a statement's text depends on.
type textKey struct {
	kind    string
	columns columnSet
	detail  string // the lock, or the column of the parents
	limit   int
	sort    model.Sort
	isAfter bool
	counted bool
}

// newCache remembers at most size values, those used last.
func newCache[K comparable, V any](size int) *lru.Cache[K, V] {
	cache, err := lru.New[K, V](size)
	if err != nil {
		panic(err) // a size below one
	}
	return cache
}

// text is a written statement and its values, with slots for those that differ each time.
type text struct {
	sql    string
	values []any
}

// slot is a value that is known when the statement runs.
type slot int

const (
	portfolioSlot slot = iota
	idSlot
	idsSlot
	timeSlot
)

// AppendQuery puts the slot beside the text of a statement.
func (s slot) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	return gen.Dialect().(*statement).value(b, s), nil
}

// slotValues are what a statement's slots stand for.
type slotValues struct {
	id  uuid.UUID
	ids []uuid.UUID
	at  time.Time
}

// send runs the statement of the key, which query writes when the table has no text of it.
func (l *layout) send(
	ctx context.Context, s *Scope, key textKey, v slotValues, query func() *bun.SelectQuery, read func(pgx.Rows) error,
) error {
	t, ok := l.texts.Get(key)
	if !ok {
		sql, values, err := write(query())
		if err != nil {
			return err
		}
		t = &text{sql, values}
		l.texts.Add(key, t)
	}
	return s.db.send(ctx, Prepared, t.sql, t.fill(s.portfolio, v), read)
}

func (t *text) fill(portfolio uuid.UUID, v slotValues) []any {
	values := make([]any, len(t.values))
	for i, value := range t.values {
		switch value {
		case portfolioSlot:
			values[i] = IDValue(portfolio)
		case idSlot:
			values[i] = IDValue(v.id)
		case idsSlot:
			values[i] = IDValues(v.ids)
		case timeSlot:
			values[i] = v.at
		default:
			values[i] = value
		}
	}
	return values
}
