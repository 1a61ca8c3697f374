package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/mail"
	"os"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/storage"
)

// Command is `covertrack doctor`.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Usage: "check database, object store, mail, clock and settings, and say what to do",
		Description: `Takes the settings of the server, and works beside it. Prints a line for each check: ok, warn or FAIL, what was found,
and what to do. Exits with 1 if a check fails. It writes a small file to the object store and removes it again; of the mail
server it asks only whether it lets us in, unless --send-to has it send a letter.

Examples:
   covertrack doctor
   covertrack doctor --smtp-url smtp://mail.example.com:587?from=insurance@example.com --send-to me@example.com
   covertrack doctor --json | jq '.checks[] | select(.result != "ok")'`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "send-to", Usage: "address to send a letter to, which says that mail works"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON: the result, and each check with check, result, found and toDo"},
			command.Setting("base-url", "", "address that clients use, like https://covertrack.example.com"),
			command.SMTPFlag(), command.MailFlag(),
		}, append(command.DatabaseFlags(), command.FileFlags()...)...),
		Action: command.Action(runDoctor),
	}
}

// result is how a check went.
type result string

const (
	good result = "ok"
	odd  result = "warn"
	bad  result = "fail"
)

// finding is what one check has found.
type finding struct {
	Check  string `json:"check"`
	Result result `json:"result"`
	Found  string `json:"found"`
	ToDo   string `json:"toDo,omitempty"`
}

// doctor makes the checks and collects what they find.
type doctor struct {
	*cli.Command
	mail     command.MailSettings
	keys     credentials.SigningKeys // nil if there is none, or a wrong one
	findings []finding
}

func (d *doctor) note(check string, result result, found, toDo string) {
	d.findings = append(d.findings, finding{check, result, found, toDo})
}

func (d *doctor) ok(check, format string, args ...any) {
	d.note(check, good, fmt.Sprintf(format, args...), "")
}

func runDoctor(ctx context.Context, cmd *cli.Command) error {
	settings, err := command.OpenMail(cmd)
	if err != nil {
		return err
	}
	if to := cmd.String("send-to"); to != "" {
		if parsed, err := mail.ParseAddress(to); err != nil || parsed.Address != to {
			return command.Usagef(cmd, "--send-to is %q; it takes an address like me@example.com", to)
		}
	}
	d := &doctor{Command: cmd, mail: settings}
	d.checkSettings()
	d.checkFiles(ctx)
	d.checkMail(ctx)
	d.onDatabase(ctx, func(store *storage.Store) {
		d.checkDatabase(ctx, store)
		d.checkFingerprint(ctx, store)
		d.checkPlacement(ctx, store)
		d.checkClock(ctx, store)
		d.checkNotices(ctx, store)
		d.checkLenders(ctx, store)
	})
	if err := d.print(cmd.Root().Writer); err != nil {
		return err
	}
	if n := d.count(bad); n > 0 {
		return fmt.Errorf("%d of %d checks failed", n, len(d.findings))
	}
	return nil
}

// onDatabase runs checks on the database, which it starts if it is an embedded one that does not run.
func (d *doctor) onDatabase(ctx context.Context, check func(store *storage.Store)) {
	if d.String("database-url") == "" && !exists(d.String("data-dir"), "postgres") {
		d.note("database", odd, "there is none in "+d.String("data-dir")+" yet",
			"start `covertrack serve`, which makes one, or name another folder with --data-dir or a server with --database-url")
		return
	}
	log := slog.New(slog.DiscardHandler)
	db, err := command.StartDatabase(ctx, d.Command, false, log)
	if err == nil {
		defer func() { _ = db.Stop(ctx) }()
		d.checkLink(ctx, db)
		err = db.Administer(ctx, log, func(store *storage.Store) error {
			check(store)
			return nil
		})
	}
	if err != nil {
		d.note("database", bad, oneLine(err), "start the database, or correct --database-url; covertrack needs Postgres 15 or later")
	}
}

func (d *doctor) count(of result) (n int) {
	for _, f := range d.findings {
		if f.Result == of {
			n++
		}
	}
	return n
}

// print prints the findings, as lines or as JSON.
func (d *doctor) print(w io.Writer) error {
	if d.Bool("json") {
		all := good
		if d.count(odd) > 0 {
			all = odd
		}
		if d.count(bad) > 0 {
			all = bad
		}
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(struct {
			Result result    `json:"result"`
			Checks []finding `json:"checks"`
		}{all, d.findings})
	}
	for _, f := range d.findings {
		shown := map[result]string{good: "ok", odd: "warn", bad: "FAIL"}[f.Result]
		text := f.Found
		if f.ToDo != "" {
			text += ". To do: " + f.ToDo
		}
		if _, err := fmt.Fprintf(w, "%-4s  %-12s  %s\n", shown, f.Check, text); err != nil {
			return err
		}
	}
	return nil
}

// exists reports whether there is such a file or folder.
func exists(folder, name string) bool {
	_, err := os.Stat(cmp.Or(folder, ".") + string(os.PathSeparator) + name)
	return err == nil
}
