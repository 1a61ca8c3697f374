package storage_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// miscounted are the portfolios and tables, or values of them, whose counters do not say what count(*) says, read in one
// snapshot.
func miscounted(ctx context.Context, t testing.TB, pool *pgxpool.Pool) ([]string, error) {
	var counted []string
	for _, l := range lists(t) {
		counted = append(counted, fmt.Sprintf("SELECT portfolio_id, '%[1]s' AS noun, count(*) AS n FROM %[1]s GROUP BY 1", l.table))
		for _, column := range l.counts {
			counted = append(counted, fmt.Sprintf("SELECT portfolio_id, '%[1]s.%[2]s=' || %[2]s::text, count(*) FROM %[1]s WHERE %[2]s IS NOT NULL "+
				"GROUP BY 1, %[2]s", l.table, column))
		}
	}
	rows, err := pool.Query(ctx, `SELECT format('%s of %s: %s rows, counted %s', noun, portfolio_id, r.n, c.n)
		FROM (`+strings.Join(counted, " UNION ALL ")+`) AS r
		FULL JOIN (SELECT portfolio_id, noun, sum(n) AS n FROM record_counts GROUP BY 1, 2
			UNION ALL SELECT portfolio_id, value, sum(n) FROM value_counts GROUP BY 1, 2) AS c USING (portfolio_id, noun)
		WHERE coalesce(r.n, 0) <> coalesce(c.n, 0)`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func requireCounted(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	wrong, err := miscounted(t.Context(), t, pool)
	require.NoError(t, err)
	require.Empty(t, wrong)
}

func listTables(t testing.TB) (tables []string) {
	for _, l := range lists(t) {
		tables = append(tables, l.table)
	}
	return tables
}

// TestCountersTriggers fails when a list gets a table that nobody counts, or counted columns without triggers.
func TestCountersTriggers(t *testing.T) {
	t.Parallel()
	pool := storagetest.New(t).Pool().Pgx()
	for _, l := range lists(t) {
		var triggers []string
		err := pool.QueryRow(t.Context(), `SELECT array_agg(tgname::text ORDER BY tgname) FROM pg_trigger
			WHERE tgrelid = $1::regclass AND tgname ~ '^(count|values)_' AND tgenabled = 'O'`, l.table).Scan(&triggers)
		require.NoError(t, err)
		want := []string{"count_deleted", "count_inserted", "count_truncated"}
		if len(l.counts) > 0 {
			want = []string{"values_deleted", "values_inserted", "count_truncated", "values_truncated"}
		}
		for _, column := range l.counts {
			want = append(want, "values_moved_"+column)
		}
		require.ElementsMatch(t, want, triggers, "%s needs count_table of migration 0025, and count_values of 0084 with its Counted", l.table)
	}
}

// TestCounters lets several connections write at random, and compares in snapshots meanwhile and afterwards.
func TestCounters(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	pool := w.Store.Pool().Pgx()
	const parents = 20
	portfolios := []uuid.UUID{w.Harbor.Portfolio.ID(), w.Prairie.Portfolio.ID()}
	storagetest.Bulk{Portfolios: portfolios, First: 1, Last: parents, Parents: parents}.Fill(t, pool)
	tables := listTables(t)
	writers, ctx := errgroup.WithContext(t.Context())
	for writer := range 5 {
		seed := rand.Uint64()
		t.Logf("seed of writer %d: %d", writer, seed)
		writers.Go(func() error {
			random := rand.New(rand.NewPCG(seed, 0))
			for turn := range 40 {
				table := tables[random.IntN(len(tables))]
				first := 1000*(writer+1) + 10*turn
				b := storagetest.Bulk{Portfolios: portfolios[random.IntN(2):], First: first, Last: first + random.IntN(10), Parents: parents}
				if err := writeAtRandom(ctx, t, pool, random, b, table); err != nil {
					return fmt.Errorf("%s: %w", table, err)
				}
			}
			return nil
		})
	}
	written := make(chan error, 1)
	go func() { written <- writers.Wait() }()
	for done := false; !done; {
		select {
		case err := <-written:
			require.NoError(t, err)
			done = true
		default:
			requireCounted(t, pool)
		}
	}
	requireCounted(t, pool)
}

// writeAtRandom runs a transaction that adds rows to a table, perhaps removes the writer's latest ones, and keeps all
// of it, a part or nothing.
func writeAtRandom(ctx context.Context, t *testing.T, pool *pgxpool.Pool, random *rand.Rand, b storagetest.Bulk, table string) error {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if err := addAtRandom(ctx, t, tx, random, b, table); err != nil {
		return err
	}
	if random.IntN(3) == 0 && table != "audit_events" { // which are never removed
		again, err := tx.Begin(ctx) // a savepoint
		if err != nil {
			return err
		}
		const remove = "DELETE FROM %s WHERE portfolio_id = '%s' AND id BETWEEN '%s' AND '%s'"
		if _, err := again.Exec(ctx, fmt.Sprintf(remove, table, b.Portfolios[0], bulkID(b.First/1000*1000), bulkID(b.Last-1))); err != nil {
			return err
		}
		if random.IntN(2) == 0 {
			if err := again.Rollback(ctx); err != nil {
				return err
			}
		}
	}
	if table == "assets" {
		const move = `UPDATE assets SET asset_type_id = (SELECT id FROM asset_types ORDER BY id OFFSET $4 LIMIT 1)
			WHERE portfolio_id = $1 AND id BETWEEN $2 AND $3`
		last := b.First + random.IntN(1+b.Last-b.First)
		if _, err := tx.Exec(ctx, move, b.Portfolios[0], bulkID(b.First), bulkID(last), random.IntN(3)); err != nil {
			return err
		}
	}
	if random.IntN(4) == 0 {
		return tx.Rollback(ctx)
	}
	return tx.Commit(ctx)
}

// addAtRandom adds the rows by one of the ways there are.
func addAtRandom(ctx context.Context, t *testing.T, tx pgx.Tx, random *rand.Rand, b storagetest.Bulk, table string) error {
	switch random.IntN(4) {
	case 0:
		columns, query := b.Rows(t, table)
		var rows bytes.Buffer
		if _, err := tx.Conn().PgConn().CopyTo(ctx, &rows, fmt.Sprintf("COPY (%s) TO STDOUT", query)); err != nil {
			return err
		}
		_, err := tx.Conn().PgConn().CopyFrom(ctx, &rows, fmt.Sprintf("COPY %s (%s) FROM STDIN", table, columns))
		return err
	case 1:
		batch := &pgx.Batch{}
		for g := b.First; g <= b.Last; g++ {
			batch.Queue(storagetest.Bulk{Portfolios: b.Portfolios, First: g, Last: g, Parents: b.Parents}.Insert(t, table))
		}
		return tx.SendBatch(ctx, batch).Close()
	case 2:
		for range 2 { // the second time nothing
			if _, err := tx.Exec(ctx, b.Insert(t, table)+" ON CONFLICT DO NOTHING"); err != nil {
				return err
			}
		}
		return nil
	default:
		_, err := tx.Exec(ctx, "WITH added AS ("+b.Insert(t, table)+" RETURNING id) SELECT count(*) FROM added")
		return err
	}
}

func bulkID(g int) string { return fmt.Sprintf("00000000-0000-7000-8000-%012x", g) }

// TestCountersNobodyWaits has many transactions open that write the same two nouns in opposite orders, and then move values.
// Were there a lock that they share, one of them would run into the lock time-out or a deadlock.
func TestCountersNobodyWaits(t *testing.T) {
	t.Parallel()
	const writers = 24
	opt := postgres.DefaultOptions()
	opt.MaxConns = writers + 1
	pool := storagetest.Open(t, storagetest.WorldOn(t, storagetest.Database(t)).Store.Pool().Pgx().Config().ConnString(), opt).Pool().Pgx()
	var portfolio uuid.UUID
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT id FROM portfolios LIMIT 1").Scan(&portfolio))
	storagetest.Bulk{Portfolios: []uuid.UUID{portfolio}, First: 1, Last: 1, Parents: 1}.Fill(t, pool)
	open := make([]pgx.Tx, writers)
	for turn := range 3 {
		for i := range open {
			if turn == 0 {
				tx, err := pool.Begin(t.Context())
				require.NoError(t, err)
				defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
				open[i] = tx
			}
			b := storagetest.Bulk{Portfolios: []uuid.UUID{portfolio}, First: i + 2, Last: i + 2, Parents: 1}
			write := b.Insert(t, []string{"insureds", "assets"}[(i+turn)%2])
			if turn == 2 {
				write = "UPDATE insureds SET type = 'individual' WHERE portfolio_id = '" + portfolio.String() + "' AND id = '" + bulkID(i+2) + "'"
			}
			_, err := open[i].Exec(t.Context(), write)
			require.NoError(t, err)
		}
	}
	for _, tx := range open {
		require.NoError(t, tx.Commit(t.Context()))
	}
	requireCounted(t, pool)
}

// TestCountersTruncate forgets a table's counters with its rows.
func TestCountersTruncate(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	pool := w.Store.Pool().Pgx()
	storagetest.Bulk{Portfolios: []uuid.UUID{w.Harbor.Portfolio.ID()}, First: 1, Last: 5, Parents: 5}.Fill(t, pool)
	w.Exec(t, "TRUNCATE cases CASCADE")
	requireCounted(t, pool)
	w.Case(t, w.Harbor)
	requireCounted(t, pool)
}

// TestCountersCountAgain breaks the counters, and mends them as docs/guide/database.md says.
func TestCountersCountAgain(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	pool := w.Store.Pool().Pgx()
	w.Case(t, w.Harbor)
	b := storagetest.Bulk{Portfolios: []uuid.UUID{w.Harbor.Portfolio.ID(), w.Prairie.Portfolio.ID()}, First: 1, Last: 20, Parents: 20}
	b.Fill(t, pool)
	w.Exec(t, "UPDATE record_counts SET n = n + 10 WHERE noun = 'cases' AND n > 0")
	w.Exec(t, "UPDATE value_counts SET n = n + 10 WHERE value LIKE 'cases.management\\_type=%' AND n > 0")
	wrong, err := miscounted(t.Context(), t, pool)
	require.NoError(t, err)
	require.Contains(t, strings.Join(wrong, "\n"), "cases of ")
	require.Contains(t, strings.Join(wrong, "\n"), "cases.management_type=")

	guide, err := os.ReadFile("../docs/guide/database.md")
	require.NoError(t, err)
	again := "SELECT count_again('cases');"
	require.Contains(t, string(guide), "\n    "+again+"\n", "the guide does not say how to count again")
	w.Exec(t, again)
	requireCounted(t, pool)
}

// TestCountersUpgrade brings a database of the first schema up to date while somebody writes to it.
func TestCountersUpgrade(t *testing.T) {
	t.Parallel()
	store := storagetest.Open(t, storagetest.EmptyDatabase(t), postgres.Options{})
	pool := store.Pool().Pgx()
	portfolio := firstSchema(t, store)
	storagetest.Bulk{Portfolios: []uuid.UUID{portfolio}, First: 1, Last: 50, Parents: 50}.Fill(t, pool)

	stop := make(chan struct{})
	var writers errgroup.Group
	writers.Go(func() error {
		for g := 6000; ; g++ {
			select {
			case <-stop:
				return nil
			default:
			}
			b := storagetest.Bulk{Portfolios: []uuid.UUID{portfolio}, First: g, Last: g, Parents: 50}
			err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
				table := []string{"users", "cases", "tasks"}[g%3]
				existing, err := b.Of(t.Context(), tx, table)
				if err == nil {
					_, err = tx.Exec(t.Context(), existing.Insert(t, table))
				}
				if err == nil {
					_, err = tx.Exec(t.Context(), b.Insert(t, "audit_events"))
				}
				return err
			})
			if err != nil {
				return err
			}
		}
	})
	applied, err := store.Migrate(t.Context())
	close(stop)
	require.NoError(t, err)
	require.NoError(t, writers.Wait())
	require.Contains(t, strings.Join(applied, " "), "0002_counters")
	requireCounted(t, pool)
}

