package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

// nested is a list of records that each parent has.
type nested[P, C, F any] struct {
	sel     engine.Selection
	parents []*P
	noun    *storage.Table[C, F]
	column  string
	below   relation[C]
	most    int
	// link returns the ids by which a parent finds the records, maybe in the memory given, and its field for them.
	link func(*P, []uuid.UUID) ([]uuid.UUID, *[]*C)
	// key is the id by which a record is found, and keys are those of a record that has several.
	key  func(*C) uuid.UUID
	keys func(*C) []uuid.UUID

	parts map[*ast.Field]map[*P][]*C // what the query asks for in part, by the field
}

// load loads the whole lists, if they are selected. Where a part is selected, its resolver finds the list by the parent.
func (l *nested[P, C, F]) load(
	ctx context.Context, of *relations[P], name string, read func(context.Context, *storage.Portfolio, []uuid.UUID) ([]*C, error),
) {
	if _, _, isNarrowed := l.sel.Whole(name); isNarrowed {
		for _, p := range l.parents {
			engine.RequestOf(ctx).Narrowed.Store(nestedList{p, name}, l)
		}
	}
	child, ok := of.loaded(ctx, name)
	if !ok {
		return
	}
	var children []*C
	children, of.err = read(ctx, storeFor(ctx, l.noun, child), l.ids())
	memory := make([]uuid.UUID, 0, 1)
	l.share(&child, children, l.most, func(p *P, list []*C) {
		_, field := l.link(p, memory)
		*field = list
	})
	relateBelow(ctx, of, child, children, l.below)
}

// ids are those by which all parents find their records, each once.
func (l *nested[P, C, F]) ids() []uuid.UUID {
	ids := make([]uuid.UUID, 0, len(l.parents))
	for _, p := range l.parents {
		own, _ := l.link(p, ids[len(ids):])
		ids = append(ids, own...)
	}
	return distinct(ids)
}

// share gives each parent its own of the children, in the order of its ids and of theirs.
func (l *nested[P, C, F]) share(child *engine.Selection, children []*C, most int, give func(*P, []*C)) {
	found := make(map[uuid.UUID][]*C, len(l.parents))
	for _, c := range children {
		if l.keys == nil {
			key := l.key(c)
			found[key] = append(found[key], c)
			continue
		}
		for _, key := range l.keys(c) {
			found[key] = append(found[key], c)
		}
	}
	memory := make([]uuid.UUID, 0, 1)
	for _, p := range l.parents {
		ids, _ := l.link(p, memory)
		list := []*C{}
		for _, id := range ids {
			list = append(list, found[id]...)
		}
		list = list[:min(len(list), most)]
		for _, c := range list {
			child.AddTimes(c, l.sel.Times(p))
		}
		give(p, list)
	}
}

// nestedList is a list of a record, by the record and the list's name.
type nestedList struct {
	parent any
	name   string
}

// narrowed is the list of a parent as the field that is being resolved asks for it. The first parent's resolver loads it for
// all that were loaded together, in one statement.
func narrowed[P, C, F any](ctx context.Context, p *P, whole []*C, first *int, filter *F) ([]*C, error) {
	field := graphql.GetFieldContext(ctx).Field.Field
	if !engine.IsNarrowed(field) {
		return whole, nil
	}
	most, vs := storage.ChildrenOfParent, fault.Violations{}
	if first != nil {
		most = page.LimitOf(nil, first, &vs)
	}
	if err := vs.Err(); err != nil {
		return nil, err
	}
	r := engine.RequestOf(ctx)
	r.Narrowing.Lock()
	defer r.Narrowing.Unlock()
	kept, _ := r.Narrowed.Load(nestedList{p, field.Name})
	l := kept.(*nested[P, C, F])
	if l.parts[field] == nil {
		part, err := l.narrow(ctx, orZero(filter), most)
		if err != nil {
			return nil, err
		}
		if l.parts == nil {
			l.parts = map[*ast.Field]map[*P][]*C{}
		}
		l.parts[field] = part
	}
	return l.parts[field][p], nil
}

// narrow loads of each parent as many of its children as most, of those that the filter shows.
func (l *nested[P, C, F]) narrow(ctx context.Context, filter F, most int) (map[*P][]*C, error) {
	r, child := engine.RequestOf(ctx), l.sel.Below(ctx)
	isSearch := l.noun.SearchText(filter) != nil
	if err := r.SpendList(child, false, isSearch, 0); err != nil {
		return nil, err
	}
	children, err := l.noun.Narrowed(ctx, storeFor(ctx, l.noun, child), l.column, l.ids(), filter, most)
	if err != nil {
		return nil, err
	}
	part := make(map[*P][]*C, len(l.parents))
	l.share(&child, children, most, func(p *P, list []*C) { part[p] = list })
	return part, relateChildren(ctx, child, children, l.below)
}
