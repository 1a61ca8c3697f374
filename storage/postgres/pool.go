package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

// TimeoutsParam is the parameter of a DSN that, set to "off", keeps the session time-outs out of the start of a connection.
// It is for a PgBouncer, which refuses to pass them on:
//
//	postgres://app@pgbouncer:6432/covertrack?session_timeouts=off&default_query_exec_mode=exec
//
// The role must carry the time-outs instead; Open warns, with the command, when it does not.
const TimeoutsParam = "session_timeouts"

// Options are what the caller of Open decides. The zero value is a pool for administrative work such as migrations: no
// time-outs, any server. A server of requests starts from DefaultOptions.
type Options struct {
	// LockTimeout, StatementTimeout and IdleInTransactionTimeout bound each session; 0 leaves the server's own setting.
	LockTimeout, StatementTimeout, IdleInTransactionTimeout time.Duration
	// MaxConns bounds the pool; 0 means twice the cores, at least 4. The DSN's pool_max_conns has precedence.
	MaxConns int
	// ApplicationName names the sessions in pg_stat_activity; empty means covertrack. The DSN's has precedence.
	ApplicationName string
	// RefuseUnsafe makes Open fail with ErrUnsafe on a server that may lose acknowledged writes.
	RefuseUnsafe bool
	// Tracer sees every statement, e.g. to count them. It must not record their text, which holds personal data.
	Tracer pgx.QueryTracer
	// Logger receives warnings about the server's settings; nil means slog.Default().
	Logger *slog.Logger
}

// preparedStatements bounds what a connection keeps prepared, which costs the server about 50 kB each. Most used are fewer
// than 100.
const preparedStatements = 200

// DefaultOptions are those of a server of requests. The time-outs nest: lock < statement < request (5 s).
func DefaultOptions() Options {
	return Options{
		LockTimeout:              time.Second,
		StatementTimeout:         3 * time.Second,
		IdleInTransactionTimeout: 5 * time.Second,
		RefuseUnsafe:             true,
	}
}

// Pool is one pool of connections with two faces, pgx's and database/sql's.
type Pool struct {
	pgx  *pgxpool.Pool
	db   *sql.DB
	mode pgx.QueryExecMode // of every statement, when the DSN says so
}

// Pgx is the pool itself, for what wants pgx: hot statements, River, LISTEN.
func (p *Pool) Pgx() *pgxpool.Pool { return p.pgx }

// DB is the pool under database/sql, for Bun. Its connections are those of Pgx.
func (p *Pool) DB() *sql.DB { return p.db }

// Mode is how a statement with arguments beside its text runs: as wanted, for such a text is worth preparing, unless the DSN's
// default_query_exec_mode says how every statement runs.
func (p *Pool) Mode(wanted pgx.QueryExecMode) pgx.QueryExecMode {
	if p.mode != 0 {
		return p.mode
	}
	return wanted
}

// Close closes both faces, after the connections in use have come back.
func (p *Pool) Close() {
	_ = p.db.Close()
	p.pgx.Close()
}

// Open opens the pool for Bun and proves that the server answers. Statements run in mode exec, since Bun writes arguments
// into their text and preparing each distinct text costs both sides dear; the others say how they run (Mode).
// default_query_exec_mode in the DSN has precedence over both. A cancelled context cancels its statement and keeps the connection. Times are UTC in both directions.
func Open(ctx context.Context, dsn string, opt Options) (*Pool, error) {
	config, err := poolConfig(dsn, opt)
	if err != nil {
		return nil, fmt.Errorf("database URL: %w", err) // pgx keeps the password out of it.
	}
	pool, err := connect(ctx, config, opt)
	if err != nil {
		return nil, err
	}
	opened := &Pool{pgx: pool, db: stdlib.OpenDBFromPool(pool)}
	if given, err := givenParams(dsn); err == nil && given["default_query_exec_mode"] != "" {
		opened.mode = config.ConnConfig.DefaultQueryExecMode
	}
	return opened, nil
}

// connect opens the pool and checks the server behind it, without time-outs at connection start if the server refuses them.
func connect(ctx context.Context, config *pgxpool.Config, opt Options) (*pgxpool.Pool, error) {
	pool, err := pgxpool.NewWithConfig(ctx, config.Copy())
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	err = checkServer(ctx, pool, opt)
	if err == nil {
		return pool, nil
	}
	pool.Close()
	if refusesParams(err) && dropTimeouts(config.ConnConfig.RuntimeParams) {
		return connect(ctx, config, opt)
	}
	return nil, fmt.Errorf("open the database: %w", err)
}

// CheckURL tells what is wrong with a DSN, without its password.
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
		config.MaxConns = maxConns(opt.MaxConns)
	}
	if opt.Tracer != nil {
		config.ConnConfig.Tracer = opt.Tracer
	}
	config.ConnConfig.BuildContextWatcherHandler = cancelRequests
	config.AfterConnect = scanUTC
	return config, sessionParams(config.ConnConfig.RuntimeParams, opt)
}

// givenParams are the parameters of the DSN, with those that pgx takes out for itself.
func givenParams(dsn string) (map[string]string, error) {
	config, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	return config.RuntimeParams, nil
}

func maxConns(wanted int) int32 {
	if wanted > 0 {
		return int32(wanted) // A number of connections.
	}
	return int32(max(4, 2*runtime.NumCPU())) // A number of cores.
}

// sessionParams completes the parameters of each new session; what the DSN says stays.
func sessionParams(params map[string]string, opt Options) error {
	withTimeouts := true
	if value, ok := params[TimeoutsParam]; ok {
		if value != "on" && value != "off" {
			return fmt.Errorf("%s is %q; set it to on or off", TimeoutsParam, value)
		}
		withTimeouts = value == "on"
		delete(params, TimeoutsParam)
	}
	wanted := map[string]string{"application_name": "covertrack", "timezone": "UTC"}
	if opt.ApplicationName != "" {
		wanted["application_name"] = opt.ApplicationName
	}
	if withTimeouts {
		maps.Copy(wanted, timeouts(opt))
	}
	for key, value := range wanted {
		if _, ok := params[key]; !ok {
			params[key] = value
		}
	}
	return nil
}

// timeouts are the session settings that opt asks for, in milliseconds.
func timeouts(opt Options) map[string]string {
	params := map[string]string{}
	for key, d := range map[string]time.Duration{
		"lock_timeout":                        opt.LockTimeout,
		"statement_timeout":                   opt.StatementTimeout,
		"idle_in_transaction_session_timeout": opt.IdleInTransactionTimeout,
	} {
		if d > 0 {
			params[key] = strconv.FormatInt(max(1, d.Milliseconds()), 10)
		}
	}
	return params
}

// cancelRequests has a cancelled context cancel the statement on the server, where pgx would otherwise cut the connection;
// that remains for a server that does not react.
func cancelRequests(conn *pgconn.PgConn) ctxwatch.Handler {
	return &pgconn.CancelRequestContextWatcherHandler{
		Conn:               conn,
		CancelRequestDelay: 10 * time.Millisecond, // A statement about to end needs no cancelling.
		DeadlineDelay:      time.Second,
	}
}

// scanUTC makes timestamps UTC in Go as well, whatever the machine's own zone.
func scanUTC(_ context.Context, conn *pgx.Conn) error {
	conn.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}
