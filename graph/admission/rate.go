package admission

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model/fault"
)

// burst is how many requests a token may send at the same moment (contract section 2, Limits).
const burst = 100

// rates has a bucket for each token, which holds one burst of requests.
type rates struct {
	*buckets
	policy string
}

func newRates(perMinute int, now func() time.Time) *rates {
	b := newBuckets(perMinute, min(burst, perMinute), now)
	policy := fmt.Sprintf(`"minute";q=%d;w=60, "burst";q=%d;w=%d`, perMinute, b.size, b.seconds(float64(b.size)))
	return &rates{b, policy}
}

// charge returns the charge of one HTTP request. It costs a burst at most: no token can ever pay more at once.
func (l *rates) charge(token uuid.UUID, header http.Header) engine.Charge {
	spent := 0
	return func(requests int) error {
		requests = min(requests, l.size)
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
	header.Set("RateLimit", fmt.Sprintf(`"burst";r=%d;t=%d`, int(left), l.seconds(float64(l.size)-left)))
	if admitted {
		return nil
	}
	header.Set("Retry-After", strconv.Itoa(max(l.seconds(float64(inAll)-left), 1)))
	return fault.New(fault.CodeRateLimited,
		"A token has %d requests a minute, %d of them at once; wait as long as Retry-After says.", l.perMinute, l.size)
}
