package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrNotReached means that a transaction ended without its COMMIT, because a statement was refused that was sent with it.
// Nothing of the transaction is in the database.
var ErrNotReached = errors.New("the transaction was not committed")

// Statement is what a pool or a connection runs.
type Statement struct {
	SQL    string
	Values []any // which are the pool's from now on
	// Mode is how it runs, unless the DSN says how all do; 0 means without a plan or a description that is kept.
	Mode pgx.QueryExecMode
	// Read reads its rows; nil passes over them.
	Read func(pgx.Rows) error
	// ReadInto is Read into a target, which saves the memory of a function of its own.
	ReadInto func(rows pgx.Rows, target any) error
	Target   any
	// Refused makes the error of one that the server refuses; nil leaves it as it is.
	Refused func(error) error
}

// Conn is a connection of the pool. Its statements may wait for the next one, with which they are sent in one message and
// answered in one: a round trip to the server costs more than most of them. The server runs them one after another, each with
// the snapshot that it would have by itself, and none after one that it refused. It serves one goroutine at a time.
type Conn struct {
	pool    *Pool
	pooled  *pgxpool.Conn
	tenant  *tenant // whose share it is
	waiting pgx.Batch
	kept    []string // texts of those that wait, to be prepared

	isOpen  bool // in a transaction of InTx
	unsent  int  // how many of those that wait begin it
	isStale bool // what it has prepared is of no use any more
}

// Acquire takes a connection, for the tenant of ctx. The error is ErrBusy if none becomes free in time. The caller must
// release it.
func (p *Pool) Acquire(ctx context.Context) (*Conn, error) {
	tenant, err := p.shares.take(ctx)
	if err != nil {
		return nil, err
	}
	pooled, err := p.pgx.Acquire(ctx)
	if err != nil {
		p.shares.give(tenant)
		return nil, err
	}
	return &Conn{pool: p, pooled: pooled, tenant: tenant}, nil
}

// Release gives the connection back. What still waits is dropped.
func (c *Conn) Release() {
	c.pooled.Release()
	c.pool.shares.give(c.tenant)
}

// Pgx is the connection for what speaks pgx, once what waits has been sent.
func (c *Conn) Pgx(ctx context.Context) (*pgx.Conn, error) { return c.pooled.Conn(), c.Flush(ctx) }

// IsOpen reports whether a transaction has begun and not ended.
func (c *Conn) IsOpen() bool { return c.isOpen }

// Run runs a statement on any connection of the pool.
func (p *Pool) Run(ctx context.Context, s Statement) error {
	tenant, err := p.shares.take(ctx)
	if err != nil {
		return err
	}
	defer p.shares.give(tenant)
	rows, err := p.pgx.Query(ctx, s.SQL, p.arguments(s)...)
	if err != nil {
		return err
	}
	return s.read(rows)
}

// arguments are what pgx wants to know besides the text. The values' own memory is used, if there is room for one more.
func (p *Pool) arguments(s Statement) []any {
	return slices.Insert(s.Values, 0, any(p.Mode(cmp.Or(s.Mode, pgx.QueryExecModeExec))))
}

// read reads the rows, and closes them.
func (s Statement) read(rows pgx.Rows) (err error) {
	switch {
	case s.Read != nil:
		err = s.Read(rows)
	case s.ReadInto != nil:
		err = s.ReadInto(rows, s.Target)
	}
	rows.Close()
	if failed := rows.Err(); failed != nil {
		return failed // what the server says is why nothing could be read
	}
	return err
}

// Later has a statement wait. It is sent with the next one, in a transaction at the latest with its COMMIT; what is wrong
// with it is the error of what it is sent with.
func (c *Conn) Later(s Statement) {
	queued := c.waiting.Queue(s.SQL, s.Values...)
	if s.Read != nil || s.ReadInto != nil || s.Refused != nil {
		queued.Fn = s.answer
	}
	if s.Mode == pgx.QueryExecModeCacheStatement && c.pool.Mode(s.Mode) == s.Mode {
		c.kept = append(c.kept, s.SQL)
	}
}

