package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
)

// SandboxCommand is `covertrack sandbox`.
func SandboxCommand() *cli.Command {
	return &cli.Command{
		Name:  "sandbox",
		Usage: "see in minutes what takes months: portfolios whose clock stands still until you move it",
		Description: `Asks a running server with a test token, or with the token of a sandbox. Who has one sandbox may leave its ID out.

Examples:
   export COVERTRACK_URL=http://127.0.0.1:8080 COVERTRACK_TOKEN=test_…
   covertrack sandbox create --name "First renewal" --from demo
   covertrack sandbox advance ID --by P45D
   covertrack sandbox mail ID`,
		Commands: []*cli.Command{
			createSandboxCommand(),
			sandboxCommand("list", "list the sandboxes: id, name, clock, state, and when each is removed", false, listSandboxes),
			sandboxCommand("show", "show a sandbox: its clock, its state, and when it is removed", true, showSandbox),
			advanceSandboxCommand(), mailCommand(), answerCommand(),
			sandboxCommand("delete", "remove a sandbox for good, with all that is in it", true, deleteSandbox),
		},
	}
}

func createSandboxCommand() *cli.Command {
	return sandboxCommand("create", "make a sandbox, and print its token, this once", false, createSandbox,
		&cli.StringFlag{Name: "name", Required: true, Usage: "what it is for"},
		&cli.StringFlag{Name: "from", Usage: "empty: as a new portfolio is; demo: with a book; copy: with the test portfolio's configuration " +
			"(default: empty)"},
		&cli.StringFlag{Name: "now", Usage: "where its clock begins, like 2027-01-04T12:00:00Z (default: the present time)"})
}

// sandboxRun is what a command does with a server.
type sandboxRun func(ctx context.Context, cmd *cli.Command, s *server) error

// sandboxCommand makes a command; isOfOne says that it is of one sandbox, which it names.
func sandboxCommand(name, usage string, isOfOne bool, run sandboxRun, flags ...cli.Flag) *cli.Command {
	made := &cli.Command{
		Name: name, Usage: usage, Description: "Example:\n   " + examples[name],
		Flags: append(append(flags, &cli.BoolFlag{Name: "json", Usage: "print what the API answers"}), serverFlags()...),
		Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
			s, err := newServer(cmd)
			if err != nil {
				return err
			}
			return run(ctx, cmd, s)
		}),
	}
	if isOfOne {
		made.Arguments = []cli.Argument{&cli.StringArg{Name: "id", UsageText: "[ID]"}}
	}
	return made
}

var examples = map[string]string{
	"create":  `covertrack sandbox create --name "First renewal" --from demo --now 2027-01-04T12:00:00Z`,
	"list":    "covertrack sandbox list",
	"show":    "covertrack sandbox show 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e10",
	"advance": "covertrack sandbox advance 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e10 --by P45D",
	"mail":    "covertrack sandbox mail 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e10 --text",
	"answer": "covertrack sandbox answer 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e10 --policy 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e11 \\\n" +
		"      --after P10D --with renewal",
	"delete": "covertrack sandbox delete 0190c2d4-7b1e-7c55-9d6a-2f1c3b7a9e10",
}

// sandbox is what the API answers of one.
type sandbox struct {
	ID, Name, State, From string
	Now, ExpiresAt        time.Time
	Target                *time.Time
	Failure, Token        string
}

// page is what the API answers of a list.
type page[T any] struct {
	Data []T
	Meta struct{ Total int }
}

func decode[T any](text []byte, err error) (value T, _ error) {
	if err == nil {
		err = json.Unmarshal(text, &value)
	}
	return value, err
}

// print writes what the API answered, as it came.
func printAnswer(cmd *cli.Command, text []byte) error {
	_, err := fmt.Fprintf(cmd.Root().Writer, "%s\n", text)
	return err
}

