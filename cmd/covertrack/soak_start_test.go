//go:build program

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// Of nodes that start together all are ready so long after the first.
const (
	together      = 5
	readyTogether = 30 * time.Second
)

// TestSoakR21Empty starts nodes at once on a database without tables, which they fill with demo data too.
func TestSoakR21Empty(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R21", "nodes started at once on an empty database: all ready within 30 s of the first")
	for range soak.Count(1, 10) {
		dsn := createDurable(t, "")
		var all []*process
		for range together {
			all = append(all, start(t, on(dsn), "serve", "--data-dir", newDataDir(t), "--addr", "127.0.0.1:0", "--demo",
				"--mail", "off", "--log-format", "json", "--blob-url", filesOf(dsn)))
		}
		awaitTogether(t, tally, all, func(p *process) bool { return p.logged("ready") != nil })
		for _, p := range all {
			require.NoError(t, p.Process.Kill())
			p.ended(t)
		}
		requireIndexes(t, dsn)
	}
}

// TestSoakR21Levels migrates databases of earlier releases by several processes at once: in a bounded run those that lack
// a migration which builds an index beside writers.
func TestSoakR21Levels(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R21", "migrators at once on a database of each earlier level: all done within 30 s of the first")
	for level, file := range migrationFiles(t) {
		if !soak.Full() && !buildsBeside(t, file) {
			continue
		}
		dsn := olderDatabase(t, level)
		awaitTogether(t, tally, migrators(t, dsn), (*process).over)
		requireIndexes(t, dsn)
	}
}

// TestSoakR21Killed kills a migrator that builds an index, which waits for a reader. Those that come after it say that they
// wait, and leave no invalid index behind. Its connection ends, or the server goes on with the index for some time.
func TestSoakR21Killed(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R21", "a migrator killed while it builds an index: the next ones build it again")
	const building = `SELECT count(*) FROM pg_stat_progress_create_index
		WHERE datname = current_database() AND phase = 'waiting for old snapshots'`
	files := migrationFiles(t)
	level := slices.IndexFunc(files, func(file string) bool { return strings.Contains(file, "0029") })
	for _, ends := range []bool{false, true} {
		dsn := olderDatabase(t, level)
		reader, err := pgx.Connect(t.Context(), dsn)
		require.NoError(t, err)
		_, err = reader.Exec(t.Context(), "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM policies")
		require.NoError(t, err)
		killed := start(t, on(dsn), "migrate", "up")
		require.Eventually(t, func() bool {
			var n int
			scan(t, dsn, building, &n)
			return n == 1
		}, time.Minute, 10*time.Millisecond, killed.stderr)
		require.NoError(t, killed.Process.Kill())
		killed.ended(t)
		if ends {
			scan(t, dsn, "SELECT pg_terminate_backend(pid) FROM pg_stat_progress_create_index WHERE datname = current_database()")
		}
		all := migrators(t, dsn)
		for _, p := range all {
			waits := func() bool { return strings.Contains(p.stderr.String(), "waiting for another process") }
			require.Eventually(t, func() bool { return waits() || ends }, time.Minute, 10*time.Millisecond, p.stderr)
		}
		require.NoError(t, reader.Close(t.Context()))
		awaitTogether(t, tally, all, (*process).over)
		requireIndexes(t, dsn)
	}
}

// TestInvalidIndexMended migrates a database with an index that something else has left invalid.
func TestInvalidIndexMended(t *testing.T) {
	t.Parallel()
	dsn := durableDatabase(t)
	scan(t, dsn, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'policies_end_date_status'::regclass")
	require.Equal(t, "up to date", line(t, on(dsn), "migrate", "up"))
	requireIndexes(t, dsn)
}

// TestMarkedWithMigration ends a migrator after each commit of a migration, as far as it can: what is done is known as done.
func TestMarkedWithMigration(t *testing.T) {
	t.Parallel()
	dsn := createDurable(t, "")
	scan(t, dsn, `CREATE TABLE bun_migrations (id bigserial PRIMARY KEY, name varchar, group_id bigint,
		migrated_at timestamptz NOT NULL DEFAULT now()); CREATE UNIQUE INDEX bun_migrations_name_unique ON bun_migrations (name);
		CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
		CREATE TRIGGER refuse BEFORE UPDATE ON bun_migrations FOR EACH ROW EXECUTE FUNCTION refuse()`)
	for range 2 {
		killed := start(t, on(dsn), "migrate", "up")
		require.NotZero(t, killed.ended(t))
		require.Contains(t, killed.stderr.String(), "killed")
	}
	scan(t, dsn, "DROP TRIGGER refuse ON bun_migrations")
	require.Contains(t, line(t, on(dsn), "migrate", "up"), "applied")
	require.NotContains(t, line(t, on(dsn), "migrate", "status"), "pending")
}

// migrators start at once.
func migrators(t *testing.T, dsn string) (all []*process) {
	t.Helper()
	for range together {
		all = append(all, start(t, on(dsn), "migrate", "up"))
	}
	return all
}

// awaitTogether waits until all are ready, and counts those that are too late or fail.
func awaitTogether(t *testing.T, tally *soak.Tally, all []*process, ready func(*process) bool) {
	t.Helper()
	isReady := func(p *process) bool { return ready(p) || p.over() }
	require.Eventually(t, func() bool { return slices.ContainsFunc(all, isReady) }, 3*time.Minute, 5*time.Millisecond)
	require.Eventually(t, func() bool {
		return !slices.ContainsFunc(all, func(p *process) bool { return !isReady(p) })
	}, readyTogether, 5*time.Millisecond)
	tally.Tried(len(all))
	for _, p := range all {
		require.True(t, ready(p), p.stderr.String())
		if p.over() {
			require.Zero(t, p.ended(t), p.stderr.String())
		}
	}
}

// requireIndexes finds no index that is not valid.
func requireIndexes(t *testing.T, dsn string) {
	t.Helper()
	var invalid, made int
	scan(t, dsn, "SELECT count(*) FROM pg_index WHERE NOT indisvalid", &invalid)
	require.Zero(t, invalid)
	scan(t, dsn, "SELECT count(*) FROM pg_class WHERE relname IN ('policies_end_date_status', 'idempotency_keys_portfolio')", &made)
	require.Equal(t, 2, made)
}

// migrationFiles are the files of the migrations, in order.
func migrationFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../storage/migrations/*.up.sql")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

// buildsBeside reports whether a migration builds an index while others write.
func buildsBeside(t *testing.T, file string) bool {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return strings.Contains(string(text), "INDEX CONCURRENTLY")
}

// olderDatabase has the first migrations only.
func olderDatabase(t *testing.T, level int) (dsn string) {
	t.Helper()
	dsn = createDurable(t, "")
	scan(t, dsn,
		"CREATE TABLE bun_migrations (id bigserial PRIMARY KEY, name varchar, group_id bigint, migrated_at timestamptz NOT NULL DEFAULT now())")
	for _, file := range migrationFiles(t)[:level] {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for part := range strings.SplitSeq(string(text), "--bun:split") {
			scan(t, dsn, part)
		}
		number, _, _ := strings.Cut(filepath.Base(file), "_")
		scan(t, dsn, fmt.Sprintf("INSERT INTO bun_migrations (name, group_id) VALUES ('%s', 1)", number))
	}
	return dsn
}
