package admission

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"
)

// patience is how long a request waits for a place, to even out bursts; a refusal is told within 20 ms (reliability R6).
const patience = 10 * time.Millisecond

// slots are the places of requests that are worked on: of the node, and of each organization at it.
type slots struct {
	node *queue
	each int

	mu            sync.Mutex
	organizations map[uuid.UUID]*places
}

// places are an organization's. They are dropped with the last request that uses them.
type places struct {
	*queue
	users int
}

// queue is places and who waits for them: as many at most as there are places, so that nobody waits much longer than a request
// takes (reliability R6: who is admitted takes at most twice as long as without load).
type queue struct {
	free    *semaphore.Weighted
	room    int64
	waiting atomic.Int64
}

func newQueue(places int) *queue {
	return &queue{free: semaphore.NewWeighted(int64(places)), room: int64(places)}
}

// take waits for a place, if there is room to wait. One that is free is taken even when the process was held up until the
// patience had ended.
func (q *queue) take(ctx context.Context) bool {
	if q.free.TryAcquire(1) {
		return true
	}
	defer q.waiting.Add(-1)
	return q.waiting.Add(1) <= q.room && q.free.Acquire(ctx, 1) == nil
}

func (q *queue) leave() { q.free.Release(1) }

func newSlots(inFlight int) *slots {
	return &slots{
		node:          newQueue(inFlight),
		each:          max(inFlight/2, 1),
		organizations: map[uuid.UUID]*places{},
	}
}

// enter takes a place of the organization and one of the node. Whoever has got them gives them back by leave.
func (s *slots) enter(ctx context.Context, organization uuid.UUID) (leave func(), ok bool) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	own := s.join(organization)
	if !own.take(ctx) {
		s.part(organization)
		return nil, false
	}
	if !s.node.take(ctx) {
		own.leave()
		s.part(organization)
		return nil, false
	}
	return func() {
		s.node.leave()
		own.leave()
		s.part(organization)
	}, true
}

func (s *slots) join(organization uuid.UUID) *places {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.organizations[organization]
	if own == nil {
		own = &places{queue: newQueue(s.each)}
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
