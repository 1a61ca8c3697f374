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
	return of.err
}
