// Package rates limits how often each of many may come: a bucket for each, refilled at a constant rate. It is for the
// pages that people open without a token; package admission limits those who have one. It may import nothing of ours.
package rates

import (
	"math"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// remembered limits the memory of a Rates. What is forgotten starts anew.
const remembered = 20_000

// Rates are one for each key. Each lets a burst come at once, and is refilled at a constant rate.
type Rates[K comparable] struct {
	every rate.Limit
	burst int
	now   func() time.Time
	known *lru.Cache[K, *rate.Limiter]
}

// New lets n come in a time, and all of them at once.
func New[K comparable](n int, in time.Duration, now func() time.Time) *Rates[K] {
	known, err := lru.New[K, *rate.Limiter](remembered)
	if err != nil {
		panic(err) // only a size below 1 is refused
	}
	return &Rates[K]{rate.Limit(float64(n) / in.Seconds()), n, now, known}
}

func (r *Rates[K]) of(key K) *rate.Limiter {
	if known, ok := r.known.Get(key); ok {
		return known
	}
	made := rate.NewLimiter(r.every, r.burst)
	if known, ok, _ := r.known.PeekOrAdd(key, made); ok {
		return known
	}
	return made
}

// Spend takes n of the key's, and reports whether they were there; else wait is how long it takes until they are.
func (r *Rates[K]) Spend(key K, n int) (wait time.Duration, ok bool) {
	limiter, now := r.of(key), r.now()
	if limiter.AllowN(now, n) {
		return 0, true
	}
	return r.until(limiter, now, n), false
}

// Has is Spend, but takes nothing.
func (r *Rates[K]) Has(key K, n int) (wait time.Duration, ok bool) {
	limiter, now := r.of(key), r.now()
	if limiter.TokensAt(now) >= float64(n) {
		return 0, true
	}
	return r.until(limiter, now, n), false
}

func (r *Rates[K]) until(limiter *rate.Limiter, now time.Time, n int) time.Duration {
	missing := float64(n) - limiter.TokensAt(now)
	return time.Duration(math.Ceil(missing/float64(r.every))) * time.Second
}
