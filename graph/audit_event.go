package graph

import (
	"context"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) AuditEvents(ctx context.Context, filter *model.AuditEventFilter, sort *model.Sort, limit, first, offset *int, after *string) (*model.AuditEventConnection, error) {
	return listOf(ctx, storage.AuditEvents, filter, listArgs{sort, limit, first, offset, after}, nil)
}
