package graph

import (
	"context"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) AuditEvents(ctx context.Context, filter *model.AuditEventFilter, sort *model.Sort, limit, offset *int, after *string) (*model.AuditEventConnection, error) {
	store := engine.RequestOf(ctx).Store
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		func(ctx context.Context, opt model.ListOptions) (*storage.Page[model.AuditEvent], error) {
			return store.AuditEvents(ctx, orZero(filter), opt)
		}, nil)
	return &model.AuditEventConnection{Nodes: nodes, PageInfo: info}, err
}
