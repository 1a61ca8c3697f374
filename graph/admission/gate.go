package admission

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// Config has the limits of a gate.
type Config struct {
	PerMinute int // how many requests a token may send in a minute; 0 means no limit, of bytes neither
	// BytesPerMinute is how many bytes of bodies a token may send in a minute, and how many a portfolio may upload; 0: no
	// limit. All of them may come at once.
	BytesPerMinute int64
	// InFlight is how many requests the node handles at once, at most half of them for one organization unless it is
	// alone; 0: no limit.
	InFlight int
	Now      func() time.Time // the clock of the rates; nil means time.Now
	// Held is called with the number of bytes that unread answers and open streams hold, each time that it has changed by
	// 8 MiB or more. It may be nil.
	Held func(bytes int)
}

// usualRate is the rate, in requests a minute, that says what a burst is where tokens have no limit.
const usualRate = 600

// Gate accepts or refuses requests. It is safe for concurrent use.
type Gate struct {
	rates  *requestRates // nil: no limit
	bursts *requestRates // what a token's burst has left, where there is no limit; else nil
	bytes  *byteRates    // nil: no limit
	slots  *slots        // nil: no limit
	unread *unread
	cfg    Config
}

// New returns a gate with the limits of cfg.
func New(cfg Config) *Gate {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	g := &Gate{unread: &unread{organizations: map[uuid.UUID]int{}, told: cfg.Held}, cfg: cfg}
	switch {
	case cfg.PerMinute > 0:
		g.rates = newRequestRates(cfg.PerMinute, cfg.Now)
	case cfg.InFlight > 0:
		g.bursts = newRequestRates(usualRate, cfg.Now)
	}
	if cfg.PerMinute > 0 && cfg.BytesPerMinute > 0 {
		g.bytes = &byteRates{rates.New[uuid.UUID](int(cfg.BytesPerMinute), time.Minute, cfg.Now)}
	}
	if cfg.InFlight > 0 {
		g.slots = newSlots(cfg.InFlight)
	}
	return g
}

// Times returns the gate for tokens that may send n times as many requests. It has the same slots and bytes.
func (g *Gate) Times(n int) *Gate {
	faster := *g
	if g.rates != nil {
		faster.rates = newRequestRates(n*g.cfg.PerMinute, g.cfg.Now)
	}
	return &faster
}

// Refuse writes err as the response, in the form of a door. The header Retry-After is set already.
type Refuse func(w http.ResponseWriter, r *http.Request, err error)

// Middleware refuses requests over the limits with `rate_limited` or `unavailable` (contract section 2, Limits). It
// must run after authentication. The rate is checked first, so that a request over it takes no slot; a request that gets
// no slot has its rate back. It pays for one request; what writes more than one does is charged by the engine, once it
// knows.
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
			leave, err := g.enter(r.Context(), principal)
			if err != nil {
				g.giveBack(*principal.Actor.ID, w.Header())
				w.Header().Set("Retry-After", "1")
				refuse(w, r, err)
				return
			}
			ctx, slot := engine.WithSlot(r.Context(), leave, g.unread, principal.Tenant())
			defer slot.End()
			r = r.WithContext(ctx)
			body, err := g.chargeBody(*principal.Actor.ID, w, r)
			if err != nil {
				refuse(w, r, err)
				return
			}
			defer body.settle()
			next.ServeHTTP(w, r)
		})
	}
}

// enter takes a slot for a request, unless its organization does not read what it gets: `unavailable`.
func (g *Gate) enter(ctx context.Context, caller *model.Principal) (leave func(), err error) {
	if g.unread.isFull(caller.Tenant()) {
		return nil, errUnread()
	}
	if g.slots == nil {
		return func() {}, nil
	}
	leave, ok := g.slots.enter(ctx, caller.Tenant(), g.isInBurst(*caller.Actor.ID))
	if !ok {
		return nil, errFull()
	}
	return leave, nil
}

// Enter takes a slot for work of an organization that is no HTTP request of its own, such as the next result of a
// subscription, as for a request within the burst: `unavailable` if none becomes free in time. Otherwise the caller
// must call leave.
func (g *Gate) Enter(ctx context.Context, organization uuid.UUID) (leave func(), err error) {
	if g.slots == nil {
		return func() {}, nil
	}
	leave, ok := g.slots.enter(ctx, organization, true)
	if !ok {
		return nil, errFull()
	}
	return leave, nil
}

func errFull() error {
	return fault.New(fault.CodeUnavailable, "Too much is going on at once; come again in a moment, with fewer requests at once.")
}

// isInBurst reports whether a request is one of those that a token may send at once. With a rate all are that it lets
// through.
func (g *Gate) isInBurst(token uuid.UUID) bool {
	if g.bursts == nil {
		return true
	}
	_, isInBurst := g.bursts.Take(token, 1)
	return isInBurst
}

// giveBack returns what a request has cost that was not served.
func (g *Gate) giveBack(token uuid.UUID, header http.Header) {
	if g.rates == nil {
		return
	}
	_ = g.rates.spend(token, -1, 1, header) // a request less than none is always there
}
