package main

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

const (
	embeddedName = "covertrack" // the database in the embedded server
	stopWithin   = 20 * time.Second
)

// database is the address of a database, and the embedded server that runs it, if any.
type database struct {
	dsn      string
	direct   string           // the same database, without a PgBouncer between
	embedded *embedded.Server // nil if the address was given
}

// startDatabase returns the database of --database-url, or the embedded one of --data-dir, which it starts, or attaches
// to if another process runs it. With own it does not attach, but waits to run the embedded server itself.
func startDatabase(ctx context.Context, cmd *cli.Command, own bool, log *slog.Logger) (*database, error) {
	if dsn := cmd.String("database-url"); dsn != "" {
		return &database{dsn: dsn, direct: cmp.Or(cmd.String("direct-url"), dsn)}, nil
	}
	log.Info("starting the embedded Postgres", "data_dir", cmd.String("data-dir"))
	server, err := embedded.Start(ctx, embedded.Config{
		DataDir: cmd.String("data-dir"), BinDir: cmd.String("pg-bin"), Own: own, Logger: log,
	})
	if err != nil {
		return nil, err
	}
	dsn := server.DSN(embeddedName)
	d := &database{dsn: dsn, direct: dsn, embedded: server}
	if err := server.CreateDatabase(ctx, embeddedName); err != nil {
		return nil, errors.Join(err, d.stop(ctx))
	}
	return d, nil
}

// stop stops the embedded server, if this process runs it. Even if ctx has ended, it gets time for a clean end.
func (d *database) stop(ctx context.Context) error {
	if d.embedded == nil {
		return nil
	}
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
		defer cancel()
	}
	return d.embedded.Stop(ctx)
}

// administer runs fn on a pool without time-outs, for migrations and bulk loads.
func (d *database) administer(ctx context.Context, log *slog.Logger, fn func(store *storage.Store) error) error {
	pool, err := postgres.Open(ctx, d.direct, postgres.Options{Logger: log})
	if err != nil {
		return err
	}
	defer pool.Close()
	return fn(storage.New(pool))
}

// migrate runs the migrations that are pending.
func migrate(ctx context.Context, store *storage.Store, log *slog.Logger) error {
	begun := time.Now()
	applied, err := store.Migrate(ctx)
	if err != nil {
		return err
	}
	if len(applied) > 0 {
		log.Info("migrated the database", "migrations", len(applied), "took", time.Since(begun).Round(time.Millisecond))
	}
	return nil
}

// plainCommand is a command that has no flags but the database's.
func plainCommand(name, usage, description string, run cli.ActionFunc) *cli.Command {
	return &cli.Command{Name: name, Usage: usage, Description: description, Flags: databaseFlags(), Action: run}
}

// onStore is the function of a command that works on the database.
type onStore func(ctx context.Context, cmd *cli.Command, store *storage.Store) error

// administration makes the action of an administrative command, which works whether the server runs or not.
func administration(run onStore) cli.ActionFunc {
	return action(func(ctx context.Context, cmd *cli.Command) (err error) {
		log := slog.New(slog.NewTextHandler(cmd.Root().ErrWriter, &slog.HandlerOptions{Level: slog.LevelWarn}))
		warnUnknownSettings(cmd.Root(), os.Environ(), log)
		db, err := startDatabase(ctx, cmd, false, log)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, db.stop(ctx)) }()
		return db.administer(ctx, log, func(store *storage.Store) error { return run(ctx, cmd, store) })
	})
}

// onSchema is administration for commands that need the tables: it migrates a new database, and refuses one with
// pending migrations, which only `serve` and `migrate up` may run.
func onSchema(run onStore) cli.ActionFunc {
	return administration(func(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
		migrations, err := store.Migrations(ctx)
		if err != nil {
			return err
		}
		all := len(migrations)
		pending := len(slices.DeleteFunc(migrations, func(m storage.Migration) bool { return m.Applied }))
		switch pending {
		case 0:
		case all:
			if _, err := store.Migrate(ctx); err != nil {
				return err
			}
		default:
			return fmt.Errorf("the database lacks %d of %d migrations: run `covertrack migrate up` first", pending, all)
		}
		return run(ctx, cmd, store)
	})
}

// ended returns a channel that is closed when the embedded server has ended; without one it is nil, and so never ready.
func (d *database) ended() <-chan struct{} {
	if d.embedded == nil {
		return nil
	}
	return d.embedded.Done()
}

func migrateCommand() *cli.Command {
	return &cli.Command{
		Name:  "migrate",
		Usage: "bring the database's schema up to this version, or show how far it is",
		Description: `Examples:
   covertrack migrate up
   covertrack migrate status --database-url postgres://app@db.example.com/covertrack
   covertrack migrate distribute --dry-run`,
		Commands: []*cli.Command{
			plainCommand("up", "run the migrations that are pending; `serve` does the same when it starts",
				"Prints a line for each migration that it ran.\n\nExample:\n   covertrack migrate up", administration(migrateUp)),
			plainCommand("status", "list all migrations, applied or pending; of a distributed database, where its tables are",
				"Example:\n   covertrack migrate status", administration(migrateStatus)),
			distributeCommand(),
		},
	}
}

func migrateUp(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	applied, err := store.Migrate(ctx)
	if err != nil {
		return err
	}
	out := cmd.Root().Writer
	if len(applied) == 0 {
		_, err = fmt.Fprintln(out, "up to date")
	}
	for _, name := range applied {
		_, err = fmt.Fprintln(out, "applied", name)
	}
	return err
}

func migrateStatus(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	migrations, err := store.Migrations(ctx)
	if err != nil {
		return err
	}
	for _, m := range migrations {
		state := "pending"
		if m.Applied {
			state = "applied"
		}
		if _, err := fmt.Fprintln(cmd.Root().Writer, state, m.Name); err != nil {
			return err
		}
	}
	placement, err := store.Placement(ctx)
	if placement == nil || err != nil {
		return err
	}
	return printPlacement(cmd, placement)
}
