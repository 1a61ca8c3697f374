package postgres

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/stretchr/testify/require"
)

func open(t *testing.T, dsn string, opt Options) *Pool {
	t.Helper()
	pool, err := Open(t.Context(), dsn, opt)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	return pool
}

// serving are the options of a server of requests, on the tests' unsafe server.
func serving() Options {
	opt := DefaultOptions()
	opt.RefuseUnsafe = false
	return opt
}

func TestOpenSession(t *testing.T) {
	t.Parallel()
	dsn := server.DSN("postgres")
	names := []string{
		"lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout", "application_name", "TimeZone", "jit",
	}
	cases := map[string]struct {
		dsn  string
		opt  Options
		want []string
	}{
		"serving": {dsn: dsn, opt: serving(), want: []string{"1s", "3s", "5s", "covertrack", "UTC", "off"}},
		"administrative": {
			dsn: dsn, opt: Options{ApplicationName: "covertrack migrate"}, want: []string{"0", "0", "0", "covertrack migrate", "UTC", "off"},
		},
		"dsn_has_precedence": {
			dsn: dsn + "&lock_timeout=7s&application_name=mine&jit=on", opt: serving(), want: []string{"7s", "3s", "5s", "mine", "UTC", "on"},
		},
		"pooler": {dsn: dsn + "&session_timeouts=off", opt: serving(), want: []string{"0", "0", "0", "covertrack", "UTC", "on"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool := open(t, c.dsn, c.opt)
			for i, setting := range names {
				var value string
				require.NoError(t, pool.Pgx().QueryRow(t.Context(), "SELECT current_setting($1)", setting).Scan(&value))
				require.Equal(t, c.want[i], value, setting)
			}
		})
	}
}

func TestOpenConfig(t *testing.T) {
	t.Parallel()
	config, err := poolConfig("postgres://a@h/b", Options{})
	require.NoError(t, err)
	require.Equal(t, pgx.QueryExecModeExec, config.ConnConfig.DefaultQueryExecMode)
	require.GreaterOrEqual(t, config.MaxConns, int32(4))

	config, err = poolConfig("postgres://a@h/b?default_query_exec_mode=cache_describe&pool_max_conns=3", Options{MaxConns: 9})
	require.NoError(t, err)
	require.Equal(t, pgx.QueryExecModeCacheDescribe, config.ConnConfig.DefaultQueryExecMode)
	require.Equal(t, int32(3), config.MaxConns)

	require.Equal(t, preparedStatements, config.ConnConfig.StatementCacheCapacity)

	config, err = poolConfig("postgres://a@h/b?statement_cache_capacity=7", Options{})
	require.NoError(t, err)
	require.Equal(t, 7, config.ConnConfig.StatementCacheCapacity)

	config, err = poolConfig("host=h dbname=b", Options{MaxConns: 9})
	require.NoError(t, err)
	require.Equal(t, int32(9), config.MaxConns)

	_, err = Open(t.Context(), "postgres://a:secret@h/b?session_timeouts=maybe", Options{})
	require.ErrorContains(t, err, "on or off")
	_, err = Open(t.Context(), "postgres://a:secret@h:x/b", Options{})
	require.Error(t, err)
	require.NotContains(t, err.Error(), "secret")
}

// TestMode: the DSN decides how every statement runs, if it does.
func TestMode(t *testing.T) {
	t.Parallel()
	dsn := server.DSN("postgres")
	for param, want := range map[string]pgx.QueryExecMode{
		"":                              pgx.QueryExecModeCacheStatement,
		"&default_query_exec_mode=exec": pgx.QueryExecModeExec,
	} {
		require.Equal(t, want, open(t, dsn+param, Options{}).Mode(pgx.QueryExecModeCacheStatement))
	}
}

func TestOpenRefusesUnsafe(t *testing.T) {
	t.Parallel()
	_, err := Open(t.Context(), server.DSN("postgres"), DefaultOptions())
	require.ErrorIs(t, err, ErrUnsafe)
	require.ErrorContains(t, err, "fsync=off")
	require.NoError(t, refuseUnsafe("synchronous_commit", "remote_apply"))
	require.ErrorContains(t, refuseUnsafe("synchronous_commit", "off"), "reload")
}

func TestPoolKeepsCancelledConnection(t *testing.T) {
	t.Parallel()
	pool := open(t, server.DSN("postgres"), Options{MaxConns: 1})
	backend := func() (pid int) {
		require.NoError(t, pool.Pgx().QueryRow(t.Context(), "SELECT pg_backend_pid()").Scan(&pid))
		return pid
	}
	before := backend()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	begun := time.Now()
	_, err := pool.Pgx().Exec(ctx, "SELECT pg_sleep(10)")
	cancelled, ok := errors.AsType[*pgconn.PgError](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, "57014", cancelled.Code, "the statement was cancelled, not the connection cut: %v", err)
	require.Less(t, time.Since(begun), 2*time.Second)
	require.Equal(t, before, backend())
}

func TestPoolScansUTC(t *testing.T) {
	t.Parallel()
	pool := open(t, server.DSN("postgres"), Options{})
	var now time.Time
	require.NoError(t, pool.Pgx().QueryRow(t.Context(), "SELECT now()").Scan(&now))
	require.Equal(t, time.UTC, now.Location())
}

// TestOpenThroughPooler opens a pool through a stand-in that refuses unknown start-up parameters as PgBouncer does.
func TestOpenThroughPooler(t *testing.T) {
	t.Parallel()
	behind, err := pgx.ParseConfig(server.DSN("postgres"))
	require.NoError(t, err)
	pooler, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = pooler.Close() })
	go func() {
		for {
			client, err := pooler.Accept()
			if err != nil {
				return
			}
			go pool(client, behind.Host+"/.s.PGSQL.5432")
		}
	}()
	var log bytes.Buffer
	opt := serving()
	opt.Logger = slog.New(slog.NewTextHandler(&log, nil))
	p := open(t, "postgres://covertrack@"+pooler.Addr().String()+"/postgres?sslmode=disable", opt)
	var timeout string
	require.NoError(t, p.Pgx().QueryRow(t.Context(), "SHOW statement_timeout").Scan(&timeout))
	require.Equal(t, "0", timeout)
	require.Contains(t, log.String(), "statement_timeout = '3000ms'")
	require.Contains(t, log.String(), "ALTER ROLE")
}

// pool passes one client on to the server, unless its start-up message holds what PgBouncer does not know.
func pool(client net.Conn, socket string) {
	defer func() { _ = client.Close() }()
	backend := pgproto3.NewBackend(client, client)
	message, err := backend.ReceiveStartupMessage()
	start, ok := message.(*pgproto3.StartupMessage)
	if err != nil || !ok {
		return
	}
	for name := range start.Parameters {
		if strings.HasSuffix(name, "_timeout") {
			backend.Send(&pgproto3.ErrorResponse{
				Severity: "FATAL", Code: "08P01", Message: "unsupported startup parameter: " + name,
			})
			_ = backend.Flush()
			return
		}
	}
	server, err := net.Dial("unix", socket)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	raw, err := start.Encode(nil)
	if _, werr := server.Write(raw); errors.Join(err, werr) != nil {
		return
	}
	go func() { _, _ = io.Copy(server, client); _ = server.Close() }()
	_, _ = io.Copy(client, server)
}
