package admin

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/cluster"
)

// PortfolioCommand is `covertrack portfolio`.
func PortfolioCommand() *cli.Command {
	return &cli.Command{
		Name:        "portfolio",
		Usage:       "say where a portfolio is kept",
		Description: "Example:\n   covertrack portfolio isolate 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e11",
		Commands: []*cli.Command{{
			Name:  "isolate",
			Usage: "give a portfolio shards of its own on a distributed database, and move them to another server",
			Description: `While the portfolio is given its shards, writes of it and of those that were beside it wait or get 503, for as long as it
takes to copy them; while it moves, writes go on, and wait for a moment at the end. Reads go on all the time. Its feed
goes on with a new epoch. A portfolio that is alone and there already stays. ` + "`covertrack quota list`" + ` shows the ids.

Examples:
   covertrack portfolio isolate 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e11
   covertrack portfolio isolate 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e11 --to worker-3.example.com:5432`,
			Arguments: []cli.Argument{&cli.StringArg{Name: "id", UsageText: "ID"}},
			Flags: append([]cli.Flag{
				&cli.StringFlag{Name: "to", Usage: "worker to move it to, like worker-3.example.com:5432, as `covertrack migrate status` " +
					"names it (default: the one that keeps the least)"},
			}, command.DatabaseFlags()...),
			Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
				if _, err := uuid.Parse(cmd.StringArg("id")); err != nil {
					return command.Usagef(cmd, "name the portfolio by its id")
				}
				return command.OnSchema(isolatePortfolio)(ctx, cmd)
			}),
		}},
	}
}

func isolatePortfolio(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	out := cmd.Root().Writer
	id, err := uuid.Parse(cmd.StringArg("id"))
	if err != nil {
		return err
	}
	if err := store.Pool().CheckSafe(ctx); err != nil {
		return err
	}
	at, err := cluster.Of(store).Isolate(ctx, id, cmd.String("to"), func(step string) { _, _ = fmt.Fprintln(out, step) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "the portfolio is alone on shards of its own at", at)
	return err
}
