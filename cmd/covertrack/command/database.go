package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

// EmbeddedName is the name of the database in the embedded server.
const EmbeddedName = "covertrack"

// StopWithin is how long the database may take to end.
const StopWithin = 20 * time.Second

// Database is the address of a database, and the embedded server that runs it, if any.
type Database struct {
	DSN      string
	Direct   string           // the same database, without a PgBouncer between
	Embedded *embedded.Server // nil if the address was given
}

// StartDatabase returns the database of --database-url, or the embedded one of --data-dir, which it starts, or attaches
// to if another process runs it. With own it does not attach, but waits to run the embedded server itself.
func StartDatabase(ctx context.Context, cmd *cli.Command, own bool, log *slog.Logger) (*Database, error) {
	if dsn := cmd.String("database-url"); dsn != "" {
		return &Database{DSN: dsn, Direct: cmp.Or(cmd.String("direct-url"), dsn)}, nil
	}
	if err := refuseTypingErrors(cmd, os.Environ()); err != nil {
		return nil, err
	}
	log.Info("starting the embedded Postgres", "data_dir", cmd.String("data-dir"))
	server, err := embedded.Start(ctx, embedded.Config{
		DataDir: cmd.String("data-dir"), BinDir: cmd.String("pg-bin"), Own: own, Logger: log,
	})
	if err != nil {
		return nil, err
	}
	dsn := server.DSN(EmbeddedName)
	d := &Database{DSN: dsn, Direct: dsn, Embedded: server}
	if err := server.CreateDatabase(ctx, EmbeddedName); err != nil {
		return nil, errors.Join(err, d.Stop(ctx))
	}
	return d, nil
}

// Stop stops the embedded server, if this process runs it. Even if ctx has ended, it gets time for a clean end.
func (d *Database) Stop(ctx context.Context) error {
	if d.Embedded == nil {
		return nil
	}
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), StopWithin)
		defer cancel()
	}
	return d.Embedded.Stop(ctx)
}

// Administer runs fn on a pool without time-outs, for migrations and bulk loads.
func (d *Database) Administer(ctx context.Context, log *slog.Logger, fn func(store *storage.Store) error) error {
	pool, err := postgres.Open(ctx, d.Direct, postgres.Options{Logger: log})
	if err != nil {
		return err
	}
	defer pool.Close()
	return fn(storage.New(pool))
}

// Plain is a command that has no flags but the database's.
func Plain(name, usage, description string, run cli.ActionFunc) *cli.Command {
	return &cli.Command{Name: name, Usage: usage, Description: description, Flags: DatabaseFlags(), Action: run}
}

// onStore is the function of a command that works on the database.
type onStore func(ctx context.Context, cmd *cli.Command, store *storage.Store) error

// Administration makes the action of an administrative command, which works whether the server runs or not.
func Administration(run onStore) cli.ActionFunc {
	return Action(func(ctx context.Context, cmd *cli.Command) (err error) {
		log := slog.New(slog.NewTextHandler(cmd.Root().ErrWriter, &slog.HandlerOptions{Level: slog.LevelWarn}))
		WarnUnknownSettings(cmd.Root(), os.Environ(), log)
		db, err := StartDatabase(ctx, cmd, false, log)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, db.Stop(ctx)) }()
		return db.Administer(ctx, log, func(store *storage.Store) error { return run(ctx, cmd, store) })
	})
}

// OnSchema is administration for commands that need the tables: it migrates a new database, and refuses one with
// pending migrations, which only `serve` and `migrate up` may run. While one of these does, it waits.
func OnSchema(run onStore) cli.ActionFunc {
	return Administration(func(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
		err := RequireMigrations(ctx, store)
		if lacks, ok := errors.AsType[lacksMigrations](err); ok && lacks.pending == lacks.all {
			_, err = store.Migrate(ctx)
		}
		if err != nil {
			return err
		}
		return run(ctx, cmd, store)
	})
}

// lacksMigrations is the error that a database lacks some of all migrations.
type lacksMigrations struct{ pending, all int }

// Error says what to do.
func (l lacksMigrations) Error() string {
	return fmt.Sprintf("the database lacks %d of %d migrations: run `covertrack migrate up` first", l.pending, l.all)
}

// RequireMigrations returns an error if the database lacks migrations. While another process runs them, it waits.
func RequireMigrations(ctx context.Context, store *storage.Store) error {
	lacks, err := countPending(ctx, store)
	if err == nil && lacks.pending > 0 && lacks.pending < lacks.all {
		var unlock func()
		if unlock, err = store.LockMigrations(ctx); err == nil {
			unlock()
			lacks, err = countPending(ctx, store)
		}
	}
	if err == nil && lacks.pending > 0 {
		return lacks
	}
	return err
}

// countPending counts the migrations that the database lacks, and all of them.
func countPending(ctx context.Context, store *storage.Store) (l lacksMigrations, err error) {
	migrations, err := store.Migrations(ctx)
	l.all = len(migrations)
	l.pending = len(slices.DeleteFunc(migrations, func(m storage.Migration) bool { return m.Applied }))
	return l, err
}

// Ended returns a channel that is closed when the embedded server has ended; without one it is nil, and so never ready.
func (d *Database) Ended() <-chan struct{} {
	if d.Embedded == nil {
		return nil
	}
	return d.Embedded.Done()
}
