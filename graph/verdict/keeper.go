package verdict

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// casesPerTx is how many cases a sweep handles in one transaction. An operation on one of them has to wait for that
// transaction, so there are few.
const casesPerTx = 25

// Keeper keeps stored verdicts as time passes. It is safe for concurrent use, and any number of them may work on one
// database.
type Keeper struct{ Config }

// Config is what a keeper works with. Everything is required.
type Config struct {
	Store  *storage.Store
	Now    func() time.Time
	Logger *slog.Logger
}

// NewKeeper returns a keeper for cfg.
func NewKeeper(cfg Config) *Keeper {
	cfg.Now = storage.Clock(cfg.Now)
	return &Keeper{cfg}
}

// Sweep evaluates the cases whose stored verdict may have changed by time, or by the type of a clause that many have, and
// returns the changes. It leaves what another transaction has locked to the next sweep. If a case fails, the others are still
// handled, and the error is returned at the end. Portfolios take turns.
func (k *Keeper) Sweep(ctx context.Context) ([]*model.VerdictChange, error) {
	return k.SweepShare(ctx, rates.Share{})
}

// SweepShare is Sweep of a share of the portfolios. [rates.ErrMany].
func (k *Keeper) SweepShare(ctx context.Context, share rates.Share) (changes []*model.VerdictChange, failed error) {
	due, err := k.Store.PortfoliosWithDueVerdicts(ctx, scalar.DayOf(k.Now()), len(catalog.FloodProgramme))
	if err == nil {
		due, err = share.Of(due)
	}
	if err != nil {
		return nil, err
	}
	var sweeps []*sweep
	for _, p := range due {
		sweeps = append(sweeps, &sweep{Keeper: k, portfolio: p.ID})
	}
	rates.InTurns(sweeps, func(s *sweep) bool {
		some, more, err := s.next(ctx)
		changes, failed = append(changes, some...), errors.Join(failed, err)
		return more
	})
	return changes, failed
}

// SweepPortfolio is Sweep of one portfolio.
func (k *Keeper) SweepPortfolio(ctx context.Context, portfolio uuid.UUID) (changes []*model.VerdictChange, failed error) {
	s := &sweep{Keeper: k, portfolio: portfolio}
	for more := true; more; {
		var some []*model.VerdictChange
		var err error
		some, more, err = s.next(ctx)
		changes, failed = append(changes, some...), errors.Join(failed, err)
	}
	return changes, failed
}

// sweep is that of one portfolio.
type sweep struct {
	*Keeper
	portfolio uuid.UUID
	after     uuid.UUID     // the last case that was due by time
	isInTime  bool          // there is no other
	clauses   []*clauseTurn // those that are left; nil before they are read
}

// next handles some cases, each once. It reports whether there may be more.
func (s *sweep) next(ctx context.Context) (changes []*model.VerdictChange, more bool, err error) {
	switch {
	case ctx.Err() != nil:
		return nil, false, ctx.Err()
	case s.isInTime:
		return s.nextOfClauses(ctx)
	}
	due, err := s.Store.For(s.portfolio).DueCases(ctx, scalar.DayOf(s.Now()), len(catalog.FloodProgramme), s.after, casesPerTx)
	if err != nil || len(due) == 0 {
		s.isInTime = true
		return nil, true, err
	}
	s.after = due[len(due)-1]
	changes, err = s.keepOrSplit(ctx, s.portfolio, due)
	return changes, true, err
}

// keepOrSplit handles cases in one transaction and, if that fails, each in one of its own: a case that always fails, or that
// takes too long, must not hold up the others.
func (k *Keeper) keepOrSplit(
	ctx context.Context, portfolio uuid.UUID, due []uuid.UUID,
) (changes []*model.VerdictChange, failed error) {
	changes, err := k.keep(ctx, portfolio, due, k.isDue)
	if err == nil || len(due) < 2 || ctx.Err() != nil {
		return changes, err
	}
	for _, id := range due {
		some, err := k.keep(ctx, portfolio, []uuid.UUID{id}, k.isDue)
		changes, failed = append(changes, some...), errors.Join(failed, err)
	}
	return changes, failed
}

// isDue reports whether a case's stored verdict may have changed by time. Another node may have seen to it before the
// case was locked.
func (k *Keeper) isDue(f *storage.CaseFacts) bool { return f.Stored != nil && f.Stored.IsDue(k.Now()) }

// keep brings the stored verdicts of cases up to date, of those that are free and wanted.
func (k *Keeper) keep(
	ctx context.Context, portfolio uuid.UUID, cases []uuid.UUID, wanted func(*storage.CaseFacts) bool,
) (changes []*model.VerdictChange, err error) {
	now := k.Now()
	err = k.Store.InTx(ctx, portfolio, func(ctx context.Context, tx *storage.Tx) error {
		store := tx.For(portfolio)
		free, err := freeCases(ctx, store, cases)
		if err != nil || len(free) == 0 {
			return err
		}
		w := inTime(store, now)
		if changes, err = w.keepIf(ctx, free, wanted); err != nil {
			return err
		}
		return w.Trail.Save(ctx, tx)
	})
	if err != nil {
		return nil, err
	}
	return changes, nil
}

// Judge judges cases again, whatever is stored of them, and works out the first days of their findings. Without cases it takes
// all of the portfolio that have findings. It waits for cases that another transaction has locked.
func (k *Keeper) Judge(ctx context.Context, portfolio uuid.UUID, cases []uuid.UUID) (failed error) {
	if len(cases) == 0 {
		var err error
		if cases, err = k.Store.For(portfolio).CasesWithFindings(ctx); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(cases, casesPerTx) {
		failed = errors.Join(failed, k.Store.InTx(ctx, portfolio, func(ctx context.Context, tx *storage.Tx) error {
			store := tx.For(portfolio)
			if _, err := storage.Cases.LockAll(ctx, store, some); err != nil {
				return err
			}
			w := inTime(store, k.Now())
			w.isExact = true
			if _, err := w.Keep(ctx, some); err != nil {
				return err
			}
			return w.Trail.Save(ctx, tx)
		}))
	}
	return failed
}

// freeCases locks the cases that no other transaction has locked.
func freeCases(ctx context.Context, store *storage.Portfolio, cases []uuid.UUID) (ids []uuid.UUID, err error) {
	free, err := storage.Cases.LockFree(ctx, store, cases)
	for _, c := range free {
		ids = append(ids, c.ID)
	}
	return ids, err
}

// inTime is a write of what has changed with time.
func inTime(store *storage.Portfolio, now time.Time) *Write {
	return &Write{Store: store, Trail: storage.NewTrail(model.SystemOrigin(store.ID(), "compliance", now)), Now: now}
}
