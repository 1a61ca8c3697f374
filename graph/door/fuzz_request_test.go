package door

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"

	"github.com/covertrack/covertrack/model/fault"
)

// FuzzGuard looks for a document that panics, or that passes although it is larger than the guard allows when its
// fragments are written out.
func FuzzGuard(f *testing.F) {
	for _, documents := range []map[string]string{hostile, dear} {
		for _, source := range documents {
			if len(source) <= 2<<10 {
				f.Add(source)
			}
		}
	}
	f.Add(`query A($id: ID! = "x") @a { case(id: $id) { ... on Case @include(if: true) { id } } } subscription B { changes { id } }`)
	d := newGuardDoor()
	f.Fuzz(func(t *testing.T, source string) {
		if prepare(d, source) != nil {
			return
		}
		doc, err := guard(source)
		require.NoError(t, err, "what passed passes again")
		w := writtenOut{doc: doc.QueryDocument}
		for _, op := range doc.Operations {
			w.selections(op.SelectionSet)
		}
		require.LessOrEqual(t, w.fields, maxFields)
		require.LessOrEqual(t, w.aliases, maxAliases)
	})
}

// writtenOut counts a document without the guard's shortcuts, as far as it needs to know that a bound is passed.
type writtenOut struct {
	doc             *ast.QueryDocument
	fields, aliases int
}

func (w *writtenOut) selections(set ast.SelectionSet) {
	for _, selection := range set {
		if w.fields > maxFields {
			return
		}
		switch s := selection.(type) {
		case *ast.Field:
			w.fields++
			if s.Alias != s.Name {
				w.aliases++
			}
			w.selections(s.SelectionSet)
		case *ast.InlineFragment:
			w.selections(s.SelectionSet)
		case *ast.FragmentSpread:
			w.selections(w.doc.Fragments.ForName(s.Name).SelectionSet)
		}
	}
}

// FuzzRequest looks for a GraphQL request that panics, that is refused without a code of the contract, or whose
// variables pass although GraphQL itself refuses them.
func FuzzRequest(f *testing.F) {
	for _, seed := range []string{
		`{"query":"{ __typename }"}`, `[]`, `{"query":1,"variables":[]}`, `{"query":"","documentId":"x"}`,
		`{"query":"query($id: ID!) { case(id: $id) { id } }","variables":{"id":1}}`,
		`{"query":"query($f: CaseFilter, $n: Int) { cases(filter: $f, limit: $n) { nodes { id } } }",` +
			`"variables":{"f":{"status":"OPEN","id":["x"],"createdAt":{"gt":"2026-01-01"}},"n":3}}`,
		`{"query":"mutation A($input: CreateCaseInput!) { createCase(input: $input) { id } }","operationName":"A",` +
			`"variables":{"input":{"loanAmount":{"amount":"1","currency":"USD"},"metadata":{"a":"\u0000"}}}}`,
	} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	d := newGuardDoor()
	f.Fuzz(func(t *testing.T, body []byte, staff bool) {
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/graphql", strings.NewReader(string(body)))
		r.Header.Set("Content-Type", "application/json")
		m, err := readMembers(httptest.NewRecorder(), r)
		if err != nil {
			require.NotEqual(t, fault.CodeInternal, fault.CodeOf(err), "%v", err)
			return
		}
		op, errs := d.operation(m, principalOf(staff))
		if errs != nil {
			return
		}
		variables, vs := coerceVariables(d.engine.Schema(), op.Definition, m.variables, staff)
		if len(vs) > 0 {
			return
		}
		_, err = validator.VariableValues(d.engine.Schema(), op.Definition, variables)
		require.NoError(t, err, "what passes here cannot fail later")
	})
}
