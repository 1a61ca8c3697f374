package evidence

import (
	"sync"

	"github.com/google/uuid"
)

const (
	// uploadsAtOnce and uploadsOfLink are how many requests with files the node reads at the same time.
	uploadsAtOnce = 8
	uploadsOfLink = 2
)

// slots count the uploads that are being read.
type slots struct {
	mu   sync.Mutex
	used int
	of   map[uuid.UUID]int
}

// enter takes a slot for an upload by the link. If ok, the caller must call leave.
func (p *slots) enter(link uuid.UUID) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.used >= uploadsAtOnce || p.of[link] >= uploadsOfLink {
		return nil, false
	}
	p.used++
	p.of[link]++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.used--
		if p.of[link]--; p.of[link] == 0 {
			delete(p.of, link)
		}
	}, true
}
