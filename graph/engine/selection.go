package engine

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// Selection is what a query selects below one field. Resolvers load the relations that it has, and no others.
type Selection struct {
	op  *graphql.OperationContext
	set ast.SelectionSet
	// times is how often each node appears in the response. Nodes that are not in it appear once.
	times map[any]int
	// copies is how often the response repeats a record because of aliases: its own, and those of the fields above it.
	copies int
}

// SelectionOf is the selection of the field that is being resolved.
func SelectionOf(ctx context.Context) Selection {
	return Selection{op: graphql.GetOperationContext(ctx), set: graphql.GetFieldContext(ctx).Field.Selections}
}

// Times is how often a node of this selection appears in the response: many policies may have the same case.
func (s Selection) Times(node any) int {
	if n, ok := s.times[node]; ok {
		return n
	}
	return 1
}

// AddTimes counts a node of this selection that a parent has, which itself appears n times. It reports whether the node
// is new.
func (s *Selection) AddTimes(node any, n int) bool {
	if s.times == nil {
		s.times = map[any]int{}
	}
	_, known := s.times[node]
	s.times[node] += n
	return !known
}

// Has reports whether the field is selected.
func (s Selection) Has(name string) bool {
	_, ok := s.Child(name)
	return ok
}

// Child is the selection below a field, of all its aliases together; false when the field is not selected. Type
// conditions of fragments are ignored: loading a relation for the wrong type costs little and changes no
// result.
func (s Selection) Child(name string) (Selection, bool) {
	var found aliases
	return s.child(name, &found), found.first != ""
}

// Whole is Child of those aliases that do not narrow a list. It reports as well whether there are others.
func (s Selection) Whole(name string) (child Selection, isSelected, isNarrowed bool) {
	found := aliases{areWhole: true}
	child = s.child(name, &found)
	return child, found.first != "", found.isNarrowed
}

// IsNarrowed reports whether a field asks for a part of a list.
func IsNarrowed(field *ast.Field) bool {
	return len(field.Arguments) > 0 && (field.Arguments.ForName("first") != nil || field.Arguments.ForName("filter") != nil)
}

// Below is what the field that is being resolved selects of each of its records, in a record of this selection.
func (s Selection) Below(ctx context.Context) Selection {
	below := SelectionOf(ctx)
	below.copies = s.copies
	return below
}

func (s Selection) child(name string, found *aliases) Selection {
	child := Selection{op: s.op}
	s.collect(s.set, name, &child.set, found)
	child.copies = max(s.copies, 1) * found.count()
	return child
}

// Each calls fn for each time that a field is selected, with the value of an argument there, nil where it is left out,
// and with what is selected below. It ends at the first error.
func (s Selection) Each(name, argument string, fn func(value any, below Selection) error) error {
	return s.each(s.set, func(field *ast.Field) error {
		if field.Name != name {
			return nil
		}
		below := Selection{op: s.op, set: field.SelectionSet, copies: max(s.copies, 1)}
		return fn(field.ArgumentMap(s.op.Variables)[argument], below)
	})
}

func (s Selection) each(set ast.SelectionSet, fn func(*ast.Field) error) (err error) {
	for _, selected := range set {
		switch selected := selected.(type) {
		case *ast.Field:
			if s.included(selected.Directives) {
				err = fn(selected)
			}
		case *ast.InlineFragment:
			if s.included(selected.Directives) {
				err = s.each(selected.SelectionSet, fn)
			}
		case *ast.FragmentSpread:
			if s.included(selected.Directives) {
				err = s.each(selected.Definition.SelectionSet, fn)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// And joins what is selected of the same records at two places of the response.
func (s Selection) And(other Selection) Selection {
	return Selection{op: s.op, set: slices.Concat(s.set, other.set), copies: s.copies + other.copies}
}

// aliases are the names under which one field is selected. More than one is rare, so the first needs no slice.
type aliases struct {
	first string
	more  []string

	areWhole   bool // aliases that narrow a list are left out
	isNarrowed bool // there was one
}

func (a *aliases) add(alias string) {
	switch {
	case a.first == "":
		a.first = alias
	case alias != a.first && !slices.Contains(a.more, alias):
		a.more = append(a.more, alias)
	}
}

func (a *aliases) count() int { return 1 + len(a.more) }

// collect adds the selections below the fields of the name to child, and their aliases to found. gqlgen's CollectFields
// would copy the whole level each time.
func (s Selection) collect(set ast.SelectionSet, name string, child *ast.SelectionSet, found *aliases) {
	for _, selected := range set {
		switch selected := selected.(type) {
		case *ast.Field:
			if selected.Name != name || !s.included(selected.Directives) {
				continue
			}
			if found.areWhole && IsNarrowed(selected) {
				found.isNarrowed = true
				continue
			}
			found.add(selected.Alias)
			if *child == nil {
				*child = slices.Clip(selected.SelectionSet)
			} else {
				*child = append(*child, selected.SelectionSet...)
			}
		case *ast.InlineFragment:
			if s.included(selected.Directives) {
				s.collect(selected.SelectionSet, name, child, found)
			}
		case *ast.FragmentSpread:
			if s.included(selected.Directives) {
				s.collect(selected.Definition.SelectionSet, name, child, found)
			}
		}
	}
}

// included reports whether @skip and @include let a field be in the response.
func (s Selection) included(directives ast.DirectiveList) bool {
	for _, d := range directives {
		if skip := d.Name == "skip"; skip || d.Name == "include" {
			if d.ArgumentMap(s.op.Variables)["if"] == skip {
				return false
			}
		}
	}
	return true
}