// answer reads the answer to the statement among those to a batch.
func (s Statement) answer(all pgx.BatchResults) error {
	rows, err := all.Query()
	if err == nil {
		err = s.read(rows)
	}
	if err != nil && s.Refused != nil {
		return s.Refused(err)
	}
	return err
}

// Run runs a statement after all that waits, and in one message with it. Pgx describes no single statement of a batch, so one
// that is described goes by itself.
func (c *Conn) Run(ctx context.Context, s Statement) error {
	if s.Mode != pgx.QueryExecModeCacheDescribe && c.waiting.Len() > 0 {
		c.Later(s)
		return c.Flush(ctx)
	}
	if err := c.Flush(ctx); err != nil {
		return err
	}
	rows, err := c.pooled.Query(ctx, s.SQL, c.pool.arguments(s)...)
	if err != nil {
		return err
	}
	return s.read(rows)
}

// Flush sends what waits, if anything does.
func (c *Conn) Flush(ctx context.Context) error {
	if c.waiting.Len() == 0 {
		return nil
	}
	if err := c.prepare(ctx); err != nil {
		return err
	}
	batch := c.waiting
	c.drop()
	err := c.pooled.SendBatch(ctx, &batch).Close()
	c.isStale = c.isStale || isStale(err)
	return err
}

// drop forgets what waits.
func (c *Conn) drop() { c.waiting, c.kept, c.unsent = pgx.Batch{}, nil, 0 }

// InTx runs fn in a transaction, which it commits; it rolls back when fn fails. The statements begin it, and are sent with
// the first one of fn: of a transaction that sends nothing the server learns nothing. A transaction that was certainly not
// committed though fn did not fail has the error ErrNotReached.
func (c *Conn) InTx(ctx context.Context, begin []Statement, fn func() error) error {
	c.isOpen = true
	for _, s := range begin {
		c.Later(s)
	}
	c.unsent = len(begin)
	isDone := false
	defer func() {
		if !isDone {
			c.rollback(ctx)
		}
	}()
	if err := cmp.Or(fn(), ctx.Err()); err != nil {
		return err
	}
	isDone = true
	return c.commit(ctx)
}

// commit ends the transaction. After an error the connection has no transaction, or is closed.
func (c *Conn) commit(ctx context.Context) error {
	c.isOpen = false
	if c.unsent > 0 && c.unsent == c.waiting.Len() {
		c.drop()
		return nil
	}
	err := c.Run(ctx, Statement{SQL: "COMMIT", Mode: pgx.QueryExecModeCacheStatement, Read: committed})
	conn := c.pooled.Conn()
	if err != nil && !conn.IsClosed() && conn.PgConn().TxStatus() != 'I' {
		c.end(ctx)
		return fmt.Errorf("%w: %w", ErrNotReached, err)
	}
	c.discardIfStale(ctx)
	return err
}

// committed returns an error if the answer to a COMMIT says that it rolled a failed transaction back.
func committed(rows pgx.Rows) error {
	if rows.Close(); rows.CommandTag().String() == "ROLLBACK" {
		return pgx.ErrTxCommitRollback
	}
	return nil
}

// rollback ends the transaction, and what waits is never sent.
func (c *Conn) rollback(ctx context.Context) {
	c.isOpen = false
	hasBegun := c.unsent == 0
	if c.drop(); hasBegun {
		c.end(ctx)
	}
}

// end rolls the transaction back, unless the server has none. A connection that cannot do that is closed.
func (c *Conn) end(ctx context.Context) {
	if conn := c.pooled.Conn(); conn.IsClosed() || conn.PgConn().TxStatus() != 'I' {
		_, err := conn.Exec(ctx, "ROLLBACK")
		c.isStale = c.isStale || err != nil
	}
	c.discardIfStale(ctx)
}
