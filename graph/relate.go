package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/storage"
)

// A relation is loaded with its parents, all parents at once, when the selection asks for it: one statement a relation and
// level, whatever the number of nodes.

// toOne loads the relation behind an optional id of each parent and hands the children on to their own relations.
func toOne[P, C any](ctx context.Context, sel selection, name string, parents []*P,
	key func(*P) *uuid.UUID,
	load func(p *storage.Portfolio, ctx context.Context, ids []uuid.UUID) ([]*C, error),
	id func(*C) uuid.UUID,
	set func(*P, *C),
	below func(ctx context.Context, sel selection, children []*C) error,
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

// toMany loads the relation behind a list of ids of each parent, in the list's order.
func toMany[P, C any](ctx context.Context, sel selection, name string, parents []*P,
	keys func(*P) []uuid.UUID,
	load func(p *storage.Portfolio, ctx context.Context, ids []uuid.UUID) ([]*C, error),
	id func(*C) uuid.UUID,
	set func(*P, []*C),
	below func(ctx context.Context, sel selection, children []*C) error,
) error {
	child, ok := sel.child(name)
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
	child.times = map[any]int{}
	for _, p := range parents {
		related := []*C{}
		for _, k := range keys(p) {
			if c, ok := byID[k]; ok {
				related = append(related, c)
				child.times[c] += sel.timesOf(p)
			}
		}
		set(p, related)
	}
	return goBelow(ctx, child, children, below)
}

// hasMany loads the children that carry a parent's id, in the order in which load answers them.
func hasMany[P, C any](ctx context.Context, sel selection, name string, parents []*P,
	id func(*P) uuid.UUID,
	load func(p *storage.Portfolio, ctx context.Context, parents []uuid.UUID) ([]*C, error),
	parent func(*C) uuid.UUID,
	set func(*P, []*C),
	below func(ctx context.Context, sel selection, children []*C) error,
) error {
	child, ok := sel.child(name)
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
	child.times = map[any]int{}
	for _, p := range parents {
		// A parent that was loaded twice gets children of its own each time it stands in the response.
		for _, c := range byParent[id(p)] {
			child.times[c] += sel.timesOf(p)
		}
		set(p, append([]*C{}, byParent[id(p)]...))
	}
	return goBelow(ctx, child, children, below)
}

// storeFor reads what the selection asks of the nodes, and what all relations hang on.
func storeFor(ctx context.Context, sel selection) *storage.Portfolio {
	return requestOf(ctx).store.Showing(sel.shows)
}

// goBelow counts what a relation adds to the response and loads the children's own relations.
func goBelow[C any](ctx context.Context, sel selection, children []*C, below func(ctx context.Context, sel selection, children []*C) error) error {
	nodes := 0
	for _, c := range children {
		nodes += sel.timesOf(c)
	}
	if err := requestOf(ctx).spend(nodes, sel); err != nil || below == nil {
		return err
	}
	return below(ctx, sel, children)
}

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
