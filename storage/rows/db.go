package rows

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/storage/postgres"
)

// The ways in which statements run whose values stand beside the text. The text of the first two is the same for all
// values, so that a connection asks what it means once.
const (
	// Prepared is for conditions that are keys only: any plan that is good for one value is good for all, so after a
	// few executions Postgres plans no more. A LIMIT must stand in the text, for Postgres takes a parameter for a tenth
	// of the rows.
	Prepared = pgx.QueryExecModeCacheStatement
	// Planned is for everything else: what is rare in one portfolio is common in another, so Postgres plans for the
	// values.
	Planned = pgx.QueryExecModeCacheDescribe
	// Once is for texts that differ each time, with the number of their rows.
	Once = pgx.QueryExecModeExec
)

// DB is where statements run: any connection of a pool, or one connection. Queries that are begun here are texts, which
// Read, Exec and the like run: Bun itself has no connection.
type DB struct {
	builder

	pool    *postgres.Pool
	anchors *anchors       // of the pool
	conn    *postgres.Conn // nil for any
	isTx    bool
	isBound bool // in a transaction, under its role
	added   int  // see Added
}

// builder begins queries.
type builder interface {
	NewSelect() *bun.SelectQuery
	NewInsert() *bun.InsertQuery
	NewUpdate() *bun.UpdateQuery
	NewDelete() *bun.DeleteQuery
	NewRaw(query string, args ...any) *bun.RawQuery
}

// Added is how many rows of lists were inserted in the transaction.
func (db *DB) Added() int { return db.added }

// MayWrite reports whether statements run in a transaction of a portfolio, which may write.
func (db *DB) MayWrite() bool { return db.isBound }

// NewDB runs statements on any connection of the pool.
func NewDB(pool *postgres.Pool) *DB {
	return &DB{builder: bun.NewDB(nil, dialect), pool: pool, anchors: newCache[anchoredList, anchored](anchoredLists)}
}

// On runs statements on one connection of the pool.
func (db *DB) On(conn *postgres.Conn) *DB {
	return &DB{builder: db.builder, pool: db.pool, anchors: db.anchors, conn: conn}
}

// InTx runs fn in a transaction that the statements begin, under a role of its own. Its statements are prepared apart from
// those of the same connection outside of it: Postgres would plan a prepared statement anew each time when the role has changed.
func (db *DB) InTx(ctx context.Context, begin []postgres.Statement, fn func(db *DB) error) error {
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	bound := db.On(conn)
	bound.isTx, bound.isBound = true, true
	return conn.InTx(ctx, begin, func() error { return fn(bound) })
}

// apart ends the text of a statement that is prepared apart.
const apart = " "

// InPgx runs fn on the connection of a transaction as pgx sees it. It fails outside a transaction.
func (db *DB) InPgx(ctx context.Context, fn func(conn *pgx.Conn) error) error {
	if !db.isTx {
		return errors.New("there is no transaction to join")
	}
	conn, err := db.conn.Pgx(ctx)
	if err == nil {
		err = fn(conn)
	}
	return Translate(err)
}

// Setting is a setting of Postgres and its value.
type Setting struct{ name, value string }

// with runs fn in a transaction that only reads, all of it at one moment, with these settings. In a transaction it has the
// settings of that, and the moment is that of each statement.
func (db *DB) with(ctx context.Context, settings []Setting, fn func(db *DB) error) error {
	if db.isTx {
		return fn(db)
	}
	conn := db.conn
	if conn == nil {
		own, err := db.pool.Acquire(ctx)
		if err != nil {
			return err
		}
		defer own.Release()
		conn = own
	}
	begin := []postgres.Statement{{SQL: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}}
	for _, s := range settings {
		begin = append(begin, postgres.Statement{SQL: "SET LOCAL " + s.name + " = " + s.value})
	}
	reading := db.On(conn)
	reading.isTx = true
	return conn.InTx(ctx, begin, func() error { return fn(reading) })
}

// inSavepoint runs fn so that the transaction goes on as it was if fn fails.
func (db *DB) inSavepoint(ctx context.Context, fn func() error) error {
	if !db.isTx {
		return fn()
	}
	db.conn.Later(postgres.Statement{SQL: "SAVEPOINT attempt"})
	err := fn()
	if err != nil {
		err = errors.Join(err, db.conn.Run(ctx, postgres.Statement{SQL: "ROLLBACK TO SAVEPOINT attempt"}))
	}
	return err
}

