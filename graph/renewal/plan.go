package renewal

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// Change is a policy before and after an operation. Before is nil for a new policy. Begins: follow-up begins again, though
// nothing of the policy has changed.
type Change struct {
	Before, After *model.Policy
	Begins        bool
}

// affectsPlan reports whether the notices may have to change: the policy is new, or has another term, dates or status,
// or was cancelled or reinstated, or evidence for it came in or was decided about. A new one that an import holds has none yet.
func (c Change) affectsPlan() bool {
	if c.Before == nil {
		return !c.After.HeldByImport
	}
	return c.Begins || c.Before.TermNumber != c.After.TermNumber || c.Before.Status != c.After.Status ||
		!sameTime(c.Before.EndDate, c.After.EndDate) || c.Before.Cancellations != c.After.Cancellations ||
		c.After.Cancellations != nil && !sameTime(c.Before.StartDate, c.After.StartDate) ||
		!sameTime(c.Before.ReviewUntil, c.After.ReviewUntil)
}

// HasCoverAgain reports whether cover that had ended goes on: it is in force today again, or the next term begins where the
// one before ends.
func (c Change) HasCoverAgain(now time.Time) bool {
	if c.Before == nil {
		return false
	}
	today, isRenewed := scalar.DayOf(now), c.Before.TermNumber != c.After.TermNumber
	if end := c.Before.FollowUpEnd(); isRenewed && end != nil && end.After(today) {
		return c.Before.InForceOn(today) && c.After.InForceOn(*end)
	}
	return (isRenewed || !c.Before.InForceOn(today)) && c.After.InForceOn(today)
}

// missed returns the reason to record for steps whose time has passed already.
func (c Change) missed() string {
	if c.Before != nil && c.Before.Status == model.PolicyStatusOnHold {
		return model.SkipHold
	}
	return model.SkipLate
}

// Plan makes the notices of changed policies match them, in the transaction of the operation, which must have locked
// the cases and saved the policies. After it has returned, no notice of a policy without follow-up is being sent.
func Plan(ctx context.Context, store *storage.Portfolio, changes []Change, now time.Time) error {
	changes = slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return !c.affectsPlan() })
	if len(changes) == 0 {
		return nil
	}
	var known []uuid.UUID
	for _, c := range changes {
		if c.Before != nil {
			known = append(known, c.After.ID)
		}
	}
	steps, locked, err := store.LockRenewal(ctx, known)
	if err != nil {
		return err
	}
	notices := byPolicy(locked)
	var added, changed []*model.RenewalNotice
	var due []uuid.UUID
	for _, c := range changes {
		plan := model.PlanRenewal(c.After, notices[c.After.ID], steps, c.missed(), now)
		added = append(added, plan.New...)
		changed = append(changed, plan.Changed...)
		c.After.Renewal = model.Renewal(c.After, slices.Concat(notices[c.After.ID], plan.New), now)
		if c.After.Status.FollowedUp() && plan.DueNow(now) {
			due = append(due, c.After.ID)
		}
	}
	if err := store.InsertRenewalNotices(ctx, added); err != nil {
		return err
	}
	if err := store.UpdateRenewalNotices(ctx, changed); err != nil {
		return err
	}
	countPlanned(added)
	return jobs.SweepPolicies(ctx, store, due...)
}

// End cancels the planned notices and letters of a case that is being closed, in the transaction that closes it, which must
// have locked the case. After it has returned, none of them is being sent.
func End(ctx context.Context, store *storage.Portfolio, c *model.Case, policies []uuid.UUID, now time.Time) error {
	notices, err := store.LockRenewalNotices(ctx, policies)
	if err != nil {
		return err
	}
	if err := store.UpdateRenewalNotices(ctx, model.EndRenewal(notices, now)); err != nil {
		return err
	}
	replies, err := store.LockRepliesOfCase(ctx, c.ID)
	if err != nil {
		return err
	}
	for _, r := range replies {
		r.Cancel(now)
	}
	if err := store.UpdateEvidenceReplies(ctx, replies...); err != nil {
		return err
	}
	return endPlacementLetters(ctx, store, c, now)
}

// endPlacementLetters cancels the letters to the borrower that are not on paper yet.
func endPlacementLetters(ctx context.Context, store *storage.Portfolio, c *model.Case, now time.Time) error {
	letters, err := store.LockPlacementLettersOfCase(ctx, c.ID)
	for _, l := range letters {
		if l.IsFree() {
			l.Cancel(model.CancelCaseClosed, now)
		}
	}
	if err != nil {
		return err
	}
	return store.UpdatePlacementLetters(ctx, letters...)
}

func byPolicy(notices []*model.RenewalNotice) map[uuid.UUID][]*model.RenewalNotice {
	of := map[uuid.UUID][]*model.RenewalNotice{}
	for _, n := range notices {
		of[*n.PolicyID] = append(of[*n.PolicyID], n)
	}
	return of
}

func sameTime(a, b *time.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}
