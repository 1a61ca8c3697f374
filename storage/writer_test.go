package storage_test

import (
	"context"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// inTx runs a statement in a transaction of a portfolio, as program code that forgot the portfolio would.
func inTx(t *testing.T, s *storage.Store, portfolio uuid.UUID, statement string, args ...any) (changed int64, err error) {
	t.Helper()
	err = s.InTx(t.Context(), portfolio, func(ctx context.Context, tx *storage.Tx) error {
		return tx.For(portfolio).InPgx(ctx, func(tx pgx.Tx) error {
			tag, err := tx.Exec(ctx, statement, args...)
			changed = tag.RowsAffected()
			return err
		})
	})
	return changed, err
}

func requireDenied(t *testing.T, err error) {
	t.Helper()
	refusal := new(pgconn.PgError)
	require.ErrorAs(t, err, &refusal)
	if nodes.Wanted() && refusal.Code == "0A000" {
		return // the coordinator refuses what would move a row to another portfolio, before any row is touched
	}
	require.Equal(t, "42501", refusal.Code, refusal.Message)
}

// TestSoakS9Unscoped has transactions of one portfolio write without naming it (reliability S9): Postgres refuses all
// that would reach another, and changes nothing.
func TestSoakS9Unscoped(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "S9", "writes of a transaction that name no portfolio or another's: refused by Postgres, nothing changed")
	w := storagetest.NewWorld(t)
	own, other := w.Harbor.Portfolio.ID(), w.Prairie.Portfolio.ID()
	mine, theirs := w.Case(t, w.Harbor), w.Case(t, w.Prairie)
	contents := func() (all string) {
		require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(),
			"SELECT json_agg(t ORDER BY id)::text FROM cases AS t WHERE portfolio_id = $1", other).Scan(&all))
		return all
	}
	before := contents()
	const group = "INSERT INTO insured_groups VALUES ($1, gen_random_uuid(), 'G', '{}', now(), now())"
	_, err := w.Store.Pool().Pgx().Exec(t.Context(), group, other)
	require.NoError(t, err)
	_, err = inTx(t, w.Store, own, group, own)
	require.NoError(t, err, "what names the own portfolio is written")
	for name, statement := range map[string]string{
		"insert":             group,
		"insert by a query":  "INSERT INTO insured_groups SELECT portfolio_id, id, 'G', '{}', now(), now() FROM cases WHERE portfolio_id = $1",
		"insert or update":   "INSERT INTO record_counts VALUES ($1, 'cases', 0, 1) ON CONFLICT (portfolio_id, noun, shard) DO UPDATE SET n = 0",
		"update":             "UPDATE cases SET loan_number = 'taken' WHERE $1 <> id",
		"update by id":       "UPDATE cases SET loan_number = 'taken' WHERE portfolio_id = $1",
		"take to another":    "UPDATE insured_groups SET portfolio_id = $1",
		"take from another":  "UPDATE insured_groups SET portfolio_id = current_setting('app.portfolio')::uuid WHERE portfolio_id = $1",
		"counts":             "UPDATE record_counts SET n = 0 WHERE portfolio_id = $1",
		"audit event":        "INSERT INTO audit_events VALUES ($1, gen_random_uuid(), 'system', NULL, 'x', 'x', 'x', NULL, '{}', 'x', now())",
		"truncate":           "TRUNCATE cases CASCADE",
		"no protection":      "ALTER TABLE cases DISABLE ROW LEVEL SECURITY",
		"no policy":          "DROP POLICY portfolio_insert ON cases",
		"migrations":         "INSERT INTO bun_migrations (name) VALUES ('9999')",
		"a table of its own": "CREATE TABLE own (n int)",
	} {
		var args []any
		if strings.Contains(statement, "$1") {
			args = append(args, other)
		}
		t.Run(name, func(t *testing.T) {
			tally.Watch(t)
			tally.Tried(1)
			_, err := inTx(t, w.Store, own, statement, args...)
			requireDenied(t, err)
		})
	}
	deleted, err := inTx(t, w.Store, own, "DELETE FROM cases")
	require.NoError(t, err)
	require.EqualValues(t, 1, deleted, "the own case alone: %s", mine)
	require.JSONEq(t, before, contents(), "the other portfolio's case %s is as it was", theirs)

	_, err = inTx(t, w.Store, uuid.Nil, "UPDATE cases SET loan_number = 'taken'")
	requireDenied(t, err)
}

// TestWriterEnds finds nothing of a transaction's role and portfolio on the connection after it, committed or not.
func TestWriterEnds(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	for _, statement := range []string{"SELECT 1", "UPDATE cases SET id = 'x'"} {
		_, _ = inTx(t, w.Store, w.Harbor.Portfolio.ID(), statement)
		var isOwner bool
		var portfolio string
		require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(),
			"SELECT current_user = session_user, current_setting('app.portfolio', true)").Scan(&isOwner, &portfolio))
		require.True(t, isOwner)
		require.Empty(t, portfolio)
	}
}

// unprotected selects the tables that belong to portfolios and can be written without one.
const unprotected = `SELECT c.relname::text FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'portfolio_id'
	WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT (c.relrowsecurity
		AND (SELECT array_agg(polname::text || polcmd::text ORDER BY polname) FROM pg_policy WHERE polrelid = c.oid)
			= '{portfolio_deleted,portfolio_inserta,portfolio_selectr,portfolio_updatew}'
		AND EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND tgname = 'portfolio_kept')) ORDER BY 1`

