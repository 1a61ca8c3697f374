package admission

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
)

const (
	// longestWait is how long a request within its token's burst waits for a slot (reliability R17).
	longestWait = time.Second
	// farthestWait is the expected wait from which a request beyond the burst is refused at once.
	farthestWait = 250 * time.Millisecond
	// patience is how long a request waits while the node is overloaded: a refusal must come within 20 ms (reliability
	// R6).
	patience = 10 * time.Millisecond
	// idleAfter is how long an organization must be alone before it may take more than half of the slots.
	idleAfter = time.Second
	// calmAfter is how long nobody may have had to wait before an overload is over.
	calmAfter = 100 * time.Millisecond
)

// slots limits the requests that are handled at once, of the whole node and of each organization. An organization that is
// alone may have all slots. Those above its half are lent: other organizations get theirs as if these were free, so for a moment
// there may be half as many requests more than slots.
//
// The shares of connections (storage/postgres) are a queue of their own: they neither lend nor know an overload, keep a part
// for the server itself and bound one request too. What both have in common is a list of waiters and a channel for each.
type slots struct {
	size, half int

	mu            sync.Mutex
	used, lent    int
	organizations map[uuid.UUID]*organization // those that have a slot or wait for one
	service       time.Duration               // how long a request holds its slot: a moving average
	overloaded    [2]time.Time                // until when each line is, at least; see mayWait
	last          uuid.UUID                   // the organization of the last request
	lastAt        time.Time                   // when that came
	othersAt      time.Time                   // when the last request of another organization came
}

// organization is what one organization has of the slots.
type organization struct {
	id      uuid.UUID
	used    int
	waiting [2][]*waiter // in the line of requests within the burst, and in that of those beyond it
}

func (o *organization) waits() int { return len(o.waiting[0]) + len(o.waiting[1]) }

// waiter is a request that waits. Given is closed when it has a slot.
type waiter struct{ given chan struct{} }

func newSlots(inFlight int) *slots {
	return &slots{size: inFlight, half: max(inFlight/2, 1), organizations: map[uuid.UUID]*organization{}}
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
	which := 1
	if inBurst {
		which = 0
	}
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

// comes notes that an organization has sent a request.
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

// mayWait is how long a request may wait in its line, 0 for not at all. A line is overloaded while requests would wait too
// long, and calmAfter longer. Then as many wait as there are slots, so that none waits much longer than a request takes.
func (s *slots) mayWait(o *organization, which int, now time.Time) time.Duration {
	slots := s.half
	if s.isAlone(o, now) {
		slots = s.size
	}
	expected := time.Duration(o.waits()+1) * s.service / time.Duration(slots)
	if !now.Before(s.overloaded[which]) && (which == 0 || expected <= farthestWait) {
		if which == 0 {
			return longestWait
		}
		return 2 * farthestWait // what was expected may turn out wrong
	}
	s.overloaded[which] = now.Add(calmAfter)
	if o.waits() >= slots {
		return 0
	}
	return patience
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
	i := slices.Index(o.waiting[which], w)
	if i < 0 {
		return true // it was given a slot at the last moment
	}
	o.waiting[which] = slices.Delete(o.waiting[which], i, i+1)
	if isOver {
		s.overloaded[which] = time.Now().Add(calmAfter)
	}
	s.drop(o)
	return false
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

// next is the organization that gets the next slot, and in which line: a request within the burst before one beyond it, and
// of those one of the organization that has the fewest slots. It is nil if none that waits may have one.
func (s *slots) next(now time.Time) (found *organization, which int) {
	for which := range s.overloaded {
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
