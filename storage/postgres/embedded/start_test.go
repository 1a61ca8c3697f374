package embedded

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/postgres"
)

func TestStart(t *testing.T) {
	t.Parallel()

	t.Run("restart_keeps_data", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		s := start(t, dir)
		require.True(t, s.Owned())
		require.NoError(t, s.CreateDatabase(t.Context(), "Odd name"))
		require.NoError(t, s.CreateDatabase(t.Context(), "Odd name"), "it exists")
		execute(t, s.DSN("Odd name"), "CREATE TABLE kept AS SELECT 42 AS n")
		require.NoError(t, s.Stop(t.Context()))
		require.NoError(t, s.Stop(t.Context()), "again")
		requireClosed(t, s.Done())

		begun := time.Now()
		s = start(t, dir)
		t.Logf("warm start: %s", time.Since(begun))
		require.Equal(t, 42, value[int](t, s.DSN("Odd name"), "SELECT n FROM kept"))
	})

	t.Run("socket_only_and_durable", func(t *testing.T) {
		t.Parallel()
		s := start(t, dataDir(t))
		dsn := s.DSN("postgres")
		require.Empty(t, value[string](t, dsn, "SHOW listen_addresses"))
		require.Equal(t, "UTF8", value[string](t, dsn, "SHOW server_encoding"))
		require.Equal(t, "on", value[string](t, dsn, "SHOW data_checksums"))
		info, err := os.Stat(s.cluster.socketDir)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o700), info.Mode().Perm())

		pool, err := postgres.Open(t.Context(), dsn, postgres.DefaultOptions())
		require.NoError(t, err, "a durable server is not refused")
		pool.Close()
	})

	t.Run("statements_stay_out_of_the_log", func(t *testing.T) {
		t.Parallel()
		s := start(t, dataDir(t))
		_, err := session(t, s.DSN("postgres")).Exec(t.Context(), "SELECT 'canary'::int")
		require.ErrorContains(t, err, "canary")
		log, err := os.ReadFile(s.cluster.logFile)
		require.NoError(t, err)
		require.Contains(t, string(log), "ready to accept connections")
		require.NotContains(t, string(log), "canary")
	})

	t.Run("long_path", func(t *testing.T) {
		t.Parallel()
		dir := filepath.Join(dataDir(t), strings.Repeat("long/", 20), "var")
		s := startOwn(t, dir)
		t.Cleanup(func() { _ = os.RemoveAll(s.cluster.socketDir) })
		require.Less(t, len(s.cluster.socketDir), 90)
		require.Equal(t, 1, value[int](t, s.DSN("postgres"), "SELECT 1"))
		require.False(t, start(t, dir).Owned(), "a short command uses it")
	})

	t.Run("half_made_cluster_is_made_again", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		half := filepath.Join(dir, "postgres", "data.new")
		require.NoError(t, makeDirs(half))
		require.NoError(t, os.WriteFile(filepath.Join(half, "PG_VERSION"), []byte("15\n"), 0o600))
		s := start(t, dir)
		require.Equal(t, 1, value[int](t, s.DSN("postgres"), "SELECT 1"))
		require.NoDirExists(t, half)
	})

	t.Run("cancelled", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := Start(ctx, Config{DataDir: dir, Logger: quiet})
		require.Error(t, err)
		start(t, dir)
	})

	t.Run("unexpected_end_is_told", func(t *testing.T) {
		t.Parallel()
		dir := dataDir(t)
		s := start(t, dir)
		process, err := os.FindProcess(s.Pid())
		require.NoError(t, err)
		require.NoError(t, process.Signal(syscall.SIGQUIT))
		requireClosed(t, s.Done())
		require.NoError(t, s.Stop(t.Context()))
		start(t, dir)
	})
}

func requireClosed(t *testing.T, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		require.Fail(t, "still running")
	}
}

// writer commits rows until the connection breaks, and returns how many were acknowledged.
func writer(t *testing.T, conn *pgx.Conn) (acknowledged func() int) {
	t.Helper()
	count := make(chan int)
	go func() {
		n := 0
		for {
			if _, err := conn.Exec(context.Background(), "INSERT INTO kept DEFAULT VALUES"); err != nil {
				count <- n
				return
			}
			n++
		}
	}()
	return func() int { return <-count }
}
