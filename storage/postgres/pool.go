package postgres

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Options are what the caller of Open decides. The zero value is for administrative work such as migrations: no
// time-outs, and any server is accepted. A server of requests starts from DefaultOptions.
type Options struct {
	// LockTimeout, StatementTimeout and IdleInTransactionTimeout limit each session; 0 keeps the server's own setting.
	LockTimeout, StatementTimeout, IdleInTransactionTimeout time.Duration
	// AcquireTimeout limits each wait for a connection of the pool; 0 means no limit.
	AcquireTimeout time.Duration

	MaxConns        int    // the size of the pool, unless the DSN has pool_max_conns; 0 means twice the cores, at least 8
	Shared          bool   // no organization holds more than half of the pool; see ForTenant
	ApplicationName string // of the sessions, unless the DSN has one; empty means covertrack
	RefuseUnsafe    bool   // makes Open fail with ErrUnsafe on a server that may lose acknowledged writes
	// Tracer sees every statement, e.g. to count them. It must not record their text, which holds personal data.
	Tracer pgx.QueryTracer
	Logger *slog.Logger // receives warnings about the server's settings; nil means slog.Default()
}

// preparedStatements is the most statements that a connection keeps prepared. Each costs the server about 50 kB, and
// most connections use fewer than 100.
const preparedStatements = 200

// DefaultOptions returns the options of a server of requests. Each time-out is shorter than the next one: lock,
// statement, request (5 s).
func DefaultOptions() Options {
	return Options{
		LockTimeout:              time.Second,
		StatementTimeout:         3 * time.Second,
		IdleInTransactionTimeout: 5 * time.Second,
		AcquireTimeout:           1250 * time.Millisecond,
		RefuseUnsafe:             true,
	}
}

func (opt Options) logger() *slog.Logger { return cmp.Or(opt.Logger, slog.Default()) }

// Pool is one pool of connections.
type Pool struct {
	pgx    *pgxpool.Pool
	mode   pgx.QueryExecMode // of every statement, if the DSN gives one
	shares *shares           // nil unless the pool is shared
	hangs  *hangs
	opt    Options
}

// Pgx returns the pool itself, for what speaks pgx and is nobody's request: River, migrations, COPY. It takes no share.
func (p *Pool) Pgx() *pgxpool.Pool { return p.pgx }

// Mode returns how a statement runs: as the DSN's default_query_exec_mode says, if it is given, else as wanted.
func (p *Pool) Mode(wanted pgx.QueryExecMode) pgx.QueryExecMode {
	if p.mode != 0 {
		return p.mode
	}
	return wanted
}

// Logger returns the logger that the pool was opened with.
func (p *Pool) Logger() *slog.Logger { return p.opt.logger() }

// Hung returns how many connections said nothing for too long. Each was closed, and others of its age with it.
func (p *Pool) Hung() int64 { return p.hangs.count.Load() }

// Close waits until the connections in use have come back, then closes the pool. What has not come back after 3 s is
// left to itself: its holder waits for a database that does not respond.
func (p *Pool) Close() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		p.pgx.Close()
	}()
	select {
	case <-closed:
	case <-time.After(closeWithin):
		p.opt.logger().Warn("connections to the database are still in use; leaving them",
			"connections", p.pgx.Stat().AcquiredConns())
	}
}

// Open opens the pool and checks that the server answers. Statements run in mode exec, unless they say another one: it
// costs both sides too much to prepare each distinct text. The DSN's default_query_exec_mode overrides both. When a
// context is cancelled, its statement is cancelled and the connection is kept. With time-outs in opt no wait for the
// server is longer than they allow (reliability R10), even if it does not respond; one that hung costs the pool its
// idle connections. Times are UTC in both directions. Errors wrap ErrUnsafe if RefuseUnsafe applies.
func Open(ctx context.Context, dsn string, opt Options) (*Pool, error) {
	config, err := poolConfig(dsn, opt)
	if err != nil {
		return nil, fmt.Errorf("database URL: %w", err) // pgx leaves the password out.
	}
	hangs, err := limitWaits(config, opt)
	if err != nil {
		return nil, fmt.Errorf("database URL: %w", err)
	}
	pool, err := connect(ctx, config, opt)
	if err != nil {
		return nil, err
	}
	hangs.pool.Store(pool)
	opened := &Pool{pgx: pool, hangs: hangs, opt: opt}
	if opt.Shared {
		opened.shares = sharesOf(pool, opt)
	}
	if given, err := givenParams(dsn); err == nil && given["default_query_exec_mode"] != "" {
		opened.mode = config.ConnConfig.DefaultQueryExecMode
	}
	return opened, nil
}

// connect opens the pool and checks the server behind it. If the server refuses settings at the start of a connection,
// it tries again without them.
func connect(ctx context.Context, config *pgxpool.Config, opt Options) (*pgxpool.Pool, error) {
	pool, err := pgxpool.NewWithConfig(ctx, config.Copy())
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	err = checkServer(opening(ctx), pool, opt)
	if err == nil {
		return pool, nil
	}
	pool.Close()
	if refusesParams(err) && dropSettings(config.ConnConfig.RuntimeParams) {
		return connect(ctx, config, opt)
	}
	return nil, fmt.Errorf("open the database: %w", err)
}

// CheckURL returns what is wrong with a DSN, without its password; nil if nothing is.
func CheckURL(dsn string) error {
	_, err := pgxpool.ParseConfig(dsn)
	return err
}

func poolConfig(dsn string, opt Options) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	given, err := givenParams(dsn)
	if err != nil {
		return nil, err
	}
	if _, ok := given["default_query_exec_mode"]; !ok {
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
	}
	if _, ok := given["statement_cache_capacity"]; !ok {
		config.ConnConfig.StatementCacheCapacity = preparedStatements
	}
	if _, ok := given["pool_max_conns"]; !ok {
		config.MaxConns = int32(cmp.Or(opt.MaxConns, max(leastShared, 2*runtime.NumCPU())))
	}
	if opt.Tracer != nil {
		config.ConnConfig.Tracer = opt.Tracer
	}
	config.ConnConfig.BuildContextWatcherHandler = cancelRequests
	config.AfterConnect, config.PrepareConn = scanUTC, lend
	return config, sessionParams(config.ConnConfig.RuntimeParams, opt)
}

// givenParams returns the parameters of the DSN, including those that pgxpool removes for itself.
func givenParams(dsn string) (map[string]string, error) {
	config, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	return config.RuntimeParams, nil
}

// cancelRequests makes a cancelled context cancel the statement on the server. By default pgx cuts the connection; it
// still does when the server does not react.
func cancelRequests(conn *pgconn.PgConn) ctxwatch.Handler {
	return &pgconn.CancelRequestContextWatcherHandler{
		Conn:               conn,
		CancelRequestDelay: 10 * time.Millisecond, // A statement that is about to end need not be cancelled.
		DeadlineDelay:      time.Second,
	}
}

// scanUTC makes timestamps UTC in Go too, whatever the zone of the machine is.
func scanUTC(_ context.Context, conn *pgx.Conn) error {
	conn.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}
