package rows

import (
	"cmp"
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/postgres"
)

// Read runs a query and reads its rows into structs, by the names of the columns. The first column is never NULL.
func Read[T any](ctx context.Context, db *DB, how pgx.QueryExecMode, q schema.QueryAppender) ([]*T, error) {
	list := []*T{}
	err := db.run(ctx, how, q, ReadInto(&list))
	return list, Translate(err)
}

// Find is Read for the first row; nil if none.
func Find[T any](ctx context.Context, db *DB, how pgx.QueryExecMode, q schema.QueryAppender) (*T, error) {
	list, err := Read[T](ctx, db, how, q)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

// First is Find; `not_found` if none.
func First[T any](ctx context.Context, db *DB, how pgx.QueryExecMode, q schema.QueryAppender, noun string) (*T, error) {
	found, err := Find[T](ctx, db, how, q)
	if err == nil && found == nil {
		return nil, fault.NotFound(noun)
	}
	return found, err
}

// IDs are the ids of a query's rows.
func IDs(ctx context.Context, db *DB, how pgx.QueryExecMode, q schema.QueryAppender) (ids []uuid.UUID, err error) {
	err = db.run(ctx, how, q, intoIDs(&ids))
	return ids, Translate(err)
}

func intoIDs(ids *[]uuid.UUID) func(pgx.Rows) error {
	return func(r pgx.Rows) error {
		for r.Next() {
			var id uuid.UUID
			if err := r.Scan((*[16]byte)(&id)); err != nil {
				return err
			}
			*ids = append(*ids, id)
		}
		return nil
	}
}

// Exists reports whether a query has a row.
func Exists(ctx context.Context, db *DB, how pgx.QueryExecMode, q *bun.SelectQuery) (exists bool, err error) {
	err = Scan(ctx, db, how, db.NewSelect().ColumnExpr("EXISTS (?)", q), &exists)
	return exists, err
}

// Scan runs a query and reads the values of its first row; they stay as they are if there is none.
func Scan(ctx context.Context, db *DB, how pgx.QueryExecMode, q schema.QueryAppender, values ...any) error {
	return Translate(db.run(ctx, how, q, ScanFirst(values...)))
}

// ScanFirst reads the values of a result's first row; they stay as they are if there is none.
func ScanFirst(values ...any) func(pgx.Rows) error {
	return func(r pgx.Rows) error {
		if !r.Next() {
			return nil
		}
		return r.Scan(values...)
	}
}

// Query runs a query and has its rows read by a function.
func Query(ctx context.Context, db *DB, how pgx.QueryExecMode, q schema.QueryAppender, read func(pgx.Rows) error) error {
	return Translate(db.run(ctx, how, q, read))
}

// ReadInto reads the rows of a result into a list.
func ReadInto(list any) func(pgx.Rows) error {
	return func(r pgx.Rows) error { return collect(r, list, nil) }
}

// Batch is several queries that are sent together, in one round trip. In a transaction that may write, each sees what was
// committed before it began; in a Snapshot, all see the same.
type Batch struct {
	s      *Scope
	queued []postgres.Statement
	err    error // of the first that could not be written
}

// NewBatch begins a batch of queries of the portfolio.
func NewBatch(in Scoped) *Batch { return &Batch{s: in.scope()} }

// IsEmpty reports whether nothing would be sent.
func (b *Batch) IsEmpty() bool { return len(b.queued) == 0 }

// Read adds a query to the batch, and has its rows read: into a list, or by a function.
func (b *Batch) Read(q schema.QueryAppender, read func(pgx.Rows) error) {
	s, err := b.s.db.statement(Prepared, q, read)
	b.queued, b.err = append(b.queued, s), cmp.Or(b.err, err)
}

// Into is Read that reads the rows into structs, by the names of the columns.
func Into[T any](b *Batch, q schema.QueryAppender, list *[]*T) { b.Read(q, ReadInto(list)) }

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

// Snapshot runs fn on the database as it is at one moment. In a transaction it is that of each statement.
func Snapshot(ctx context.Context, in Scoped, fn func(in Scoped) error) error {
	s := in.scope()
	return s.db.with(ctx, nil, func(db *DB) error {
		return fn(&Scope{db: db, portfolio: s.portfolio, shows: s.shows})
	})
}

// Exec runs a statement that has no rows, and whose text differs each time. It returns how many rows it has changed.
func Exec(ctx context.Context, db *DB, q schema.QueryAppender) (changed int64, err error) {
	err = db.run(ctx, Once, q, func(r pgx.Rows) error {
		r.Close()
		changed = r.CommandTag().RowsAffected()
		return nil
	})
	return changed, Translate(err)
}

// Later has a statement sent with the next one of the transaction, at the latest with its COMMIT, and its rows read then:
// nil for none. It takes no round trip of its own, and its error is that of what it is sent with. Outside of a transaction
// that may write it is sent at once.
func Later(ctx context.Context, db *DB, how pgx.QueryExecMode, q schema.QueryAppender, read func(pgx.Rows) error) error {
	s, err := db.statement(how, q, read)
	switch {
	case err != nil:
		return err
	case !db.isBound:
		return Translate(db.send(ctx, s))
	case !db.conn.IsOpen():
		return Translate(pgx.ErrTxClosed)
	}
	db.conn.Later(s)
	return nil
}

// statement writes a query.
func (db *DB) statement(how pgx.QueryExecMode, q schema.QueryAppender, read func(pgx.Rows) error) (postgres.Statement, error) {
	end := ""
	if db.isBound {
		end = apart
	}
	text, values, err := write(q, end)
	return postgres.Statement{SQL: text, Values: values, Mode: how, Read: read}, err
}

// run sends a query and has its rows read. The rows are closed when it returns.
func (db *DB) run(ctx context.Context, how pgx.QueryExecMode, q schema.QueryAppender, read func(pgx.Rows) error) error {
	s, err := db.statement(how, q, read)
	if err != nil {
		return err
	}
	return db.send(ctx, s)
}
