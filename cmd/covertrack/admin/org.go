package admin

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// OrgCommand is `covertrack org`.
func OrgCommand() *cli.Command {
	return &cli.Command{
		Name:  "org",
		Usage: "create and list organizations, the customers of the API",
		Description: `Examples:
   covertrack org create --name "Harbor Servicing" --lender "Harbor Example Bank" --plan full
   covertrack org list`,
		Commands: []*cli.Command{
			{
				Name:  "create",
				Usage: "create an organization and print its id",
				Description: `A lender that does not exist yet is created with its two portfolios, live and test.

Examples:
   covertrack org create --name "Harbor Servicing" --lender "Harbor Example Bank" --plan full --starter
   covertrack token create --mode test --org "$(covertrack org create --name Acme --lender Acme --plan basic)"`,
				Flags: append([]cli.Flag{
					&cli.StringFlag{Name: "name", Usage: "the organization's name, unique", Required: true},
					&cli.StringFlag{Name: "lender", Usage: "name or id of the lender that it works for", Required: true},
					&cli.StringFlag{Name: "plan", Required: true,
						Usage: "full (API access and risk profiles), basic (API access alone) or none"},
					&cli.BoolFlag{Name: "starter",
						Usage: "give both portfolios what a first case needs, unless they have it: a program, a published risk profile, a clause"},
				}, command.DatabaseFlags()...),
				Action: command.OnSchema(createOrg),
			},
			command.Plain("list", "list the organizations: id, name, lender, plan",
				"Example:\n   covertrack org list", command.OnSchema(listOrgs)),
		},
	}
}

func createOrg(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	name, lender, plan := cmd.String("name"), cmd.String("lender"), cmd.String("plan")
	if err := errors.Join(command.CheckName("--name", name), command.CheckName("--lender", lender)); err != nil {
		return err
	}
	org, err := command.InTx(ctx, store, func(ctx context.Context, tx *command.Tx) (*model.Organization, error) {
		owner, err := tx.EnsureLender(ctx, lender)
		if err != nil {
			return nil, err
		}
		return tx.AddOrganization(ctx, name, owner, plan)
	})
	if err != nil {
		return err
	}
	if cmd.Bool("starter") {
		if err := addStarters(ctx, store, org.LenderID); err != nil {
			return fmt.Errorf("the organization is %s, but: %w", org.ID, err)
		}
	}
	_, err = fmt.Fprintln(cmd.Root().Writer, org.ID)
	return err
}

func listOrgs(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	orgs, err := store.Organizations(ctx)
	if err != nil {
		return err
	}
	table := command.NewTable(cmd)
	for _, o := range orgs {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", o.ID, o.Name, o.LenderName, o.PlanKey)
	}
	return table.Flush()
}