// run sends a query and has its rows read. The rows are closed when it returns.
func (db *DB) run(ctx context.Context, how pgx.QueryExecMode, q schema.QueryAppender, read func(pgx.Rows) error) error {
	text, values, err := write(q, db.end())
	if err != nil {
		return err
	}
	return db.send(ctx, postgres.Statement{SQL: text, Values: values, Mode: how, Read: read})
}

// end is how the texts of queries end.
func (db *DB) end() string {
	if db.isBound {
		return apart
	}
	return ""
}

// send runs a statement. In a transaction nothing is written after its end.
func (db *DB) send(ctx context.Context, s postgres.Statement) error {
	switch {
	case db.conn == nil:
		return db.pool.Run(ctx, s)
	case db.isBound && !db.conn.IsOpen():
		return pgx.ErrTxClosed
	case db.isBound && s.Mode == Planned:
		db.conn.Later(postgres.Statement{SQL: "SET LOCAL plan_cache_mode = auto", Mode: Prepared})
	}
	return db.conn.Run(ctx, s)
}

// Exec runs a statement of Bun's that has no rows, with its values in the text, and returns how many rows it has changed.
func Exec(ctx context.Context, db *DB, q schema.QueryAppender) (changed int64, err error) {
	text, err := q.AppendQuery(schema.NewQueryGen(dialect), nil)
	if err != nil {
		return 0, err
	}
	err = db.send(ctx, postgres.Statement{SQL: string(text), Read: func(r pgx.Rows) error {
		r.Close()
		changed = r.CommandTag().RowsAffected()
		return nil
	}})
	return changed, Translate(err)
}

// Read runs a query of Bun's and reads its rows into structs, by the names of the columns. The first column is never
// NULL.
func Read[T any](ctx context.Context, db *DB, how pgx.QueryExecMode, q schema.QueryAppender) (list []*T, err error) {
	err = db.run(ctx, how, q, func(rows pgx.Rows) error {
		list, err = collect[T](rows, nil)
		return err
	})
	return list, Translate(err)
}

// First is Read for the first row; `not_found` if none.
func First[T any](ctx context.Context, db *DB, how pgx.QueryExecMode, q schema.QueryAppender, noun string) (*T, error) {
	list, err := Read[T](ctx, db, how, q)
	return only(list, err, noun)
}

// Exists reports whether a query has a row.
func Exists(ctx context.Context, db *DB, how pgx.QueryExecMode, q *bun.SelectQuery) (exists bool, err error) {
	return exists, Scan(ctx, db, how, db.NewSelect().ColumnExpr("EXISTS (?)", q), &exists)
}

// Scan runs a query and reads the values of its one row.
func Scan(ctx context.Context, db *DB, how pgx.QueryExecMode, q schema.QueryAppender, values ...any) error {
	return Translate(db.run(ctx, how, q, ScanOne(values...)))
}

// ScanOne reads the values of a result's one row.
func ScanOne(values ...any) func(pgx.Rows) error {
	return func(r pgx.Rows) error {
		r.Next()
		return r.Scan(values...)
	}
}

// ScanIfAny is ScanOne for a result that may have no row; the values then stay as they are.
func ScanIfAny(values ...any) func(pgx.Rows) error {
	return func(r pgx.Rows) error {
		if !r.Next() {
			return nil
		}
		return r.Scan(values...)
	}
}

// IDs are the ids of a query's rows, which it selects as id.
func IDs(ctx context.Context, db *DB, how pgx.QueryExecMode, q schema.QueryAppender) ([]uuid.UUID, error) {
	type row struct{ ID uuid.UUID }
	found, err := Read[row](ctx, db, how, q)
	ids := make([]uuid.UUID, len(found))
	for i, row := range found {
		ids[i] = row.ID
	}
	return ids, err
}

// Scope is one portfolio in a DB: every statement of a Table names it.
type Scope struct {
	db        *DB
	portfolio uuid.UUID
	shows     func(member string) bool // nil for all
}

// Scoped is what embeds a Scope.
type Scoped interface{ scope() *Scope }

// ScopeOf is the scope of one portfolio.
func ScopeOf(db *DB, portfolio uuid.UUID) Scope { return Scope{db: db, portfolio: portfolio} }

// ID is the portfolio's.
func (s *Scope) ID() uuid.UUID { return s.portfolio }

// Selecting is the scope that reads only the columns of which shows says true for a member of theirs, as named in the
// schema.
func (s *Scope) Selecting(shows func(member string) bool) Scope {
	return Scope{db: s.db, portfolio: s.portfolio, shows: shows}
}

func (s *Scope) scope() *Scope { return s }
