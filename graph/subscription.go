package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*subscriptionResolver) CaseChanged(ctx context.Context, id uuid.UUID) (<-chan *model.Case, error) {
	if _, err := storage.Cases.One(ctx, engine.RequestOf(ctx).Store, id); err != nil {
		return nil, err
	}
	return engine.Follow(ctx, id, func(ctx context.Context) (*model.Case, error) {
		c, err := storage.Cases.One(ctx, engine.RequestOf(ctx).Store, id)
		if err != nil {
			return nil, err
		}
		return related(ctx, c, relateCases)
	}), nil
}
