package graph

import (
	"context"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
)

// What one response may cost, in fields (reliability S2): relations of relations multiply, and a case's policies have that case
// again. The first records are not counted, whatever is asked of them: most responses have no more.
const (
	maxCost     = 30_000
	recordCost  = 5 // of a record besides its fields
	freeRecords = 100
)

// spend counts records of the response and what the selection asks of them; `validation_failed` when that is too much.
func (r *request) spend(records int, sel selection) error {
	if r.own {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.records += records; r.records <= freeRecords {
		return nil
	}
	if r.cost += records * (recordCost*max(sel.asked, 1) + sel.width()); r.cost > maxCost {
		return model.NewError(model.CodeValidationFailed,
			"The query would answer more than %d fields, of which a record counts as %d; ask for less at once: by limit, by fewer relations, by fewer fields.", maxCost, recordCost)
	}
	return nil
}

// embedded counts what stands in its parents without being loaded, like entries of the catalog, and hands it on to what stands in it
// in turn: coverage types have perils, and these have coverage types. It does nothing but count, so nothing for our own documents.
func embedded[P, C any](ctx context.Context, sel selection, name string, parents []*P, of func(*P) []*C,
	below func(ctx context.Context, sel selection, children []*C) error,
) error {
	if requestOf(ctx).own {
		return nil
	}
	child, ok := sel.child(name)
	if !ok {
		return nil
	}
	records := 0
	for _, p := range parents {
		records += sel.timesOf(p) * len(of(p))
	}
	if err := requestOf(ctx).spend(records, child); err != nil || below == nil {
		return err
	}
	child.times = map[any]int{}
	var children []*C
	for _, p := range parents {
		for _, c := range of(p) {
			if _, known := child.times[c]; !known {
				children = append(children, c)
			}
			child.times[c] += sel.timesOf(p)
		}
	}
	return below(ctx, child, children)
}

// width is how many fields the selection asks of a node, with those of what is part of it. The fields of other records are counted
// with these.
func (s selection) width() int { return s.widthOf(s.set) }

func (s selection) widthOf(set ast.SelectionSet) (fields int) {
	for _, selected := range set {
		switch selected := selected.(type) {
		case *ast.Field:
			fields++
			if !readsRecord(selected.SelectionSet) {
				fields += s.widthOf(selected.SelectionSet)
			}
		case *ast.InlineFragment:
			fields += s.widthOf(selected.SelectionSet)
		case *ast.FragmentSpread:
			fields += s.widthOf(selected.Definition.SelectionSet)
		}
	}
	return fields
}

// readsRecord tells whether a selection is one of a record: what has a time of creation.
func readsRecord(set ast.SelectionSet) bool {
	if len(set) == 0 {
		return false
	}
	switch selected := set[0].(type) {
	case *ast.Field:
		return selected.ObjectDefinition != nil && selected.ObjectDefinition.Fields.ForName("createdAt") != nil
	case *ast.InlineFragment:
		return readsRecord(selected.SelectionSet)
	case *ast.FragmentSpread:
		return readsRecord(selected.Definition.SelectionSet)
	}
	return false
}
