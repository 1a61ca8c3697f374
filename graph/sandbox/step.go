package sandbox

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/graph/placing"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/graph/verdict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/pause"
	stored "github.com/covertrack/covertrack/storage/sandbox"
)

// mostRounds is how often something of one moment leads to something else of the same.
const mostRounds = 1000

// errRestless is the error of a moment that has no end.
var errRestless = errors.New("what is due at one moment has no end")

// Wake does in a sandbox, at the time of its clock, all that is due and what a write has asked for. It reports whether the
// portfolio is a sandbox; in any other it does nothing.
func (w *Worker) Wake(ctx context.Context, portfolio uuid.UUID, asked jobs.Asked) (isSandbox bool, err error) {
	p, err := w.Store.Portfolio(ctx, portfolio)
	if err != nil || p.Mode != model.ModeSandbox {
		return false, err
	}
	clock, err := stored.ClockOf(ctx, w.Store.For(portfolio), false)
	if err != nil {
		return true, unlessGone(err)
	}
	return true, w.step(ctx, portfolio, clock.Now, &asked)
}

// unlessGone is an error, but for that of a sandbox that was removed.
func unlessGone(err error) error {
	if fault.CodeOf(err) == fault.CodeNotFound {
		return nil
	}
	return err
}

// wakes does what writes have asked for, and all else that is due now, before the clock leaves the moment of the writes.
func (w *Worker) wakes(ctx context.Context, portfolio uuid.UUID, now time.Time) error {
	store, patience := w.Store.For(portfolio), w.Now().Add(busyFor)
	waiting, isBusy, err := stored.Wakes(ctx, store)
	for err == nil && isBusy && w.Now().Before(patience) && pause.For(ctx, 20*time.Millisecond) {
		waiting, isBusy, err = stored.Wakes(ctx, store)
	}
	var asked jobs.Asked
	for _, job := range waiting {
		err = errors.Join(err, asked.Add(job.Kind, job.Args))
	}
	if err != nil {
		return err
	}
	if err := w.step(ctx, portfolio, now, &asked); err != nil || len(waiting) == 0 {
		return err
	}
	return stored.Drop(ctx, w.Store.Handle, waiting)
}

// moment is what is done in a sandbox at one time.
type moment struct {
	*Worker
	portfolio *model.Portfolio
	at        time.Time
	keeper    *verdict.Keeper
	placer    *placing.Placer
	follower  *renewal.Follower
}

// step does all that is due at a time, and what follows from it at the same time, until nothing is left.
func (w *Worker) step(ctx context.Context, portfolio uuid.UUID, at time.Time, asked *jobs.Asked) error {
	p, err := w.Store.Portfolio(ctx, portfolio)
	if err != nil {
		return err
	}
	now := func() time.Time { return at }
	m := &moment{Worker: w, portfolio: p, at: at}
	m.keeper = verdict.NewKeeper(verdict.Config{Store: w.Store, Now: now, Logger: w.Logger})
	m.placer = placing.New(placing.Config{Store: w.Store, Now: now})
	cfg := w.FollowUp
	cfg.Store, cfg.Now = w.Store, now
	m.follower = renewal.NewFollower(cfg)
	ctx = jobs.Hold(ctx)
	if asked != nil {
		if err := m.judge(ctx, *asked); err != nil {
			return err
		}
	}
	for range mostRounds {
		again, err := m.round(ctx)
		if err != nil || !again {
			return err
		}
	}
	return errRestless
}

// round does what is due once, in a fixed order: verdicts, placements, actors, letters that are planned, what these have asked for,
// and letters that go out. It reports whether anything was done.
func (m *moment) round(ctx context.Context) (done bool, err error) {
	changes, err := m.keeper.SweepPortfolio(ctx, m.portfolio.ID)
	if err != nil {
		return false, err
	}
	placed, err := m.placer.SweepPortfolio(ctx, m.portfolio.ID)
	if err != nil {
		return false, err
	}
	acted, err := m.act(ctx)
	if err != nil {
		return false, err
	}
	decisions, err := m.follower.SweepPortfolio(ctx, m.portfolio)
	if err != nil {
		return false, err
	}
	judged, err := m.held(ctx)
	if err != nil {
		return false, err
	}
	sent, err := m.follower.DeliverPortfolio(ctx, m.portfolio)
	return acted || judged || len(changes)+placed+len(decisions)+sent > 0, err
}

// act has the actors act whose time has come.
func (m *moment) act(ctx context.Context) (acted bool, err error) {
	for _, actor := range m.Actors {
		at, ok, err := actor.Next(ctx, m.portfolio.ID)
		if err != nil {
			return acted, err
		}
		if !ok || at.After(m.at) {
			continue
		}
		if err := actor.Act(ctx, m.portfolio.ID, m.at); err != nil {
			return acted, err
		}
		acted = true
	}
	return acted, nil
}

// held judges the cases for which that was asked at this moment, and reports whether there were any.
func (m *moment) held(ctx context.Context) (done bool, err error) {
	waiting, err := stored.Held(ctx, m.Store.Handle, jobs.HeldQueue(m.portfolio.ID))
	if err != nil || len(waiting) == 0 {
		return false, err
	}
	var asked jobs.Asked
	for _, job := range waiting {
		err = errors.Join(err, asked.Add(job.Kind, job.Args))
	}
	if err != nil {
		return false, err
	}
	if err := m.judge(ctx, asked); err != nil {
		return false, err
	}
	return true, stored.Drop(ctx, m.Store.Handle, waiting)
}

func (m *moment) judge(ctx context.Context, asked jobs.Asked) error {
	if len(asked.Cases) > 0 {
		if err := m.keeper.Judge(ctx, m.portfolio.ID, asked.Cases); err != nil {
			return err
		}
	}
	if asked.All {
		return m.keeper.Judge(ctx, m.portfolio.ID, nil)
	}
	return nil
}
