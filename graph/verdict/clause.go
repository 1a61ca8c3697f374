package verdict

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// casesOfClause is how many cases of a clause are read at a time.
const casesOfClause = 1000

// errMoved ends a transaction whose clause was judged on by another node, or has changed again.
var errMoved = errors.New("the cases of the clause are judged by another")

// clauseTurn is a clause whose type has changed and that has too many cases for the transaction of the change.
type clauseTurn struct {
	*storage.UnjudgedClause
	cases []uuid.UUID // the next ones
}

// nextOfClauses evaluates a few cases of such a clause. Each case is waited for: who has it locked may have evaluated it by the
// type before. One that fails is left to the audit.
func (s *sweep) nextOfClauses(ctx context.Context) (changes []*model.VerdictChange, more bool, err error) {
	store := s.Store.For(s.portfolio)
	if s.clauses == nil {
		unjudged, err := store.UnjudgedClauses(ctx)
		if err != nil {
			return nil, false, err
		}
		for _, u := range unjudged {
			s.clauses = append(s.clauses, &clauseTurn{UnjudgedClause: u})
		}
	}
	if len(s.clauses) == 0 {
		return nil, false, nil
	}
	changes, more, err = s.judgeSome(ctx, store, s.clauses[0])
	if !more {
		s.clauses = s.clauses[1:]
	}
	if errors.Is(err, errMoved) {
		err = nil
	}
	return changes, len(s.clauses) > 0, err
}

// judgeSome evaluates the next few cases of a clause. It reports whether there may be more.
func (s *sweep) judgeSome(
	ctx context.Context, store *storage.Portfolio, u *clauseTurn,
) (changes []*model.VerdictChange, more bool, err error) {
	if len(u.cases) == 0 {
		if u.cases, err = store.CasesOfClause(ctx, u.ID, u.JudgedTo, casesOfClause); err != nil {
			return nil, false, err
		}
	}
	some := u.cases[:min(len(u.cases), casesPerTx)]
	if len(some) == 0 {
		return nil, false, store.ClauseIsJudged(ctx, u.UnjudgedClause)
	}
	u.cases = u.cases[len(some):]
	changes, failed := s.judge(ctx, store.ID(), u.UnjudgedClause, some)
	if failed == nil || errors.Is(failed, errMoved) || ctx.Err() != nil {
		return changes, failed == nil, failed
	}
	changes, err = s.judgeEach(ctx, store.ID(), u.UnjudgedClause, some)
	return changes, err == nil, errors.Join(failed, err)
}

// judgeEach judges each case in a transaction of its own, and passes over those that fail.
func (k *Keeper) judgeEach(
	ctx context.Context, portfolio uuid.UUID, u *storage.UnjudgedClause, cases []uuid.UUID,
) (changes []*model.VerdictChange, err error) {
	for _, id := range cases {
		made, err := k.judge(ctx, portfolio, u, []uuid.UUID{id})
		changes = append(changes, made...)
		if errors.Is(err, errMoved) || ctx.Err() != nil {
			return changes, errors.Join(err, ctx.Err())
		}
	}
	return changes, nil
}

// judge evaluates cases and notes how far the clause is judged, in one transaction. It locks as every writer of a case does: the
// cases first.
func (k *Keeper) judge(
	ctx context.Context, portfolio uuid.UUID, u *storage.UnjudgedClause, cases []uuid.UUID,
) (changes []*model.VerdictChange, err error) {
	last := cases[len(cases)-1]
	err = k.Store.InTx(ctx, portfolio, func(ctx context.Context, tx *storage.Tx) error {
		store := tx.For(portfolio)
		if _, err := storage.Cases.LockAll(ctx, store, cases); err != nil {
			return err
		}
		moved, err := store.HasMoved(ctx, u, last)
		if err != nil {
			return err
		}
		if !moved {
			return errMoved
		}
		w := inTime(store, k.Now())
		if changes, err = w.Keep(ctx, cases); err != nil {
			return err
		}
		return w.Trail.Save(ctx, tx)
	})
	if err != nil {
		return nil, err
	}
	u.JudgedTo = last
	return changes, nil
}
