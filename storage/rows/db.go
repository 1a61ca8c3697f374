package rows

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/storage/postgres"
)

// The two ways in which statements run whose values stand beside the text. Either way the text is the same for all
// values, so that a connection asks what it means once.
const (
	// Prepared is for conditions that are keys only: any plan that is good for one value is good for all, so after a
	// few executions Postgres plans no more. A LIMIT must stand in the text, for Postgres takes a parameter for a tenth
	// of the rows.
	Prepared = pgx.QueryExecModeCacheStatement
	// Planned is for everything else: what is rare in one portfolio is common in another, so Postgres plans for the
	// values.
	Planned = pgx.QueryExecModeCacheDescribe
)

// DB is where statements run: any connection of a pool, or one connection. Bun's own way to run them is IDB.
type DB struct {
	bun.IDB

	pool    *postgres.Pool
	anchors *anchors  // of the pool
	conn    *sql.Conn // nil for any
	isTx    bool
	isBound bool // in a transaction, under its role
	added   int  // see Added
}

// Added is how many rows of lists were inserted in the transaction.
func (db *DB) Added() int { return db.added }

// MayWrite reports whether statements run in a transaction of a portfolio, which may write.
func (db *DB) MayWrite() bool { return db.isBound }

// NewDB runs statements on any connection of the pool.
func NewDB(pool *postgres.Pool, db bun.IDB) *DB {
	return &DB{IDB: db, pool: pool, anchors: newCache[anchoredList, anchored](anchoredLists)}
}

// On runs statements on one connection of the pool, in the transaction of db if isTx says that it is one.
func (db *DB) On(conn *sql.Conn, idb bun.IDB, isTx bool) *DB {
	return &DB{IDB: idb, pool: db.pool, anchors: db.anchors, conn: conn, isTx: isTx}
}

// Bound is On for a transaction that runs under a role of its own. Its statements are prepared apart from those of the same
// connection outside of it: Postgres would plan a prepared statement anew each time when the role has changed.
func (db *DB) Bound(conn *sql.Conn, tx bun.IDB) *DB {
	bound := db.On(conn, tx, true)
	bound.isBound = true
	return bound
}

// apart ends the text of a statement that is prepared apart.
const apart = " "

// InPgx runs fn on the connection of a transaction as pgx sees it. It fails outside a transaction.
func (db *DB) InPgx(ctx context.Context, fn func(conn *pgx.Conn) error) error {
	if !db.isTx {
		return errors.New("there is no transaction to join")
	}
	return Translate(db.raw(func(p *postgres.Pipeline) error {
		if err := p.Flush(ctx); err != nil {
			return err
		}
		return fn(p.Conn())
	}))
}

// raw runs fn on the one connection. What is written in a transaction is never written after its end, by itself.
func (db *DB) raw(fn func(p *postgres.Pipeline) error) error {
	return db.conn.Raw(func(driver any) error {
		p := driver.(interface{ Pipeline() *postgres.Pipeline }).Pipeline()
		if db.isBound && !p.IsOpen() {
			return sql.ErrTxDone
		}
		return fn(p)
	})
}

// Setting is a setting of Postgres and its value.
type Setting struct{ name, value string }

// with runs fn on a connection of its own in a transaction that only reads, all of it at one moment, with these settings.
func (db *DB) with(ctx context.Context, settings []Setting, fn func(db *DB) error) error {
	conn := db.conn
	if conn == nil {
		own, err := db.pool.DB().Conn(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = own.Close() }()
		conn = own
	}
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for _, s := range settings {
		if _, err := tx.ExecContext(ctx, "SET LOCAL "+s.name+" = "+s.value); err != nil {
			return err
		}
	}
	return fn(db.On(conn, db.IDB, true))
}

// run sends a query and has its rows read. The rows are closed when it returns.
func (db *DB) run(ctx context.Context, how pgx.QueryExecMode, q schema.QueryAppender, read func(pgx.Rows) error) error {
	text, values, err := write(q, db.end())
	if err != nil {
		return err
	}
	return db.send(ctx, how, text, values, read)
}

// end is how the texts of queries end.
func (db *DB) end() string {
	if db.isBound {
		return apart
	}
	return ""
}

// send is run for a query that is written. The first of the values is left for how it runs.
func (db *DB) send(ctx context.Context, how pgx.QueryExecMode, text string, values []any, read func(pgx.Rows) error) error {
	values[0] = db.pool.Mode(how)
	if db.conn == nil {
		share, err := db.pool.Take(ctx)
		if err != nil {
			return err
		}
		defer share.Give()
		rows, err := db.pool.Pgx().Query(ctx, text, values...)
		return postgres.ReadAll(rows, err, read)
	}
	return db.raw(func(p *postgres.Pipeline) error {
		if p.IsWaiting() && how != Planned { // pgx describes no single statement of a batch
			return p.Send(ctx, postgres.Statement{SQL: text, Values: values[1:], IsPrepared: how == Prepared}, read)
		}
		if how == Planned && db.isBound {
			p.Later(postgres.Statement{SQL: "SET LOCAL plan_cache_mode = auto", IsPrepared: true})
		}
		if err := p.Flush(ctx); err != nil {
			return err
		}
		rows, err := p.Conn().Query(ctx, text, values...)
		return postgres.ReadAll(rows, err, read)
	})
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
	err = db.run(ctx, how, db.NewSelect().ColumnExpr("EXISTS (?)", q), ScanOne(&exists))
	return exists, Translate(err)
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
