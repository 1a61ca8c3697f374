package verdict

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/storage"
)

// audited is how many cases are compared at a time.
const audited = 50

// Audit compares the stored verdicts of some random cases with an evaluation, and looks for cases that have none. What
// differs is counted, logged and written again. It returns how many differed. Verdicts that are due to change by time are
// the sweep's, and cases that another transaction has locked are left out.
func (k *Keeper) Audit(ctx context.Context) (differing int, failed error) {
	random, err := k.Store.RandomVerdicts(ctx, audited)
	if err != nil {
		return 0, err
	}
	missing, err := k.Store.CasesWithoutVerdict(ctx, audited)
	if err != nil {
		return 0, err
	}
	for _, key := range append(random, missing...) {
		differs, err := k.compare(ctx, key)
		if differs {
			differing++
		}
		failed = errors.Join(failed, err)
	}
	return differing, failed
}

// compare reports whether a case's stored verdict differs from an evaluation, and writes it again then. In a sandbox it is not the
// time that the keeper knows.
func (k *Keeper) compare(ctx context.Context, key storage.CaseKey) (differs bool, err error) {
	if p, err := k.Store.Portfolio(ctx, key.Portfolio); err != nil || p.Mode == model.ModeSandbox {
		return false, err
	}
	if unjudged, err := k.Store.For(key.Portfolio).UnjudgedClauses(ctx); err != nil || len(unjudged) > 0 {
		return false, err // the sweep has not come to all cases yet
	}
	_, err = k.keep(ctx, key.Portfolio, []uuid.UUID{key.Case}, func(f *storage.CaseFacts) bool {
		if k.isDue(f) || isNewer(f.Stored) || f.Case.Status == model.CaseStatusClosed {
			return false
		}
		comparisons.Inc()
		differs = f.Stored == nil || !f.Stored.Equals(evaluate(f, k.Now()))
		return differs
	})
	if differs && err == nil {
		differences.Inc()
		k.Logger.Error("a stored verdict was not what an evaluation says, and was written again",
			"portfolio", key.Portfolio, "case", key.Case)
	}
	return differs, err
}

// isNewer reports whether a node of a later release, with more rows in the federal table, has written a verdict. This
// node cannot judge it.
func isNewer(stored *model.CaseVerdict) bool {
	return stored != nil && stored.FloodRows != nil && *stored.FloodRows > len(catalog.FloodProgramme)
}
