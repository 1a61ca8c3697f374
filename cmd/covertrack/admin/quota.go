package admin

import (
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// QuotaCommand is `covertrack quota`.
func QuotaCommand() *cli.Command {
	return &cli.Command{
		Name:  "quota",
		Usage: "show how much portfolios have, and give one quotas of its own",
		Description: `Examples:
   covertrack quota list
   covertrack quota set --lender "Harbor Example Bank" --mode live --claimed 500`,
		Commands: []*cli.Command{
			command.Plain("list", "list the portfolios: id, lender, mode, use and own quota of claimed bytes, unclaimed bytes and records, "+
				"own quotas of a case's assets and policies",
				"A dash stands for a quota that is the node's.\n\nExample:\n   covertrack quota list", command.OnSchema(listQuotas)),
			{
				Name:  "set",
				Usage: "give a portfolio quotas of its own instead of the node's",
				Description: `What is not given is the node's again (--quota-claimed, --quota-unclaimed, --quota-records, --quota-case-assets
and --quota-case-policies of serve). Nodes follow within 10 seconds.

Examples:
   covertrack quota set --lender "Harbor Example Bank" --mode live --claimed 500 --records 20000000
   covertrack quota set --lender "Harbor Example Bank" --mode live`,
				Flags: append([]cli.Flag{
					&cli.StringFlag{Name: "lender", Usage: "name or id of the portfolio's lender", Required: true},
					&cli.StringFlag{Name: "mode", Usage: "live or test", Required: true},
					ownQuota("claimed", "GiB of documents' files; 0 for any number"),
					ownQuota("unclaimed", "GiB of uploads that no document has claimed; 0 for any number"),
					ownQuota("records", "records, without the audit trail; 0 for any number"),
					ownQuota("case-assets", "assets of one case, 1 to 2000"),
					ownQuota("case-policies", "policies of one case, 1 to 2000"),
				}, command.DatabaseFlags()...),
				Action: command.OnSchema(setQuotas),
			},
		},
	}
}

func ownQuota(name, usage string) cli.Flag {
	return &cli.IntFlag{Name: name, Usage: usage, HideDefault: true}
}

func setQuotas(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	own := model.QuotaOverrides{
		Claimed: givenQuota(cmd, "claimed", 1<<30), Unclaimed: givenQuota(cmd, "unclaimed", 1<<30), Records: givenQuota(cmd, "records", 1),
		CaseAssets: givenQuota(cmd, "case-assets", 1), CasePolicies: givenQuota(cmd, "case-policies", 1),
	}
	for _, name := range []string{"case-assets", "case-policies"} {
		if n := cmd.Int(name); cmd.IsSet(name) && (n < 1 || n > model.LargestCase) {
			return command.Usagef(cmd, "--%s is %d; it takes 1 to %d", name, n, model.LargestCase)
		}
	}
	for _, name := range []string{"claimed", "unclaimed", "records"} {
		if cmd.Int(name) < 0 {
			return command.Usagef(cmd, "--%s is %d; it takes 0 or more", name, cmd.Int(name))
		}
	}
	_, err := command.InTx(ctx, store, func(ctx context.Context, tx *command.Tx) (*model.Portfolio, error) {
		lender, err := tx.LenderByRef(ctx, cmd.String("lender"))
		if err != nil {
			return nil, err
		}
		portfolios, err := tx.PortfoliosOf(ctx, lender)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(portfolios, func(p *model.Portfolio) bool { return string(p.Mode) == cmd.String("mode") })
		if at < 0 {
			return nil, command.Usagef(cmd, "--mode is %q; it takes live or test", cmd.String("mode"))
		}
		tx.AuditAdministration("quotas.updated", "portfolio", portfolios[at].ID, own)
		return portfolios[at], tx.SetQuotas(ctx, portfolios[at].ID, own)
	})
	return err
}

// givenQuota returns the value of a flag in units of unit, or nil if it is not given.
func givenQuota(cmd *cli.Command, name string, unit int64) *int64 {
	if !cmd.IsSet(name) {
		return nil
	}
	quota := int64(cmd.Int(name)) * unit
	return &quota
}

func listQuotas(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	portfolios, err := store.Portfolios(ctx)
	if err != nil {
		return err
	}
	usages, err := store.Usages(ctx)
	if err != nil {
		return err
	}
	table := command.NewTable(cmd)
	number := func(n int64) string { return fmt.Sprint(n) }
	for _, p := range portfolios {
		u := usages[p.ID]
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", p.ID, p.LenderName, p.Mode,
			model.Bytes(u.Used.Claimed), orDash(u.Own.Claimed, model.Bytes), model.Bytes(u.Used.Unclaimed), orDash(u.Own.Unclaimed, model.Bytes),
			number(u.Used.Records), orDash(u.Own.Records, number), orDash(u.Own.CaseAssets, number), orDash(u.Own.CasePolicies, number))
	}
	return table.Flush()
}

func orDash(n *int64, show func(int64) string) string {
	if n == nil {
		return "-"
	}
	return show(*n)
}
