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
	isSearch      bool // the filter searches for a text
}

// listOf reads a page of a noun with the selected relations. It reads only the columns that the selection shows.
func listOf[T, F any](
	ctx context.Context, noun *storage.Table[T, F], filter *F, args listArgs, relate relation[T],
) ([]*T, *model.PageInfo, error) {
	args.isSearch = noun.SearchText(orZero(filter)) != nil
	return readList(ctx, args, relate, func(nodes engine.Selection, opt model.ListOptions) (*storage.Page[T], error) {
		return noun.Page(ctx, storeFor(ctx, noun, nodes), orZero(filter), opt)
	})
}

// readList checks a list's arguments, reads the page and loads the relations that are selected of its nodes. The total
// is counted only when it is selected.
func readList[T any](
	ctx context.Context, args listArgs, relate relation[T],
	read func(nodes engine.Selection, opt model.ListOptions) (*storage.Page[T], error),
) ([]*T, *model.PageInfo, error) {
	opt, err := model.NewListOptions(listOfField(ctx, args), args.sort, args.limit, args.offset, args.after)
	if err != nil {
		return nil, nil, err
	}
	sel := engine.SelectionOf(ctx)
	selectedInfo, _ := sel.Child("pageInfo")
	opt.WithTotal = selectedInfo.Has("total")
	nodes, isShown := sel.Child("nodes")
	page, err := read(nodes, opt)
	if err != nil {
		return nil, nil, err
	}
	if isShown {
		if err := relateChildren(ctx, nodes, page.Nodes, relate); err != nil {
			return nil, nil, err
		}
	}
	info := &model.PageInfo{Limit: opt.Limit, Offset: opt.Offset, Total: page.Total, HasNextPage: page.Next != nil}
	if page.Next != nil {
		page.Next.List = listID(ctx)
		end := page.Next.String()
		info.EndCursor = &end
	}
	engine.RequestOf(ctx).SetCursor(orZero(info.EndCursor))
	return page.Nodes, info, nil
}

// oneOf reads the record of the id with its selected relations; nil if there is none.
func oneOf[T, F any](ctx context.Context, noun *storage.Table[T, F], id uuid.UUID, relate relation[T]) (*T, error) {
	record, err := orNone(noun.One(ctx, engine.RequestOf(ctx).Store, id))
	if record == nil {
		return nil, err
	}
	return related(ctx, record, relate)
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

// orNone returns nil, without an error, for a record that does not exist.
func orNone[T any](record *T, err error) (*T, error) {
	if model.CodeOf(err) == model.CodeNotFound {
		return nil, nil
	}
	return record, err
}

// orZero is the value behind a pointer, or the zero value.
func orZero[T any](p *T) T {
	if p == nil {
		return *new(T)
	}
	return *p
}
