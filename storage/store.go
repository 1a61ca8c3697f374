package storage

import (
	"context"
	"database/sql"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"github.com/covertrack/covertrack/storage/postgres"
)

// Store is the database, for work outside a transaction. It is safe for concurrent use.
type Store struct {
	Handle
	pool     *postgres.Pool
	bun      *bun.DB
	teller   *teller
	replicas *Replicas // nil without
	listenOn string    // see ListenOn
}

// Tx is the database inside one transaction. It serves one goroutine at a time.
type Tx struct{ Handle }

// Handle has the methods that need no portfolio: administration, tokens, idempotency. It works on the pool or in a transaction.
type Handle struct {
	db      bun.IDB
	on      runner
	changed *[]CaseKey // what the transaction changed so far; nil on the pool
}

// Portfolio has the methods on one portfolio's records; every statement of it names the portfolio.
type Portfolio struct {
	db    bun.IDB
	on    runner
	id    uuid.UUID
	shows func(member string) bool // see Showing; nil for all
}

// New is a store on the pool, which the caller closes after it (Wait).
func New(pool *postgres.Pool) *Store {
	db := bun.NewDB(pool.DB(), pgdialect.New(), bun.WithDiscardUnknownColumns())
	s := &Store{Handle: Handle{db: db, on: runner{pool: pool, anchors: newAnchors()}}, pool: pool, bun: db}
	s.teller = newTeller(s.notify)
	return s
}

// Pool is the pool beneath, for what joins it: the jobs, COPY.
func (s *Store) Pool() *postgres.Pool { return s.pool }

// For scopes the handle to one portfolio: the only way to its records.
func (h Handle) For(portfolio uuid.UUID) *Portfolio {
	return &Portfolio{db: h.db, on: h.on, id: portfolio}
}

// ID is the portfolio's.
func (p *Portfolio) ID() uuid.UUID { return p.id }

// LetIdle lets the transaction stand still for so long, while something outside of the database is done for it, before the
// server ends it. The next transaction of the connection has the usual time again.
func (h Handle) LetIdle(ctx context.Context, d time.Duration) error {
	_, err := h.db.NewRaw("SELECT set_config('idle_in_transaction_session_timeout', ?, true)",
		strconv.FormatInt(d.Milliseconds(), 10)).Exec(ctx)
	return Translate(err)
}

// InTx runs fn in one READ COMMITTED transaction and commits, or rolls back when fn fails. It never retries.
//
// The isolation is deliberate: a cascade must take its snapshot after it waited for the case's lock, which REPEATABLE READ
// would not.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	conn, err := s.bun.Conn(ctx)
	if err != nil {
		return Translate(err)
	}
	defer func() { _ = conn.Close() }()
	var changed []CaseKey
	err = conn.RunInTx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted}, func(ctx context.Context, tx bun.Tx) error {
		return fn(ctx, &Tx{Handle{db: tx, on: s.on.onConn(conn.Conn, true), changed: &changed}})
	})
	if err == nil {
		s.teller.tell(changed)
	}
	return Translate(err)
}

// Ping tells whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return Translate(s.bun.PingContext(ctx)) }
