package evidence

import (
	"math"
	"sync"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// remembered limits the memory of rates. What is forgotten starts anew.
const remembered = 20_000

// rates are one for each key. Each lets a burst come at once, and is refilled at a constant rate.
type rates[K comparable] struct {
	every rate.Limit
	burst int
	now   func() time.Time
	known *lru.Cache[K, *rate.Limiter]
}

// newRates lets n come in a time, and all of them at once.
func newRates[K comparable](n int, in time.Duration, now func() time.Time) *rates[K] {
	known, err := lru.New[K, *rate.Limiter](remembered)
	if err != nil {
		panic(err) // only a size below 1 is refused
	}
	return &rates[K]{rate.Limit(float64(n) / in.Seconds()), n, now, known}
}

func (r *rates[K]) of(key K) *rate.Limiter {
	if known, ok := r.known.Get(key); ok {
		return known
	}
	made := rate.NewLimiter(r.every, r.burst)
	if known, ok, _ := r.known.PeekOrAdd(key, made); ok {
		return known
	}
	return made
}

// spend takes n of the key's, and reports whether they were there; else wait is how long it takes until they are.
func (r *rates[K]) spend(key K, n int) (wait time.Duration, ok bool) {
	limiter, now := r.of(key), r.now()
	if limiter.AllowN(now, n) {
		return 0, true
	}
	return r.until(limiter, now, n), false
}

// has is spend, but takes nothing.
func (r *rates[K]) has(key K, n int) (wait time.Duration, ok bool) {
	limiter, now := r.of(key), r.now()
	if limiter.TokensAt(now) >= float64(n) {
		return 0, true
	}
	return r.until(limiter, now, n), false
}

func (r *rates[K]) until(limiter *rate.Limiter, now time.Time, n int) time.Duration {
	missing := float64(n) - limiter.TokensAt(now)
	return time.Duration(math.Ceil(missing/float64(r.every))) * time.Second
}

const (
	// uploadsAtOnce and uploadsOfLink are how many requests with files the node reads at the same time.
	uploadsAtOnce = 8
	uploadsOfLink = 2
)

// places count the uploads that are being read.
type places struct {
	mu   sync.Mutex
	used int
	of   map[uuid.UUID]int
}

// enter takes a place for an upload by the link. If ok, the caller must call leave.
func (p *places) enter(link uuid.UUID) (leave func(), ok bool) {
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
