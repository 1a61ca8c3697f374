package admission

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

const (
	// burst is how many requests a token may send at the same moment (contract section 2, Limits).
	burst = 100
	// rememberedTokens limits the memory that tokens use. A token that is forgotten starts with a full bucket again.
	rememberedTokens = 100_000
)

// rates has a bucket for each token. A bucket holds one burst and is refilled at a constant rate.
type rates struct {
	perMinute int
	burst     int
	now       func() time.Time
	buckets   *lru.Cache[uuid.UUID, *rate.Limiter]
	policy    string
}

func newRates(perMinute int, now func() time.Time) *rates {
	buckets, err := lru.New[uuid.UUID, *rate.Limiter](rememberedTokens)
	if err != nil {
		panic(err) // only a size below 1 is refused
	}
	l := &rates{perMinute: perMinute, burst: min(burst, perMinute), now: now, buckets: buckets}
	l.policy = fmt.Sprintf(`"minute";q=%d;w=60, "burst";q=%d;w=%d`, perMinute, l.burst, l.seconds(float64(l.burst)))
	return l
}

// charge returns the charge of one HTTP request. It costs a burst at most: no token can ever pay more at once.
func (l *rates) charge(token uuid.UUID, header http.Header) engine.Charge {
	spent := 0
	return func(requests int) error {
		requests = min(requests, l.burst)
		if requests <= spent {
			return nil
		}
		err := l.spend(token, requests-spent, requests, header)
		if err == nil {
			spent = requests
		}
		return err
	}
}

// spend removes n requests from a token's bucket; the error is `rate_limited` if it has fewer. It sets the headers of
// draft-ietf-httpapi-ratelimit-headers: r requests are left now, and the bucket is full in t seconds. In all is what
// the caller must have to try again.
func (l *rates) spend(token uuid.UUID, n, inAll int, header http.Header) error {
	bucket := l.bucket(token)
	now := l.now()
	admitted := bucket.AllowN(now, n)
	left := max(bucket.TokensAt(now), 0)
	header.Set("RateLimit-Policy", l.policy)
	header.Set("RateLimit", fmt.Sprintf(`"burst";r=%d;t=%d`, int(left), l.seconds(float64(l.burst)-left)))
	if admitted {
		return nil
	}
	header.Set("Retry-After", strconv.Itoa(max(l.seconds(float64(inAll)-left), 1)))
	return model.NewError(model.CodeRateLimited,
		"A token has %d requests a minute, %d of them at once; wait as long as Retry-After says.", l.perMinute, l.burst)
}

// seconds returns how long it takes to refill a number of requests, rounded up.
func (l *rates) seconds(requests float64) int {
	return int(math.Ceil(requests * 60 / float64(l.perMinute)))
}

func (l *rates) bucket(token uuid.UUID) *rate.Limiter {
	if known, ok := l.buckets.Get(token); ok {
		return known
	}
	made := rate.NewLimiter(rate.Limit(float64(l.perMinute)/60), l.burst)
	if known, ok, _ := l.buckets.PeekOrAdd(token, made); ok {
		return known
	}
	return made
}
