package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) PolicyVersions(ctx context.Context, filter *model.PolicyVersionFilter, sort *model.Sort, limit, offset *int, after *string) (*model.PolicyVersionConnection, error) {
	nodes, info, err := listOf(ctx, storage.PolicyVersions, filter, listArgs{sort: sort, limit: limit, offset: offset, after: after}, relatePolicyVersions)
	return &model.PolicyVersionConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) PolicyVersion(ctx context.Context, id uuid.UUID) (*model.PolicyVersion, error) {
	return oneOf(ctx, storage.PolicyVersions, id, relatePolicyVersions)
}
