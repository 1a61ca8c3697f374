package storage_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestCopiesOfOlderNodes writes policies as nodes of the release before migration 0007 do: without the copies of the
// current version's name, insureds and assets.
func TestCopiesOfOlderNodes(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	pool, portfolio := w.Store.Pool().Pgx(), w.Harbor.Portfolio
	policy := w.Policy(t, w.Harbor, w.FrameworkCase(t, w.Harbor), nil)
	older := storage.NewID()
	write := func(statements ...string) {
		t.Helper()
		require.NoError(t, pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			for _, s := range statements {
				if _, err := tx.Exec(context.Background(), s, pgx.NamedArgs{"id": older, "like": policy.ID}); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	write(`INSERT INTO policies (portfolio_id, id, case_id, status, current_version_id, term_number, coverage_type_ids, created_at, updated_at)
		SELECT portfolio_id, @id, case_id, status, @id, 1, coverage_type_ids, now(), now() FROM policies WHERE id = @like`,
		`INSERT INTO policy_versions (portfolio_id, id, policy_id, case_id, version_number, term_number, reason, display_name, insured_ids,
			asset_perils, created_at, updated_at)
		SELECT portfolio_id, @id, @id, case_id, 1, 1, 'created', 'Written before', ARRAY[@like::uuid],
			jsonb_build_array(jsonb_build_object('asset', @like::uuid, 'perils', '[]'::jsonb)), now(), now() FROM policy_versions
				WHERE policy_id = @like`)
	found, err := storage.Policies.One(t.Context(), portfolio, older)
	require.NoError(t, err)
	require.Equal(t, "Written before", found.DisplayName)
	require.Equal(t, policy.ID, found.InsuredIDs[0])

	next := storage.NewID()
	require.NoError(t, pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO policy_versions (portfolio_id, id, policy_id, case_id, version_number, term_number, reason,
			display_name, created_at, updated_at) SELECT portfolio_id, $2, policy_id, case_id, 2, 1, 'correction', 'Corrected before', now(), now()
			FROM policy_versions WHERE id = $1`, older, next)
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), "UPDATE policies SET current_version_id = $2 WHERE id = $1", older, next)
		return err
	}))
	found, err = storage.Policies.One(t.Context(), portfolio, older)
	require.NoError(t, err)
	require.Equal(t, "Corrected before", found.DisplayName)
	require.Empty(t, found.InsuredIDs)
}
