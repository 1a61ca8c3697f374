package postgres

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"
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

// Tenant is who holds connections: one request of an organization.
type Tenant struct {
	organization [16]byte
	once         sync.Once
	turns        chan struct{} // has what the request holds
}

// turn is one of what the request may hold at once.
func (t *Tenant) turn() chan struct{} {
	t.once.Do(func() { t.turns = make(chan struct{}, perRequest) })
	return t.turns
}

type tenantKey struct{}

// tenantContext is a context and its tenant in one piece of memory.
type tenantContext struct {
	context.Context
	tenant Tenant
}

// Value returns the tenant for its key.
func (c *tenantContext) Value(key any) any {
	if key == (tenantKey{}) {
		return &c.tenant
	}
	return c.Context.Value(key)
}

// ForTenant returns the context of a request, whose connections are its organization's: half of a shared pool at most
// for all its requests together, and two for each of them.
func ForTenant(ctx context.Context, organization [16]byte) context.Context {
	return &tenantContext{Context: ctx, tenant: Tenant{organization: organization}}
}

// itself is the server: what it does before a caller is known, and beside all calls.
var itself = &Tenant{}

func tenantOf(ctx context.Context) *Tenant {
	if t, ok := ctx.Value(tenantKey{}).(*Tenant); ok {
		return t
	}
	return itself
}

// isServer reports whether the tenant is the server itself. It has connections that no organization can take.
func (t *Tenant) isServer() bool { return t == itself }

// shares say whose the connections of a pool are.
type shares struct {
	each     int // how many one organization has at most
	reserved int // how many are left to the server itself

	mu      sync.Mutex
	free    int
	used    map[[16]byte]int
	own     int // used by the server itself
	waiting []*waiter

	waits, waited, refused atomic.Int64 // waited is a time.Duration
}

// waiter is a request that has no connection yet. Given is closed when it has one.
type waiter struct {
	tenant *Tenant
	given  chan struct{}
}

func newShares(size int) *shares {
	return &shares{each: max(size/2, 1), reserved: size / 4, free: size, used: map[[16]byte]int{}}
}

// fits reports whether the tenant may take one of the connections that are free.
func (s *shares) fits(t *Tenant) bool {
	if t.isServer() {
		return s.free > 0 && s.own < s.each
	}
	return s.free > max(s.reserved-s.own, 0) && s.used[t.organization] < s.each
}

// add counts n connections more, or less, for the tenant.
func (s *shares) add(t *Tenant, n int) {
	s.free -= n
	if t.isServer() {
		s.own += n
		return
	}
	if s.used[t.organization] += n; s.used[t.organization] == 0 {
		delete(s.used, t.organization)
	}
}

// take waits for a connection of the tenant's: for one of its own turns as long as the request may last, since nobody
// but itself is in the way, and then for patience.
func (s *shares) take(ctx context.Context, t *Tenant) error {
	if !t.isServer() {
		select {
		case t.turn() <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := s.wait(ctx, t)
	if err != nil && !t.isServer() {
		<-t.turns
	}
	return err
}

// give returns a connection. It goes to the waiting tenant that holds the fewest.
func (s *shares) give(t *Tenant) {
	s.mu.Lock()
	s.add(t, -1)
	if next := s.next(); next >= 0 {
		w := s.waiting[next]
		s.waiting = slices.Delete(s.waiting, next, next+1)
		s.add(w.tenant, 1)
		close(w.given)
	}
	s.mu.Unlock()
	if !t.isServer() {
		<-t.turns
	}
}

// next is the waiter whose turn it is, the first of equals; -1 if none fits.
func (s *shares) next() int {
	found, least := -1, 0
	for i, w := range s.waiting {
		holds := s.own
		if !w.tenant.isServer() {
			holds = s.used[w.tenant.organization]
		}
		if s.fits(w.tenant) && (found < 0 || holds < least) {
			found, least = i, holds
		}
	}
	return found
}

func (s *shares) wait(ctx context.Context, t *Tenant) error {
	s.mu.Lock()
	if s.fits(t) { // nobody who waits fits, so nobody is passed
		s.add(t, 1)
		s.mu.Unlock()
		return nil
	}
	w := &waiter{t, make(chan struct{})}
	s.waiting = append(s.waiting, w)
	s.mu.Unlock()
	begun, timer := time.Now(), time.NewTimer(patience)
	defer func() {
		timer.Stop()
		s.waits.Add(1)
		s.waited.Add(int64(time.Since(begun)))
	}()
	err := ErrBusy
	select {
	case <-w.given:
		return nil
	case <-timer.C:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if !s.leave(w) {
		return nil // it was given one at the last moment
	}
	s.refused.Add(1)
	return err
}

// leave ends a wait; false if the waiter has been given a connection.
func (s *shares) leave(w *waiter) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.waiting, w)
	if i < 0 {
		return false
	}
	s.waiting = slices.Delete(s.waiting, i, i+1)
	return true
}
