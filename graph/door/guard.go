package door

import (
	"strings"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/covertrack/covertrack/model/fault"
)

// The limits of a client's text. They are checked before validation, because a hostile text can make validation itself
// take hours (reliability, trap 1 and S2).
const (
	maxQueryBytes  = 16 << 10
	maxQueryTokens = 1000
	maxDepth       = 12
	maxFields      = 500
	maxAliases     = 30
	// maxTypes limits how often a text may read a type of the schema by its name.
	maxTypes = 5
	// maxPairs limits the pairs of fields with the same name, as many as 200 times `id` has. Validation compares each
	// pair to see whether the fields can be merged, and this is its only rule with a quadratic cost.
	maxPairs = 20_000
)

// guard parses a client's text. It refuses a text that would be expensive to validate or to run.
func guard(source string) (*text, error) {
	if len(source) > maxQueryBytes {
		return nil, fault.New(fault.CodeValidationFailed, "The query is longer than %d bytes; split it.", maxQueryBytes)
	}
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: source}, maxQueryTokens)
	if err != nil {
		return nil, err
	}
	m := &measure{doc: doc, fragments: map[string]*size{}}
	var total size
	for _, op := range doc.Operations {
		for _, v := range op.VariableDefinitions {
			m.literal(v.DefaultValue)
		}
		total.add(m.of(op.SelectionSet))
	}
	if m.long {
		return nil, fault.New(fault.CodeTooLong, "A list of the query has more than %d values; send fewer at once.", maxFilterValues)
	}
	if m.nul || m.repaired && !strings.ContainsRune(source, utf8.RuneError) {
		return nil,
			fault.New(fault.CodeInvalidValue, "A string of the query has the character U+0000 or half of a surrogate pair, which cannot be stored.")
	}
	return &text{QueryDocument: doc}, total.check()
}

// size is the size of a selection with its fragments written out. Sums stop just above the limits, because fragments of
// fragments can double thirty times.
type size struct {
	fields, aliases, depth int
	schemas, types         int            // how often the schema is read, as a whole and a type of it
	membersOfMembers       bool           // the schema is read in circles: the members of a member's type
	memberLists            int            // how many lists of a type's members are below each other
	names                  map[string]int // how often the response has each name
}

// memberLists are the fields of introspection from which the whole schema can be reached again.
var memberLists = map[string]bool{"fields": true, "inputFields": true, "interfaces": true, "possibleTypes": true}

func (s *size) check() error {
	pairs := 0
	for _, n := range s.names {
		pairs += n * (n - 1) / 2
	}
	switch {
	case s.depth > maxDepth:
		return fault.New(fault.CodeValidationFailed, "The query is deeper than %d levels; ask for less at once.", maxDepth)
	case s.fields > maxFields:
		return fault.New(fault.CodeValidationFailed, "The query selects more than %d fields; ask for less at once.", maxFields)
	case s.aliases > maxAliases:
		return fault.New(fault.CodeValidationFailed, "The query has more than %d aliases; send several queries.", maxAliases)
	case s.schemas > 1 || s.types > maxTypes || s.membersOfMembers:
		return fault.New(fault.CodeValidationFailed,
			"The query reads the schema more than once; ask for it without aliases, by one __schema or %d __type, "+
				"and not for members of members' types.", maxTypes)
	case pairs > maxPairs:
		return fault.New(fault.CodeValidationFailed, "The query names the same fields too often; name each once.")
	}
	return nil
}

func (s *size) add(o size) {
	s.fields = min(s.fields+o.fields, maxFields+1)
	s.aliases = min(s.aliases+o.aliases, maxAliases+1)
	s.depth = max(s.depth, o.depth)
	s.schemas, s.types = min(s.schemas+o.schemas, 2), min(s.types+o.types, maxTypes+1)
	s.membersOfMembers = s.membersOfMembers || o.membersOfMembers
	s.memberLists = max(s.memberLists, o.memberLists)
	if s.fields > maxFields {
		return // refused in any case
	}
	if s.names == nil {
		s.names = make(map[string]int, len(o.names))
	}
	for name, n := range o.names {
		s.names[name] += n
	}
}

// measure finds the size of a text. It measures each fragment once.
type measure struct {
	doc       *ast.QueryDocument
	fragments map[string]*size
	long      bool // has a list with more values than any filter or batch may have
	nul       bool // has a string with U+0000, which PostgreSQL cannot store
	repaired  bool // has a string with U+FFFD, which the parser writes for half of a surrogate pair
}

func (m *measure) of(selections ast.SelectionSet) (total size) {
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

// ofSchema is the size of a selection of the schema, which is deeper than any record: its depth is limited by the tokens
// only, but nothing of it may be read twice.
func (s size) ofSchema() size {
	s.depth, s.membersOfMembers = 0, s.memberLists > 1 || s.aliases > 0
	return s
}

// field counts the field and what is below it.
func (m *measure) field(f *ast.Field) size {
	s := size{fields: 1, depth: 1, names: map[string]int{f.Alias: 1}}
	if f.Alias != f.Name {
		s.aliases = 1
	}
	for _, argument := range f.Arguments {
		m.literal(argument.Value)
	}
	below := m.of(f.SelectionSet)
	below.depth = min(below.depth+1, maxDepth+1)
	switch {
	case f.Name == "__schema":
		s.schemas = 1
		below = below.ofSchema()
	case f.Name == "__type":
		s.types = 1
		below = below.ofSchema()
	case memberLists[f.Name]:
		below.memberLists = min(below.memberLists+1, 2)
	}
	s.add(below)
	return s
}

// fragment counts a fragment of a cycle as nothing: validation refuses it.
func (m *measure) fragment(name string) size {
	if known, ok := m.fragments[name]; ok {
		return *known
	}
	m.fragments[name] = &size{}
	if definition := m.doc.Fragments.ForName(name); definition != nil {
		*m.fragments[name] = m.of(definition.SelectionSet)
	}
	return *m.fragments[name]
}

// literal checks the strings and lists of a value.
func (m *measure) literal(v *ast.Value) {
	if v == nil {
		return
	}
	if v.Kind == ast.StringValue || v.Kind == ast.BlockValue {
		m.nul = m.nul || strings.ContainsRune(v.Raw, 0)
		m.repaired = m.repaired || strings.ContainsRune(v.Raw, utf8.RuneError)
	}
	m.long = m.long || v.Kind == ast.ListValue && len(v.Children) > maxFilterValues
	for _, child := range v.Children {
		m.literal(child.Value)
	}
}
