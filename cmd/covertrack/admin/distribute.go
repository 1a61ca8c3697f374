package admin

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/cluster"
)

func distributeCommand() *cli.Command {
	return &cli.Command{
		Name:  "distribute",
		Usage: "have Citus keep the tables on several servers, cut by portfolio",
		Description: `Distributes all tables that are not yet, in one transaction: all or none. Refuses a cluster that lacks something, and
says what. Prints each statement that it ran, and looks at every shard afterwards. A second run has nothing to do. No server
of covertrack may run meanwhile. docs/guide/scale.md says when this is worth it, and how to prepare the servers.

Examples:
   covertrack migrate distribute --dry-run
   covertrack migrate distribute --database-url postgres://covertrack@coordinator.example.com/covertrack`,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "dry-run", Usage: "print the statements and run none"},
		}, command.DatabaseFlags()...),
		Action: command.OnSchema(migrateDistribute),
	}
}

func migrateDistribute(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	out := cmd.Root().Writer
	if err := store.Pool().CheckSafe(ctx); err != nil {
		return err
	}
	statements := 0
	err := cluster.Of(store).Distribute(ctx, cmd.Bool("dry-run"), func(statement string) {
		statements++
		_, _ = fmt.Fprintln(out, statement+";")
	})
	if err != nil {
		return err
	}
	if statements == 0 {
		_, err = fmt.Fprintln(out, "nothing to do: all tables are distributed, and all shards are as their tables")
	}
	return err
}

// printPlacement prints where the tables of a distributed database are, and what is missing.
func printPlacement(cmd *cli.Command, p *cluster.Placement) error {
	out := cmd.Root().Writer
	_, _ = fmt.Fprintf(out, "\ntables: %d by portfolio, %d on every server, %d with the coordinator\n", len(p.ByPortfolio),
		len(p.Everywhere), p.Local)
	table := command.NewTable(cmd)
	for _, n := range p.Nodes {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\n", kindOf(n), n.Address, keptBy(n))
	}
	err := table.Flush()
	for _, lacking := range p.Lacking {
		_, err = fmt.Fprintln(out, "missing:", lacking)
	}
	return err
}

func kindOf(n cluster.PlacedNode) string {
	if n.IsCoordinator {
		return "coordinator"
	}
	return "worker"
}

// keptBy says how much a server keeps.
func keptBy(n cluster.PlacedNode) string {
	text := fmt.Sprintf("%d shards of each table", n.Shards)
	switch {
	case n.IsAway:
		text += ", away"
	case n.Bytes > 0:
		text += fmt.Sprintf(", %d MiB", n.Bytes>>20)
	}
	return text
}
