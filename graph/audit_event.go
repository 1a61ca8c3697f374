package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) AuditEvents(ctx context.Context, filter *model.AuditEventFilter, sort *model.Sort, limit, offset *int, after *string) (*model.AuditEventConnection, error) {
	nodes, info, err := listOf(ctx, storage.AuditEvents, filter, listArgs{sort, limit, offset, after}, nil)
	return &model.AuditEventConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) AuditEvent(ctx context.Context, id uuid.UUID) (*model.AuditEvent, error) {
	return oneOf(ctx, storage.AuditEvents, id, nil)
}
