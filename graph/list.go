package graph

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"reflect"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

// listArgs are the arguments that every list has besides its filter.
type listArgs struct {
	sort                 *page.Sort
	limit, first, offset *int
	after                *string
	isSearch             bool             // the filter searches for a text
	wrong                fault.Violations // with the filter
}

// listOf reads a page of a noun with the selected relations. It reads only the columns that the selection shows.
func listOf[T, F any](
	ctx context.Context, noun *storage.Table[T, F], filter *F, args listArgs, relate relation[T],
) (*page.Connection[T], error) {
	args.isSearch = noun.SearchText(orZero(filter)) != nil
	isWhole := !args.isSearch && noun.IsWhole(orZero(filter))
	if err := engine.RequestOf(ctx).SpendList(engine.SelectionOf(ctx), isWhole, args.isSearch, orZero(args.offset)); err != nil {
		return nil, err
	}
	return readList(ctx, args, relate, func(records engine.Selection, opt page.Options) (*storage.Page[T], error) {
		return noun.Page(ctx, storeFor(ctx, noun, records), orZero(filter), opt)
	})
}

// readList checks a list's arguments, reads the page and loads the relations that are selected of its records. The
// total is counted, and cursors are made, only when they are selected.
func readList[T any](
	ctx context.Context, args listArgs, relate relation[T],
	read func(records engine.Selection, opt page.Options) (*storage.Page[T], error),
) (*page.Connection[T], error) {
	vs := args.wrong
	opt, err := page.NewOptions(listOfField(ctx, args), args.sort, args.limit, args.first, args.offset, args.after)
	vs.AppendErr(err)
	if err := vs.Err(); err != nil {
		return nil, err
	}
	sel := engine.SelectionOf(ctx)
	selectedInfo, _ := sel.Child("pageInfo")
	edges, hasEdges := sel.Child("edges")
	opt.WithTotal = selectedInfo.Has("total") || sel.Has("totalCount")
	opt.WithCursors = selectedInfo.Has("startCursor") || edges.Has("cursor")
	opt.MaxBytes = engine.RequestOf(ctx).PageBytes()
	records, isShown := recordsOf(sel, edges)
	part, err := read(records, opt)
	if err == nil {
		err = engine.RequestOf(ctx).Expect(ctx, part.Bytes)
	}
	if err != nil {
		return nil, err
	}
	if isShown {
		if err := relateChildren(ctx, records, part.Nodes, relate); err != nil {
			return nil, err
		}
	}
	signCursors(ctx, part)
	list := &page.Connection[T]{Nodes: part.Nodes, PageInfo: pageInfo(part, opt), TotalCount: part.Total}
	if hasEdges {
		list.Edges = edgesOf(part)
		err = engine.RequestOf(ctx).Spend(len(list.Edges), edges)
	}
	engine.RequestOf(ctx).SetCursor(orZero(list.PageInfo.EndCursor), part.IsCut)
	return list, err
}

// recordsOf is what a list's selection asks of its records, as nodes, as nodes of edges or as both; false if nothing.
func recordsOf(list, edges engine.Selection) (engine.Selection, bool) {
	nodes, asNodes := list.Child("nodes")
	node, asEdges := edges.Child("node")
	switch {
	case !asEdges:
		return nodes, asNodes
	case !asNodes:
		return node, true
	default:
		return nodes.And(node), true
	}
}

func pageInfo[T any](part *storage.Page[T], opt page.Options) *page.Info {
	info := &page.Info{
		Limit: opt.Limit, Offset: opt.Offset, Total: part.Total, HasNextPage: part.Next != nil, HasPreviousPage: opt.Offset > 0,
		Truncated: part.IsCut,
	}
	if part.Next != nil {
		end := part.Next.String()
		info.EndCursor = &end
	}
	if len(part.Cursors) > 0 {
		start := part.Cursors[0].String()
		info.StartCursor = &start
	}
	return info
}

// edgesOf pairs the records of a page with their cursors, if it has them.
func edgesOf[T any](part *storage.Page[T]) []*page.Edge[T] {
	edges := make([]*page.Edge[T], len(part.Nodes))
	for i, node := range part.Nodes {
		edges[i] = &page.Edge[T]{Node: node}
		if part.Cursors != nil {
			cursor := part.Cursors[i].String()
			edges[i].Cursor = &cursor
		}
	}
	return edges
}

// oneOf reads the record of the id with its selected relations; nil if there is none.
func oneOf[T, F any](ctx context.Context, noun *storage.Table[T, F], id uuid.UUID, relate relation[T]) (*T, error) {
	if err := engine.RequestOf(ctx).SpendStatement(); err != nil {
		return nil, err
	}
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
	var vs fault.Violations
	switch {
	case len(items) == 0:
		vs.Say(pointer, fault.CodeRequired, "must have at least one item")
	case len(items) > maxBatch:
		vs.Say(pointer, fault.CodeTooLong, "must have at most %d items; split the batch", maxBatch)
	}
	return vs.Err()
}

// batchIDs are the ids of a batch of changes, in order. It refuses a batch of a wrong size, for which it returns no
// ids, and a batch that has an id twice.
func batchIDs[T any](pointer string, items []T, id func(T) uuid.UUID) ([]uuid.UUID, error) {
	if err := checkBatch(pointer, items); err != nil {
		return nil, err
	}
	var vs fault.Violations
	ids := make([]uuid.UUID, len(items))
	for i, item := range items {
		ids[i] = id(item)
		if ids[i] != uuid.Nil && slices.Contains(ids[:i], ids[i]) {
			vs.Say(fault.Pointer(pointer, i, "id"), fault.CodeDuplicate, "is given twice")
		}
	}
	return ids, vs.Err()
}

// orNone returns nil, without an error, for a record that does not exist.
func orNone[T any](record *T, err error) (*T, error) {
	if fault.CodeOf(err) == fault.CodeNotFound {
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

// listOfField is what the arguments of the list that is being resolved are checked against: as much of it as they need.
func listOfField(ctx context.Context, args listArgs) page.List {
	of := page.List{IsRanked: args.isSearch}
	if args.sort != nil {
		of.Sorts = strict.Sorts(graphql.GetFieldContext(ctx).Field.Definition.Arguments.ForName("sort"))
	}
	if args.after != nil {
		of.ID = listID(ctx)
	}
	return of
}

// listID tells the list that is being resolved from all others, by its name, its filter and the portfolio. It is no
// secret: a cursor of another list would do no harm but to its caller.
func listID(ctx context.Context) uint64 {
	field, portfolio := graphql.GetFieldContext(ctx), engine.RequestOf(ctx).Principal.PortfolioID
	hash := fnv.New64a()
	_, _ = hash.Write(portfolio[:])
	_, _ = hash.Write([]byte(field.Field.Name))
	if parent, ok := field.Args["endpointId"].(*uuid.UUID); ok && parent != nil {
		_, _ = hash.Write(parent[:])
	}
	if parent, ok := field.Args["sandboxId"].(uuid.UUID); ok {
		_, _ = hash.Write(parent[:])
	}
	if filter := field.Args["filter"]; filter != nil && !reflect.ValueOf(filter).IsNil() {
		_ = json.NewEncoder(hash).Encode(filter) // a filter is always JSON
	}
	return hash.Sum64()
}

// signCursors has the cursors of a page belong to the list that is being resolved.
func signCursors[T any](ctx context.Context, page *storage.Page[T]) {
	if page.Next == nil && len(page.Cursors) == 0 {
		return
	}
	id := listID(ctx)
	if page.Next != nil {
		page.Next.List = id
	}
	for _, c := range page.Cursors {
		c.List = id
	}
}
