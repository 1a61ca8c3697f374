package postgres

import (
	"errors"
	"net"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// wire is a connection to the server on which no read and no write waits longer than its patience. The limit is ours,
// not the server's or the kernel's: a server that is stopped keeps no time, and a proxy acknowledges bytes that nobody
// will read. After one wait that was too long it is not used again, so what pgx does to end it in order fails at once.
type wire struct {
	net.Conn
	generation int64 // of the pool's connections, see hangs

	mu       sync.Mutex
	patience time.Duration // the longest wait for the next bytes
	next     time.Duration // the patience of the next answer alone; 0 means the usual one
	deadline time.Time     // set by pgx, which ends a wait when a context ends; zero means none
	hung     func(*wire)   // is called after a wait that was too long; nil while the connection is made
	idle     bool          // a long wait is no sign of a hang
	dead     bool
}

// wireOf returns the wire of a connection, or nil if it has none.
func wireOf(conn *pgconn.PgConn) *wire {
	inner := conn.Conn()
	if encrypted, ok := inner.(interface{ NetConn() net.Conn }); ok {
		inner = encrypted.NetConn()
	}
	w, _ := inner.(*wire)
	return w
}

// Read reads what comes within the patience.
func (w *wire) Read(p []byte) (int, error) {
	if err := w.arm(w.SetReadDeadline); err != nil {
		return 0, err
	}
	n, err := w.Conn.Read(p)
	return n, w.judge(err)
}

// Write writes what the other side takes within the patience.
func (w *wire) Write(p []byte) (int, error) {
	if err := w.arm(w.SetWriteDeadline); err != nil {
		return 0, err
	}
	n, err := w.Conn.Write(p)
	if err != nil {
		err = w.judge(err)
	}
	return n, err
}

// SetDeadline is for pgx. It shortens the patience, and never lengthens it.
func (w *wire) SetDeadline(t time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.deadline = t
	return w.Conn.SetDeadline(w.until())
}

// until returns when a wait that begins now has been too long. The caller holds the lock.
func (w *wire) until() time.Time {
	patience := w.patience
	if w.next > 0 {
		patience = w.next
	}
	end := time.Now().Add(patience)
	if !w.deadline.IsZero() && w.deadline.Before(end) {
		return w.deadline
	}
	return end
}

// arm sets the deadline of a wait that begins. The lock keeps it from overwriting one that pgx sets at this moment.
func (w *wire) arm(set func(time.Time) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.dead {
		return os.ErrDeadlineExceeded
	}
	return set(w.until())
}

// judge takes note of how a wait ended.
func (w *wire) judge(err error) error {
	w.mu.Lock()
	late := errors.Is(err, os.ErrDeadlineExceeded) && !w.idle && !w.dead
	hung := w.hung
	w.dead = w.dead || late
	w.next = 0
	w.mu.Unlock()
	if late && hung != nil {
		hung(w)
	}
	return err
}

// establish gives a connection that is made its usual patience, and what is called after a hang.
func (w *wire) establish(patience time.Duration, hung func(*wire)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.patience, w.hung = patience, hung
}

// hurry limits the wait for the next answer alone.
func (w *wire) hurry(patience time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next = patience
}

// rest lets the server say nothing for so long, as it may while there is no notification. wake ends that.
func (w *wire) rest(patience time.Duration) (wake func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	usual := w.patience
	w.patience, w.idle = patience, true
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.patience, w.idle = usual, false
	}
}
