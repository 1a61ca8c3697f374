package rates

import (
	"slices"
	"sync"
)

// Served knows in which order some were served, so that who waits longest comes next however much others ask for (reliability
// R25). The zero Served has served nobody. It is safe for concurrent use.
type Served[K comparable] struct {
	mu    sync.Mutex
	order []K // who was served longest ago first
}

// remembered is how many are remembered. Who is forgotten counts as never served.
const remembered = 1000

// Next returns whose turn it is of those who wait, by their place: somebody who was never served, else who was served longest ago;
// of several the first. It counts as served from then on. At least one waits.
func (s *Served[K]) Next(waiting []K) (place int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	best := len(s.order)
	for i, k := range waiting {
		if at := slices.Index(s.order, k); at < best {
			place, best = i, at
		}
	}
	next := waiting[place]
	if s.order = append(slices.DeleteFunc(s.order, func(k K) bool { return k == next }), next); len(s.order) > remembered {
		s.order = s.order[1:]
	}
	return place
}
