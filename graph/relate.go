package graph

import (
	"context"
	"math"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// relation loads the selected relations of records. Each is loaded only when it is selected, and for all records at
// once: one statement per relation and level, for any number of records.
type relation[T any] func(ctx context.Context, sel engine.Selection, records []*T) error

// related returns a record with its selected relations, if the noun has any.
func related[T any](ctx context.Context, record *T, relate relation[T]) (*T, error) {
	if relate == nil {
		return record, nil
	}
	return record, relate(ctx, engine.SelectionOf(ctx), []*T{record})
}

// relations are parents whose relations are loaded one after the other. Once one has failed, the rest are not loaded.
type relations[P any] struct {
	sel     engine.Selection
	parents []*P
	err     error
}

func relationsOf[P any](sel engine.Selection, parents []*P) *relations[P] {
	return &relations[P]{sel: sel, parents: parents}
}

// loaded returns what is selected of a relation that takes a statement to load, and adds the statement to the cost of the
// response; false if nothing is to be loaded.
func (of *relations[P]) loaded(ctx context.Context, name string) (engine.Selection, bool) {
	child, ok := of.child(name)
	if ok {
		of.err = engine.RequestOf(ctx).SpendStatement()
	}
	return child, ok && of.err == nil
}

// child returns what is selected of a relation, of any kind; false if nothing is to be loaded.
func (of *relations[P]) child(name string) (engine.Selection, bool) {
	if of.err != nil || len(of.parents) == 0 {
		return engine.Selection{}, false
	}
	child, ok, _ := of.sel.Whole(name)
	return child, ok
}

// toOne loads the record of an optional id of each parent. Link returns a parent's id, and its field for the record.
func toOne[P, C, F any](
	ctx context.Context, of *relations[P], name string, noun *storage.Table[C, F], below relation[C],
	link func(*P) (*uuid.UUID, **C),
) {
	child, ok := of.loaded(ctx, name)
	if !ok {
		return
	}
	ids := make([]uuid.UUID, 0, len(of.parents))
	for _, p := range of.parents {
		if id, _ := link(p); id != nil {
			ids = append(ids, *id)
		}
	}
	children, found := load(ctx, of, child, noun, distinct(ids))
	for _, p := range of.parents {
		id, field := link(p)
		if id == nil || found[*id] == nil {
			continue
		}
		*field = found[*id]
		child.AddTimes(found[*id], of.sel.Times(p))
	}
	relateBelow(ctx, of, child, children, below)
}

// toMany loads the records of a list of ids of each parent, in the order of the list.
func toMany[P, C, F any](
	ctx context.Context, of *relations[P], name string, noun *storage.Table[C, F], below relation[C],
	link func(*P) ([]uuid.UUID, *[]*C),
) {
	if !of.hasList(name) {
		return
	}
	l := &nested[P, C, F]{sel: of.sel, parents: of.parents, noun: noun, column: "id", below: below, most: math.MaxInt, key: noun.ID}
	l.link = func(p *P, _ []uuid.UUID) ([]uuid.UUID, *[]*C) { return link(p) }
	l.load(ctx, of, name, func(ctx context.Context, in *storage.Portfolio, ids []uuid.UUID) ([]*C, error) {
		return noun.ByID(ctx, in, ids)
	})
}

// hasMany loads the records that have a parent's id in the column, oldest first.
func hasMany[P, C, F any](
	ctx context.Context, of *relations[P], name string, noun *storage.Table[C, F], column string, below relation[C],
	link func(*P) (uuid.UUID, *[]*C),
) {
	if !of.hasList(name) {
		return
	}
	l := &nested[P, C, F]{sel: of.sel, parents: of.parents, noun: noun, column: column, below: below, most: storage.ChildrenOfParent}
	l.link = listOfOne(link)
	l.key = func(c *C) uuid.UUID { return noun.Ref(c, column) }
	l.load(ctx, of, name, func(ctx context.Context, in *storage.Portfolio, parents []uuid.UUID) ([]*C, error) {
		return noun.Of(ctx, in, column, parents)
	})
}

// namedIn loads the records that have a parent's id in the column, a list of ids, oldest first. Ids are those in a record's
// column.
func namedIn[P, C, F any](
	ctx context.Context, of *relations[P], name string, noun *storage.Table[C, F], column string, below relation[C],
	ids func(*C) []uuid.UUID, link func(*P) (uuid.UUID, *[]*C),
) {
	if !of.hasList(name) {
		return
	}
	l := &nested[P, C, F]{sel: of.sel, parents: of.parents, noun: noun, column: column, below: below, most: storage.ChildrenOfParent}
	l.link = listOfOne(link)
	l.keys = func(c *C) []uuid.UUID { return distinct(slices.Clone(ids(c))) }
	l.load(ctx, of, name, func(ctx context.Context, in *storage.Portfolio, parents []uuid.UUID) ([]*C, error) {
		return noun.Naming(ctx, in, column, parents)
	})
}

func listOfOne[P, C any](link func(*P) (uuid.UUID, *[]*C)) func(*P, []uuid.UUID) ([]uuid.UUID, *[]*C) {
	return func(p *P, memory []uuid.UUID) ([]uuid.UUID, *[]*C) {
		id, field := link(p)
		return append(memory, id), field
	}
}

// hasList reports whether a list or a part of it is selected.
func (of *relations[P]) hasList(name string) bool {
	return of.err == nil && len(of.parents) > 0 && of.sel.Has(name)
}

// embedded adds records to the cost of the response that are part of their parents and not loaded, like entries of the
// catalog. Below does the same for the records inside those: coverage types have perils, and these have coverage types.
func embedded[P, C any](ctx context.Context, of *relations[P], name string, below relation[C], records func(*P) []*C) {
	child, ok := of.child(name)
	r := engine.RequestOf(ctx)
	if !ok || !r.CountsCost() {
		return
	}
	n := 0
	for _, p := range of.parents {
		n += of.sel.Times(p) * len(records(p))
	}
	if of.err = r.Spend(n, child); of.err != nil || below == nil {
		return
	}
	var children []*C
	for _, p := range of.parents {
		for _, c := range records(p) {
			if child.AddTimes(c, of.sel.Times(p)) {
				children = append(children, c)
			}
		}
	}
	of.err = below(ctx, child, children)
}

// inside returns the records that are part of others and have relations of their own, for these to be loaded. They are
// added to the cost of the response.
func inside[P, C any](ctx context.Context, of *relations[P], name string, records func(*P) []*C) *relations[C] {
	child, ok := of.child(name)
	if !ok {
		return &relations[C]{err: of.err}
	}
	n, all := 0, []*C{}
	for _, p := range of.parents {
		times := of.sel.Times(p)
		for _, c := range records(p) {
			n += times
			child.AddTimes(c, times)
			all = append(all, c)
		}
	}
	of.err = engine.RequestOf(ctx).Spend(n, child)
	return &relations[C]{sel: child, parents: all, err: of.err}
}

// load finds the records of the ids, as a list and by id.
func load[P, C, F any](
	ctx context.Context, of *relations[P], child engine.Selection, noun *storage.Table[C, F], ids []uuid.UUID,
) (children []*C, found map[uuid.UUID]*C) {
	children, of.err = noun.ByID(ctx, storeFor(ctx, noun, child), ids)
	return children, byID(noun, children)
}

// relateBelow relates the children unless loading them has failed.
func relateBelow[P, C any](ctx context.Context, of *relations[P], child engine.Selection, children []*C, below relation[C]) {
	if of.err == nil {
		of.err = relateChildren(ctx, child, children, below)
	}
}

// relateChildren adds children to the cost of the response and loads their own relations.
func relateChildren[C any](ctx context.Context, sel engine.Selection, children []*C, below relation[C]) error {
	nodes := 0
	for _, c := range children {
		nodes += sel.Times(c)
	}
	if err := engine.RequestOf(ctx).Spend(nodes, sel); err != nil || below == nil {
		return err
	}
	return below(ctx, sel, children)
}

// storeFor reads only the columns that are selected, and those that relations need.
func storeFor[T, F any](ctx context.Context, noun *storage.Table[T, F], sel engine.Selection) *storage.Portfolio {
	store := engine.RequestOf(ctx).Store
	if !noun.HasOptional() {
		return store
	}
	return store.Showing(sel.Has)
}

// byID finds records by their ids.
func byID[T, F any](noun *storage.Table[T, F], records []*T) map[uuid.UUID]*T {
	found := make(map[uuid.UUID]*T, len(records))
	for _, record := range records {
		found[noun.ID(record)] = record
	}
	return found
}

// idsIn are the ids that records have in a column, each once.
func idsIn[T, F any](noun *storage.Table[T, F], records []*T, column string) []uuid.UUID {
	ids := make([]uuid.UUID, len(records))
	for i, record := range records {
		ids[i] = noun.Ref(record, column)
	}
	return distinct(ids)
}

// idsOf are the ids in the lists that parents link to, each once.
func idsOf[P, C any](of *relations[P], link func(*P) ([]uuid.UUID, *[]C)) []uuid.UUID {
	var ids []uuid.UUID
	for _, p := range of.parents {
		list, _ := link(p)
		ids = append(ids, list...)
	}
	return distinct(ids)
}

// distinct removes the ids that the list has before.
func distinct(ids []uuid.UUID) []uuid.UUID {
	seen := make(map[uuid.UUID]bool, len(ids))
	return slices.DeleteFunc(ids, func(id uuid.UUID) bool {
		known := seen[id]
		seen[id] = true
		return known
	})
}

// toContacts is toMany for contacts, users and brokers, with the relations of those that are brokers.
func toContacts[P any](ctx context.Context, of *relations[P], name string, link func(*P) ([]uuid.UUID, *[]model.Contact)) {
	child, ok := of.child(name)
	if !ok {
		return
	}
	var contacts []model.Contact
	contacts, of.err = engine.RequestOf(ctx).Store.ContactsByID(ctx, idsOf(of, link))
	found := make(map[uuid.UUID]model.Contact, len(contacts))
	var brokers []*model.Broker
	for _, contact := range contacts {
		switch c := contact.(type) {
		case *model.User:
			found[c.ID] = c
		case *model.Broker:
			found[c.ID] = c
			brokers = append(brokers, c)
		}
	}
	for _, p := range of.parents {
		ids, field := link(p)
		*field = []model.Contact{}
		for _, id := range ids {
			if c, ok := found[id]; ok {
				*field = append(*field, c)
			}
		}
	}
	if of.err == nil {
		of.err = relateBrokers(ctx, child, brokers)
	}
}
