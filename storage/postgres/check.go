package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrUnsafe means that the server may lose acknowledged writes.
var ErrUnsafe = errors.New("the database server may lose acknowledged writes")

// checkServer reads, through a session of the pool, the settings that our promises depend on.
func checkServer(ctx context.Context, pool *pgxpool.Pool, opt Options) error {
	var fsync, commit, role string
	var present []string
	const query = `SELECT current_setting('fsync'), current_setting('synchronous_commit'), current_user::text,
		(SELECT array_agg(name::text) FROM pg_settings WHERE name LIKE '%\_timeout' AND setting <> '0')`
	if err := pool.QueryRow(ctx, query).Scan(&fsync, &commit, &role, &present); err != nil {
		return err
	}
	if opt.RefuseUnsafe {
		if err := cmp.Or(refuseUnsafe("fsync", fsync), refuseUnsafe("synchronous_commit", commit)); err != nil {
			return err
		}
	}
	warnMissing(opt, role, present)
	return nil
}

func refuseUnsafe(setting, value string) error {
	if value != "off" {
		return nil
	}
	return fmt.Errorf("%w: it runs with %s=off; remove that from postgresql.conf, ALTER SYSTEM, ALTER ROLE, "+
		"ALTER DATABASE and the database URL, then reload the server", ErrUnsafe, setting)
}

// warnMissing logs which of the wanted time-outs the sessions lack, which happens behind a PgBouncer.
func warnMissing(opt Options, role string, present []string) {
	var commands []string
	for name, value := range timeouts(opt) {
		if !slices.Contains(present, name) {
			commands = append(commands, fmt.Sprintf("ALTER ROLE %q SET %s = '%sms'", role, name, value))
		}
	}
	if len(commands) == 0 {
		return
	}
	slices.Sort(commands)
	cmp.Or(opt.Logger, slog.Default()).Warn(
		"the database sessions lack time-outs, as behind a connection pooler; give them to the role",
		"run", strings.Join(commands, "; "))
}

// refusesParams reports whether err is a pooler's refusal of a start-up parameter that it does not know.
func refusesParams(err error) bool {
	refusal, ok := errors.AsType[*pgconn.PgError](err)
	return ok && refusal.Code == "08P01" && strings.Contains(err.Error(), "startup parameter")
}
