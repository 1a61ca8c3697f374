package graph

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// selection is what a query asks for below one field: the relations to load are read off it, not guessed.
type selection struct {
	op  *graphql.OperationContext
	set ast.SelectionSet
	// times is how often each node stands in the response, where that is more than once: many policies share one case.
	times map[any]int
	// asked is how many times a record stands where it stands once in the data, by aliases of it and of what it stands in.
	asked int
}

// timesOf is how often a node of this selection stands in the response.
func (s selection) timesOf(node any) int {
	if n, ok := s.times[node]; ok {
		return n
	}
	return 1
}

// selectionOf is what is asked for below the field that is being resolved.
func selectionOf(ctx context.Context) selection {
	return selection{op: graphql.GetOperationContext(ctx), set: graphql.GetFieldContext(ctx).Field.Selections}
}

// child is what is asked for below the fields of the name, all aliases together; false when there is none. Type conditions
// of fragments are not looked at: loading for another member of a union costs a little and harms nothing.
func (s selection) child(name string) (selection, bool) {
	below := selection{op: s.op}
	var found aliases
	s.collect(s.set, name, &below.set, &found)
	below.asked = max(s.asked, 1) * found.count()
	return below, found.first != ""
}

// aliases are the names under which one field is asked for: most often one.
type aliases struct {
	first string
	more  []string
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

// collect adds what is below the fields of the name in a set, and their aliases. gqlgen's CollectFields would copy the whole
// level each time.
func (s selection) collect(set ast.SelectionSet, name string, below *ast.SelectionSet, found *aliases) {
	for _, selected := range set {
		switch selected := selected.(type) {
		case *ast.Field:
			if selected.Name != name || !s.included(selected.Directives) {
				continue
			}
			found.add(selected.Alias)
			if *below == nil {
				*below = slices.Clip(selected.SelectionSet)
			} else {
				*below = append(*below, selected.SelectionSet...)
			}
		case *ast.InlineFragment:
			if s.included(selected.Directives) {
				s.collect(selected.SelectionSet, name, below, found)
			}
		case *ast.FragmentSpread:
			if s.included(selected.Directives) {
				s.collect(selected.Definition.SelectionSet, name, below, found)
			}
		}
	}
}

// included is what @skip and @include say together.
func (s selection) included(directives ast.DirectiveList) bool {
	for _, d := range directives {
		if unless := d.Name == "skip"; unless || d.Name == "include" {
			if d.ArgumentMap(s.op.Variables)["if"] == unless {
				return false
			}
		}
	}
	return true
}

// has tells whether a field below a path is asked for.
func (s selection) has(path ...string) bool {
	for _, name := range path {
		var ok bool
		if s, ok = s.child(name); !ok {
			return false
		}
	}
	return true
}

// shows tells whether a member is asked for.
func (s selection) shows(member string) bool { return s.has(member) }
