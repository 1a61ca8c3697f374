package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) PolicyVersions(
	ctx context.Context, filter *model.PolicyVersionFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*model.PolicyVersionConnection, error) {
	return listOf(ctx, storage.PolicyVersions, filter, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after},
		relatePolicyVersions)
}

func (*queryResolver) PolicyVersion(ctx context.Context, id uuid.UUID) (*model.PolicyVersion, error) {
	return oneOf(ctx, storage.PolicyVersions, id, relatePolicyVersions)
}
