package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// How long a server of requests waits for a database that says nothing (reliability R10). A request waits at most for a
// connection and then for one statement: the first failure ends it. So their sum stays below 5 s.
const (
	// graceOfStatement is added to the server's own limit of a statement, which a server that works keeps.
	graceOfStatement = 500 * time.Millisecond
	// connectWithin limits each step of a new connection. All of them together have twice as long, unless the DSN has
	// connect_timeout: the request that waited for it has failed by then, and the next one finds it.
	connectWithin = 2 * time.Second
	// pingWithin limits the question whether a connection that was idle for pingAfter is alive.
	pingWithin = 500 * time.Millisecond
	pingAfter  = time.Second
	// closeWithin is how long Close waits for connections that are in use.
	closeWithin = 3 * time.Second
)

// limitWaits makes the connections of a pool wait for the server only as long as opt says. The pool of administrative
// work, whose statements have no limit, waits for ever.
func limitWaits(config *pgxpool.Config, opt Options) (*hangs, error) {
	h := &hangs{log: opt.logger()}
	if opt.AcquireTimeout > 0 {
		tracers := []pgx.QueryTracer{acquireTimeout(opt.AcquireTimeout)}
		if opt.Tracer != nil {
			tracers = append(tracers, opt.Tracer)
		}
		config.ConnConfig.Tracer = multitracer.New(tracers...)
	}
	patience, err := statementPatience(config.ConnConfig.RuntimeParams, opt)
	if err != nil || patience == 0 {
		return h, err
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = 2 * connectWithin
	}
	config.ConnConfig.DialFunc = h.dial(config.ConnConfig.DialFunc)
	afterConnect := config.AfterConnect
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		if w := wireOf(conn.PgConn()); w != nil {
			w.establish(patience, h.notice)
		}
		return afterConnect(ctx, conn)
	}
	config.ShouldPing = func(_ context.Context, idle pgxpool.ShouldPingParams) bool {
		if idle.IdleDuration <= pingAfter {
			return false
		}
		if w := wireOf(idle.Conn.PgConn()); w != nil {
			w.hurry(pingWithin)
		}
		return true
	}
	return h, nil
}

// statementPatience returns how long to wait for a statement: a little longer than its session lets it run. The DSN may
// have another limit than opt. 0 means that there is none.
func statementPatience(params map[string]string, opt Options) (time.Duration, error) {
	limit := opt.StatementTimeout
	if given, ok := params["statement_timeout"]; ok {
		d, err := parseTimeout(given)
		if err != nil {
			return 0, err
		}
		limit = d
	}
	if opt.StatementTimeout == 0 || limit == 0 {
		return 0, nil
	}
	return limit + graceOfStatement, nil
}

// parseTimeout parses a time as Postgres does: a number without a unit is in milliseconds.
func parseTimeout(text string) (time.Duration, error) {
	given := strings.NewReplacer(" ", "", "min", "m").Replace(text)
	if _, err := strconv.ParseFloat(given, 64); err == nil {
		given += "ms"
	}
	d, err := time.ParseDuration(given)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("statement_timeout is %q; give it in milliseconds, or like 3s", text)
	}
	return d, nil
}

// hangs knows which connections of a pool can be trusted. When one has hung, the others that are as old may hang too:
// the idle ones are closed at once, those in use when they come back. Each generation is closed once, so that connections
// that were made after a hang are kept when more of the old ones are found to hang.
type hangs struct {
	generation atomic.Int64
	count      atomic.Int64
	pool       atomic.Pointer[pgxpool.Pool]
	log        *slog.Logger
}

// dial returns what makes the wires of the pool, also those on which statements are cancelled.
func (h *hangs) dial(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		ctx, cancel := context.WithTimeout(ctx, connectWithin)
		defer cancel()
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &wire{Conn: conn, generation: h.generation.Load(), patience: connectWithin}, nil
	}
}

// notice empties the pool of the connections that are as old as one that has hung.
func (h *hangs) notice(w *wire) {
	h.count.Add(1)
	pool := h.pool.Load()
	if pool == nil || !h.generation.CompareAndSwap(w.generation, w.generation+1) {
		return
	}
	h.log.Warn("the database does not respond; closing the connections to it")
	pool.Reset()
}

// acquireTimeout limits the time that anybody waits for a connection of the pool, as a tracer.
type acquireTimeout time.Duration

// acquiring is the context of one wait.
type acquiring struct {
	context.Context //nolint:containedctx // it is one
	cancel          context.CancelFunc
}

type openingKey struct{}

// opening returns the context of the start of a pool, which waits for its first connection as long as that takes.
func opening(ctx context.Context) context.Context { return context.WithValue(ctx, openingKey{}, true) }

// TraceAcquireStart begins the wait.
func (t acquireTimeout) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	if ctx.Value(openingKey{}) != nil {
		return ctx
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(t))
	return acquiring{ctx, cancel}
}

// TraceAcquireEnd ends the wait.
func (acquireTimeout) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireEndData) {
	if a, ok := ctx.(acquiring); ok {
		a.cancel()
	}
}

// TraceQueryStart and TraceQueryEnd are what every tracer of pgx has.
func (acquireTimeout) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}
func (acquireTimeout) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
