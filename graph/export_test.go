package graph

import (
	"context"
	"time"

	"github.com/covertrack/covertrack/graph/generated"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// NewEngineOn is an engine on resolvers that answer what they have, and no database.
func NewEngineOn(cfg Config, resolvers generated.ResolverRoot) (*Engine, error) {
	cfg.Store = &storage.Store{}
	return newEngine(cfg, resolvers)
}

// DocumentsOf is the resolver of `documents` on a page that is there.
func DocumentsOf(ctx context.Context, page *storage.Page[model.Document], sort *model.Sort, limit, offset *int, after *string) (*model.DocumentConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		func(context.Context, model.ListOptions) (*storage.Page[model.Document], error) { return page, nil }, nil)
	return &model.DocumentConnection{Nodes: nodes, PageInfo: info}, err
}

// LookAgain sets how often those who watch are woken without a change. It is called before anybody does.
func LookAgain(e *Engine, every time.Duration) { e.changes.again = every }
