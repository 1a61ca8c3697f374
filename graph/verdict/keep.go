package verdict

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/storage"
)

// Keep evaluates cases and stores what it finds. The transaction has locked or made them, or has the lock of clause types
// for itself, without which no other can evaluate any case of the portfolio. It returns the changes of
// verdicts, whose audit events the caller writes under the ids that they name. Cases without a risk profile are left out, and a closed case
// loses its verdict.
func Keep(ctx context.Context, store *storage.Portfolio, cases []uuid.UUID, now time.Time) ([]*model.VerdictChange, error) {
	begun := time.Now()
	defer func() { keeping.Observe(time.Since(begun).Seconds()) }()
	return keepIf(ctx, store, cases, now, func(*storage.CaseFacts) bool { return true })
}

// keepIf is Keep for the cases that are wanted.
func keepIf(
	ctx context.Context, store *storage.Portfolio, cases []uuid.UUID, now time.Time, wanted func(*storage.CaseFacts) bool,
) (changes []*model.VerdictChange, err error) {
	facts, err := store.CaseFacts(ctx, cases, false)
	if err != nil {
		return nil, of(cases, err)
	}
	var added, updated []*model.CaseVerdict
	var removed []uuid.UUID
	for _, f := range facts {
		if f.RiskProfile == nil || !wanted(f) {
			continue
		}
		var change *model.VerdictChange
		switch v := evaluate(f, now); {
		case f.Case.Status == model.CaseStatusClosed:
			removed, change = append(removed, f.Case.ID), f.Stored.Removed(storage.NewID(), now)
		case f.Stored == nil:
			added, change = append(added, v), v.ChangeFrom(nil, storage.NewID())
		default:
			updated, change = append(updated, v), v.ChangeFrom(f.Stored, storage.NewID())
		}
		if change != nil {
			changes = append(changes, change)
		}
	}
	if err := store.RemoveCaseVerdicts(ctx, removed); err != nil {
		return nil, err
	}
	return changes, store.SaveCaseVerdicts(ctx, added, updated, changes)
}

// of names cases in an error, for the log: some of them, if they are many.
func of(cases []uuid.UUID, err error) error {
	const named = 5
	return fmt.Errorf("evaluate %d cases, %v: %w", len(cases), cases[:min(len(cases), named)], err)
}

// evaluate returns what is to be stored of a case with a risk profile.
func evaluate(f *storage.CaseFacts, now time.Time) *model.CaseVerdict {
	return compliance.NewCaseVerdict(f.Facts, f.ToStore(now), now)
}
