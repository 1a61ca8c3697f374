package admin

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/cluster"
)

// MigrateCommand is `covertrack migrate`.
func MigrateCommand() *cli.Command {
	return &cli.Command{
		Name:  "migrate",
		Usage: "bring the database's schema up to this version, or show how far it is",
		Description: `Examples:
   covertrack migrate up
   covertrack migrate status --database-url postgres://app@db.example.com/covertrack
   covertrack migrate distribute --dry-run`,
		Commands: []*cli.Command{
			command.Plain("up", "run the migrations that are pending; `serve` does the same when it starts",
				"Prints a line for each migration that it ran.\n\nExample:\n   covertrack migrate up", command.Administration(migrateUp)),
			command.Plain("status", "list all migrations, applied or pending; of a distributed database, where its tables are",
				"Example:\n   covertrack migrate status", command.Administration(migrateStatus)),
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
	placement, err := cluster.Of(store).Placement(ctx)
	if placement == nil || err != nil {
		return err
	}
	return printPlacement(cmd, placement)
}
