package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// checkServer asks the server, through a session of the pool, for the settings that our promises rest on.
func checkServer(ctx context.Context, pool *pgxpool.Pool, opt Options) error {
	var fsync, commit, role string
	var inForce []string
	const query = `SELECT current_setting('fsync'), current_setting('synchronous_commit'), current_user::text,
		(SELECT array_agg(name::text) FROM pg_settings WHERE name LIKE '%\_timeout' AND setting <> '0')`
	if err := pool.QueryRow(ctx, query).Scan(&fsync, &commit, &role, &inForce); err != nil {
		return err
	}
	if opt.RefuseUnsafe {
		if err := refuseUnsafe("fsync", fsync); err != nil {
			return err
		}
		if err := refuseUnsafe("synchronous_commit", commit); err != nil {
			return err
		}
	}
	warnMissing(opt, role, inForce)
	return nil
}

func refuseUnsafe(setting, value string) error {
	if value != "off" {
		return nil
	}
	return fmt.Errorf("%w: it runs with %s=off; remove that from postgresql.conf, ALTER SYSTEM, ALTER ROLE, ALTER DATABASE and "+
		"the database URL, then reload the server", ErrUnsafe, setting)
}

// warnMissing tells of time-outs that are wanted but not in force, which happens behind a PgBouncer.
func warnMissing(opt Options, role string, inForce []string) {
	var commands []string
	for name, value := range timeouts(opt) {
		if !slices.Contains(inForce, name) {
			commands = append(commands, fmt.Sprintf("ALTER ROLE %q SET %s = '%sms'", role, name, value))
		}
	}
	if len(commands) == 0 {
		return
	}
	slices.Sort(commands)
	log := opt.Logger
	if log == nil {
		log = slog.Default()
	}
	log.Warn("the database sessions lack time-outs, as behind a connection pooler; give them to the role",
		"run", strings.Join(commands, "; "))
}

// refusesParams reports whether err is a pooler's refusal of a start-up parameter that it does not know.
func refusesParams(err error) bool {
	return sqlState(err) == "08P01" && strings.Contains(err.Error(), "startup parameter")
}

// dropTimeouts takes the time-outs out of params and reports whether there were any.
func dropTimeouts(params map[string]string) bool {
	before := len(params)
	for _, name := range []string{"lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"} {
		delete(params, name)
	}
	return len(params) < before
}
