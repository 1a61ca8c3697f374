package graph

import (
	"context"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

// DocumentsOf is the resolver of `documents` on a page that is in memory.
func DocumentsOf(ctx context.Context, part *storage.Page[model.Document], sort *page.Sort, limit, first, offset *int,
	after *string) (*model.DocumentConnection, error) {
	return readList(ctx, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, nil,
		func(engine.Selection, page.Options) (*storage.Page[model.Document], error) { return part, nil })
}

// PoliciesOf is the resolver of `policies` on a page that is in memory. What is computed of the policies is.
func PoliciesOf(ctx context.Context, part *storage.Page[model.Policy], sort *page.Sort, limit, first, offset *int,
	after *string) (*model.PolicyConnection, error) {
	return readList(ctx, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, relatePolicies,
		func(engine.Selection, page.Options) (*storage.Page[model.Policy], error) { return part, nil })
}