// firstSchema makes of an empty database one that a program with the first migration alone has left, with a portfolio.
func firstSchema(t *testing.T, store *storage.Store) (portfolio uuid.UUID) {
	first, err := os.ReadFile("migrations/0001_init.tx.up.sql")
	require.NoError(t, err)
	portfolio = storage.NewID()
	for _, statement := range []string{
		string(first),
		"CREATE TABLE bun_migrations (id bigserial PRIMARY KEY, name varchar, group_id bigint, migrated_at timestamptz NOT NULL DEFAULT now())",
		"INSERT INTO bun_migrations (name, group_id, migrated_at) VALUES ('0001', 1, now())",
		fmt.Sprintf("INSERT INTO lenders VALUES ('%[1]s', 'A lender', NULL, now(), now()); INSERT INTO portfolios VALUES ('%[1]s', '%[1]s', "+
			"'live', now())", portfolio),
	} {
		_, err := store.Pool().Pgx().Exec(t.Context(), statement, pgx.QueryExecModeSimpleProtocol)
		require.NoError(t, err)
	}
	db := bun.NewDB(stdlib.OpenDBFromPool(store.Pool().Pgx()), pgdialect.New())
	coverages, categories, types := catalog.CoverageTypes.All(), catalog.DocumentCategories.All(), catalog.AssetTypes.All()
	for _, entries := range []any{&coverages, &categories, &types} {
		_, err := db.NewInsert().Model(entries).Exec(t.Context())
		require.NoError(t, err)
	}
	return portfolio
}
