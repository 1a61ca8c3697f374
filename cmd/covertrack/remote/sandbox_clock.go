package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/pause"
)

// The clock is looked at soon, then less often.
const (
	firstLook   = 100 * time.Millisecond
	longestLook = 2 * time.Second
)

func advanceSandboxCommand() *cli.Command {
	return sandboxCommand("advance", "move the clock of a sandbox ahead; all that is due on the way happens, each at its own moment",
		true, advance,
		&cli.StringFlag{Name: "by", Usage: "how far, like P45D, P1Y6M or PT12H"},
		&cli.StringFlag{Name: "to", Usage: "until when, like 2027-03-31T00:00:00Z"},
		&cli.BoolFlag{Name: "no-wait", Usage: "do not wait until it is there; `covertrack sandbox show` says how far it is"})
}

func advance(ctx context.Context, cmd *cli.Command, s *server) error {
	input := map[string]string{}
	for _, flag := range []string{"by", "to"} {
		if value := cmd.String(flag); value != "" {
			input[flag] = value
		}
	}
	if len(input) != 1 {
		return command.Usagef(cmd, "give --by, like P45D, or --to, like 2027-03-31T00:00:00Z")
	}
	at, err := s.one(ctx, cmd)
	if err != nil {
		return err
	}
	body, _ := json.Marshal(input) // texts alone
	text, err := s.read(ctx, http.MethodPost, at+"/advance", body)
	if err == nil && !cmd.Bool("no-wait") {
		text, err = s.follow(ctx, cmd, at)
	}
	if err != nil || cmd.Bool("json") {
		return orPrint(cmd, text, err)
	}
	one, err := decode[sandbox](text, nil)
	if err != nil {
		return err
	}
	if one.State == "advancing" {
		_, err = fmt.Fprintf(cmd.Root().Writer, "The clock goes to %s; `covertrack sandbox show %s` says how far it is.\n",
			moment(*one.Target), one.ID)
		return err
	}
	_, err = fmt.Fprintf(cmd.Root().Writer, "It is %s. `covertrack sandbox mail` has what was sent.\n", moment(one.Now))
	return err
}

// follow says how far the clock is until it stands still, and returns the last answer.
func (s *server) follow(ctx context.Context, cmd *cli.Command, at string) (text []byte, err error) {
	var shown string
	for wait := firstLook; ; wait = min(2*wait, longestLook) {
		if text, err = s.read(ctx, http.MethodGet, at, nil); err != nil {
			return nil, err
		}
		one, err := decode[sandbox](text, nil)
		switch {
		case err != nil:
			return nil, err
		case one.State == "failed":
			return nil, fmt.Errorf("the clock stopped at %s: %s Put that right, then go on with `covertrack sandbox advance %s --to %s`",
				moment(one.Now), one.Failure, one.ID, moment(*one.Target))
		case one.State != "advancing":
			return text, nil
		}
		if day := one.Now.Format(time.DateOnly); day != shown {
			_, _ = fmt.Fprintf(cmd.Root().ErrWriter, "%s of %s\n", day, one.Target.Format(time.DateOnly))
			shown = day
		}
		if !pause.For(ctx, wait) {
			return nil, fmt.Errorf("the clock goes on without you; `covertrack sandbox show %s` says how far it is", one.ID)
		}
	}
}
