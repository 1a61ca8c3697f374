package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/pause"
	stored "github.com/covertrack/covertrack/storage/sandbox"
)

const (
	// lease is how long a node keeps a sandbox without a sign of life.
	lease = 30 * time.Second
	// usualTurn is how long a clock moves while those of other lenders wait.
	usualTurn = 5 * time.Second
	// busyFor is how long a job of a write that another node runs is waited for. It may have ended without a word.
	busyFor = 10 * time.Second
)

// errTurn ends the turn of a clock that has farther to go.
var errTurn = errors.New("others wait")

// errMoved ends the work of a node on a sandbox that another has taken over, or that is gone.
var errMoved = errors.New("another node moves the clock")

// Actor is something else that acts in a sandbox at moments of its own.
type Actor interface {
	// Next returns when it is to act next: at any time that is not over, or false for never.
	Next(ctx context.Context, portfolio uuid.UUID) (at time.Time, ok bool, err error)
	// Act does what is to be done at a time, to which the clock was moved. Done again it does nothing.
	Act(ctx context.Context, portfolio uuid.UUID, at time.Time) error
}

// Config is what a worker works with. All but Actors and Turn is required; the clock of FollowUp is not used.
type Config struct {
	Store    *storage.Store
	Blobs    *blob.Store
	FollowUp renewal.Config
	Now      func() time.Time // the real time
	Logger   *slog.Logger
	Actors   []Actor       // in the order in which they act
	Turn     time.Duration // how long a clock moves while those of other lenders wait; 0 means 5 s
}

// Worker moves clocks. Any number of them may work on one database.
type Worker struct {
	Config
	served rates.Served[uuid.UUID] // lenders
}

// New returns a worker.
func New(cfg Config) *Worker {
	cfg.Now, cfg.Turn = storage.Clock(cfg.Now), cmp.Or(cfg.Turn, usualTurn)
	return &Worker{Config: cfg}
}

// Run moves all clocks that are to be moved and that no other node moves; lenders take turns (reliability R25).
func (w *Worker) Run(ctx context.Context) (failed error) {
	passed := map[uuid.UUID]bool{} // those that another node has, or that have failed
	for {
		waiting, err := stored.Waiting(ctx, w.Store.Handle, w.Now())
		waiting = slices.DeleteFunc(waiting, func(s *sandbox.Sandbox) bool { return passed[s.PortfolioID] })
		if err != nil || len(waiting) == 0 || ctx.Err() != nil {
			return errors.Join(failed, err)
		}
		lenders := make([]uuid.UUID, len(waiting))
		for i, s := range waiting {
			lenders[i] = s.LenderID
		}
		next := waiting[w.served.Next(lenders)]
		if err := w.runOne(ctx, next.PortfolioID); !errors.Is(err, errTurn) {
			passed[next.PortfolioID], failed = true, errors.Join(failed, err)
		}
	}
}

// runOne moves a clock to where it is to go, unless another node does.
func (w *Worker) runOne(ctx context.Context, id uuid.UUID) error {
	now := w.Now()
	s, err := stored.Claim(ctx, w.Store.Handle, id, now, now.Add(lease))
	if err != nil || s == nil {
		return err
	}
	moving, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go w.keep(moving, s, cancel)
	err = w.advance(moving, s)
	ended := context.WithoutCancel(ctx)
	switch code := fault.CodeOf(err); {
	case err == nil:
		return stored.Stop(ended, w.Store.Handle, s, nil, w.Now())
	case errors.Is(context.Cause(moving), errMoved) || errors.Is(err, errMoved):
		return nil
	case errors.Is(err, errTurn) || ctx.Err() != nil || code == fault.CodeUnavailable || storage.IsConflict(err):
		_, released := stored.Keep(ended, w.Store.Handle, s, w.Now()) // it goes on at once, here or elsewhere
		return errors.Join(err, released)
	}
	w.Logger.WarnContext(ctx, "the clock of a sandbox stands before its target", "sandbox", id, "error", err)
	failure := failureOf(err)
	return stored.Stop(ended, w.Store.Handle, s, &failure, w.Now())
}

// keep renews the lease of a sandbox until ctx ends. It cancels the move if another node has the sandbox.
func (w *Worker) keep(ctx context.Context, s *sandbox.Sandbox, cancel context.CancelCauseFunc) {
	for pause.For(ctx, lease/3) {
		if has, err := stored.Keep(ctx, w.Store.Handle, s, w.Now().Add(lease)); err == nil && !has {
			cancel(errMoved)
		}
	}
}

// failureOf is why a clock stands, for who reads it. What went wrong inside is for the log.
func failureOf(err error) string {
	if domain, ok := errors.AsType[*fault.Error](err); ok && domain.Code != fault.CodeInternal {
		return domain.Message
	}
	return "Something failed on our side. Advance the sandbox again, and it goes on from where it is."
}

// advance does what is due now, and then moves the clock from one moment to the next.
func (w *Worker) advance(ctx context.Context, s *sandbox.Sandbox) error {
	if err := w.wakes(ctx, s.PortfolioID, s.Now); err != nil {
		return err
	}
	for begun := time.Now(); s.Now.Before(*s.Target); {
		next, err := w.next(ctx, s)
		if err != nil {
			return err
		}
		has, err := stored.Move(ctx, w.Store.Handle, s, next, w.Now())
		if err != nil {
			return err
		}
		if !has {
			return errMoved
		}
		s.Now = next
		if err := w.step(ctx, s.PortfolioID, next, nil); err != nil {
			return fmt.Errorf("at %s: %w", next.Format(time.RFC3339), err)
		}
		if err := w.goOn(ctx, s, begun); err != nil {
			return err
		}
	}
	return nil
}

// goOn returns errTurn when a clock has moved for long and those of other lenders wait.
func (w *Worker) goOn(ctx context.Context, s *sandbox.Sandbox, begun time.Time) error {
	if time.Since(begun) < w.Turn || !s.Now.Before(*s.Target) {
		return nil
	}
	waiting, err := stored.Waiting(ctx, w.Store.Handle, w.Now())
	if err == nil && slices.ContainsFunc(waiting, func(other *sandbox.Sandbox) bool { return other.LenderID != s.LenderID }) {
		err = errTurn
	}
	return err
}

// next is the next moment: the end of the day, or something that is due before.
func (w *Worker) next(ctx context.Context, s *sandbox.Sandbox) (time.Time, error) {
	next := s.Now.Truncate(24*time.Hour).AddDate(0, 0, 1)
	sooner := func(at time.Time) {
		if at.After(s.Now) && at.Before(next) {
			next = at
		}
	}
	sooner(*s.Target)
	due, err := stored.Next(ctx, w.Store.For(s.PortfolioID), s.Now)
	if due != nil {
		sooner(due.UTC())
	}
	for _, actor := range w.Actors {
		at, ok, failed := actor.Next(ctx, s.PortfolioID)
		if err = errors.Join(err, failed); ok {
			sooner(at)
		}
	}
	return next, err
}
