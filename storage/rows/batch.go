package rows

import (
	"context"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
)

// Batch is several queries that are sent together, in one round trip. Outside of a transaction they see the database as
// it was at one moment; inside of one, each sees what was committed before it began.
type Batch struct {
	s      *Scope
	ids    []uuid.UUID
	queued pgx.Batch
	err    error
}

// NewBatch begins a batch of queries on ids of the portfolio.
func NewBatch(in Scoped, ids []uuid.UUID) *Batch {
	b := &Batch{s: in.scope(), ids: ids}
	if !b.s.db.isTx {
		b.queued.Queue("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
	}
	return b
}

// Send sends the queries and has their results read.
func (b *Batch) Send(ctx context.Context) error {
	if b.err != nil {
		return b.err
	}
	if !b.s.db.isTx {
		b.queued.Queue("COMMIT")
	}
	return Translate(b.s.db.sendBatch(ctx, &b.queued))
}

func (db *DB) sendBatch(ctx context.Context, queued *pgx.Batch) error {
	if db.conn != nil {
		return db.raw(func(conn *pgx.Conn) error { return conn.SendBatch(ctx, queued).Close() })
	}
	share, err := db.pool.Take(ctx)
	if err != nil {
		return err
	}
	defer share.Give()
	return db.pool.Pgx().SendBatch(ctx, queued).Close()
}

// OfIDs is a query on ids of a portfolio whose rows are read into structs of type T, by the names of the columns. Its
// text is written once.
type OfIDs[T any] struct {
	query func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery
	once  sync.Once
	text  *text
	err   error
}

// NewOfIDs makes the query. The values that it is called with stand for the portfolio's id and for the ids.
func NewOfIDs[T any](query func(q *bun.SelectQuery, portfolio, ids any) *bun.SelectQuery) *OfIDs[T] {
	return &OfIDs[T]{query: query}
}

// In adds the query to a batch, and has its rows read into the list.
func (o *OfIDs[T]) In(b *Batch, list *[]*T) {
	o.once.Do(func() { o.text, o.err = newText(o.query(b.s.db.NewSelect(), portfolioSlot, idsSlot)) })
	if o.err != nil {
		b.err = o.err
		return
	}
	values := o.text.fill(b.s.portfolio, slotValues{ids: b.ids})
	b.queued.Queue(o.text.of(b.s.db), values[1:]...).Query(func(r pgx.Rows) (err error) {
		*list, err = collect[T](r, nil)
		return err
	})
}

// Lock adds a lock of the transaction to a batch, which later queries of it wait for: shared with others that share it.
func (b *Batch) Lock(key int64) {
	b.queued.Queue("SELECT pg_advisory_xact_lock_shared($1)", key)
}
