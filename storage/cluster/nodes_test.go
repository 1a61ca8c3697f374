//go:build citus

package cluster_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/cluster"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestEveryTableIsDistributed fails for a table with portfolio_id that its migration did not distribute.
func TestEveryTableIsDistributed(t *testing.T) {
	t.Parallel()
	store := storagetest.New(t)
	placement, err := cluster.Of(store).Placement(t.Context())
	require.NoError(t, err)
	require.Empty(t, placement.Lacking)
	require.Contains(t, placement.Everywhere, "portfolios")
	for _, table := range storage.Counted() {
		require.Contains(t, placement.ByPortfolio, table.Name())
	}
	require.NoError(t,
		cluster.Of(store).Distribute(t.Context(), false, func(text string) { require.Fail(t, "there was something to do", text) }))
}

// TestMigrationDistributes holds that a migration on a distributed database distributes the table that it makes.
func TestMigrationDistributes(t *testing.T) {
	t.Parallel()
	store := storagetest.New(t)
	_, err := store.Pool().Pgx().Exec(t.Context(), `CREATE TABLE visits (portfolio_id uuid NOT NULL, id uuid NOT NULL, case_id uuid NOT NULL,
		PRIMARY KEY (portfolio_id, id), FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id));
		CREATE INDEX visits_case ON visits (portfolio_id, case_id, id);
		SELECT distribute_table('visits'); SELECT count_table('visits'); SELECT protect_portfolio('visits')`)
	require.NoError(t, err)
	placement, err := cluster.Of(store).Placement(t.Context())
	require.NoError(t, err)
	require.Contains(t, placement.ByPortfolio, "visits")
	require.Empty(t, placement.Lacking)
}

// TestShardsAreLookedAt holds that a trigger that is missing on a shard does not go unseen.
func TestShardsAreLookedAt(t *testing.T) {
	t.Parallel()
	store := storagetest.New(t)
	exec := func(statement string) {
		_, err := store.Pool().Pgx().Exec(t.Context(), statement)
		require.NoError(t, err)
	}
	exec(`SELECT run_command_on_shards('users', $$ALTER TABLE %s DISABLE TRIGGER USER$$)`)
	err := cluster.Of(store).Distribute(t.Context(), false, func(string) {})
	require.ErrorContains(t, err, "users_")
	require.ErrorContains(t, err, "trigger")
	exec(`SELECT run_command_on_shards('users', $$ALTER TABLE %s ENABLE TRIGGER USER$$)`)
	require.NoError(t, cluster.Of(store).Distribute(t.Context(), false, func(string) {}))
	exec(`SELECT run_command_on_shards('policies', $$DROP POLICY portfolio_insert ON %s$$)`)
	require.ErrorContains(t, cluster.Of(store).Distribute(t.Context(), false, func(string) {}), "policy portfolio_insert")
}

// TestIsolate moves a portfolio to and fro while its events come. None that was acknowledged may be lost or out of order.
func TestIsolate(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	portfolio, subject := w.Harbor.Portfolio.ID(), uuid.New()
	// A throw-away server acknowledges what is not in its log yet, and so loses it when a shard moves. The command refuses that.
	w.Exec(t, `SELECT run_command_on_all_nodes($run$DO $do$ BEGIN PERFORM set_config('citus.enable_ddl_propagation', 'off', true);
		EXECUTE format('ALTER DATABASE %I SET synchronous_commit = on', current_database()); END $do$ $run$)`)
	w.Store.Pool().Pgx().Reset()
	var unsafe int
	require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(), `SELECT count(*) FROM run_command_on_all_nodes(
		'SELECT current_setting(''synchronous_commit'')') WHERE result <> 'on'`).Scan(&unsafe))
	require.Zero(t, unsafe)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var placing sync.WaitGroup
	placing.Go(func() {
		for ctx.Err() == nil {
			_, _, _ = w.Store.PlaceEvents(ctx, []uuid.UUID{portfolio}, time.Now()) // it is tried again
			time.Sleep(10 * time.Millisecond)
		}
	})
	noted := make(chan int)
	go func() {
		n := 0
		for ctx.Err() == nil {
			_, err := w.Store.Pool().Pgx().Exec(t.Context(), "INSERT INTO audit_events (portfolio_id, id, actor_kind, actor_name, action, "+
				"subject_type, subject_id, changes, request_id, at) VALUES ($1, $2, 'system', 'test', 'case.updated', 'case', $3, '{}', $4, now())",
				portfolio, storage.NewID(), subject, time.Now().Format(time.RFC3339Nano))
			if err == nil {
				n++
			}
			time.Sleep(5 * time.Millisecond)
		}
		noted <- n
	}()
	unrest := func(string) {}
	patient := storagetest.Open(t, w.Store.Pool().Pgx().Config().ConnString(), postgres.Options{MaxConns: 2})
	first, err := cluster.Of(patient).Isolate(t.Context(), portfolio, "", unrest)
	require.NoError(t, err)
	again, err := cluster.Of(patient).Isolate(t.Context(), portfolio, "", func(step string) { require.Fail(t, "it was there", step) })
	require.NoError(t, err)
	require.Equal(t, first, again)
	placement, err := cluster.Of(patient).Placement(t.Context())
	require.NoError(t, err)
	workers := placement.Nodes[1:]
	for _, n := range slices.Backward(workers) { // one of them has it
		at, err := cluster.Of(patient).Isolate(t.Context(), portfolio, n.Address, unrest)
		require.NoError(t, err)
		require.Equal(t, n.Address, at)
	}
	_, err = cluster.Of(patient).Isolate(t.Context(), portfolio, "nowhere:1", unrest)
	require.ErrorContains(t, err, workers[0].Address)
	_, err = cluster.Of(patient).Isolate(t.Context(), uuid.New(), "", unrest)
	require.ErrorContains(t, err, "not_found")
	stop()
	n := <-noted
	require.Positive(t, n)

	placing.Wait()
	outbox := func() (left int) {
		const query = "SELECT count(*) FROM event_outbox WHERE portfolio_id = $1"
		require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(), query, portfolio).Scan(&left))
		return left
	}
	for outbox() > 0 {
		_, _, err = w.Store.PlaceEvents(t.Context(), []uuid.UUID{portfolio}, time.Now())
		require.NoError(t, err)
	}
	var all, behind int
	require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(), `SELECT count(*), count(*) FILTER (WHERE revision <> n OR position <= before)
		FROM (SELECT revision, position, row_number() OVER (ORDER BY id) AS n, lag(position, 1, 0::bigint) OVER (ORDER BY id) AS before
			FROM events WHERE portfolio_id = $1 AND subject_id = $2) AS e`, portfolio, subject).Scan(&all, &behind))
	require.Equal(t, []int{n, 0}, []int{all, behind})
	placement, err = cluster.Of(patient).Placement(t.Context())
	require.NoError(t, err)
	require.Empty(t, placement.Lacking, "shards that were moved have what they had")
}
