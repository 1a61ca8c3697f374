package admission

import (
	"net/http"
	"time"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

// Config is what a gate lets through.
type Config struct {
	// PerMinute is how many requests a token may send a minute; 0 is any number.
	PerMinute int
	// InFlight is how many requests the node works on at once, one organization having at most half of them; 0 is any number.
	InFlight int
	// Now is the clock; time.Now when nil.
	Now func() time.Time
}

// Gate admits requests. It is safe for concurrent use.
type Gate struct {
	rates *rates // nil: no limit
	slots *slots // nil: no limit
}

// New is a gate before which nobody stands yet.
func New(cfg Config) *Gate {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	g := &Gate{}
	if cfg.PerMinute > 0 {
		g.rates = newRates(cfg.PerMinute, cfg.Now)
	}
	if cfg.InFlight > 0 {
		g.slots = newSlots(cfg.InFlight)
	}
	return g
}

// Refuse answers a request with a refusal in the form of a door; the response's header has Retry-After already.
type Refuse func(w http.ResponseWriter, r *http.Request, err error)

// Middleware refuses `rate_limited` and `unavailable` to requests of a caller that is known (contract section 2, Limits). The
// rate comes first: what is over it takes no place from anybody.
func (g *Gate) Middleware(refuse Refuse) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			principal := engine.PrincipalOf(r.Context())
			if g.rates != nil {
				if err := g.rates.take(*principal.Actor.ID, w.Header()); err != nil {
					refuse(w, r, err)
					return
				}
			}
			if g.slots != nil {
				leave, ok := g.slots.enter(r.Context(), principal.OrganizationID)
				if !ok {
					w.Header().Set("Retry-After", "1")
					refuse(w, r, model.NewError(model.CodeUnavailable, "Too much is going on at once; come again in a moment, with fewer requests at once."))
					return
				}
				defer leave()
			}
			next.ServeHTTP(w, r)
		})
	}
}