// TestEveryTableProtected walks the catalog: a table with a portfolio_id whose migration does not call protect_portfolio
// fails here.
func TestEveryTableProtected(t *testing.T) {
	t.Parallel()
	store := storagetest.New(t)
	db := store.Pool().Pgx()
	names := func(query string) (list []string) {
		found, err := db.Query(t.Context(), query)
		require.NoError(t, err)
		list, err = pgx.CollectRows(found, pgx.RowTo[string])
		require.NoError(t, err)
		return list
	}
	require.Empty(t, names(unprotected), "call protect_portfolio('the table') in the migration")

	_, err := db.Exec(t.Context(), `CREATE TABLE later (portfolio_id uuid, id uuid);
		CREATE TABLE parted (portfolio_id uuid, id uuid) PARTITION BY HASH (id);
		CREATE TABLE part PARTITION OF parted FOR VALUES WITH (MODULUS 1, REMAINDER 0)`)
	require.NoError(t, err)
	require.Equal(t, []string{"later", "parted"}, names(unprotected), "the test finds them")
	_, err = db.Exec(t.Context(), "SELECT protect_portfolio('later'), protect_portfolio('parted')")
	require.NoError(t, err)
	require.Empty(t, names(unprotected))

	own, other := storage.NewID(), storage.NewID()
	for _, table := range []string{"later", "parted"} {
		_, err = inTx(t, store, own, "INSERT INTO "+table+" VALUES ($1, $1)", own)
		requireDenied(t, err) // the rights come with the next migration run
	}
	_, err = store.Migrate(t.Context())
	require.NoError(t, err)
	for _, table := range []string{"later", "parted"} {
		_, err = inTx(t, store, own, "INSERT INTO "+table+" VALUES ($1, $1)", own)
		require.NoError(t, err)
		_, err = inTx(t, store, own, "INSERT INTO "+table+" VALUES ($1, $1)", other)
		requireDenied(t, err)
	}
	_, err = inTx(t, store, own, "INSERT INTO part VALUES ($1, $1)", own)
	requireDenied(t, err) // a partition is reached through its table
}

// TestOlderNodesUnbound writes as nodes of the release before migration 0015 do: as the owner, without a portfolio.
func TestOlderNodesUnbound(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	c := w.Case(t, w.Harbor)
	require.NoError(t, pgx.BeginFunc(t.Context(), w.Store.Pool().Pgx(), func(tx pgx.Tx) error {
		for _, statement := range []string{
			"INSERT INTO insured_groups SELECT portfolio_id, gen_random_uuid(), 'G', '{}', now(), now() FROM cases WHERE id = $1",
			"UPDATE cases SET loan_number = 'L-1' WHERE id = $1",
			`INSERT INTO audit_events SELECT portfolio_id, gen_random_uuid(), 'system', NULL, 'x', 'x', 'case', $1::uuid, '{}', 'x', now()
			FROM cases WHERE id = $1`,
		} {
			tag, err := tx.Exec(t.Context(), statement, c)
			require.NoError(t, err)
			require.EqualValues(t, 1, tag.RowsAffected())
		}
		return nil
	}))
}

// TestCheckWriter finds what would let transactions write everything, and sessions that may do less than the owner.
func TestCheckWriter(t *testing.T) {
	t.Parallel()
	dsn := storagetest.Database(t)
	store := storagetest.Open(t, dsn, postgres.DefaultOptions())
	require.NoError(t, store.CheckWriter(t.Context()))
	run := func(statements ...string) {
		t.Helper()
		for _, statement := range statements {
			_, err := store.Pool().Pgx().Exec(t.Context(), statement)
			require.NoError(t, err)
		}
	}
	run("CREATE ROLE teller LOGIN", "GRANT covertrack_writer TO teller", "GRANT ALL ON ALL TABLES IN SCHEMA public TO teller")
	teller := storagetest.Open(t, dsn+"&user=teller", postgres.DefaultOptions())
	err := teller.CheckWriter(t.Context())
	require.ErrorIs(t, err, storage.ErrNoWriter)
	require.ErrorContains(t, err, `GRANT "covertrack" TO "teller"`)

	run("CREATE ROLE keeper", "CREATE ROLE keeper_writer BYPASSRLS", "ALTER TABLE portfolios OWNER TO keeper",
		"GRANT SELECT ON portfolios TO keeper_writer")
	err = storagetest.Open(t, dsn, postgres.DefaultOptions()).CheckWriter(t.Context())
	require.ErrorIs(t, err, storage.ErrNoWriter)
	require.ErrorContains(t, err, "BYPASSRLS")
}

// TestPlansOfTransactions: a transaction has Postgres plan each prepared statement once, until one comes that is planned
// for its values. With Citus all are, for it finds servers by values.
func TestPlansOfTransactions(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	portfolio := w.Harbor.Portfolio.ID()
	once := "force_generic_plan"
	if nodes.Wanted() {
		once = "auto"
	}
	mode := func(ctx context.Context, tx *storage.Tx) (mode string) {
		require.NoError(t, tx.For(portfolio).InPgx(ctx, func(tx pgx.Tx) error {
			return tx.QueryRow(ctx, "SHOW plan_cache_mode").Scan(&mode)
		}))
		return mode
	}
	for range 2 {
		require.NoError(t, w.Store.InTx(t.Context(), portfolio, func(ctx context.Context, tx *storage.Tx) error {
			require.Equal(t, once, mode(ctx, tx))
			filter := model.CaseFilter{LoanNumber: graphql.OmittableOf([]string{"LN-1"})}
			_, err := storage.Cases.Page(ctx, tx.For(portfolio), filter, page.Options{Limit: 1})
			require.NoError(t, err)
			require.Equal(t, "auto", mode(ctx, tx))
			return nil
		}))
	}
	var after string
	require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(), "SHOW plan_cache_mode").Scan(&after))
	require.Equal(t, "auto", after)
}
