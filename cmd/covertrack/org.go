package main

import (
	"context"
	"errors"
	"fmt"
	"os/user"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func orgCommand() *cli.Command {
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
   covertrack org create --name "Harbor Servicing" --lender "Harbor Example Bank" --plan full
   covertrack token create --mode test --org "$(covertrack org create --name Acme --lender Acme --plan basic)"`,
				Flags: append([]cli.Flag{
					&cli.StringFlag{Name: "name", Usage: "the organization's name, unique", Required: true},
					&cli.StringFlag{Name: "lender", Usage: "name or id of the lender that it works for", Required: true},
					&cli.StringFlag{Name: "plan", Required: true,
						Usage: "full (API access and risk profiles), basic (API access alone) or none"},
				}, databaseFlags()...),
				Action: onSchema(createOrg),
			},
			plainCommand("list", "list the organizations: id, name, lender, plan",
				"Example:\n   covertrack org list", onSchema(listOrgs)),
		},
	}
}

func createOrg(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	name, lender, plan := cmd.String("name"), cmd.String("lender"), cmd.String("plan")
	if err := errors.Join(checkName("--name", name), checkName("--lender", lender)); err != nil {
		return err
	}
	org, err := administratively(ctx, store, func(ctx context.Context, tx *adminTx) (*model.Organization, error) {
		owner, err := tx.ensureLender(ctx, lender)
		if err != nil {
			return nil, err
		}
		return tx.createOrganization(ctx, name, owner, plan)
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(cmd.Root().Writer, org.ID)
	return err
}

// checkName returns what is wrong with a flag's value as a name; nil if nothing is.
func checkName(flag, value string) error {
	if vs := model.CheckName(flag, value); len(vs) > 0 {
		return errors.New(vs[0].Message)
	}
	return nil
}

// ensureLender returns the lender of that name or id, or creates one of that name with its two portfolios.
func (tx *adminTx) ensureLender(ctx context.Context, ref string) (*model.Lender, error) {
	lender, err := tx.LenderByRef(ctx, ref)
	if model.CodeOf(err) != model.CodeNotFound || model.ParseID(ref) != uuid.Nil {
		return lender, err
	}
	lender, err = tx.CreateLender(ctx, ref, tx.at)
	if err != nil {
		return nil, err
	}
	tx.audit("lender.created", "lender", lender.ID, map[string]string{"name": lender.Name})
	return lender, nil
}

// portfoliosOf returns the portfolios of the lender, by mode.
func (tx *adminTx) portfoliosOf(ctx context.Context, lender *model.Lender) ([]*model.Portfolio, error) {
	all, err := tx.Portfolios(ctx)
	return slices.DeleteFunc(all, func(p *model.Portfolio) bool { return p.LenderID != lender.ID }), err
}

// createOrganization creates an organization of the lender. Errors are `duplicate` and `unknown_reference`.
func (tx *adminTx) createOrganization(
	ctx context.Context, name string, lender *model.Lender, plan string,
) (*model.Organization, error) {
	org, err := tx.CreateOrganization(ctx, name, lender.ID, plan, tx.at)
	if err != nil {
		return nil, err
	}
	tx.audit("organization.created", "organization", org.ID, map[string]any{"name": name, "lenderId": lender.ID, "plan": plan})
	return org, nil
}

func listOrgs(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	orgs, err := store.Organizations(ctx)
	if err != nil {
		return err
	}
	table := newTable(cmd)
	for _, o := range orgs {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", o.ID, o.Name, o.LenderName, o.PlanKey)
	}
	return table.Flush()
}

// newTable returns a writer to stdout that aligns columns separated by tabs.
func newTable(cmd *cli.Command) *tabwriter.Writer {
	return tabwriter.NewWriter(cmd.Root().Writer, 0, 0, 2, ' ', 0)
}

// adminTx is the transaction of one administrative command, with its audit events, which belong to no portfolio.
type adminTx struct {
	*storage.Tx
	actor, requestID string
	at               time.Time
	events           []*model.AuditEvent
}

// administratively runs fn and saves its audit events, in one transaction. It returns what fn returns.
func administratively[T any](
	ctx context.Context, store *storage.Store, fn func(ctx context.Context, tx *adminTx) (T, error),
) (made T, err error) {
	actor := "command line"
	if u, err := user.Current(); err == nil {
		actor += " of " + u.Username
	}
	err = store.InTx(ctx, uuid.Nil, func(ctx context.Context, t *storage.Tx) error {
		tx := &adminTx{Tx: t, actor: actor, requestID: uuid.NewString(), at: now()}
		if made, err = fn(ctx, tx); err != nil {
			return err
		}
		return tx.InsertAuditEvents(ctx, tx.events)
	})
	return made, err
}

func (tx *adminTx) audit(action, subjectType string, subject uuid.UUID, changes any) {
	tx.events = append(tx.events, &model.AuditEvent{
		PortfolioID: uuid.Nil, ID: storage.NewID(), ActorKind: model.ActorKindSystem, ActorName: tx.actor, Action: action,
		SubjectType: subjectType, SubjectID: &subject, Changes: model.EncodeJSON(changes), RequestID: tx.requestID, At: tx.at,
	})
}

// now returns the time as precisely as the database stores it.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
