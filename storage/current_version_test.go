package storage_test

import (
	"context"
	"slices"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

// The statements by which nodes of the release before migration 0014 write versions of a policy: @like is one of them,
// @id the next. @portfolio is theirs.
var (
	addVersion = `INSERT INTO policy_versions (portfolio_id, id, policy_id, case_id, version_number, term_number, reason, display_name,
		created_at, updated_at) SELECT portfolio_id, @id, policy_id, case_id, 1 + (SELECT max(version_number) FROM policy_versions AS o
		WHERE o.portfolio_id = t.portfolio_id AND o.policy_id = t.policy_id), 1, 'correction', 'Next', now(), now() FROM policy_versions AS t
			WHERE portfolio_id = @portfolio AND id = @like`
	turnToVersion = `UPDATE policies SET current_version_id = @id, updated_at = now()
		WHERE portfolio_id = @portfolio AND current_version_id = @like`
)

// currentVersions are the versions of a policy, in order, and whether each is the current one.
func currentVersions(t *testing.T, p *storage.Portfolio, policy uuid.UUID) (current []bool) {
	t.Helper()
	list := func(isCurrent ...bool) (ids []uuid.UUID) {
		f := model.PolicyVersionFilter{}
		f.PolicyID = graphql.OmittableOf([]uuid.UUID{policy})
		if len(isCurrent) > 0 {
			f.IsCurrent = graphql.OmittableOf(&isCurrent[0])
		}
		page, err := storage.PolicyVersions.Page(t.Context(), p, f, page.Options{Limit: 50})
		require.NoError(t, err)
		for _, v := range page.Nodes {
			if len(isCurrent) == 0 {
				current = append(current, v.IsCurrent)
			}
			ids = append(ids, v.ID)
		}
		return ids
	}
	all, yes, no := list(), list(true), list(false)
	for i, id := range all {
		require.Equal(t, current[i], slices.Contains(yes, id))
		require.Equal(t, !current[i], slices.Contains(no, id))
	}
	return current
}

// TestCurrentVersion writes versions in both orders, as the role of the program's transactions: the policy first, as this
// program does, and the version first, as nodes of the release before do.
func TestCurrentVersion(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	portfolio := w.Harbor.Portfolio
	policy := w.Policy(t, w.Harbor, w.FrameworkCase(t, w.Harbor), nil)
	require.Equal(t, []bool{true}, currentVersions(t, portfolio, policy.ID))
	last := policy.CurrentVersionID
	write := func(id uuid.UUID, statements ...string) {
		t.Helper()
		err := w.Store.InTx(t.Context(), portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
			return tx.For(portfolio.ID()).InPgx(ctx, func(tx pgx.Tx) error {
				for _, s := range statements {
					if _, err := tx.Exec(ctx, s, pgx.NamedArgs{"portfolio": portfolio.ID(), "id": id, "like": last}); err != nil {
						return err
					}
				}
				return nil
			})
		})
		require.NoError(t, err)
	}
	first, second, third := last, storage.NewID(), storage.NewID()
	write(second, turnToVersion, addVersion)
	require.Equal(t, []bool{false, true}, currentVersions(t, portfolio, policy.ID))
	last = second
	write(third, addVersion, turnToVersion)
	require.Equal(t, []bool{false, false, true}, currentVersions(t, portfolio, policy.ID))
	last = third
	write(first, turnToVersion)
	require.Equal(t, []bool{true, false, false}, currentVersions(t, portfolio, policy.ID), "back to the first one")
}

// TestCurrentVersionMigration has a database with all later migrations and without 0014 migrated: versions are marked as
// they were computed before.
func TestCurrentVersionMigration(t *testing.T) {
	t.Parallel()
	nodes.PlainOnly(t, "it undoes a migration, which no distributed database was without")
	dsn := storagetest.Database(t)
	w := storagetest.WorldOn(t, dsn)
	one, two := w.Policy(t, w.Harbor, w.FrameworkCase(t, w.Harbor), nil), w.Policy(t, w.Harbor, w.Case(t, w.Harbor), nil)
	pool := w.Store.Pool().Pgx()
	_, err := pool.Exec(t.Context(), `DROP TRIGGER mark_current_version ON policies; DROP FUNCTION mark_current_version;
		DROP TRIGGER mark_new_version ON policy_versions; DROP FUNCTION mark_new_version;
		ALTER TABLE policy_versions DROP is_current; DELETE FROM bun_migrations WHERE name = '0014'`)
	require.NoError(t, err)
	next := storage.NewID()
	for _, s := range []string{addVersion, turnToVersion} {
		_, err = pool.Exec(t.Context(), s, pgx.NamedArgs{
			"portfolio": w.Harbor.Portfolio.ID(), "id": next, "like": one.CurrentVersionID,
		})
		require.NoError(t, err)
	}
	store := storagetest.Open(t, dsn, postgres.Options{})
	applied, err := store.Migrate(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"0014_is_current"}, applied, "though the database has later ones")
	portfolio := store.For(w.Harbor.Portfolio.ID())
	require.Equal(t, []bool{false, true}, currentVersions(t, portfolio, one.ID))
	require.Equal(t, []bool{true}, currentVersions(t, portfolio, two.ID))
}
