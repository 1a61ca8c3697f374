package engine

import (
	"context"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/sandbox"
	stored "github.com/covertrack/covertrack/storage/sandbox"
)

// setTime gives a request its times. A mutation in a sandbox keeps the clock from moving until it commits.
func (e *Engine) setTime(ctx context.Context, r *Request) error {
	r.Real = e.now()
	r.Now = r.Real
	if is, err := e.isSandbox(ctx, r.Principal); err != nil || !is {
		return err
	}
	e.uses.note(ctx, e, r.Principal.PortfolioID, r.Real)
	clock, err := stored.ClockOf(ctx, r.Store, r.mutation)
	if fault.CodeOf(err) == fault.CodeNotFound && r.Principal.OrganizationID != uuid.Nil {
		return unauthorized() // its token was revoked, and is known for a moment
	}
	r.Now, r.isAdvancing = clock.Now, clock.IsAdvancing && ctx.Value(onTheWay{}) == nil
	return err
}

// onTheWay marks the context of what happens while a clock moves.
type onTheWay struct{}

// OnTheWay is the context of operations that belong to what happens while the clock of a sandbox moves: they are not refused.
func OnTheWay(ctx context.Context) context.Context { return context.WithValue(ctx, onTheWay{}, true) }

// TimeOf is the time of a job in a portfolio: that of its clock in a sandbox, else the real one.
func (e *Engine) TimeOf(ctx context.Context, portfolio uuid.UUID) (time.Time, error) {
	return stored.TimeIn(ctx, e.store.For(portfolio), e.now())
}

// isSandbox reports whether a caller works in a sandbox. The program's own queries do not say, and what a portfolio is never
// changes.
func (e *Engine) isSandbox(ctx context.Context, p *model.Principal) (bool, error) {
	if p.Mode != "" || p.PortfolioID == uuid.Nil {
		return p.Mode == model.ModeSandbox, nil
	}
	if mode, ok := e.uses.modes.Get(p.PortfolioID); ok {
		return mode == model.ModeSandbox, nil
	}
	of, err := e.store.Portfolio(ctx, p.PortfolioID)
	if err != nil {
		return false, err
	}
	e.uses.modes.Add(of.ID, of.Mode)
	return of.Mode == model.ModeSandbox, nil
}

// chooseSandbox gives a person the sandbox of their lender that they have chosen; `not_found`.
func (e *Engine) chooseSandbox(ctx context.Context, p *model.Principal, id uuid.UUID) error {
	if id == uuid.Nil {
		return fault.NotFound("portfolio")
	}
	s, err := stored.Find(ctx, e.store.Handle, id, sandbox.Reach{LenderID: p.LenderID})
	if fault.CodeOf(err) == fault.CodeNotFound {
		return fault.NotFound("portfolio")
	}
	if err != nil {
		return err
	}
	p.PortfolioID, p.LenderID, p.Mode, p.SandboxOf = s.PortfolioID, s.PortfolioID, model.ModeSandbox, s.LenderID
	return nil
}

// usedFor is how precisely it is known when a sandbox was used last.
const usedFor = time.Minute

// sandboxUses are when this node has noted uses of sandboxes, and which portfolios are sandboxes.
type sandboxUses struct {
	known *lru.Cache[uuid.UUID, time.Time]
	modes *lru.Cache[uuid.UUID, model.Mode] // of portfolios that were looked up
}

func newSandboxUses() *sandboxUses {
	known, _ := lru.New[uuid.UUID, time.Time](cachedCallers) // only a size below 1 is an error
	modes, _ := lru.New[uuid.UUID, model.Mode](cachedCallers)
	return &sandboxUses{known, modes}
}

// note remembers a use. One that cannot be written is lost: the next one comes soon, and matters only after 30 days.
func (u *sandboxUses) note(ctx context.Context, e *Engine, id uuid.UUID, now time.Time) {
	if last, ok := u.known.Get(id); ok && now.Sub(last) < usedFor {
		return
	}
	u.known.Add(id, now)
	_ = stored.NoteUse(ctx, e.store.Handle, id, now)
}
