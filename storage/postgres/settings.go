package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// TimeoutsParam is the parameter of a DSN that, set to "off", keeps time-outs and other settings out of the start of a
// connection. It is for a PgBouncer, which refuses to pass them on:
//
//	postgres://app@pgbouncer:6432/covertrack?session_timeouts=off&default_query_exec_mode=exec
//
// The role must carry them instead; Open logs a warning, with the command to run, if it does not.
const TimeoutsParam = "session_timeouts"

// sessionParams completes the start-up parameters of each new session. What the DSN gives is kept.
func sessionParams(params map[string]string, opt Options) error {
	choice, given := params[TimeoutsParam]
	if given && choice != "on" && choice != "off" {
		return fmt.Errorf("%s is %q; set it to on or off", TimeoutsParam, choice)
	}
	delete(params, TimeoutsParam)
	wanted := map[string]string{"application_name": cmp.Or(opt.ApplicationName, "covertrack"), "timezone": "UTC"}
	if choice != "off" {
		maps.Copy(wanted, settings(opt))
	}
	maps.Copy(wanted, params)
	maps.Copy(params, wanted)
	return nil
}

// settings returns the session time-outs that opt asks for, and that Postgres compiles no statement to machine code: ours are short,
// and compiling one takes a hundred times as long as running it.
func settings(opt Options) map[string]string {
	params := map[string]string{"jit": "off"}
	for name, d := range map[string]time.Duration{
		"lock_timeout":                        opt.LockTimeout,
		"statement_timeout":                   opt.StatementTimeout,
		"idle_in_transaction_session_timeout": opt.IdleInTransactionTimeout,
	} {
		if d > 0 {
			params[name] = strconv.FormatInt(max(1, d.Milliseconds()), 10) + "ms"
		}
	}
	return params
}

// dropSettings removes the settings from params and reports whether there were any.
func dropSettings(params map[string]string) bool {
	before := len(params)
	for name := range settings(DefaultOptions()) { // These have all time-outs.
		delete(params, name)
	}
	return len(params) < before
}

// ErrUnsafe means that the server may lose acknowledged writes.
var ErrUnsafe = errors.New("the database server may lose acknowledged writes")

// CheckSafe returns an error that wraps ErrUnsafe if the server, or a worker of a distributed database, may lose acknowledged
// writes, whatever the pool was opened with.
func (p *Pool) CheckSafe(ctx context.Context) error {
	return checkServer(ctx, p.pgx, Options{RefuseUnsafe: true})
}

// checkServer reads, through a session of the pool, the settings that our promises depend on.
func checkServer(ctx context.Context, pool *pgxpool.Pool, opt Options) error {
	var fsync, commit, role string
	var present []string
	var hasCitus bool
	const query = `SELECT current_setting('fsync'), current_setting('synchronous_commit'), current_user::text,
		(SELECT array_agg(name::text) FROM pg_settings WHERE name LIKE '%\_timeout' AND setting <> '0'
			OR name = 'jit' AND setting = 'off'),
		to_regclass('pg_catalog.pg_dist_node') IS NOT NULL`
	if err := pool.QueryRow(ctx, query).Scan(&fsync, &commit, &role, &present, &hasCitus); err != nil {
		return err
	}
	if opt.RefuseUnsafe {
		if err := cmp.Or(refuseUnsafe("fsync", fsync), refuseUnsafe("synchronous_commit", commit)); err != nil {
			return err
		}
	}
	if opt.RefuseUnsafe && hasCitus {
		if err := checkWorkers(ctx, pool); err != nil {
			return err
		}
	}
	warnMissing(opt, role, present)
	return nil
}

// checkWorkers asks the workers of a distributed database what checkServer asks the server. One that is away now is not
// asked: its portfolios are not served, and all others are.
func checkWorkers(ctx context.Context, pool *pgxpool.Pool) error {
	const query = `SELECT nodename || ':' || nodeport, split_part(result, ' ', 1), split_part(result, ' ', 2) FROM run_command_on_workers(
		'SELECT concat_ws('' '', current_setting(''fsync''), current_setting(''synchronous_commit''))') WHERE success`
	found, err := pool.Query(ctx, query)
	if err != nil {
		return err
	}
	var name, fsync, commit string
	_, err = pgx.ForEachRow(found, []any{&name, &fsync, &commit}, func() error {
		if err := cmp.Or(refuseUnsafe("fsync", fsync), refuseUnsafe("synchronous_commit", commit)); err != nil {
			return fmt.Errorf("worker %s: %w", name, err)
		}
		return nil
	})
	return err
}

func refuseUnsafe(setting, value string) error {
	if value != "off" {
		return nil
	}
	return fmt.Errorf("%w: it runs with %s=off; remove that from postgresql.conf, ALTER SYSTEM, ALTER ROLE, "+
		"ALTER DATABASE and the database URL, then reload the server", ErrUnsafe, setting)
}

// warnMissing logs which of the wanted settings the sessions lack, which happens behind a PgBouncer.
func warnMissing(opt Options, role string, present []string) {
	var commands []string
	for name, value := range settings(opt) {
		if !slices.Contains(present, name) {
			commands = append(commands, fmt.Sprintf("ALTER ROLE %q SET %s = '%s'", role, name, value))
		}
	}
	if len(commands) == 0 {
		return
	}
	slices.Sort(commands)
	opt.logger().Warn("the database sessions lack time-outs or settings, as behind a connection pooler; "+
		"give them to the role", "run", strings.Join(commands, "; "))
}

// refusesParams reports whether err is a pooler's refusal of a start-up parameter that it does not know.
func refusesParams(err error) bool {
	refusal, ok := errors.AsType[*pgconn.PgError](err)
	return ok && refusal.Code == "08P01" && strings.Contains(err.Error(), "startup parameter")
}