// one is the address of the sandbox that a command is about: the one that it names, or the only one.
func (s *server) one(ctx context.Context, cmd *cli.Command) (string, error) {
	if id := cmd.StringArg("id"); id != "" {
		return "/rest/sandboxes/" + url.PathEscape(id), nil
	}
	all, err := decode[page[sandbox]](s.read(ctx, http.MethodGet, "/rest/sandboxes?limit=2", nil))
	switch {
	case err != nil:
		return "", err
	case len(all.Data) == 0:
		return "", command.Usagef(cmd, "there is no sandbox; make one by `covertrack sandbox create --name NAME`")
	case len(all.Data) > 1:
		return "", command.Usagef(cmd, "there are %d sandboxes; name one by its ID, which `covertrack sandbox list` prints", all.Meta.Total)
	}
	return "/rest/sandboxes/" + all.Data[0].ID, nil
}

func createSandbox(ctx context.Context, cmd *cli.Command, s *server) error {
	input := map[string]string{"name": cmd.String("name")}
	for _, flag := range []string{"from", "now"} {
		if value := cmd.String(flag); value != "" {
			input[flag] = value
		}
	}
	body, _ := json.Marshal(input) // texts alone
	text, err := s.read(ctx, http.MethodPost, "/rest/sandboxes", body)
	if err != nil || cmd.Bool("json") {
		return orPrint(cmd, text, err)
	}
	made, err := decode[sandbox](text, nil)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.Root().Writer, `sandbox  %s
clock    %s
token    %s

Keep the token: nobody can look it up again. Go on with

   export COVERTRACK_URL=%s COVERTRACK_TOKEN=%s
   covertrack sandbox advance --by P30D
   covertrack sandbox mail
`, made.ID, moment(made.Now), made.Token, strings.TrimSuffix(s.base.String(), "/"), made.Token)
	return err
}

// orPrint returns the error, if there is one, and else prints what was answered.
func orPrint(cmd *cli.Command, text []byte, err error) error {
	if err != nil {
		return err
	}
	return printAnswer(cmd, text)
}

func listSandboxes(ctx context.Context, cmd *cli.Command, s *server) error {
	text, err := s.read(ctx, http.MethodGet, "/rest/sandboxes?limit=200", nil)
	if err != nil || cmd.Bool("json") {
		return orPrint(cmd, text, err)
	}
	all, err := decode[page[sandbox]](text, nil)
	if err != nil {
		return err
	}
	if len(all.Data) == 0 {
		_, err := fmt.Fprintln(cmd.Root().Writer, "there is no sandbox; make one by `covertrack sandbox create --name NAME`")
		return err
	}
	w := command.NewTable(cmd)
	_, _ = fmt.Fprintln(w, "ID\tNAME\tCLOCK\tSTATE\tREMOVED")
	for _, one := range all.Data {
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", one.ID, one.Name, moment(one.Now), one.State, one.ExpiresAt.Format(time.DateOnly))
	}
	return w.Flush()
}

func showSandbox(ctx context.Context, cmd *cli.Command, s *server) error {
	at, err := s.one(ctx, cmd)
	if err != nil {
		return err
	}
	text, err := s.read(ctx, http.MethodGet, at, nil)
	if err != nil || cmd.Bool("json") {
		return orPrint(cmd, text, err)
	}
	one, err := decode[sandbox](text, nil)
	if err != nil {
		return err
	}
	return one.write(command.NewTable(cmd))
}

// write says all of it, a line a member.
func (b sandbox) write(w interface {
	io.Writer
	Flush() error
}) error {
	_, _ = fmt.Fprintf(w, "id\t%s\nname\t%s\nclock\t%s\nstate\t%s\n", b.ID, b.Name, moment(b.Now), b.State)
	if b.Target != nil {
		_, _ = fmt.Fprintf(w, "goes to\t%s\n", moment(*b.Target))
	}
	if b.Failure != "" {
		_, _ = fmt.Fprintf(w, "failed\t%s\n", b.Failure)
	}
	_, _ = fmt.Fprintf(w, "removed\t%s, unless it is used before\n", b.ExpiresAt.Format(time.DateOnly))
	return w.Flush()
}

// moment is a time of a clock.
func moment(at time.Time) string { return at.UTC().Format(time.RFC3339) }

func deleteSandbox(ctx context.Context, cmd *cli.Command, s *server) error {
	at, err := s.one(ctx, cmd)
	if err != nil {
		return err
	}
	if _, err := s.read(ctx, http.MethodDelete, at, nil); err != nil || cmd.Bool("json") {
		return err
	}
	_, err = fmt.Fprintln(cmd.Root().Writer, "removed, with all that was in it")
	return err
}
