package rows

import (
	"cmp"
	"context"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/storage/postgres"
)

// Batch is several queries that are sent together, in one round trip. In a transaction that may write, each sees what was
// committed before it began; in a Snapshot, all see the same.
type Batch struct {
	s      *Scope
	ids    []uuid.UUID
	queued []postgres.Statement
	err    error
}

// NewBatch begins a batch of queries on ids of the portfolio.
func NewBatch(in Scoped, ids []uuid.UUID) *Batch { return &Batch{s: in.scope(), ids: ids} }

// Of has the queries that follow be on other ids.
func (b *Batch) Of(ids []uuid.UUID) *Batch {
	b.ids = ids
	return b
}

// IsEmpty reports whether nothing would be sent.
func (b *Batch) IsEmpty() bool { return len(b.queued) == 0 }

// Send sends the queries, if there are any, and has their results read. The batch must be in a transaction or a Snapshot.
func (b *Batch) Send(ctx context.Context) error {
	if b.err != nil || b.IsEmpty() {
		return b.err
	}
	for _, s := range b.queued {
		b.s.db.conn.Later(s)
	}
	return Translate(b.s.db.conn.Flush(ctx))
}

// Add adds a statement to the batch.
func (b *Batch) Add(c *Command, read func(pgx.Rows) error) {
	b.err = cmp.Or(b.err, c.err)
	b.queued = append(b.queued, c.statement(b.s.db, read))
}

// Snapshot runs fn on the database as it is at one moment. In a transaction it is that of each statement.
func Snapshot(ctx context.Context, in Scoped, fn func(in Scoped) error) error {
	s := in.scope()
	return s.db.with(ctx, nil, func(db *DB) error {
		return fn(&Scope{db: db, portfolio: s.portfolio, shows: s.shows})
	})
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
	b.add(o.text.of(b.s.db), values, into(list))
}

// Into adds a query of Bun's to a batch, and has its rows read into the list.
func Into[T any](b *Batch, q schema.QueryAppender, list *[]*T) {
	text, values, err := write(q, b.s.db.end())
	if err != nil {
		b.err = err
		return
	}
	b.add(text, values, into(list))
}

// OneIn adds the look for the row of an id to a batch.
func (t *Table[T, F]) OneIn(b *Batch, lock Lock, id uuid.UUID, list *[]*T) {
	t.in(b, t.oneKey(b.s, lock), slotValues{id: id}, list, func(key textKey) *bun.SelectQuery { return t.queryOne(b.s, key) })
}

// ByIDIn adds the look for those rows of the batch's ids that exist, in the order of their ids if they are locked.
func (t *Table[T, F]) ByIDIn(b *Batch, lock Lock, list *[]*T) {
	t.in(b, t.byIDKey(b.s, lock), slotValues{ids: b.ids}, list, func(key textKey) *bun.SelectQuery { return t.queryByID(b.s, key) })
}

func (t *Table[T, F]) in(b *Batch, key textKey, v slotValues, list *[]*T, query func(textKey) *bun.SelectQuery) {
	text, err := t.layout.text(key, func() *bun.SelectQuery { return query(key) })
	if err != nil {
		b.err = err
		return
	}
	b.add(text.of(b.s.db), text.fill(b.s.portfolio, v), into(list))
}

// into has the rows of a result read into the list.
func into[T any](list *[]*T) func(pgx.Rows) error {
	return func(r pgx.Rows) (err error) {
		*list, err = collect[T](r, nil)
		return err
	}
}

// Lock adds a lock of the transaction to a batch, which later queries of it wait for: shared with others that share it.
func (b *Batch) Lock(key int64) {
	b.add("SELECT pg_advisory_xact_lock_shared($1)", []any{key}, nil)
}

// add adds a statement.
func (b *Batch) add(text string, values []any, read func(pgx.Rows) error) {
	b.queued = append(b.queued, postgres.Statement{SQL: text, Values: values, Mode: Prepared, Read: read})
}
