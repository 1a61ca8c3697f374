package graph

import (
	"context"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

func (*queryResolver) AuditEvents(ctx context.Context, filter *model.AuditEventFilter, sort *model.Sort, limit, offset *int, after *string) (*model.AuditEventConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.AuditEvents, orZero(filter), nil)
	return &model.AuditEventConnection{Nodes: nodes, PageInfo: info}, err
}
