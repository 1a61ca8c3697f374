package rates

import "sync"

// Places are how many may work at once, shared by those who want to (reliability R25): nobody has more than a quarter, nor
// more than are free, so that a newcomer finds one however many others take what they can.
type Places[K comparable] struct {
	most int

	mu   sync.Mutex
	free int
	used map[K]int
}

// NewPlaces returns so many places, all free.
func NewPlaces[K comparable](size int) *Places[K] {
	return &Places[K]{most: max(size/4, 1), free: size, used: map[K]int{}}
}

// fits reports whether somebody may take a place. It is called with the lock.
func (p *Places[K]) fits(who K) bool { return p.used[who] < min(p.most, p.free) }

// Enter takes a place. If ok, the caller must call leave, once.
func (p *Places[K]) Enter(who K) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.fits(who) {
		return nil, false
	}
	p.free--
	p.used[who]++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.free++
		if p.used[who]--; p.used[who] == 0 {
			delete(p.used, who)
		}
	}, true
}

// Full are those who may take no more places now, and whether anybody may.
func (p *Places[K]) Full() (full []K, isAnyFree bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for who := range p.used {
		if !p.fits(who) {
			full = append(full, who)
		}
	}
	return full, p.free > 0
}

// IsFull reports whether somebody may take no more places now.
func (p *Places[K]) IsFull(who K) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.fits(who)
}
