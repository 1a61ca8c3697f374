package engine

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/covertrack/covertrack/model/fault"
)

// selects is what a query selects below the first two of its fields.
func selects(t *testing.T, source string) Selection {
	t.Helper()
	op, err := New(Config{Now: time.Now, Logger: slog.New(slog.DiscardHandler)}, nil).Compile("test", source)
	require.NoError(t, err)
	field := op.Definition.SelectionSet[0].(*ast.Field).SelectionSet[0].(*ast.Field)
	return Selection{set: field.SelectionSet}
}

func TestWidth(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]int{
		`{ cases { nodes { id } } }`:                                                            1,
		`{ cases { nodes { id loanAmount { amount currency } } } }`:                             4,
		`{ cases { nodes { id policies { id status displayName } } } }`:                         2,
		`{ cases { nodes { policies { ...p } } } } fragment p on Policy { id status }`:          1,
		`{ cases { nodes { policies { ... on Policy { id status } } } } }`:                      1,
		`{ cases { nodes { ...c ... on Case { id } } } } fragment c on Case { id displayName }`: 3,
		`{ policies { nodes { perilsByAsset { assetId perils { key applied } } } } }`:           5,
	} {
		require.Equal(t, want, width(selects(t, source).set), source)
	}
}

func TestSpend(t *testing.T) {
	t.Parallel()
	sel := selects(t, `{ cases { nodes { id status displayName } } }`)
	most := maxCost / (recordCost + 3)

	r := &Request{}
	require.NoError(t, r.Spend(most, sel))
	require.Equal(t, fault.CodeValidationFailed, fault.CodeOf(r.Spend(1, sel)))

	r = &Request{}
	for range freeRecords {
		require.NoError(t, r.Spend(1, sel))
	}
	require.Zero(t, r.cost)
	require.NoError(t, r.Spend(most, sel))
	require.Error(t, r.Spend(1, sel))
}

// TestCopies: aliases write the same record several times, and the same field twice is one field.
func TestCopies(t *testing.T) {
	t.Parallel()
	sel := selects(t, `{ cases { nodes { policies { case { id } } policies { id } a: policies { b: case { id } c: case { status } } ...f } } }
		fragment f on Case { d: policies { id } }`)
	policies, ok := sel.Child("policies")
	require.True(t, ok)
	require.Equal(t, 3, policies.copies)
	cases, ok := policies.Child("case")
	require.True(t, ok)
	require.Equal(t, 9, cases.copies)
	require.Equal(t, 3, width(cases.set))
	_, ok = policies.Child("tasks")
	require.False(t, ok)
}
