package postgres

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
)

// messages counts what is sent: a batch once.
type messages struct{ list []string }

func (m *messages) TraceQueryStart(ctx context.Context, _ *pgx.Conn, start pgx.TraceQueryStartData) context.Context {
	m.list = append(m.list, start.SQL)
	return ctx
}

func (*messages) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (m *messages) TraceBatchStart(ctx context.Context, _ *pgx.Conn, start pgx.TraceBatchStartData) context.Context {
	m.list = append(m.list, fmt.Sprintf("%d together", start.Batch.Len()))
	return ctx
}

func (*messages) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*messages) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

var errTold = errors.New("told")

// pipelined runs fn in a transaction on the one connection of a pool, and returns what was sent.
func pipelined(t *testing.T, pool *Pool, sent *messages, fn func(p *Conn) error) ([]string, error) {
	t.Helper()
	conn, err := pool.Acquire(t.Context())
	require.NoError(t, err)
	defer conn.Release()
	sent.list = nil
	refused := func(err error) error { return errors.Join(errTold, err) }
	err = conn.InTx(t.Context(), []Statement{
		{SQL: "BEGIN", Mode: kept, Refused: refused}, {SQL: "SET LOCAL application_name = 'inside'", Refused: refused},
	}, func() error {
		require.True(t, conn.IsOpen())
		return fn(conn)
	})
	require.False(t, conn.IsOpen())
	return sent.list, err
}

const kept = pgx.QueryExecModeCacheStatement

// TestPipeline has statements wait: they are sent with the next one, in their order, and with the COMMIT at the latest.
func TestPipeline(t *testing.T) {
	t.Parallel()
	for name, mode := range map[string]string{"prepared": "", "exec": "exec", "simple": "simple_protocol", "described": "cache_describe"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dsn := server.DSN("postgres") + "&pool_max_conns=1"
			if mode != "" {
				dsn += "&default_query_exec_mode=" + mode
			}
			sent := &messages{}
			opt := serving()
			opt.Tracer = sent
			pool := open(t, dsn, opt)
			table := "pipeline_" + name
			_, err := pool.Pgx().Exec(t.Context(), "CREATE TABLE "+table+" (n int PRIMARY KEY)")
			require.NoError(t, err)
			testPipeline(t, pool, sent, table)
		})
	}
}

func testPipeline(t *testing.T, pool *Pool, sent *messages, table string) {
	ctx := t.Context()
	add := func(n int) Statement {
		return Statement{SQL: "INSERT INTO " + table + " VALUES ($1)", Values: []any{n}, Mode: kept}
	}
	count := func() (n int) {
		require.NoError(t, pool.Pgx().QueryRow(ctx, "SELECT count(*) FROM "+table).Scan(&n))
		return n
	}
	server := func() (pid int) {
		require.NoError(t, pool.Pgx().QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&pid))
		return pid
	}
	pid := server()

	list, err := pipelined(t, pool, sent, func(*Conn) error { return nil })
	require.NoError(t, err)
	require.Empty(t, list, "nothing to do")
	list, err = pipelined(t, pool, sent, func(p *Conn) error { p.Later(add(0)); return errTold })
	require.ErrorIs(t, err, errTold)
	require.Empty(t, list, "nothing was sent that could be rolled back")

	seen, applied := 0, ""
	list, err = pipelined(t, pool, sent, func(p *Conn) error {
		p.Later(add(1))
		look := Statement{SQL: "SELECT count(*), current_setting('application_name') FROM " + table, Mode: kept}
		look.Read = func(r pgx.Rows) error { r.Next(); return r.Scan(&seen, &applied) }
		require.NoError(t, p.Run(ctx, look))
		p.Later(add(2))
		var n int
		conn, err := p.Pgx(ctx)
		require.NoError(t, err)
		require.NoError(t, conn.QueryRow(ctx, "SELECT count(*) FROM "+table).Scan(&n))
		require.Equal(t, 2, n, "what pgx asks comes after what waits")
		p.Later(add(3))
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, []string{"4 together", "1 together", "SELECT count(*) FROM " + table, "2 together"}, list)
	require.Equal(t, 1, seen)
	require.Equal(t, "inside", applied)
	require.Equal(t, 3, count())

	_, err = pipelined(t, pool, sent, func(p *Conn) error { p.Later(add(4)); p.Later(add(3)); p.Later(add(5)); return nil })
	require.ErrorIs(t, err, ErrNotReached, "refused before the COMMIT")
	refused, ok := errors.AsType[*pgconn.PgError](err)
	require.True(t, ok)
	require.Equal(t, "23505", refused.Code)
	require.Equal(t, 3, count())
	require.Equal(t, pid, server(), "the connection is good")

	_, err = pipelined(t, pool, sent, func(p *Conn) error {
		p.Later(add(3))
		require.Error(t, p.Flush(ctx))
		return nil // as if nothing had happened
	})
	require.ErrorIs(t, err, pgx.ErrTxCommitRollback)
	require.Equal(t, pid, server())
}

// TestPipelineThatIsRefused has the server refuse how the transaction begins.
func TestPipelineThatIsRefused(t *testing.T) {
	t.Parallel()
	pool := open(t, server.DSN("postgres")+"&pool_max_conns=1", serving())
	conn, err := pool.Acquire(t.Context())
	require.NoError(t, err)
	refused := func(err error) error { return errors.Join(errTold, err) }
	begin := []Statement{{SQL: "BEGIN", Refused: refused}, {SQL: "SET LOCAL ROLE nobody_has_this_name", Refused: refused}}
	err = conn.InTx(t.Context(), begin, func() error { return conn.Run(t.Context(), Statement{SQL: "SELECT 1"}) })
	require.ErrorIs(t, err, errTold)
	conn.Release()
	require.NoError(t, pool.Pgx().Ping(t.Context()))
}

// TestPipelineStatements has a connection keep some statements prepared, and prepare them again when the tables have changed.
func TestPipelineStatements(t *testing.T) {
	t.Parallel()
	sent := &messages{}
	pool := open(t, server.DSN("postgres")+"&pool_max_conns=1", serving())
	_, err := pool.Pgx().Exec(t.Context(), "CREATE TABLE pipeline_changed (n int)")
	require.NoError(t, err)
	prepared := func() (n int) {
		require.NoError(t, pool.Pgx().QueryRow(t.Context(), "SELECT count(*) FROM pg_prepared_statements").Scan(&n))
		return n
	}
	for n := range batchStatements + 10 {
		_, err := pipelined(t, pool, sent, func(p *Conn) error {
			p.Later(Statement{SQL: fmt.Sprintf("SELECT %d", n), Mode: kept})
			return nil
		})
		require.NoError(t, err)
	}
	require.Equal(t, batchStatements, prepared())
	look := func() error {
		_, err := pipelined(t, pool, sent, func(p *Conn) error {
			return p.Run(t.Context(), Statement{SQL: "SELECT * FROM pipeline_changed", Mode: kept})
		})
		return err
	}
	require.NoError(t, look())
	_, err = pool.Pgx().Exec(t.Context(), "ALTER TABLE pipeline_changed ADD m int")
	require.NoError(t, err)
	require.Error(t, look(), "cached plan must not change result type")
	require.NoError(t, look(), "on another connection")
}
