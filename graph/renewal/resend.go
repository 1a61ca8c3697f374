package renewal

import (
	"context"
	"time"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Resend plans a notice that nobody got once more and starts the sweep that decides about it. The transaction must have
// locked the case, the policy and the notice. `policy_on_hold`, `policy_deactivated`, `invalid_transition`.
func Resend(
	ctx context.Context, store *storage.Portfolio, p *model.Policy, n *model.RenewalNotice, by model.Actor, now time.Time,
) error {
	before := *n
	if err := n.Resend(p, by, now); err != nil {
		return err
	}
	// An attempt of the release before has no row yet.
	if err := store.KeepNoticeAttempts(ctx, []*model.RenewalNotice{&before}); err != nil {
		return err
	}
	if err := store.UpdateRenewalNotices(ctx, []*model.RenewalNotice{n}); err != nil {
		return err
	}
	return jobs.SweepPolicies(ctx, store, p.ID)
}

// ResendChanges are the changes of a notice's audit event renewalNotice.resent.
func ResendChanges(before, after *model.RenewalNotice) map[string]model.Change {
	changes := map[string]model.Change{"state": {From: before.State, To: after.State}}
	if before.AttemptNumber != after.AttemptNumber {
		changes["attemptNumber"] = model.Change{From: before.AttemptNumber, To: after.AttemptNumber}
	}
	return changes
}
