package graph

import (
	"context"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) AuditEvents(ctx context.Context, filter *model.AuditEventFilter, sort *model.Sort, limit, offset *int, after *string) (*model.AuditEventConnection, error) {
	nodes, info, err := listOf(ctx, storage.AuditEvents, filter, listArgs{sort: sort, limit: limit, offset: offset, after: after}, nil)
	return &model.AuditEventConnection{Nodes: nodes, PageInfo: info}, err
}
