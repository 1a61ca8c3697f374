package graph

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// listArgs are the arguments that every list has besides its filter.
type listArgs struct {
	sort          *model.Sort
	limit, offset *int
	after         *string
}

// readList checks a list's arguments, reads the page and loads the relations that are selected of its nodes. The total
// is counted only when it is selected.
func readList[T, F any](ctx context.Context, args listArgs,
	read func(ctx context.Context, filter F, opt model.ListOptions) (*storage.Page[T], error), filter F,
	relate func(ctx context.Context, sel engine.Selection, nodes []*T) error,
) ([]*T, *model.PageInfo, error) {
	opt, err := model.NewListOptions(args.sort, args.limit, args.offset, args.after)
	if err != nil {
		return nil, nil, err
	}
	sel := engine.SelectionOf(ctx)
	selectedInfo, _ := sel.Child("pageInfo")
	opt.WithTotal = selectedInfo.Has("total")
	page, err := read(ctx, filter, opt)
	if err != nil {
		return nil, nil, err
	}
	if nodes, ok := sel.Child("nodes"); ok {
		if err := relateChildren(ctx, nodes, page.Nodes, relate); err != nil {
			return nil, nil, err
		}
	}
	info := pageInfo(opt, page.Total, page.Next)
	engine.RequestOf(ctx).SetCursor(orZero(info.EndCursor))
	return page.Nodes, info, nil
}

// storeOfList reads only the columns that are selected of a list's nodes.
func storeOfList(ctx context.Context) *storage.Portfolio {
	nodes, _ := engine.SelectionOf(ctx).Child("nodes")
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

// readOne returns a node with the relations that are selected of it, or nil for one that does not exist.
func readOne[T any](ctx context.Context, node *T, err error,
	relate func(ctx context.Context, sel engine.Selection, nodes []*T) error,
) (*T, error) {
	if model.CodeOf(err) == model.CodeNotFound {
		return nil, nil
	}
	if err != nil || relate == nil {
		return node, err
	}
	return node, relate(ctx, engine.SelectionOf(ctx), []*T{node})
}

// maxBatch is the largest number of items of a batch (contract section 2, Bodies).
const maxBatch = 100

// checkBatch refuses a batch that is empty or too long.
func checkBatch[T any](pointer string, items []T) error {
	var vs model.Violations
	switch {
	case len(items) == 0:
		vs.Add(pointer, model.CodeRequired, "give at least one item")
	case len(items) > maxBatch:
		vs.Add(pointer, model.CodeTooLong, "give at most %d items; split the batch", maxBatch)
	}
	return vs.Err()
}

// batchIDs are the ids of a batch of changes, in order. It refuses a batch of a wrong size, for which it returns no
// ids, and a batch that has an id twice.
func batchIDs[T any](pointer string, items []T, id func(T) uuid.UUID) ([]uuid.UUID, error) {
	if err := checkBatch(pointer, items); err != nil {
		return nil, err
	}
	var vs model.Violations
	ids := make([]uuid.UUID, len(items))
	for i, item := range items {
		ids[i] = id(item)
		if ids[i] != uuid.Nil && slices.Contains(ids[:i], ids[i]) {
			vs.Add(model.Pointer(pointer, i, "id"), model.CodeDuplicate, "this id stands in the batch already")
		}
	}
	return ids, vs.Err()
}

// inOrder sorts rows in the order of ids. Ids without a row are left out.
func inOrder[T any](ids []uuid.UUID, rows []*T, id func(*T) uuid.UUID) []*T {
	byID := make(map[uuid.UUID]*T, len(rows))
	for _, row := range rows {
		byID[id(row)] = row
	}
	ordered := make([]*T, 0, len(rows))
	for _, id := range ids {
		if row, ok := byID[id]; ok {
			ordered = append(ordered, row)
		}
	}
	return ordered
}

// orZero is the value behind a pointer, or the zero value.
func orZero[T any](p *T) T {
	if p == nil {
		return *new(T)
	}
	return *p
}
