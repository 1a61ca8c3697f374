package admission

import (
	"math"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// rememberedTokens limits the memory that buckets use. An id that is forgotten starts with a full bucket again.
const rememberedTokens = 100_000

// buckets are one for each id. A bucket holds size, and is refilled at a constant rate.
type buckets struct {
	perMinute, size int
	now             func() time.Time
	known           *lru.Cache[uuid.UUID, *rate.Limiter]
}

func newBuckets(perMinute, size int, now func() time.Time) *buckets {
	known, err := lru.New[uuid.UUID, *rate.Limiter](rememberedTokens)
	if err != nil {
		panic(err) // only a size below 1 is refused
	}
	return &buckets{perMinute: perMinute, size: size, now: now, known: known}
}

func (b *buckets) bucket(id uuid.UUID) *rate.Limiter {
	if known, ok := b.known.Get(id); ok {
		return known
	}
	made := rate.NewLimiter(rate.Limit(float64(b.perMinute)/60), b.size)
	if known, ok, _ := b.known.PeekOrAdd(id, made); ok {
		return known
	}
	return made
}

// seconds returns how long it takes to refill a number, rounded up.
func (b *buckets) seconds(n float64) int { return int(math.Ceil(n * 60 / float64(b.perMinute))) }
