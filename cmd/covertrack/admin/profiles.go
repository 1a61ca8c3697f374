package admin

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/starter"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/book"
)

// ProfilesCommand is `covertrack profiles`.
func ProfilesCommand() *cli.Command {
	return &cli.Command{
		Name:  "profiles",
		Usage: "list risk profiles to begin with, and draft one of them for a lender",
		Description: `They are starting points, and no advice. Examples:
   covertrack profiles list
   covertrack profiles add multifamily-agency-loan --portfolio 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e11`,
		Commands: []*cli.Command{
			{
				Name:        "list",
				Usage:       "list the profiles: key and name, then what each asks, with source and edition",
				Description: "Example:\n   covertrack profiles list",
				Action:      command.Action(listProfiles),
			},
			{
				Name:  "add",
				Usage: "draft a profile in a portfolio, and print the draft's id",
				Description: "`covertrack quota list`" + ` shows the ids of portfolios. The draft is the lender's own: change it, try it and publish it.

Example:
   covertrack profiles add residential-1-4-with-flood --portfolio 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e11`,
				Arguments: []cli.Argument{&cli.StringArg{Name: "key", UsageText: "KEY"}},
				Flags: append([]cli.Flag{
					&cli.StringFlag{Name: "portfolio", Usage: "id of the portfolio", Required: true},
				}, command.DatabaseFlags()...),
				Action: command.OnSchema(addProfile),
			},
		},
	}
}

func listProfiles(_ context.Context, cmd *cli.Command) error {
	out := cmd.Root().Writer
	for _, p := range starter.Profiles {
		if _, err := fmt.Fprintf(out, "%s  %s\nA starting point. %s\n", p.Key, p.Name, p.About); err != nil {
			return err
		}
		table := command.NewTable(cmd)
		for _, m := range p.Members {
			_, _ = fmt.Fprintf(table, "   %s.%s\t%s\t%s\n", m.Requirement, m.Name, m.Source, m.Edition)
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func addProfile(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	profile := starter.ByKey(cmd.StringArg("key"))
	if profile == nil {
		return command.Usagef(cmd, "there is no profile %q; `covertrack profiles list` shows them", cmd.StringArg("key"))
	}
	portfolios, err := store.Portfolios(ctx)
	if err != nil {
		return err
	}
	in := slices.IndexFunc(portfolios, func(p *model.Portfolio) bool { return p.ID.String() == cmd.String("portfolio") })
	if in < 0 {
		return command.Usagef(cmd, "there is no portfolio %q; `covertrack quota list` shows them", cmd.String("portfolio"))
	}
	now := command.Now()
	b := book.New(portfolios[in], book.Options{Today: now, NewID: func(time.Time) uuid.UUID { return storage.NewID() }})
	draft := b.RiskProfile(profile.Draft(), now)
	b.Audit("portfolio.loaded")
	err = store.Load(ctx, portfolios[in].ID, func(ctx context.Context, l *storage.Loader) error { return b.Write(ctx, l, nil) })
	if err == nil {
		_, err = fmt.Fprintln(cmd.Root().Writer, draft.ID)
	}
	return err
}
