package rows

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

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

	pool     *postgres.Pool
	anchors  *anchors       // of the pool
	together *together      // of the pool
	conn     *postgres.Conn // nil for any
	isTx     bool
	isBound  bool // in a transaction, under its role
	added    int  // see Added
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
	return &DB{
		builder: bun.NewDB(nil, dialect), pool: pool, anchors: newCache[anchoredList, anchored](anchoredLists),
		together: &together{queues: map[group]*queue{}},
	}
}

// On runs statements on one connection of the pool.
func (db *DB) On(conn *postgres.Conn) *DB {
	return &DB{builder: db.builder, pool: db.pool, anchors: db.anchors, together: db.together, conn: conn}
}

// InTx runs fn in a transaction that the statements begin, under a role of its own. Its statements are prepared apart from
// those of the same connection outside of it: Postgres plans a prepared statement again each time when the role has changed.
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

// InSnapshot runs fn in a transaction that only reads, all of it at one moment, and that may take its time between statements.
func (db *DB) InSnapshot(ctx context.Context, fn func(db *DB) error) error {
	return db.with(ctx, []Setting{{"idle_in_transaction_session_timeout", "'10min'"}, {"statement_timeout", "'1min'"}}, fn)
}

// InSavepoint runs fn so that the transaction goes on as it was if fn fails. One may be inside of another.
func (db *DB) InSavepoint(ctx context.Context, fn func() error) error {
	if !db.isTx {
		return fn()
	}
	db.conn.Later(postgres.Statement{SQL: "SAVEPOINT attempt"})
	if err := fn(); err != nil {
		return errors.Join(err, db.conn.Run(ctx, postgres.Statement{SQL: "ROLLBACK TO SAVEPOINT attempt"}),
			db.conn.Run(ctx, postgres.Statement{SQL: "RELEASE SAVEPOINT attempt"}))
	}
	db.conn.Later(postgres.Statement{SQL: "RELEASE SAVEPOINT attempt"})
	return nil
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

// Scope is one portfolio in a DB: every statement of a Table names it.
type Scope struct {
	db        *DB
	portfolio uuid.UUID
	shows     func(member string) bool // nil for all
}

// Scoped is what embeds a Scope.
type Scoped interface{ scope() *Scope }

// DBOf is the database of a scope, for statements that no Table has. They name the portfolio themselves.
func DBOf(in Scoped) *DB { return in.scope().db }

// ScopeOf is the scope of one portfolio.
func ScopeOf(db *DB, portfolio uuid.UUID) Scope { return Scope{db: db, portfolio: portfolio} }

// ID is the portfolio's.
func (s *Scope) ID() uuid.UUID { return s.portfolio }

// Selecting is the scope that reads only the columns with a member of the schema for which shows returns true.
func (s *Scope) Selecting(shows func(member string) bool) Scope {
	return Scope{db: s.db, portfolio: s.portfolio, shows: shows}
}

func (s *Scope) scope() *Scope { return s }
