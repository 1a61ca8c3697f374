package placing

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// placementsPerTx is how many placements a sweep looks at in one transaction. An operation on one of their cases has to wait for that
// transaction, so there are few.
const placementsPerTx = 25

// Placer moves placements as time passes. It is safe for concurrent use, and any number of them may work on one database.
type Placer struct{ Config }

// Config is what a placer works with. Everything is required.
type Config struct {
	Store *storage.Store
	Now   func() time.Time
}

// New returns a placer for cfg.
func New(cfg Config) *Placer {
	cfg.Now = storage.Clock(cfg.Now)
	return &Placer{cfg}
}

// Sweep looks at every placement whose time has come, in all portfolios but sandboxes. It leaves what another transaction has locked
// to the next sweep. If one fails, the others are still looked at, and the error is returned at the end.
func (p *Placer) Sweep(ctx context.Context) error { return p.SweepShare(ctx, rates.Share{}) }

// SweepShare is Sweep of a share of the portfolios. [rates.ErrMany].
func (p *Placer) SweepShare(ctx context.Context, share rates.Share) (failed error) {
	due, err := p.Store.PortfoliosWithDuePlacements(ctx, p.Now())
	if err == nil {
		due, err = share.Of(due)
	}
	if err != nil {
		return err
	}
	var sweeps []*sweep
	for _, of := range due {
		sweeps = append(sweeps, &sweep{Placer: p, portfolio: of.ID, now: p.Now()})
	}
	rates.InTurns(sweeps, func(s *sweep) bool {
		more, err := s.next(ctx)
		failed = errors.Join(failed, err)
		return more
	})
	return failed
}

// SweepPortfolio is Sweep of one portfolio, which may be a sandbox. It returns how many placements it has looked at.
func (p *Placer) SweepPortfolio(ctx context.Context, portfolio uuid.UUID) (looked int, failed error) {
	s := &sweep{Placer: p, portfolio: portfolio, now: p.Now()}
	for more := true; more; {
		var err error
		more, err = s.next(ctx)
		failed = errors.Join(failed, err)
	}
	return s.looked, failed
}

// sweep is that of one portfolio at one time.
type sweep struct {
	*Placer
	portfolio uuid.UUID
	now       time.Time
	after     *storage.DuePlacement // where next goes on
	looked    int
}

// next looks at the next few placements, and reports whether there may be more. One that always fails must not hold up the others.
func (s *sweep) next(ctx context.Context) (more bool, failed error) {
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	due, err := s.Store.For(s.portfolio).DuePlacements(ctx, s.now, s.after, placementsPerTx)
	if err != nil || len(due) == 0 {
		return false, err
	}
	s.after = &due[len(due)-1]
	if err := s.look(ctx, due); err == nil || len(due) == 1 {
		return true, err
	}
	for i := range due {
		failed = errors.Join(failed, s.look(ctx, due[i:i+1]))
	}
	return true, failed
}

// look looks at some placements in one transaction.
func (s *sweep) look(ctx context.Context, due []storage.DuePlacement) error {
	looked := 0
	err := s.Store.InTx(ctx, s.portfolio, func(ctx context.Context, tx *storage.Tx) (err error) {
		store := tx.For(s.portfolio)
		trail := storage.NewTrail(model.SystemOrigin(s.portfolio, "placements", s.now))
		l := &look{Write: Write{Store: store, Trail: trail, Now: s.now}}
		if err := l.lock(ctx, due); err != nil {
			return err
		}
		if err := l.move(ctx); err != nil {
			return err
		}
		looked = len(l.placements)
		return l.Trail.Save(ctx, tx)
	})
	if err == nil {
		s.looked += looked
	}
	return err
}

// look is one transaction. Its placements are those whose cases nobody else has locked and whose time has come, locked.
type look struct {
	Write
	cases      map[uuid.UUID]*model.Case
	placements []*model.Placement
}

// lock locks the cases first, as every writer below them does. Another node may have looked at a placement before.
func (l *look) lock(ctx context.Context, due []storage.DuePlacement) error {
	var cases, ids []uuid.UUID
	for _, d := range due {
		cases = append(cases, d.CaseID)
	}
	free, err := storage.Cases.LockFree(ctx, l.Store, cases)
	if err != nil {
		return err
	}
	l.cases = map[uuid.UUID]*model.Case{}
	for _, c := range free {
		l.cases[c.ID] = c
	}
	for _, d := range due {
		if l.cases[d.CaseID] != nil {
			ids = append(ids, d.ID)
		}
	}
	locked, err := storage.Placements.LockAll(ctx, l.Store, ids)
	for _, p := range locked {
		if p.IsDue(l.Now) && l.cases[p.CaseID].CheckOpen() == nil {
			l.placements = append(l.placements, p)
		}
	}
	return err
}

// move moves the placements to where the day puts them, notes when the rules say something new, and does what follows.
func (l *look) move(ctx context.Context) error {
	var changed, same []*model.Placement
	for _, p := range l.placements {
		before := *p
		p.Advance(p.Today(l.Now))
		p.Looked(l.Now)
		changes := model.Changes(before, *p)
		if len(changes) == 0 {
			same = append(same, p)
			continue
		}
		p.UpdatedAt = l.Now
		changed = append(changed, p)
		l.Trail.Add("placement.updated", "placement", p.ID, changes)
	}
	w := &writer{Write: l.Write}
	if err := w.writeLetters(ctx, l.placements, l.cases); err != nil {
		return err
	}
	if err := storage.Placements.Save(ctx, l.Store, changed, ""); err != nil {
		return err
	}
	if err := storage.Placements.Save(ctx, l.Store, same, "next"); err != nil {
		return err
	}
	if err := l.Follow(ctx, l.placements...); err != nil {
		return err
	}
	if cases := l.casesOfPolicies(); len(cases) > 0 {
		return renewal.JudgeAgain(ctx, l.Store, cases...)
	}
	return nil
}

// casesOfPolicies are the cases whose policies the transaction has changed.
func (l *look) casesOfPolicies() (cases []uuid.UUID) {
	for _, p := range l.placements {
		isOf := func(e *model.AuditEvent) bool {
			return p.PolicyID != nil && e.SubjectType == "policy" && *e.SubjectID == *p.PolicyID
		}
		if slices.ContainsFunc(l.Trail.Events(), isOf) {
			cases = append(cases, p.CaseID)
		}
	}
	return cases
}
