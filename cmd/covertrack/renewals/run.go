package renewals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/copies"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// Command is `covertrack renewals`.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "renewals",
		Usage: "follow up renewals by hand, or see what would be done",
		Description: `Examples:
   covertrack renewals run --dry-run
   covertrack renewals run --dry-run --now 2031-06-30
   covertrack renewals resend --since 2031-06-30 --dry-run`,
		Commands: []*cli.Command{{
			Name:  "run",
			Usage: "sweep once: decide about every renewal notice that is due, and deliver",
			Description: `Prints a line for each notice. The server does the same every minute, so this is for seeing what it would do.

Examples:
   covertrack renewals run --dry-run
   covertrack renewals run --dry-run --now 2031-06-30
   covertrack renewals run --smtp-url smtp://mail.example.com:587?from=insurance@example.com

Without a mail server what is to be sent stays planned, unless --mail=off says that nothing is ever to be sent.
Without --dry-run it refuses to work on a copy of the database, which it tells by the object store (--blob-url).`,
			Flags: append([]cli.Flag{
				&cli.StringFlag{Name: "now", Usage: "the time to act at, a date or a date-time (default: now)"},
				&cli.BoolFlag{Name: "dry-run", Usage: "change nothing and send nothing, only say what would be done"},
				command.SMTPFlag(), command.MailFlag(), command.BaseURLFlag(defaultBaseURL),
			}, append(command.DatabaseFlags(), command.FileFlags()...)...),
			Action: runRenewals,
		}, resendCommand()},
	}
}

func runRenewals(ctx context.Context, cmd *cli.Command) error {
	now, err := timeFlag(cmd, "now")
	if err != nil {
		return err
	}
	mail, err := command.OpenMail(cmd)
	if err == nil && !cmd.Bool("dry-run") {
		err = mail.CheckLinks(cmd)
	}
	if err != nil {
		return err
	}
	return command.OnSchema(func(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
		log := slog.New(slog.NewTextHandler(cmd.Root().ErrWriter, nil))
		if err := mail.WarnMissing(ctx, store, now, log); err != nil {
			return err
		}
		links, err := linksOf(ctx, cmd, store)
		if err != nil {
			return err
		}
		follower := renewal.NewFollower(mail.Config(store, links, func() time.Time { return now }, log))
		printer := decisionPrinter{cmd, mail.IsMissing()}
		if cmd.Bool("dry-run") {
			decisions, err := follower.Preview(ctx, now)
			return errors.Join(printer.all(decisions, "would be "), err)
		}
		if err := copies.RequireOwner(ctx, cmd, store); err != nil {
			return err
		}
		decisions, err := follower.Sweep(ctx)
		return errors.Join(printer.all(decisions, ""), err, follower.Deliver(ctx))
	})(ctx, cmd)
}

// timeFlag returns the time of a flag, or the present time if it is not given.
func timeFlag(cmd *cli.Command, name string) (time.Time, error) {
	text := cmd.String(name)
	if text == "" {
		return time.Now(), nil
	}
	if day, err := scalar.ParseDate(text); err == nil && len(text) == len(time.DateOnly) {
		return day, nil
	}
	t, err := scalar.ParseTime(text)
	if err != nil {
		return t, command.Usagef(cmd, "--%s is %q; it takes 2031-06-30 or 2031-06-30T12:00:00Z", name, text)
	}
	return t, nil
}

// decisionPrinter prints what a sweep decided.
type decisionPrinter struct {
	*cli.Command
	waits bool // what is to be sent waits, because no mail server is named
}

// all prints a line for each notice: the policy, the step and the decision.
func (p decisionPrinter) all(decisions []renewal.Decision, mood string) error {
	cmd := p.Command
	if len(decisions) == 0 {
		_, err := fmt.Fprintln(cmd.Root().Writer, "nothing is due")
		return err
	}
	w := command.NewTable(cmd)
	_, _ = fmt.Fprintln(w, "LENDER\tMODE\tCASE\tPOLICY\tSTEP\tDUE\tWHAT\tTO\tOPENS")
	for _, d := range decisions {
		var tasks []string
		for _, t := range d.Tasks {
			tasks = append(tasks, string(t.Type))
		}
		policy, step := about(d.Policy, d.Notice)
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s%s\t%s\t%s\n",
			d.Portfolio.LenderName, d.Portfolio.Mode, d.Case.DisplayName, policy, step, d.Notice.DueAt.Format(time.DateOnly), mood,
			p.outcome(d.Notice),
			cmp.Or(strings.Join(d.To, " "), "-"), cmp.Or(strings.Join(tasks, " "), "-"))
	}
	return w.Flush()
}

// about returns the policy and the step of a notice; "-" for a letter about findings, which is of no policy.
func about(p *model.Policy, n *model.RenewalNotice) (policy, step string) {
	if p == nil {
		return "-", string(n.Step)
	}
	return p.ID.String(), fmt.Sprintf("%d.%s", n.TermNumber, n.Step)
}

// outcome says what was decided about a notice. One that is still planned is to be delivered.
func (p decisionPrinter) outcome(n *model.RenewalNotice) string {
	text := string(n.State)
	switch {
	case n.State == model.RenewalNoticeStatePlanned && p.waits:
		return "left planned (no mail server)"
	case n.State == model.RenewalNoticeStatePlanned:
		text = "sent"
	}
	if n.SkipReason != nil {
		text += " (" + *n.SkipReason + ")"
	}
	return text
}
