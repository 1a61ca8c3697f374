package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
)

func TestDemo(t *testing.T) {
	t.Parallel()
	x, files := newTerminal(t), t.TempDir()
	var first, second demoAccess
	require.NoError(t, json.Unmarshal([]byte(x.ok(t, "demo", "--json", "--data-dir", files)), &first))
	require.NoError(t, json.Unmarshal([]byte(x.ok(t, "demo", "--json", "--data-dir", files)), &second))

	t.Run("three lenders with a plan each", func(t *testing.T) {
		require.Len(t, first.Lenders, 3)
		for i, plan := range []string{"full", "basic", "none"} {
			require.Equal(t, plan, first.Lenders[i].Plan)
		}
	})
	t.Run("again: the same lenders, fresh tokens", func(t *testing.T) {
		for i, l := range first.Lenders {
			again := *second.Lenders[i]
			require.NotEqual(t, l.Tokens, again.Tokens)
			again.Tokens = l.Tokens
			require.Equal(t, *l, again)
		}
		require.NotEqual(t, first.Staff, second.Staff)
	})
	t.Run("tokens stand for their portfolios", func(t *testing.T) {
		for _, l := range first.Lenders {
			require.Equal(t, l.Portfolios[model.ModeLive], owner(t, x, l.Tokens[model.ModeLive]).PortfolioID)
			require.Equal(t, l.Portfolios[model.ModeTest], owner(t, x, l.Tokens[model.ModeTest]).PortfolioID)
		}
		require.Equal(t, model.StaffRoleSupport, *owner(t, x, first.Staff.Support).Role)
		require.Equal(t, model.StaffRoleOperator, *owner(t, x, first.Staff.Operator).Role)
	})
	t.Run("in words", func(t *testing.T) {
		printed := x.ok(t, "demo", "--data-dir", files)
		require.Equal(t, 3, strings.Count(printed, "live_"))
		require.Equal(t, 3, strings.Count(printed, "test_"))
		require.Equal(t, 2, strings.Count(printed, "staff_"))
	})
}
