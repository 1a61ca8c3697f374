package admission

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"
)

// patience is how long a request waits for a place. It evens out bursts and keeps the queue as short as what comes in that
// time; a refusal is told within 20 ms (reliability R6).
const patience = 10 * time.Millisecond

// slots are the places of requests that are worked on: of the node, and of each organization at it.
type slots struct {
	node *semaphore.Weighted
	each int64

	mu            sync.Mutex
	organizations map[uuid.UUID]*places
}

// places are an organization's. They are dropped with the last request that uses them.
type places struct {
	*semaphore.Weighted
	users int
}

func newSlots(inFlight int) *slots {
	return &slots{
		node:          semaphore.NewWeighted(int64(inFlight)),
		each:          int64(max(inFlight/2, 1)),
		organizations: map[uuid.UUID]*places{},
	}
}

// enter takes a place of the organization and one of the node. Whoever has got them gives them back by leave.
func (s *slots) enter(ctx context.Context, organization uuid.UUID) (leave func(), ok bool) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	own := s.join(organization)
	if !take(ctx, own.Weighted) {
		s.part(organization)
		return nil, false
	}
	if !take(ctx, s.node) {
		own.Release(1)
		s.part(organization)
		return nil, false
	}
	return func() {
		s.node.Release(1)
		own.Release(1)
		s.part(organization)
	}, true
}

// take waits for a place. One that is free is taken even when the process was held up until the patience had ended.
func take(ctx context.Context, free *semaphore.Weighted) bool {
	return free.TryAcquire(1) || free.Acquire(ctx, 1) == nil
}

func (s *slots) join(organization uuid.UUID) *places {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.organizations[organization]
	if own == nil {
		own = &places{Weighted: semaphore.NewWeighted(s.each)}
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
