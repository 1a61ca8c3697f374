package admission

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"
)

// patience is how long a request waits for a slot, to even out bursts. A refusal must come within 20 ms (reliability
// R6).
const patience = 10 * time.Millisecond

// slots limits the requests that are handled at once: of the whole node, and of each organization.
type slots struct {
	node *queue
	each int

	mu            sync.Mutex
	organizations map[uuid.UUID]*share
}

// share is the slots of one organization. It is removed with the last request that uses it.
type share struct {
	*queue
	users int
}

// queue is a number of slots, and the requests that wait for one. At most as many wait as there are slots, so that none
// waits much longer than a request takes (reliability R6: an accepted request takes at most twice as long as without
// load).
type queue struct {
	free    *semaphore.Weighted
	room    int64
	waiting atomic.Int64
}

func newQueue(size int) *queue {
	return &queue{free: semaphore.NewWeighted(int64(size)), room: int64(size)}
}

// enter waits for a slot, if there is room to wait, and reports whether it got one. A free slot is given even if ctx
// has ended already, as it may when the machine is busy.
func (q *queue) enter(ctx context.Context) bool {
	if q.free.TryAcquire(1) {
		return true
	}
	defer q.waiting.Add(-1)
	return q.waiting.Add(1) <= q.room && q.free.Acquire(ctx, 1) == nil
}

func newSlots(inFlight int) *slots {
	return &slots{node: newQueue(inFlight), each: max(inFlight/2, 1), organizations: map[uuid.UUID]*share{}}
}

// enter takes a slot of the organization and one of the node. If ok, the caller must call leave to give them back.
func (s *slots) enter(ctx context.Context, organization uuid.UUID) (leave func(), ok bool) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	own := s.join(organization)
	if own.enter(ctx) {
		if s.node.enter(ctx) {
			return func() {
				s.node.free.Release(1)
				own.free.Release(1)
				s.part(organization)
			}, true
		}
		own.free.Release(1)
	}
	s.part(organization)
	return nil, false
}

func (s *slots) join(organization uuid.UUID) *share {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.organizations[organization]
	if own == nil {
		own = &share{queue: newQueue(s.each)}
		s.organizations[organization] = own
	}
	own.users++
	return own
}

func (s *slots) part(organization uuid.UUID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.organizations[organization]
	if own.users--; own.users == 0 {
		delete(s.organizations, organization)
	}
}
