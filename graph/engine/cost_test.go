package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model"
)

// selects is what a query selects below the first two of its fields.
func selects(t *testing.T, source string) selection {
	t.Helper()
	e := newGuardEngine()
	doc, errs := e.find(params{query: source}, true)
	require.Nil(t, errs)
	field := doc.Operations[0].SelectionSet[0].(*ast.Field).SelectionSet[0].(*ast.Field)
	return selection{set: field.SelectionSet}
}

func TestWidth(t *testing.T) {
	t.Parallel()
	for source, width := range map[string]int{
		`{ cases { nodes { id } } }`:                                                            1,
		`{ cases { nodes { id loanAmount { amount currency } } } }`:                             4,
		`{ cases { nodes { id policies { id status displayName } } } }`:                         2,
		`{ cases { nodes { policies { ...p } } } } fragment p on Policy { id status }`:          1,
		`{ cases { nodes { policies { ... on Policy { id status } } } } }`:                      1,
		`{ cases { nodes { ...c ... on Case { id } } } } fragment c on Case { id displayName }`: 3,
		`{ policies { nodes { perilsByAsset { assetId perils { key applied } } } } }`:           5,
	} {
		require.Equal(t, width, selects(t, source).width(), source)
	}
}

func TestSpend(t *testing.T) {
	t.Parallel()
	sel := selects(t, `{ cases { nodes { id status displayName } } }`)
	most := maxCost / (recordCost + 3)

	r := &request{}
	require.NoError(t, r.spend(most, sel))
	require.Equal(t, model.CodeValidationFailed, model.CodeOf(r.spend(1, sel)))

	r = &request{}
	for range freeRecords {
		require.NoError(t, r.spend(1, sel))
	}
	require.Zero(t, r.cost)
	require.NoError(t, r.spend(most, sel))
	require.Error(t, r.spend(1, sel))
}

// TestAsked: aliases write the same record several times, and the same field twice is one field.
func TestAsked(t *testing.T) {
	t.Parallel()
	sel := selects(t, `{ cases { nodes { policies { case { id } } policies { id } a: policies { b: case { id } c: case { status } } ...f } } }
		fragment f on Case { d: policies { id } }`)
	policies, ok := sel.child("policies")
	require.True(t, ok)
	require.Equal(t, 3, policies.asked)
	cases, ok := policies.child("case")
	require.True(t, ok)
	require.Equal(t, 9, cases.asked)
	require.Equal(t, 3, cases.width())
	_, ok = policies.child("tasks")
	require.False(t, ok)
}
