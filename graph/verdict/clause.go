package verdict

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// casesOfClause is how many cases of a clause are read at a time.
const casesOfClause = 1000

// errMoved ends a transaction whose clause was judged on by another node, or has changed again.
var errMoved = errors.New("the cases of the clause are judged by another")

// judgeClauses evaluates the cases of clauses whose type has changed and that are too many for the transaction of the change,
// a few at a time. Each case is waited for: who has it locked may have evaluated it by the type before. One that fails is left
// to the audit.
func (k *Keeper) judgeClauses(ctx context.Context, portfolio uuid.UUID) (changes []*model.VerdictChange, failed error) {
	store := k.Store.For(portfolio)
	unjudged, err := store.UnjudgedClauses(ctx)
	if err != nil {
		return nil, err
	}
	for _, u := range unjudged {
		some, err := k.judgeClause(ctx, store, u)
		changes = append(changes, some...)
		if !errors.Is(err, errMoved) {
			failed = errors.Join(failed, err)
		}
	}
	return changes, failed
}

func (k *Keeper) judgeClause(
	ctx context.Context, store *storage.Portfolio, u *storage.UnjudgedClause,
) (changes []*model.VerdictChange, failed error) {
	for ctx.Err() == nil {
		cases, err := store.CasesOfClause(ctx, u.ID, u.JudgedTo, casesOfClause)
		if err != nil || len(cases) == 0 {
			if err == nil {
				err = store.ClauseIsJudged(ctx, u)
			}
			return changes, errors.Join(failed, err)
		}
		for some := range slices.Chunk(cases, casesPerTx) {
			made, err := k.judge(ctx, store.ID(), u, some)
			if err != nil && !errors.Is(err, errMoved) && ctx.Err() == nil {
				failed = errors.Join(failed, err)
				made, err = k.judgeEach(ctx, store.ID(), u, some)
			}
			changes = append(changes, made...)
			if err != nil {
				return changes, errors.Join(failed, err)
			}
		}
	}
	return changes, errors.Join(failed, ctx.Err())
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
