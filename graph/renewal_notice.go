package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

func (*queryResolver) RenewalNotices(ctx context.Context, filter *model.RenewalNoticeFilter, sort *model.Sort, limit, offset *int, after *string) (*model.RenewalNoticeConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.RenewalNotices, orZero(filter), relateRenewalNotices)
	return &model.RenewalNoticeConnection{Nodes: nodes, PageInfo: info}, err
}

// relateRenewalNotices loads the selected relations of renewal notices.
func relateRenewalNotices(ctx context.Context, sel engine.Selection, notices []*model.RenewalNotice) error {
	return loadAll(
		func() error {
			return caseOf(ctx, sel, notices, func(n *model.RenewalNotice) uuid.UUID { return n.CaseID },
				func(n *model.RenewalNotice, c *model.Case) { n.Case = c })
		},
		func() error {
			return policyOf(ctx, sel, notices, func(n *model.RenewalNotice) *uuid.UUID { return &n.PolicyID },
				func(n *model.RenewalNotice, p *model.Policy) { n.Policy = p })
		},
	)
}
