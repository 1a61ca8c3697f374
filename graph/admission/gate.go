package admission

import (
	"net/http"
	"time"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

// Config has the limits of a gate.
type Config struct {
	PerMinute int // how many requests a token may send in a minute; 0 means no limit, of bytes neither
	// BytesPerMinute is how many bytes of bodies a token may send in a minute, and how many a portfolio may upload; 0: no
	// limit. All of them may come at once.
	BytesPerMinute int64
	// InFlight is how many requests the node handles at once, at most half of them for one organization; 0: no limit.
	InFlight int
	Now      func() time.Time // the clock; nil means time.Now
}

// Gate accepts or refuses requests. It is safe for concurrent use.
type Gate struct {
	rates *rates     // nil: no limit
	bytes *byteRates // nil: no limit
	slots *slots     // nil: no limit
}

// New returns a gate with the limits of cfg.
func New(cfg Config) *Gate {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	g := &Gate{}
	if cfg.PerMinute > 0 {
		g.rates = newRates(cfg.PerMinute, cfg.Now)
	}
	if cfg.PerMinute > 0 && cfg.BytesPerMinute > 0 {
		g.bytes = newByteRates(cfg.BytesPerMinute, cfg.Now)
	}
	if cfg.InFlight > 0 {
		g.slots = newSlots(cfg.InFlight)
	}
	return g
}

// Refuse writes err as the response, in the form of a door. The header Retry-After is set already.
type Refuse func(w http.ResponseWriter, r *http.Request, err error)

// Middleware refuses requests over the limits with `rate_limited` or `unavailable` (contract section 2, Limits). It
// must run after authentication. The rate is checked first, so that a request over it takes no slot. It pays for one
// request; what writes more than one does is charged by the engine, once it knows.
func (g *Gate) Middleware(refuse Refuse) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			principal := engine.PrincipalOf(r.Context())
			if g.rates != nil {
				charge := g.rates.charge(*principal.Actor.ID, w.Header())
				if err := charge(1); err != nil {
					refuse(w, r, err)
					return
				}
				if r.Method != http.MethodGet && r.Method != http.MethodHead { // those read, and cost one
					r = r.WithContext(engine.WithCharge(r.Context(), charge))
				}
			}
			body, err := g.chargeBody(*principal.Actor.ID, w, r)
			if err != nil {
				refuse(w, r, err)
				return
			}
			defer body.settle()
			if g.slots != nil {
				leave, ok := g.slots.enter(r.Context(), principal.OrganizationID)
				if !ok {
					w.Header().Set("Retry-After", "1")
					refuse(w, r, model.NewError(model.CodeUnavailable,
						"Too much is going on at once; come again in a moment, with fewer requests at once."))
					return
				}
				defer leave()
			}
			next.ServeHTTP(w, r)
		})
	}
}
