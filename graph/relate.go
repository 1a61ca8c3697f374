package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// A relation is loaded only when it is selected, and for all parents at once: one statement per relation and level, for
// any number of nodes.

// toOne loads the record that an optional id of each parent refers to, and then that record's own relations.
func toOne[P, C any](ctx context.Context, sel engine.Selection, name string, parents []*P,
	key func(*P) *uuid.UUID,
	load func(p *storage.Portfolio, ctx context.Context, ids []uuid.UUID) ([]*C, error),
	id func(*C) uuid.UUID,
	set func(*P, *C),
	below func(ctx context.Context, sel engine.Selection, children []*C) error,
) error {
	keys := func(p *P) []uuid.UUID {
		if k := key(p); k != nil {
			return []uuid.UUID{*k}
		}
		return nil
	}
	pick := func(p *P, children []*C) {
		if len(children) > 0 {
			set(p, children[0])
		}
	}
	return toMany(ctx, sel, name, parents, keys, load, id, pick, below)
}

// toMany loads the records that a list of ids of each parent refers to, in the order of the list.
func toMany[P, C any](ctx context.Context, sel engine.Selection, name string, parents []*P,
	keys func(*P) []uuid.UUID,
	load func(p *storage.Portfolio, ctx context.Context, ids []uuid.UUID) ([]*C, error),
	id func(*C) uuid.UUID,
	set func(*P, []*C),
	below func(ctx context.Context, sel engine.Selection, children []*C) error,
) error {
	child, ok := sel.Child(name)
	if !ok || len(parents) == 0 {
		return nil
	}
	children, err := load(storeFor(ctx, child), ctx, distinct(parents, keys))
	if err != nil {
		return err
	}
	byID := make(map[uuid.UUID]*C, len(children))
	for _, c := range children {
		byID[id(c)] = c
	}
	for _, p := range parents {
		related := []*C{}
		for _, k := range keys(p) {
			if c, ok := byID[k]; ok {
				related = append(related, c)
				child.AddTimes(c, sel.Times(p))
			}
		}
		set(p, related)
	}
	return relateChildren(ctx, child, children, below)
}

// hasMany loads the children that have a parent's id, in the order in which load returns them.
func hasMany[P, C any](ctx context.Context, sel engine.Selection, name string, parents []*P,
	id func(*P) uuid.UUID,
	load func(p *storage.Portfolio, ctx context.Context, parents []uuid.UUID) ([]*C, error),
	parent func(*C) uuid.UUID,
	set func(*P, []*C),
	below func(ctx context.Context, sel engine.Selection, children []*C) error,
) error {
	child, ok := sel.Child(name)
	if !ok || len(parents) == 0 {
		return nil
	}
	children, err := load(storeFor(ctx, child), ctx, distinct(parents, func(p *P) []uuid.UUID { return []uuid.UUID{id(p)} }))
	if err != nil {
		return err
	}
	byParent := make(map[uuid.UUID][]*C, len(parents))
	for _, c := range children {
		byParent[parent(c)] = append(byParent[parent(c)], c)
	}
	for _, p := range parents {
		for _, c := range byParent[id(p)] {
			child.AddTimes(c, sel.Times(p))
		}
		set(p, append([]*C{}, byParent[id(p)]...)) // a copy, because a parent may be loaded twice
	}
	return relateChildren(ctx, child, children, below)
}

// storeFor reads only the columns that are selected, and those that relations need.
func storeFor(ctx context.Context, sel engine.Selection) *storage.Portfolio {
	return engine.RequestOf(ctx).Store.Showing(sel.Has)
}

// relateChildren adds children to the cost of the response and loads their own relations.
func relateChildren[C any](ctx context.Context, sel engine.Selection, children []*C, below func(ctx context.Context, sel engine.Selection, children []*C) error) error {
	nodes := 0
	for _, c := range children {
		nodes += sel.Times(c)
	}
	if err := engine.RequestOf(ctx).Spend(nodes, sel); err != nil || below == nil {
		return err
	}
	return below(ctx, sel, children)
}

// distinct are the keys of all parents, each once.
func distinct[P any](parents []*P, keys func(*P) []uuid.UUID) []uuid.UUID {
	seen := map[uuid.UUID]bool{}
	ids := []uuid.UUID{}
	for _, p := range parents {
		for _, k := range keys(p) {
			if !seen[k] {
				seen[k] = true
				ids = append(ids, k)
			}
		}
	}
	return ids
}

// The relations that several nouns have.

func caseOf[P any](ctx context.Context, sel engine.Selection, parents []*P, key func(*P) uuid.UUID, set func(*P, *model.Case)) error {
	return toOne(ctx, sel, "case", parents, func(p *P) *uuid.UUID { id := key(p); return &id },
		(*storage.Portfolio).CasesByID, func(c *model.Case) uuid.UUID { return c.ID }, set, relateCases)
}

func policyOf[P any](ctx context.Context, sel engine.Selection, parents []*P, key func(*P) *uuid.UUID, set func(*P, *model.Policy)) error {
	return toOne(ctx, sel, "policy", parents, key,
		(*storage.Portfolio).PoliciesByID, func(p *model.Policy) uuid.UUID { return p.ID }, set, relatePolicies)
}

func insuredsOf[P any](ctx context.Context, sel engine.Selection, parents []*P, keys func(*P) []uuid.UUID, set func(*P, []*model.Insured)) error {
	return toMany(ctx, sel, "insureds", parents, keys,
		(*storage.Portfolio).InsuredsByID, func(i *model.Insured) uuid.UUID { return i.ID }, set, relateInsureds)
}

func mortgageeClausesOf[P any](ctx context.Context, sel engine.Selection, parents []*P, keys func(*P) []uuid.UUID, set func(*P, []*model.MortgageeClause)) error {
	return toMany(ctx, sel, "mortgageeClauses", parents, keys,
		(*storage.Portfolio).MortgageeClausesByID, func(c *model.MortgageeClause) uuid.UUID { return c.ID }, set, relateMortgageeClauses)
}

// loadAll runs steps until one fails, and returns its error.
func loadAll(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// countEmbedded adds records to the cost of the response that are part of their parents and not loaded, like entries of
// the catalog. below does the same for the records inside those: coverage types have perils, and these have coverage
// types.
func countEmbedded[P, C any](ctx context.Context, sel engine.Selection, name string, parents []*P, of func(*P) []*C,
	below func(ctx context.Context, sel engine.Selection, children []*C) error,
) error {
	r := engine.RequestOf(ctx)
	child, ok := sel.Child(name)
	if !ok || !r.CountsCost() {
		return nil
	}
	records := 0
	for _, p := range parents {
		records += sel.Times(p) * len(of(p))
	}
	if err := r.Spend(records, child); err != nil || below == nil {
		return err
	}
	var children []*C
	for _, p := range parents {
		for _, c := range of(p) {
			if child.AddTimes(c, sel.Times(p)) {
				children = append(children, c)
			}
		}
	}
	return below(ctx, child, children)
}
