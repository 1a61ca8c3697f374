package graph

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"reflect"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

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
