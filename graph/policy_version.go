package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

func (*queryResolver) PolicyVersions(ctx context.Context, filter *model.PolicyVersionFilter, sort *model.Sort, limit, offset *int, after *string) (*model.PolicyVersionConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		storeOfList(ctx).PolicyVersions, orZero(filter), relatePolicyVersions)
	return &model.PolicyVersionConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) PolicyVersion(ctx context.Context, id uuid.UUID) (*model.PolicyVersion, error) {
	v, err := engine.RequestOf(ctx).Store.PolicyVersion(ctx, id)
	return readOne(ctx, v, err, relatePolicyVersions)
}
