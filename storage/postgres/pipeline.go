package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// ErrNotReached means that a transaction ended without its COMMIT, because a statement was refused that was sent with it.
// Nothing of the transaction is in the database.
var ErrNotReached = errors.New("the transaction was not committed")

const commit = "COMMIT"

// Statement is one of a Pipeline.
type Statement struct {
	SQL    string
	Values []any
	Read   func(pgx.Rows) error // reads its rows; nil for one that has none
	// IsPrepared has the connection keep it prepared, if the pool prepares statements.
	IsPrepared bool
}

// Pipeline is a connection whose statements may wait for the next one, with which they are sent in one message and answered in
// one: a round trip to the server costs more than most of them. The server runs them one after another, each with the
// snapshot that it would have by itself, and none after one that it refused. It serves one goroutine at a time.
type Pipeline struct {
	conn    *pgx.Conn
	pool    *Pool
	waiting pgx.Batch
	kept    []string // texts of those that wait, to be prepared

	isOpen  bool // a transaction of BeginWith
	unsent  int  // how many of those that wait begin it
	isStale bool // what it has prepared is of no use any more
}

// Conn is the connection, for statements that wait for nothing: Flush comes before them.
func (p *Pipeline) Conn() *pgx.Conn { return p.conn }

// IsOpen reports whether a transaction of BeginWith has begun and not ended.
func (p *Pipeline) IsOpen() bool { return p.isOpen }

// IsWaiting reports whether something waits.
func (p *Pipeline) IsWaiting() bool { return p.waiting.Len() > 0 }

// Later has a statement wait. It is sent with the next one of the transaction, at the latest with its COMMIT; what is wrong
// with it is the error of what it is sent with.
func (p *Pipeline) Later(s Statement) {
	p.waiting.Queue(s.SQL, s.Values...).Fn = func(answers pgx.BatchResults) error {
		if s.Read == nil {
			_, err := answers.Exec()
			return err
		}
		rows, err := answers.Query()
		return ReadAll(rows, err, s.Read)
	}
	if s.IsPrepared && p.pool.prepares() {
		p.kept = append(p.kept, s.SQL)
	}
}

// Send sends a statement after all that waits, and has their answers read: its own by read, which is not kept.
func (p *Pipeline) Send(ctx context.Context, s Statement, read func(pgx.Rows) error) error {
	p.Later(s)
	p.waiting.QueuedQueries[p.waiting.Len()-1].Fn = nil
	return p.send(ctx, func(answers pgx.BatchResults) error {
		rows, err := answers.Query()
		return ReadAll(rows, err, read)
	})
}

// Flush sends what waits, if anything does.
func (p *Pipeline) Flush(ctx context.Context) error {
	if !p.IsWaiting() {
		return nil
	}
	return p.send(ctx, func(pgx.BatchResults) error { return nil })
}

// send sends what waits. Last reads the last answer, if the statement does not do that itself.
func (p *Pipeline) send(ctx context.Context, last func(pgx.BatchResults) error) error {
	if err := p.prepare(ctx); err != nil {
		return err
	}
	batch := p.waiting
	p.drop()
	answers := p.conn.SendBatch(ctx, &batch)
	err := readEach(answers, &batch)
	if err == nil {
		err = last(answers)
	}
	if closed := answers.Close(); err == nil {
		err = closed
	}
	p.isStale = p.isStale || isStale(err)
	return err
}

// readEach has the statements read their answers, up to the first that was refused.
func readEach(answers pgx.BatchResults, batch *pgx.Batch) error {
	for _, q := range batch.QueuedQueries {
		read := q.Fn
		q.Fn = nil // Close reads nothing once more
		if read == nil {
			continue
		}
		if err := read(answers); err != nil {
			return err
		}
	}
	return nil
}

// drop forgets what waits.
func (p *Pipeline) drop() { p.waiting, p.kept, p.unsent = pgx.Batch{}, nil, 0 }

// begin has a transaction begin with the next statement.
func (p *Pipeline) begin(begin *Begin) {
	p.drop()
	p.isOpen = true
	for _, s := range begin.Statements {
		p.Later(s)
	}
	p.unsent = p.waiting.Len()
	if begin.Refused == nil {
		return
	}
	for _, q := range p.waiting.QueuedQueries {
		run := q.Fn
		q.Fn = func(answers pgx.BatchResults) error {
			if err := run(answers); err != nil {
				return begin.Refused(err)
			}
			return nil
		}
	}
}

// commit ends the transaction. One that has sent nothing, and has nothing to send, has not begun. After an error the
// connection has no transaction, or is closed.
func (p *Pipeline) commit(ctx context.Context) error {
	p.isOpen = false
	if p.IsWaiting() && p.unsent == p.waiting.Len() {
		p.drop()
		return nil
	}
	var err error
	if p.IsWaiting() {
		p.Later(Statement{SQL: commit, IsPrepared: true})
		p.waiting.QueuedQueries[p.waiting.Len()-1].Fn = func(answers pgx.BatchResults) error { return ended(answers.Exec()) }
		err = p.Flush(ctx)
	} else {
		err = ended(p.conn.Exec(ctx, commit))
	}
	if err != nil && !p.conn.IsClosed() && p.conn.PgConn().TxStatus() != 'I' {
		_ = p.end(ctx)
		return fmt.Errorf("%w: %w", ErrNotReached, err)
	}
	p.discardIfStale(ctx)
	return err
}

// ended is the error of a COMMIT. That of a failed transaction rolls it back.
func ended(tag pgconn.CommandTag, err error) error {
	if err == nil && tag.String() == "ROLLBACK" {
		return pgx.ErrTxCommitRollback
	}
	return err
}

// rollback ends the transaction, and what waits is never sent.
func (p *Pipeline) rollback(ctx context.Context) error {
	p.isOpen = false
	hasBegun := p.unsent == 0
	p.drop()
	if !hasBegun {
		return nil
	}
	return p.end(ctx)
}

// end rolls the transaction back, unless the server has none. A connection that cannot do that is closed.
func (p *Pipeline) end(ctx context.Context) (err error) {
	if p.conn.IsClosed() || p.conn.PgConn().TxStatus() != 'I' {
		_, err = p.conn.Exec(ctx, "ROLLBACK")
		p.isStale = p.isStale || err != nil
	}
	p.discardIfStale(ctx)
	return err
}

// discardIfStale closes a connection on which prepared statements would fail again and again.
func (p *Pipeline) discardIfStale(ctx context.Context) {
	if p.isStale {
		_ = p.conn.Close(ctx)
	}
}

// ReadAll reads the rows of a query that was sent with an error, or without, and closes them.
func ReadAll(rows pgx.Rows, err error, read func(pgx.Rows) error) error {
	if err != nil {
		return err
	}
	if read != nil {
		err = read(rows)
	}
	rows.Close()
	if failed := rows.Err(); failed != nil {
		return failed // what the server says is why nothing could be read
	}
	return err
}
