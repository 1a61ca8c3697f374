package evidence

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/rates"
)

const (
	// readsAtOnce and readsOfLink are how many forms with files the node reads at the same time. A slow sender costs little:
	// what has come is on the disk.
	readsAtOnce = 64
	readsOfLink = 2
	// filesAtOnce is how many files that have arrived the node judges, has scanned and stores at the same time.
	filesAtOnce = 8
	// askAgain is how long a file waits for its turn before it asks again.
	askAgain = 20 * time.Millisecond
)

// slots are shared by lenders: each has a quarter at most (reliability R25).
type slots struct {
	reads, files *rates.Places[uuid.UUID]

	mu     sync.Mutex
	ofLink map[uuid.UUID]int
}

func newSlots() *slots {
	return &slots{
		reads: rates.NewPlaces[uuid.UUID](readsAtOnce), files: rates.NewPlaces[uuid.UUID](filesAtOnce), ofLink: map[uuid.UUID]int{},
	}
}

// read takes a slot to read a form. If ok, the caller must call leave.
func (s *slots) read(v *visit) (leave func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ofLink[v.link] >= readsOfLink {
		return nil, false
	}
	free, ok := s.reads.Enter(v.lender)
	if !ok {
		return nil, false
	}
	s.ofLink[v.link]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		free()
		if s.ofLink[v.link]--; s.ofLink[v.link] == 0 {
			delete(s.ofLink, v.link)
		}
	}, true
}

// file waits for a slot to take a file that is there. The caller must call leave.
func (s *slots) file(ctx context.Context, v *visit) (leave func(), err error) {
	for {
		if leave, ok := s.files.Enter(v.lender); ok {
			return leave, nil
		}
		select {
		case <-time.After(askAgain):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
