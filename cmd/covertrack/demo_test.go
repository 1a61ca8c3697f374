package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/sample"
	"github.com/covertrack/covertrack/model"
)

func TestDemo(t *testing.T) {
	t.Parallel()
	x, files := newTerminal(t), t.TempDir()
	var first, second sample.Access
	require.NoError(t, json.Unmarshal([]byte(x.ok(t, "demo", "--json", "--data-dir", files)), &first))
	require.NoError(t, json.Unmarshal([]byte(x.ok(t, "demo", "--json", "--data-dir", files)), &second))

	t.Run("three lenders with a plan each", func(t *testing.T) {
		require.Len(t, first.Lenders, 3)
		for i, plan := range []string{"full", "basic", "none"} {
			require.Equal(t, plan, first.Lenders[i].Plan)
		}
	})
	t.Run("again: the same lenders and tokens", func(t *testing.T) {
		require.Equal(t, first, second)
		require.Len(t, strings.Split(strings.TrimSpace(x.ok(t, "token", "list")), "\n"), 8, "none was minted")
	})
	t.Run("kept for the owner of the folder", func(t *testing.T) {
		info, err := os.Stat(filepath.Join(files, "demo-tokens.json"))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode())
		entries, err := os.ReadDir(files)
		require.NoError(t, err)
		for _, e := range entries {
			require.NotContains(t, e.Name(), ".demo-tokens-", "nothing is left behind")
		}
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
		require.Contains(t, printed, first.Lenders[0].Tokens[model.ModeTest])
	})
	demo := func(t *testing.T) (made sample.Access) {
		t.Helper()
		require.NoError(t, json.Unmarshal([]byte(x.ok(t, "demo", "--json", "--data-dir", files)), &made))
		return made
	}
	t.Run("one that was revoked is made again, alone", func(t *testing.T) {
		revoked := first.Lenders[1].Tokens[model.ModeLive]
		x.ok(t, "token", "revoke", owner(t, x, revoked).ID.String())
		again := demo(t)
		require.NotEqual(t, revoked, again.Lenders[1].Tokens[model.ModeLive])
		require.Equal(t, again.Lenders[1].Portfolios[model.ModeLive], owner(t, x, again.Lenders[1].Tokens[model.ModeLive]).PortfolioID)
		again.Lenders[1].Tokens[model.ModeLive] = revoked
		require.Equal(t, first, again)
	})
	t.Run("lost, damaged, or of another database: all are made again", func(t *testing.T) {
		before := demo(t)
		path := filepath.Join(files, "demo-tokens.json")
		require.NoError(t, os.Remove(path))
		lost := demo(t)
		require.NotEqual(t, before.Staff, lost.Staff)
		require.NoError(t, os.WriteFile(path, []byte("{"), 0o600))
		damaged := demo(t)
		require.NotEqual(t, lost.Staff, damaged.Staff)

		y := newTerminal(t)
		var other sample.Access
		require.NoError(t, json.Unmarshal([]byte(y.ok(t, "demo", "--json", "--data-dir", files)), &other))
		require.NotEqual(t, damaged.Staff, other.Staff)
		require.Equal(t, model.StaffRoleSupport, *owner(t, y, other.Staff.Support).Role)
	})
	t.Run("a token in the place of another is not taken", func(t *testing.T) {
		before := demo(t)
		path := filepath.Join(files, "demo-tokens.json")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		swapped := strings.ReplaceAll(string(text), before.Staff.Support, before.Staff.Operator)
		require.NoError(t, os.WriteFile(path, []byte(swapped), 0o600))
		after := demo(t)
		require.Equal(t, model.StaffRoleSupport, *owner(t, x, after.Staff.Support).Role)
	})
}
