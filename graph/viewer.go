package graph

import (
	"context"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

func (*queryResolver) Viewer(ctx context.Context) (*model.Viewer, error) {
	return model.NewViewer(engine.RequestOf(ctx).Principal), nil
}
