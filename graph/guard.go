package graph

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/covertrack/covertrack/model"
)

// The bounds of a client's document, checked before validation, for validation itself can be made to take hours
// (reliability, trap 1 and S2).
const (
	maxQueryBytes  = 16 << 10
	maxQueryTokens = 1000
	maxDepth       = 12
	maxFields      = 500
	maxAliases     = 30
)

// guard parses a client's document and refuses one that would be dear to validate or to run.
func guard(source string) (*ast.QueryDocument, error) {
	if len(source) > maxQueryBytes {
		return nil, model.NewError(model.CodeValidationFailed, "The query is longer than %d bytes; split it.", maxQueryBytes)
	}
	if strings.ContainsRune(source, 0) || strings.Contains(source, `\u0000`) || strings.Contains(source, `\u{0`) {
		return nil, model.NewError(model.CodeValidationFailed, "The query has a NUL character, which no text may have.")
	}
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: source}, maxQueryTokens)
	if err != nil {
		return nil, err
	}
	g := measure{fragments: map[string]*size{}, doc: doc}
	for _, op := range doc.Operations {
		if err := g.of(op.SelectionSet).check(); err != nil {
			return nil, err
		}
	}
	return doc, nil
}

// size is what a selection comes to once its fragments are expanded. Sums saturate, for fragments can double thirty times.
type size struct{ fields, aliases, depth int }

func (s size) check() error {
	switch {
	case s.depth > maxDepth:
		return model.NewError(model.CodeValidationFailed, "The query is deeper than %d levels; ask for less at once.", maxDepth)
	case s.fields > maxFields:
		return model.NewError(model.CodeValidationFailed, "The query selects more than %d fields; ask for less at once.", maxFields)
	case s.aliases > maxAliases:
		return model.NewError(model.CodeValidationFailed, "The query has more than %d aliases; send several queries.", maxAliases)
	}
	return nil
}

func (s *size) add(o size) {
	s.fields = min(s.fields+o.fields, maxFields+1)
	s.aliases = min(s.aliases+o.aliases, maxAliases+1)
	s.depth = max(s.depth, o.depth)
}

// measure computes each fragment once.
type measure struct {
	doc       *ast.QueryDocument
	fragments map[string]*size
}

func (m measure) of(selections ast.SelectionSet) (total size) {
	for _, selection := range selections {
		switch s := selection.(type) {
		case *ast.Field:
			total.add(m.field(s))
		case *ast.InlineFragment:
			total.add(m.of(s.SelectionSet))
		case *ast.FragmentSpread:
			total.add(m.fragment(s.Name))
		}
	}
	return total
}

func (m measure) field(f *ast.Field) size {
	s := size{fields: 1, depth: 1}
	if f.Alias != f.Name {
		s.aliases = 1
	}
	below := m.of(f.SelectionSet)
	below.depth = min(below.depth+1, maxDepth+1)
	s.add(below)
	return s
}

// fragment of a cycle counts as nothing here: validation refuses it.
func (m measure) fragment(name string) size {
	if known, ok := m.fragments[name]; ok {
		return *known
	}
	m.fragments[name] = &size{}
	if definition := m.doc.Fragments.ForName(name); definition != nil {
		*m.fragments[name] = m.of(definition.SelectionSet)
	}
	return *m.fragments[name]
}
