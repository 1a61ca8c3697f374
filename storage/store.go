package storage

import (
	"context"
	"encoding/binary"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/rows"
)

// Store is the database, for work outside a transaction. It is safe for concurrent use.
type Store struct {
	Handle
	pool     *postgres.Pool
	overSQL  func() *bun.DB
	teller   teller
	uses     tokenUses
	replicas *Replicas // nil without
	listenOn string    // see ListenOn
	known    knownWriter
}

// Tx is the database inside one transaction. It serves one goroutine at a time.
type Tx struct {
	Handle
	countsWrites bool // of tokens, for replicas; see RecordWrite
}

// Handle has the methods that need no portfolio: administration, tokens, idempotency. It works on the pool or in a
// transaction.
type Handle struct {
	db      *rows.DB
	memory  *memory
	changed *[]CaseKey // what the transaction changed so far; nil on the pool
}

// Portfolio is one portfolio's records, for the tables and for its own methods; every statement of it names the
// portfolio.
type Portfolio struct {
	scope
	db     *rows.DB
	memory *memory
}

type scope = rows.Scope

// Table is a noun: see the package comment.
type Table[T, F any] = rows.Table[T, F]

// ChildrenOfParent is how many children a parent shows in a relation at most; their lists show them all.
const ChildrenOfParent = rows.ChildrenOfParent

// Page is one page of a list.
type Page[T any] = rows.Page[T]

// New is a store on the pool, which the caller closes after it (Wait).
func New(pool *postgres.Pool) *Store {
	return &Store{
		Handle: Handle{db: rows.NewDB(pool), memory: newMemory()}, pool: pool, overSQL: sync.OnceValue(func() *bun.DB { return overSQL(pool) }),
		teller: teller{pending: map[CaseKey]struct{}{}}, uses: tokenUses{pending: map[uuid.UUID]time.Time{}},
	}
}

// Pool is the pool beneath, for what joins it: the jobs, COPY.
func (s *Store) Pool() *postgres.Pool { return s.pool }

// ForTenant has the connections of a request be its organization's, of those pools that are shared; see postgres.ForTenant.
// Staff are one organization together, uuid.Nil.
func ForTenant(ctx context.Context, organization uuid.UUID, weigher postgres.Weigher) context.Context {
	return postgres.ForTenant(ctx, organization, weigher)
}

// Ping returns an error unless the database answers.
func (s *Store) Ping(ctx context.Context) error {
	return Translate(s.pool.Run(ctx, postgres.Statement{SQL: "SELECT"}))
}

// Added is how many records the transaction has inserted.
func (t *Tx) Added() int { return t.db.Added() }

// For scopes the handle to one portfolio: the only way to its records.
func (h Handle) For(portfolio uuid.UUID) *Portfolio {
	return &Portfolio{scope: rows.ScopeOf(h.db, portfolio), db: h.db, memory: h.memory}
}

// Showing reads without the columns that no client will see: those of whose members shows is false for each. The
// members left out are zero, so what is to be written, or decided upon, is read whole. It matters for policies and
// their versions, whose coverage is most of what they cost to read.
func (p *Portfolio) Showing(shows func(member string) bool) *Portfolio {
	return &Portfolio{scope: p.Selecting(shows), db: p.db, memory: p.memory}
}

// LetIdle lets the transaction be idle for so long, while something outside the database is done for it, before the
// server ends it. The next transaction of the connection has the usual time again.
func (h Handle) LetIdle(ctx context.Context, d time.Duration) error {
	_, err := rows.Exec(ctx, h.db, h.db.NewRaw("SELECT set_config('idle_in_transaction_session_timeout', ?, true)",
		strconv.FormatInt(d.Milliseconds(), 10)))
	return err
}

// InTx runs fn in one READ COMMITTED transaction of a portfolio and commits, or rolls back when fn fails. It never
// retries. Rows of other portfolios can be read, and the database refuses to write them. For administration the
// portfolio is uuid.Nil.
//
// The isolation is deliberate: a cascade must take its snapshot after it waited for the case's lock, which REPEATABLE
// READ would not.
func (s *Store) InTx(ctx context.Context, portfolio uuid.UUID, fn func(ctx context.Context, tx *Tx) error) error {
	w, err := s.writer(ctx)
	if err != nil {
		return Translate(err)
	}
	var changed []CaseKey
	err = s.db.InTx(ctx, w.begin(portfolio), func(db *rows.DB) error {
		return fn(ctx, &Tx{Handle{db: db, memory: s.memory, changed: &changed}, !w.isDistributed})
	})
	if err == nil {
		s.tell(changed)
	}
	return Translate(err)
}

