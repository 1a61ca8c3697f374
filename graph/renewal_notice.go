package graph

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*mutationResolver) SendNotice(ctx context.Context, id uuid.UUID) (*model.RenewalNotice, error) {
	r := engine.RequestOf(ctx)
	c, p, n, err := lockNotice(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if err := c.CheckOpen(); err != nil {
		return nil, err
	}
	before := *n
	if n.TaskID != nil {
		t, err := storage.Tasks.One(ctx, r.Store, *n.TaskID)
		if err == nil {
			err = n.ResendLetter(c, t, r.Principal.Actor, r.Now)
		}
		if err == nil {
			err = r.Store.UpdateRenewalNotices(ctx, []*model.RenewalNotice{n})
		}
		if err != nil {
			return nil, err
		}
	} else if err := renewal.Resend(ctx, r.Store, p, n, r.Principal.Actor, r.Now); err != nil {
		return nil, err
	}
	audit(ctx, storage.RenewalNotices, "resent", n, renewal.ResendChanges(&before, n))
	return related(ctx, n, relateRenewalNotices)
}

// lockNotice locks a notice after its case and its policy. It waits while the mail server is getting the notice.
func lockNotice(ctx context.Context, id uuid.UUID) (*model.Case, *model.Policy, *model.RenewalNotice, error) {
	store := engine.RequestOf(ctx).Store
	c, err := store.LockCaseOfNotice(ctx, id)
	if err != nil {
		return nil, nil, nil, err
	}
	unlocked, err := storage.RenewalNotices.One(ctx, store, id)
	if err != nil {
		return nil, nil, nil, err
	}
	var p *model.Policy
	if unlocked.PolicyID != nil {
		if p, err = storage.Policies.Lock(ctx, store, *unlocked.PolicyID); err != nil {
			return nil, nil, nil, err
		}
	}
	n, err := storage.RenewalNotices.Lock(ctx, store, id)
	return c, p, n, err
}

func init() { addNodeRelation(relateRenewalNotices) }

// relateRenewalNotices loads the selected relations of renewal notices.
func relateRenewalNotices(ctx context.Context, sel engine.Selection, notices []*model.RenewalNotice) error {
	of := relationsOf(sel, notices)
	toOne(ctx, of, "case", storage.Cases, relateCases,
		func(n *model.RenewalNotice) (*uuid.UUID, **model.Case) { return &n.CaseID, &n.Case })
	toOne(ctx, of, "policy", storage.Policies, relatePolicies,
		func(n *model.RenewalNotice) (*uuid.UUID, **model.Policy) { return n.PolicyID, &n.Policy })
	toOne(ctx, of, "cancellation", storage.Cancellations, relateCancellations,
		func(n *model.RenewalNotice) (*uuid.UUID, **model.Cancellation) {
			return n.CancellationID, &n.Cancellation
		})
	relateAttempts(ctx, of)
	explainNotices(ctx, of)
	return of.err
}

// relateAttempts loads the attempts of those notices that have any. The last one of a notice that was settled by a
// release before version 2.1 has no row and is the notice's own state.
func relateAttempts(ctx context.Context, of *relations[model.RenewalNotice]) {
	attempted := relationsOf(of.sel, slices.DeleteFunc(slices.Clone(of.parents), func(n *model.RenewalNotice) bool {
		n.Attempts = []*model.NoticeAttempt{}
		return !n.WasAttempted()
	}))
	attempted.err = of.err
	hasMany(ctx, attempted, "attempts", storage.NoticeAttempts, "notice_id", nil,
		func(n *model.RenewalNotice) (uuid.UUID, *[]*model.NoticeAttempt) { return n.ID, &n.Attempts })
	of.err = attempted.err
	for _, n := range attempted.parents {
		isLast := func(a *model.NoticeAttempt) bool { return a.Number == n.AttemptNumber }
		if last := n.Attempt(); last != nil && !slices.ContainsFunc(n.Attempts, isLast) {
			n.Attempts = append(n.Attempts, last)
		}
	}
}

// explainNotices loads what is in the way of notices that are due. Without any there is nothing to load.
func explainNotices(ctx context.Context, of *relations[model.RenewalNotice]) {
	if of.err != nil || !of.sel.Has("blockedBy") && !of.sel.Has("lastAttempt") && !of.sel.Has("nextAttemptAt") {
		return
	}
	r := engine.RequestOf(ctx)
	var policies, cases []uuid.UUID
	for _, n := range of.parents {
		switch {
		case !n.IsDue(r.Now):
		case n.PolicyID != nil:
			policies = append(policies, *n.PolicyID)
		default:
			cases = append(cases, n.CaseID)
		}
	}
	var around map[uuid.UUID]*model.NoticeSurroundings
	if len(policies)+len(cases) > 0 {
		if of.err = r.SpendStatement(); of.err == nil {
			around, of.err = r.Store.NoticeSurroundings(ctx, distinct(policies), distinct(cases))
		}
	}
	for _, n := range of.parents {
		var its *model.NoticeSurroundings
		if n.IsDue(r.Now) {
			its = cmp.Or(around[orZero(n.PolicyID)], around[n.CaseID])
		}
		n.Explain(its, r.Now)
	}
}
