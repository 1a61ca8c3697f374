package postgres

import (
	"context"
	"errors"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/relay"
)

// patient are short limits, for tests of hangs.
func patient() Options {
	opt := serving()
	opt.StatementTimeout, opt.MaxConns = 500*time.Millisecond, 4
	return opt
}

// hanging is a server behind a relay, and a pool on it with all its connections open.
func hanging(t *testing.T) (*relay.Relay, *Pool) {
	t.Helper()
	behind, err := pgx.ParseConfig(server.DSN("postgres"))
	require.NoError(t, err)
	r := relay.New(t, "unix", behind.Host+"/.s.PGSQL.5432")
	pool := open(t, "postgres://covertrack@"+r.Address()+"/postgres?sslmode=disable", patient())
	for _, err := range ask(t.Context(), pool, 4, "SELECT pg_sleep(0.2)") {
		require.NoError(t, err)
	}
	return r, pool
}

// ask runs a statement several times at once.
func ask(ctx context.Context, pool *Pool, times int, statement string) []error {
	errs := make([]error, times)
	var all sync.WaitGroup
	for i := range times {
		all.Go(func() { _, errs[i] = pool.Pgx().Exec(ctx, statement) })
	}
	all.Wait()
	return errs
}

// requireLate expects the errors of waits that were too long, all of them within the time.
func requireLate(t *testing.T, begun time.Time, within time.Duration, errs ...error) {
	t.Helper()
	took := time.Since(begun)
	for _, err := range errs {
		late, ok := errors.AsType[net.Error](err)
		require.True(t, ok && late.Timeout(), "%v", err)
	}
	require.Less(t, took, within)
}

// TestHang: each wait for a server that says nothing ends, and the connections that were open then are given up at once.
func TestHang(t *testing.T) {
	t.Parallel()
	const slow = 3 * time.Second // of slow machines
	t.Run("statements_in_a_freeze", func(t *testing.T) {
		t.Parallel()
		r, pool := hanging(t)
		require.Equal(t, 4, r.Freeze())
		begun := time.Now()
		requireLate(t, begun, time.Second+slow, ask(t.Context(), pool, 4, "SELECT 1")...)
		require.Positive(t, pool.Hung())
		for _, err := range ask(t.Context(), pool, 8, "SELECT 1") {
			require.NoError(t, err, "new connections work")
		}
	})
	t.Run("one_of_them_empties_the_pool", func(t *testing.T) {
		t.Parallel()
		r, pool := hanging(t)
		r.Freeze()
		begun := time.Now()
		requireLate(t, begun, time.Second+slow, ask(t.Context(), pool, 1, "SELECT 1")...)
		for range 4 {
			require.NoError(t, ask(t.Context(), pool, 1, "SELECT 1")[0])
		}
	})
	t.Run("idle_connections_are_asked_first", func(t *testing.T) {
		t.Parallel()
		r, pool := hanging(t)
		r.Freeze()
		time.Sleep(pingAfter + 100*time.Millisecond)
		require.NoError(t, ask(t.Context(), pool, 1, "SELECT 1")[0], "it is served by a new connection")
	})
	t.Run("nothing_works", func(t *testing.T) {
		t.Parallel()
		r, pool := hanging(t)
		r.Freeze()
		r.Mute(true)
		begun := time.Now()
		requireLate(t, begun, 2*time.Second+slow, ask(t.Context(), pool, 12, "SELECT 1")...)
		begun = time.Now()
		requireLate(t, begun, 2*time.Second+slow, ask(t.Context(), pool, 12, "SELECT 1")...)
		r.Mute(false)
		require.Eventually(t, func() bool { return ask(t.Context(), pool, 1, "SELECT 1")[0] == nil }, 5*time.Second, 10*time.Millisecond)
	})
	t.Run("begin_commit_rollback", func(t *testing.T) {
		t.Parallel()
		r, pool := hanging(t)
		var all []*pgx.Conn
		for range 3 {
			conn, err := pool.Pgx().Acquire(t.Context())
			require.NoError(t, err)
			t.Cleanup(conn.Release)
			all = append(all, conn.Conn())
		}
		for _, conn := range all[:2] {
			_, err := conn.Exec(t.Context(), "BEGIN")
			require.NoError(t, err)
		}
		r.Freeze()
		for i, statement := range []string{"COMMIT", "ROLLBACK", "BEGIN"} {
			begun := time.Now()
			_, err := all[i].Exec(t.Context(), statement)
			requireLate(t, begun, time.Second+slow, err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		t.Parallel()
		r, pool := hanging(t)
		r.Freeze()
		r.Mute(true) // the cancel request is not heard either
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		begun := time.Now()
		requireLate(t, begun, 2*time.Second+slow, ask(ctx, pool, 1, "SELECT 1")...)
	})
	t.Run("listener", func(t *testing.T) {
		t.Parallel()
		r, pool := hanging(t)
		l, err := pool.Listen(t.Context(), "", "news")
		require.NoError(t, err)
		defer l.Close()
		l.beat = 200 * time.Millisecond
		go func() {
			time.Sleep(500 * time.Millisecond)
			_, _ = pool.Pgx().Exec(t.Context(), "NOTIFY news, 'hello'")
		}()
		heard, err := l.Next(t.Context())
		require.NoError(t, err, "it lives through silence")
		require.Equal(t, "hello", heard)
		r.Freeze()
		begun := time.Now()
		_, err = l.Next(t.Context())
		requireLate(t, begun, 2*time.Second+slow, err)
	})
	t.Run("close", func(t *testing.T) {
		t.Parallel()
		_, pool := hanging(t)
		conn, err := pool.Pgx().Acquire(t.Context())
		require.NoError(t, err)
		begun := time.Now()
		pool.Close()
		require.Less(t, time.Since(begun), closeWithin+slow)
		conn.Release()
	})
}

// TestPatience: the DSN's own limit of statements counts.
func TestPatience(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]time.Duration{
		"7000": 7500 * time.Millisecond, "7s": 7500 * time.Millisecond, "2min": 2*time.Minute + graceOfStatement,
		"0": 0, "1 h": time.Hour + graceOfStatement,
	} {
		patience, err := statementPatience(map[string]string{"statement_timeout": given}, DefaultOptions())
		require.NoError(t, err)
		require.Equal(t, want, patience, given)
	}
	patience, err := statementPatience(map[string]string{}, DefaultOptions())
	require.NoError(t, err)
	require.Equal(t, 3500*time.Millisecond, patience)
	patience, err = statementPatience(map[string]string{}, Options{})
	require.NoError(t, err)
	require.Zero(t, patience, "administrative work waits")
	_, err = statementPatience(map[string]string{"statement_timeout": "soon"}, DefaultOptions())
	require.ErrorContains(t, err, "soon")
}
