package renewals

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/copies"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// resendActor is whom notices and audit events name that the command has sent again.
var resendActor = model.Actor{Kind: model.ActorKindSystem, Name: "covertrack renewals resend"}

func resendCommand() *cli.Command {
	return &cli.Command{
		Name:  "resend",
		Usage: "send notices again that were suppressed, could not be delivered or were skipped",
		Description: `Prints a line for each notice. Of each policy's current term it sends the latest one, and none if a later step
was sent; of the letters about a case's open findings it does so for each recipient.
What is on hold, deactivated or in a test portfolio is left out. The server delivers them, or ` + "`covertrack renewals run`" + `.

Examples:
   covertrack renewals resend --since 2031-06-30 --dry-run
   covertrack renewals resend --since 2031-06-30T08:00:00Z --state failed
   covertrack renewals resend --since 2031-06-30 --lender "Harbor Example Bank"

Without --dry-run it refuses to work on a copy of the database, which it tells by the object store (--blob-url).`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "since", Required: true,
				Usage: "a date or a date-time: what was suppressed, found undeliverable or skipped since then"},
			&cli.StringFlag{Name: "state", Value: "suppressed,failed", Usage: "states of the notices: suppressed, failed, skipped"},
			&cli.StringFlag{Name: "lender", Usage: "name or id of the lender whose notices they are (default: all)"},
			&cli.BoolFlag{Name: "dry-run", Usage: "change nothing, only say what would be sent again"},
		}, append(command.DatabaseFlags(), command.FileFlags()...)...),
		Action: resendRenewals,
	}
}

func resendRenewals(ctx context.Context, cmd *cli.Command) error {
	since, err := timeFlag(cmd, "since")
	if err != nil {
		return err
	}
	states, err := statesFlag(cmd)
	if err != nil {
		return err
	}
	return command.OnSchema(func(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
		r := renewal.Repeat{Since: since, States: states, By: resendActor, Preview: cmd.Bool("dry-run")}
		if r.Lender, err = lenderFlag(ctx, cmd, store); err != nil {
			return err
		}
		if !r.Preview {
			if err := copies.RequireOwner(ctx, cmd, store); err != nil {
				return err
			}
		}
		follower := renewal.NewFollower(renewal.Config{
			Store: store, Now: time.Now, Logger: slog.New(slog.NewTextHandler(cmd.Root().ErrWriter, nil)),
		})
		resent, err := follower.ResendAll(ctx, r)
		return errors.Join(printResent(cmd, resent, r.Preview), err)
	})(ctx, cmd)
}

// statesFlag returns the states that --state names.
func statesFlag(cmd *cli.Command) (states []model.RenewalNoticeState, err error) {
	allowed := []model.RenewalNoticeState{
		model.RenewalNoticeStateSuppressed, model.RenewalNoticeStateFailed, model.RenewalNoticeStateSkipped,
	}
	for name := range strings.SplitSeq(cmd.String("state"), ",") {
		state := model.RenewalNoticeState(strings.TrimSpace(name))
		if !slices.Contains(allowed, state) {
			return nil, command.Usagef(cmd, "--state names %q; it takes suppressed, failed and skipped, separated by commas", name)
		}
		states = append(states, state)
	}
	return states, nil
}

// lenderFlag returns the id of the lender that --lender names, nil if it is not given.
func lenderFlag(ctx context.Context, cmd *cli.Command, store *storage.Store) (*uuid.UUID, error) {
	ref := cmd.String("lender")
	if ref == "" {
		return nil, nil
	}
	portfolios, err := store.Portfolios(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(portfolios, func(p *model.Portfolio) bool {
		return p.LenderName == ref || p.LenderID == scalar.ParseID(ref)
	})
	if i < 0 {
		return nil, fmt.Errorf("there is no lender %q", ref)
	}
	return &portfolios[i].LenderID, nil
}

// printResent prints a line for each notice: the policy, the step and its state before.
func printResent(cmd *cli.Command, resent []renewal.Resent, preview bool) error {
	if len(resent) == 0 {
		_, err := fmt.Fprintln(cmd.Root().Writer, "there is nothing to send again")
		return err
	}
	what := "is sent again"
	if preview {
		what = "would be sent again"
	}
	w := command.NewTable(cmd)
	_, _ = fmt.Fprintln(w, "LENDER\tCASE\tPOLICY\tSTEP\tDUE\tWAS\tSINCE\tWHAT")
	for _, r := range resent {
		n := r.Notice
		policy, step := about(r.Policy, n)
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Portfolio.LenderName, r.Case.DisplayName, policy, step,
			n.DueAt.Format(time.DateOnly), decisionPrinter{}.outcome(n), n.SettledAt.Format(time.RFC3339), what)
	}
	return w.Flush()
}
