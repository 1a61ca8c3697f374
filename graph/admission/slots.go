package admission

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
)

const (
	// longestWait is how long a request within its token's burst waits for a place (reliability R17).
	longestWait = time.Second
	// farthestWait is the expected wait from which a request beyond the burst is refused at once.
	farthestWait = 250 * time.Millisecond
	// patience is how long a request waits while the node is overloaded: a refusal must come within 20 ms (reliability
	// R6).
	patience = 10 * time.Millisecond
	// idleAfter is how long an organization must be alone before it may take more than half of the places.
	idleAfter = time.Second
	// calmAfter is how long nobody may have had to wait before an overload is over.
	calmAfter = 100 * time.Millisecond
)

// slots limits the requests that are handled at once: of the whole node, and of each organization. An organization that
// is alone may have all places. What it has above its half is lent: it keeps nobody else out of theirs, so that for a
// moment there may be half as many requests more than places.
type slots struct {
	size, half int

	mu            sync.Mutex
	used, lent    int
	organizations map[uuid.UUID]*organization // those that have a place or wait for one
	service       time.Duration               // how long a request holds its place: a moving average
	lines         [2]line                     // of requests within the burst, and beyond it
	last          uuid.UUID                   // who came last
	lastAt        time.Time
	othersAt      time.Time // when another than the last came last
}

// organization is what one organization has of the slots.
type organization struct {
	id      uuid.UUID
	used    int
	waiting [2][]*waiter // by line, in the order of coming
}

func (o *organization) waits() int { return len(o.waiting[0]) + len(o.waiting[1]) }

// line is one of the two kinds of requests, and whether there are more of them than the node can do.
type line struct{ overloaded time.Time } // until then, and longer if anyone has to wait meanwhile

// waiter is a request that waits. Given is closed when it has a place.
type waiter struct{ given chan struct{} }

func newSlots(inFlight int) *slots {
	return &slots{size: inFlight, half: max(inFlight/2, 1), organizations: map[uuid.UUID]*organization{}}
}

// kind is the line of a request.
func kind(inBurst bool) int {
	if inBurst {
		return 0
	}
	return 1
}

// enter takes a slot for the organization. If ok, the caller must call leave to give it back. A free slot is given even
// if ctx has ended already, as it may when the machine is busy.
func (s *slots) enter(ctx context.Context, id uuid.UUID, inBurst bool) (leave func(), ok bool) {
	s.mu.Lock()
	now := time.Now()
	s.comes(id, now)
	o := s.organizations[id]
	if o == nil {
		o = &organization{id: id}
		s.organizations[id] = o
	}
	if o.waits() == 0 && s.fits(o, now) {
		s.take(o)
		s.mu.Unlock()
		return func() { s.leave(o, now) }, true
	}
	which := kind(inBurst)
	wait := s.mayWait(o, which, now)
	if wait == 0 {
		s.drop(o)
		s.mu.Unlock()
		return nil, false
	}
	w := &waiter{given: make(chan struct{})}
	o.waiting[which] = append(o.waiting[which], w)
	s.mu.Unlock()
	if !s.await(ctx, o, which, w, wait) {
		return nil, false
	}
	begun := time.Now()
	return func() { s.leave(o, begun) }, true
}

// comes notes who is there besides an organization.
func (s *slots) comes(id uuid.UUID, now time.Time) {
	if s.last != id {
		s.last, s.othersAt = id, s.lastAt
	}
	s.lastAt = now
}

// fits reports whether the organization may have another slot.
func (s *slots) fits(o *organization, now time.Time) bool {
	if o.used < s.half {
		return s.used-s.lent < s.size
	}
	return s.isAlone(o, now) && s.used < s.size
}

// isAlone reports whether nobody else has used the node lately.
func (s *slots) isAlone(o *organization, now time.Time) bool {
	return s.last == o.id && now.Sub(s.othersAt) >= idleAfter && s.used == o.used
}

// mayWait is how long a request may wait in its line, 0 for not at all. In an overload as many wait as there are places,
// so that none waits much longer than a request takes.
func (s *slots) mayWait(o *organization, which int, now time.Time) time.Duration {
	l := &s.lines[which]
	places := s.half
	if s.isAlone(o, now) {
		places = s.size
	}
	if !now.Before(l.overloaded) && (which == 0 || s.expected(o, places) <= farthestWait) {
		if which == 0 {
			return longestWait
		}
		return 2 * farthestWait // what was expected may turn out wrong
	}
	l.overloaded = now.Add(calmAfter)
	if o.waits() >= places {
		return 0
	}
	return patience
}

// expected is the wait of one more request of the organization.
func (s *slots) expected(o *organization, places int) time.Duration {
	return time.Duration(o.waits()+1) * s.service / time.Duration(places)
}

// await waits for the waiter's slot.
func (s *slots) await(ctx context.Context, o *organization, which int, w *waiter, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	isOver := false
	select {
	case <-w.given:
		return true
	case <-timer.C:
		isOver = true
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, other := range o.waiting[which] {
		if other == w {
			o.waiting[which] = append(o.waiting[which][:i], o.waiting[which][i+1:]...)
			if isOver {
				s.lines[which].overloaded = time.Now().Add(calmAfter)
			}
			s.drop(o)
			return false
		}
	}
	return true // it was given a slot at the last moment
}

// take counts one more slot of the organization.
func (s *slots) take(o *organization) {
	s.used++
	if o.used++; o.used > s.half {
		s.lent++
	}
}

// leave gives back a slot that was held since begun, and gives out what is free then.
func (s *slots) leave(o *organization, begun time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	s.service += (now.Sub(begun) - s.service) / 16
	if o.used > s.half {
		s.lent--
	}
	s.used--
	o.used--
	s.drop(o)
	for next, which := s.next(now); next != nil; next, which = s.next(now) {
		w := next.waiting[which][0]
		next.waiting[which] = next.waiting[which][1:]
		s.take(next)
		close(w.given)
	}
}

// next is the organization whose turn it is, and of which line: requests within the burst come first, then those of who
// has the fewest slots. It is nil if nobody who waits fits.
func (s *slots) next(now time.Time) (found *organization, which int) {
	for which := range s.lines {
		for _, o := range s.organizations {
			if len(o.waiting[which]) > 0 && (found == nil || o.used < found.used) && s.fits(o, now) {
				found = o
			}
		}
		if found != nil {
			return found, which
		}
	}
	return nil, 0
}

// drop forgets an organization that has nothing.
func (s *slots) drop(o *organization) {
	if o.used == 0 && o.waits() == 0 {
		delete(s.organizations, o.id)
	}
}
