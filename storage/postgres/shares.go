package postgres

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// patience is how long a connection is waited for (reliability R11).
	patience = 250 * time.Millisecond
	// perRequest is how many connections one request holds at once.
	perRequest = 2
	// leastShared is the smallest pool of a server of requests: its half lets an organization do several things at once.
	leastShared = 8
)

// ErrBusy means that no connection became free in time: the tenant holds its part of the pool, or all are in use.
var ErrBusy = errors.New("no connection to the database became free in time")

// tenant is a request of an organization, which holds connections. It is the request's context too, in one piece of memory.
type tenant struct {
	context.Context
	organization [16]byte
	held         chan struct{} // has an element for each connection that the request holds
	read         atomic.Int64  // bytes of rows
	weigher      Weigher       // nil: nobody asks
}

// Weigher is told how many bytes of rows a request has read so far. It refuses those that are too many.
type Weigher interface{ ReadRows(bytes int) error }

// weighedEach is after how many bytes a Weigher is told.
const weighedEach = 1 << 20

// tenantData is where a connection has the tenant that uses it.
const tenantData = "covertrack: tenant"

// lend notes who uses a connection of the pool.
func lend(ctx context.Context, conn *pgx.Conn) (bool, error) {
	conn.PgConn().CustomData()[tenantData] = tenantOf(ctx)
	return true, nil
}

// CountRead counts bytes of a row that was read on a connection, for the request that uses it. The error is its Weigher's.
func CountRead(conn *pgx.Conn, bytes int) error {
	t, ok := conn.PgConn().CustomData()[tenantData].(*tenant)
	if !ok || t.weigher == nil {
		return nil
	}
	read := t.read.Add(int64(bytes))
	if read/weighedEach == (read-int64(bytes))/weighedEach {
		return nil
	}
	return t.weigher.ReadRows(int(read))
}

type tenantKey struct{}

// Value returns the tenant for its key.
func (t *tenant) Value(key any) any {
	if key == (tenantKey{}) {
		return t
	}
	return t.Context.Value(key)
}

// ForTenant returns the context of a request, whose connections are its organization's: half of a shared pool at most
// for all its requests together, and two for each of them. The weigher may be nil.
func ForTenant(ctx context.Context, organization [16]byte, weigher Weigher) context.Context {
	return &tenant{Context: ctx, organization: organization, held: make(chan struct{}, perRequest), weigher: weigher}
}

// itself is the server: what it does before a caller is known, and beside all calls. It has connections that no organization
// can take.
var itself = &tenant{}

func tenantOf(ctx context.Context) *tenant {
	if t, ok := ctx.Value(tenantKey{}).(*tenant); ok {
		return t
	}
	return itself
}

// Organization is whose request the context is of; zero for the server itself.
func Organization(ctx context.Context) [16]byte { return tenantOf(ctx).organization }

// shares say whose the connections of a pool are. Those of nil are anybody's.
type shares struct {
	each     int // how many one organization has at most
	reserved int // how many are left to the server itself

	mu      sync.Mutex
	free    int
	used    map[[16]byte]int // by organizations
	own     int              // by the server itself
	waiting []*waiter        // in the order of coming

	waits, refused int64
	waited         time.Duration
}

// waiter is a request that has no connection yet. Given is closed when it has one.
type waiter struct {
	tenant *tenant
	given  chan struct{}
}

func newShares(size int) *shares {
	return &shares{each: max(size/2, 1), reserved: size / 4, free: size, used: map[[16]byte]int{}}
}

// sharesOf are those of a pool.
func sharesOf(pool *pgxpool.Pool, opt Options) *shares {
	size := int(pool.Config().MaxConns)
	if size < leastShared {
		opt.logger().Warn("the pool is small, and an organization has half of it at most; raise pool_max_conns",
			"connections", size, "at_least", leastShared)
	}
	return newShares(size)
}

// holds is how many connections the tenant's organization has, or the server itself.
func (s *shares) holds(t *tenant) int {
	if t == itself {
		return s.own
	}
	return s.used[t.organization]
}

// fits reports whether the tenant may take one of the connections that are free.
func (s *shares) fits(t *tenant) bool {
	left := 0
	if t != itself {
		left = max(s.reserved-s.own, 0)
	}
	return s.free > left && s.holds(t) < s.each
}

// add counts n connections more, or less, for the tenant.
func (s *shares) add(t *tenant, n int) {
	s.free -= n
	if t == itself {
		s.own += n
		return
	}
	if s.used[t.organization] += n; s.used[t.organization] == 0 {
		delete(s.used, t.organization)
	}
}

// take waits for a connection of the tenant of ctx: while the request holds as many as it may, as long as ctx lasts, since
// nobody but itself is in the way, and then for patience. It is given back by give.
func (s *shares) take(ctx context.Context) (*tenant, error) {
	if s == nil {
		return nil, nil //nolint:nilnil // there is nothing to share
	}
	t := tenantOf(ctx)
	if t != itself {
		select {
		case t.held <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	err := s.wait(ctx, t)
	if err != nil && t != itself {
		<-t.held
	}
	return t, err
}

// give returns a connection. It goes to the waiting tenant that fits and holds the fewest, the first of equals.
func (s *shares) give(t *tenant) {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.add(t, -1)
	var next *waiter
	for _, w := range s.waiting {
		if s.fits(w.tenant) && (next == nil || s.holds(w.tenant) < s.holds(next.tenant)) {
			next = w
		}
	}
	if next != nil {
		s.leave(next)
		s.add(next.tenant, 1)
		close(next.given)
	}
	s.mu.Unlock()
	if t != itself {
		<-t.held
	}
}

func (s *shares) wait(ctx context.Context, t *tenant) error {
	s.mu.Lock()
	if s.fits(t) { // none of those that wait fits, so none is passed over
		s.add(t, 1)
		s.mu.Unlock()
		return nil
	}
	w := &waiter{t, make(chan struct{})}
	s.waiting = append(s.waiting, w)
	s.mu.Unlock()
	begun, timer := time.Now(), time.NewTimer(patience)
	defer timer.Stop()
	var err error
	select {
	case <-w.given:
	case <-timer.C:
		err = ErrBusy
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waits++
	s.waited += time.Since(begun)
	if err == nil || !s.leave(w) { // it may have been given one at the last moment
		return nil
	}
	s.refused++
	return err
}

// leave ends a wait. It reports false if the waiter has been given a connection.
func (s *shares) leave(w *waiter) bool {
	i := slices.Index(s.waiting, w)
	if i < 0 {
		return false
	}
	s.waiting = slices.Delete(s.waiting, i, i+1)
	return true
}

// Waits are how many connections had to be waited for, for how long together, and how many of them did not become free
// in time.
func (p *Pool) Waits() (waits int64, waited time.Duration, refused int64) {
	stat := p.pgx.Stat()
	waits, waited = stat.EmptyAcquireCount(), stat.EmptyAcquireWaitTime()
	if s := p.shares; s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		waits, waited, refused = waits+s.waits, waited+s.waited, s.refused
	}
	return waits, waited, refused
}
