package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) RenewalNotices(ctx context.Context, filter *model.RenewalNoticeFilter, sort *model.Sort, limit, first, offset *int, after *string) (*model.RenewalNoticeConnection, error) {
	return listOf(ctx, storage.RenewalNotices, filter, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, relateRenewalNotices)
}

func (*queryResolver) RenewalNotice(ctx context.Context, id uuid.UUID) (*model.RenewalNotice, error) {
	return oneOf(ctx, storage.RenewalNotices, id, relateRenewalNotices)
}

func init() { addNodeRelation(relateRenewalNotices) }

// relateRenewalNotices loads the selected relations of renewal notices.
func relateRenewalNotices(ctx context.Context, sel engine.Selection, notices []*model.RenewalNotice) error {
	of := relationsOf(sel, notices)
	toOne(ctx, of, "case", storage.Cases, relateCases,
		func(n *model.RenewalNotice) (*uuid.UUID, **model.Case) { return &n.CaseID, &n.Case })
	toOne(ctx, of, "policy", storage.Policies, relatePolicies,
		func(n *model.RenewalNotice) (*uuid.UUID, **model.Policy) { return &n.PolicyID, &n.Policy })
	toOne(ctx, of, "cancellation", storage.Cancellations, relateCancellations,
		func(n *model.RenewalNotice) (*uuid.UUID, **model.Cancellation) {
			return n.CancellationID, &n.Cancellation
		})
	explainNotices(ctx, of)
	return of.err
}

// explainNotices loads what is in the way of notices that are due. Without any there is nothing to load.
func explainNotices(ctx context.Context, of *relations[model.RenewalNotice]) {
	if of.err != nil || !of.sel.Has("blockedBy") && !of.sel.Has("lastAttempt") && !of.sel.Has("nextAttemptAt") {
		return
	}
	r := engine.RequestOf(ctx)
	var policies []uuid.UUID
	for _, n := range of.parents {
		if n.IsDue(r.Now) {
			policies = append(policies, n.PolicyID)
		}
	}
	var around map[uuid.UUID]*model.NoticeSurroundings
	if len(policies) > 0 {
		if of.err = r.SpendStatement(); of.err == nil {
			around, of.err = r.Store.NoticeSurroundings(ctx, distinct(policies))
		}
	}
	for _, n := range of.parents {
		if n.IsDue(r.Now) {
			n.Explain(around[n.PolicyID], r.Now)
		} else {
			n.Explain(nil, r.Now)
		}
	}
}
