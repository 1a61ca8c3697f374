// Package rates limits how much each of many may send: a bucket for each, refilled at a constant rate. Pages that people open
// without a token and package admission use it. It may import nothing of ours.
package rates

import (
	"math"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// known limits the memory of a Rates. A key that is forgotten starts with a full bucket again.
const known = 100_000

// Rates are one for each key. It is safe for concurrent use.
type Rates[K comparable] struct {
	// Burst is how much a bucket holds. It is set before the first use.
	Burst int

	n       int
	in      time.Duration
	now     func() time.Time
	buckets *lru.Cache[K, *rate.Limiter]
}

// New lets n come in a time, and all of them at once.
func New[K comparable](n int, in time.Duration, now func() time.Time) *Rates[K] {
	buckets, err := lru.New[K, *rate.Limiter](known)
	if err != nil {
		panic(err) // only a size below 1 is refused
	}
	return &Rates[K]{n, n, in, now, buckets}
}

func (r *Rates[K]) of(key K) *rate.Limiter {
	if bucket, ok := r.buckets.Get(key); ok {
		return bucket
	}
	made := rate.NewLimiter(rate.Limit(float64(r.n)/r.in.Seconds()), r.Burst)
	if bucket, ok, _ := r.buckets.PeekOrAdd(key, made); ok {
		return bucket
	}
	return made
}

// Take takes n from the key's bucket if they are there, and returns what is left: less than nothing after Owe.
func (r *Rates[K]) Take(key K, n int) (left float64, ok bool) {
	bucket, now := r.of(key), r.now()
	ok = bucket.AllowN(now, n)
	return bucket.TokensAt(now), ok
}

// Owe takes n even if fewer are there.
func (r *Rates[K]) Owe(key K, n int) { r.of(key).ReserveN(r.now(), n) }

// Seconds returns how long it takes to refill so much, rounded up.
func (r *Rates[K]) Seconds(n float64) int { return int(math.Ceil(n * r.in.Seconds() / float64(r.n))) }

// Spend takes n from the key's bucket if they are there; else wait is how long it takes until they are.
func (r *Rates[K]) Spend(key K, n int) (wait time.Duration, ok bool) {
	left, ok := r.Take(key, n)
	if ok {
		return 0, true
	}
	return time.Duration(r.Seconds(float64(n)-left)) * time.Second, false
}

// Has reports whether n are in the key's bucket, and takes nothing; else wait is how long it takes until they are.
func (r *Rates[K]) Has(key K, n int) (wait time.Duration, ok bool) {
	left, _ := r.Take(key, 0)
	if left >= float64(n) {
		return 0, true
	}
	return time.Duration(r.Seconds(float64(n)-left)) * time.Second, false
}
