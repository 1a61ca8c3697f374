package graph

import (
	"context"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) AuditEvents(
	ctx context.Context, filter *model.AuditEventFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*model.AuditEventConnection, error) {
	return listOf(ctx, storage.AuditEvents, filter,
		listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after, wrong: orZero(filter).Check()}, nil)
}
