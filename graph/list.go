package graph

import (
	"context"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// listArgs are the arguments that every list has besides its filter.
type listArgs struct {
	sort          *model.Sort
	limit, offset *int
	after         *string
}

// readList checks a list's arguments, reads the page, loads what the selection asks of its nodes, and says where the page
// stands. The total is computed only when it is selected.
func readList[T any](ctx context.Context, args listArgs,
	read func(ctx context.Context, opt model.ListOptions) (*storage.Page[T], error),
	relate func(ctx context.Context, sel selection, nodes []*T) error,
) ([]*T, *model.PageInfo, error) {
	opt, err := model.NewListOptions(args.sort, args.limit, args.offset, args.after)
	if err != nil {
		return nil, nil, err
	}
	sel := selectionOf(ctx)
	opt.WithTotal = sel.has("pageInfo", "total")
	page, err := read(ctx, opt)
	if err != nil {
		return nil, nil, err
	}
	if nodes, ok := sel.child("nodes"); ok {
		if err := goBelow(ctx, nodes, page.Nodes, relate); err != nil {
			return nil, nil, err
		}
	}
	info := pageInfo(opt, page.Total, page.Next)
	requestOf(ctx).setCursor(orZero(info.EndCursor))
	return page.Nodes, info, nil
}

// listed reads what the selection of a list asks of its nodes.
func listed(ctx context.Context) *storage.Portfolio {
	nodes, _ := selectionOf(ctx).child("nodes")
	return storeFor(ctx, nodes)
}

func pageInfo(opt model.ListOptions, total int, next *model.Cursor) *model.PageInfo {
	info := &model.PageInfo{Limit: opt.Limit, Offset: opt.Offset, Total: total, HasNextPage: next != nil}
	if next != nil {
		end := next.String()
		info.EndCursor = &end
	}
	return info
}

// readOne answers a node with what the selection asks of it, or null for one that does not exist.
func readOne[T any](ctx context.Context, node *T, err error,
	relate func(ctx context.Context, sel selection, nodes []*T) error,
) (*T, error) {
	if model.CodeOf(err) == model.CodeNotFound {
		return nil, nil
	}
	if err != nil || relate == nil {
		return node, err
	}
	return node, relate(ctx, selectionOf(ctx), []*T{node})
}