// InPortfolio runs fn with the right to write what belongs to another portfolio than the transaction does.
func (h Handle) InPortfolio(ctx context.Context, portfolio uuid.UUID, fn func() error) error {
	var own string
	if err := rows.Scan(ctx, h.db, rows.Planned, rows.SQL("SELECT current_setting('app.portfolio')"), &own); err != nil {
		return err
	}
	bind := func(id string) error {
		_, err := rows.Exec(ctx, h.db, rows.SQL("SET LOCAL app.portfolio = '"+id+"'"))
		return err
	}
	if err := bind(portfolio.String()); err != nil {
		return err
	}
	if err := fn(); err != nil {
		return err
	}
	return bind(own)
}

// DB is the database beneath, for the packages below this one.
func (h Handle) DB() *rows.DB { return h.db }

// ImportKey names an import.
type ImportKey struct{ PortfolioID, ID uuid.UUID }

// OwnerOf is an expression for whose a portfolio is, of which another one gives the id: the lender, of a sandbox the real one. Who
// shares places and turns is a lender, however many sandboxes it has.
func OwnerOf(portfolio string) string {
	return "(SELECT coalesce(l.sandbox_of, l.id) FROM portfolios AS p JOIN lenders AS l ON l.id = p.lender_id WHERE p.id = " + portfolio + ")"
}

// Attempt runs fn so that the transaction goes on as it was if fn fails.
func (h Handle) Attempt(ctx context.Context, fn func() error) error { return h.db.InSavepoint(ctx, fn) }

// ErrNotReached is the error of a transaction that was certainly not committed, though fn did not fail: a statement that
// waited for the COMMIT was refused.
var ErrNotReached = postgres.ErrNotReached

// Translate is rows.Translate.
func Translate(err error) error { return rows.Translate(err) }

// IsConflict reports whether the transaction lost against another and may be run again as a whole.
func IsConflict(err error) bool { return rows.IsConflict(err) }

// NewID is a UUIDv7, so that the order of ids is the order of creation.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// Clock returns a clock with the times of another one as the database stores them: in UTC, with milliseconds.
func Clock(now func() time.Time) func() time.Time {
	return func() time.Time { return now().UTC().Truncate(time.Millisecond) }
}

// InPgx runs fn on the transaction as pgx sees it, for what speaks pgx and must share its fate: River's jobs. It fails
// outside a transaction. Fn must not keep the transaction.
func (p *Portfolio) InPgx(ctx context.Context, fn func(tx pgx.Tx) error) error {
	return p.db.InPgx(ctx, func(conn *pgx.Conn) error { return fn(pgxTx{conn}) })
}

// pgxTx shows the connection of a transaction of ours as that transaction. Only InTx ends it.
type pgxTx struct{ *pgxConn }

// pgxConn is a pgx.Conn under a name that the method Conn does not hide.
type pgxConn = pgx.Conn

var errNotOurs = errors.New("only InTx ends the transaction")

// Savepoints, which no caller needs, and ends are refused; large objects exist in pgx's own transactions only.
func (pgxTx) Begin(context.Context) (pgx.Tx, error) { return nil, errNotOurs }
func (pgxTx) Commit(context.Context) error          { return errNotOurs }
func (pgxTx) Rollback(context.Context) error        { return errNotOurs }
func (pgxTx) LargeObjects() pgx.LargeObjects        { return pgx.LargeObjects{} }
func (t pgxTx) Conn() *pgx.Conn                     { return t.pgxConn }

// The locks of a portfolio that are not on a row, by what their keys differ in.
const (
	lockOfClauses   = 0
	lockOfTemplates = 0x6c6574746572
	lockOfEndpoints = 0x776562686f6f6b
	lockOfExports   = 0x6578706f7274
)

// lockKey is the key of a lock of the portfolio. Ids are random at their ends.
func (p *Portfolio) lockKey(of int64) int64 {
	id := p.ID()
	return int64(binary.BigEndian.Uint64(id[8:])) ^ of
}

// lock waits for a lock, and keeps it until the transaction ends.
func (p *Portfolio) lock(ctx context.Context, of int64) error {
	_, err := rows.Exec(ctx, p.db, rows.SQL("SELECT pg_advisory_xact_lock(?)", p.lockKey(of)))
	return err
}
