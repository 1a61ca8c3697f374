package storagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// Assets copies an asset of a case, so often that the case has n.
func (w *World) Assets(t testing.TB, asset uuid.UUID, n int) {
	t.Helper()
	w.Exec(t, w.copied(t, "assets", n, map[string]string{"id": "md5('asset' || t.id || g)::uuid"}), asset)
}

// Policies copies a policy and its current version, so often that there are n, with different dates of end.
func (w *World) Policies(t testing.TB, policy uuid.UUID, n int) {
	t.Helper()
	id, version := "md5('policy' || p.id || g)::uuid", "md5('version' || p.id || g)::uuid"
	until := "timestamptz '2030-01-01Z' + g % 50 * interval '1 day'"
	policies := w.copied(t, "policies", n, map[string]string{
		"id": strings.ReplaceAll(id, "p.", "t."), "current_version_id": strings.ReplaceAll(version, "p.", "t."), "end_date": until,
	})
	versions := w.copied(t, "policy_versions", n, map[string]string{
		"id": strings.ReplaceAll(version, "p.", "t.policy_"), "policy_id": strings.ReplaceAll(id, "p.", "t.policy_"), "end_date": until,
	})
	versions = strings.Replace(versions, "t.id = $1", "t.policy_id = $1 AND t.is_current", 1)
	require.NoError(t, pgx.BeginFunc(t.Context(), w.Store.Pool().Pgx(), func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), policies, policy)
		if err == nil {
			_, err = tx.Exec(t.Context(), versions, policy)
		}
		return err
	}))
}

// copied is the INSERT of copies of the row $1, with other expressions for some columns, by the number g of the copy.
func (w *World) copied(t testing.TB, table string, n int, other map[string]string) string {
	t.Helper()
	var columns []string
	err := w.Store.Pool().Pgx().QueryRow(t.Context(), `SELECT array_agg(column_name::text) FROM information_schema.columns
		WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`, table).Scan(&columns)
	require.NoError(t, err)
	values := make([]string, len(columns))
	for i, c := range columns {
		if values[i] = other[c]; values[i] == "" {
			values[i] = "t." + c
		}
	}
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s AS t, generate_series(2, %d) AS g WHERE t.id = $1",
		table, strings.Join(columns, ", "), strings.Join(values, ", "), table, n)
}
