package admission

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/model/fault"
)

// burst is how many requests a token may send at the same moment (contract section 2, Limits).
const burst = 100

// requestRates has a bucket for each token. It holds a burst, or what it gets in a second if that is more. So a
// caller that waits for a second, as Retry-After says, loses nothing of its rate.
type requestRates struct {
	*rates.Rates[uuid.UUID]
	perMinute int
	policy    string // a header
}

func newRequestRates(perMinute int, now func() time.Time) *requestRates {
	r := rates.New[uuid.UUID](perMinute, time.Minute, now)
	r.Burst = min(max(burst, perMinute/60), perMinute)
	policy := fmt.Sprintf(`"minute";q=%d;w=60, "burst";q=%d;w=%d`, perMinute, r.Burst, r.Seconds(float64(r.Burst)))
	return &requestRates{r, perMinute, policy}
}

// charge returns the charge of one HTTP request. It costs a burst at most: no token can ever pay more at once.
func (l *requestRates) charge(token uuid.UUID, header http.Header) engine.Charge {
	spent := 0
	return func(requests int) error {
		requests = min(requests, l.Burst)
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
func (l *requestRates) spend(token uuid.UUID, n, inAll int, header http.Header) error {
	left, admitted := l.Take(token, n)
	left = max(left, 0)
	header.Set("RateLimit-Policy", l.policy)
	header.Set("RateLimit", fmt.Sprintf(`"burst";r=%d;t=%d`, int(left), l.Seconds(float64(l.Burst)-left)))
	if admitted {
		return nil
	}
	header.Set("Retry-After", strconv.Itoa(max(l.Seconds(float64(inAll)-left), 1)))
	return fault.New(fault.CodeRateLimited,
		"A token has %d requests a minute, %d of them at once; wait as long as Retry-After says.", l.perMinute, l.Burst)
}
