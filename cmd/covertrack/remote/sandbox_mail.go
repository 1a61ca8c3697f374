package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
)

func mailCommand() *cli.Command {
	return sandboxCommand("mail", "list the letters that were sent in a sandbox, with the links for evidence", true, mail,
		&cli.StringFlag{Name: "policy", Usage: "only those about the policy of this id"},
		&cli.IntFlag{Name: "limit", Value: 50, Usage: "how many, 1 to 200"},
		&cli.IntFlag{Name: "offset", Usage: "how many to skip"},
		&cli.BoolFlag{Name: "text", Usage: "print what they say too"})
}

// letter is what the API answers of one in the mailbox.
type letter struct {
	SentAt             time.Time
	Recipients, Copies []string
	Subject, Text      string
	EvidenceLink       *string
}

func mail(ctx context.Context, cmd *cli.Command, s *server) error {
	at, err := s.one(ctx, cmd)
	if err != nil {
		return err
	}
	query := url.Values{"limit": {strconv.Itoa(cmd.Int("limit"))}}
	if policy := cmd.String("policy"); policy != "" {
		query.Set("policyId", policy)
	}
	if offset := cmd.Int("offset"); offset != 0 {
		query.Set("offset", strconv.Itoa(offset))
	}
	text, err := s.read(ctx, http.MethodGet, at+"/mail?"+query.Encode(), nil)
	if err != nil || cmd.Bool("json") {
		return orPrint(cmd, text, err)
	}
	all, err := decode[page[letter]](text, nil)
	if err != nil {
		return err
	}
	return printMail(cmd, all)
}

// printMail prints the letters as a table, or one after the other with what they say.
func printMail(cmd *cli.Command, all page[letter]) error {
	out := cmd.Root().Writer
	if len(all.Data) == 0 {
		_, err := fmt.Fprintln(out, "nothing was sent; move the clock by `covertrack sandbox advance --by P30D`")
		return err
	}
	w := command.NewTable(cmd)
	for i, l := range all.Data {
		link := "-"
		if l.EvidenceLink != nil {
			link = *l.EvidenceLink
		}
		to := strings.Join(append(l.Recipients, l.Copies...), " ")
		if cmd.Bool("text") {
			_, _ = fmt.Fprintf(out, "%s\nTo: %s\n\n%s\n\n%s\n\n", moment(l.SentAt), to, l.Subject, strings.TrimSpace(l.Text))
			continue
		}
		if i == 0 {
			_, _ = fmt.Fprintln(w, "SENT\tTO\tSUBJECT\tLINK")
		}
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", moment(l.SentAt), to, l.Subject, link)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if left := all.Meta.Total - cmd.Int("offset") - len(all.Data); left > 0 {
		_, _ = fmt.Fprintf(out, "and %d more: --offset %d\n", left, cmd.Int("offset")+len(all.Data))
	}
	return nil
}

func answerCommand() *cli.Command {
	return sandboxCommand("answer", "have the broker of a policy answer at a moment of the clock, by the link of the last letter",
		true, answer,
		&cli.StringFlag{Name: "policy", Required: true, Usage: "id of the policy"},
		&cli.StringFlag{Name: "after", Required: true, Usage: "how long after the clock's present time, like P10D"},
		&cli.StringFlag{Name: "with", Value: "renewal", Usage: "renewal, lowerLimit, wrongClause or nothing"})
}

func answer(ctx context.Context, cmd *cli.Command, s *server) error {
	at, err := s.one(ctx, cmd)
	if err != nil {
		return err
	}
	body, _ := json.Marshal(map[string]string{ // texts alone
		"policyId": cmd.String("policy"), "after": cmd.String("after"), "with": cmd.String("with"),
	})
	text, err := s.read(ctx, http.MethodPost, at+"/answers", body)
	if err != nil || cmd.Bool("json") {
		return orPrint(cmd, text, err)
	}
	planned, err := decode[struct{ DueAt time.Time }](text, nil)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.Root().Writer, "The broker answers at %s. Move the clock: `covertrack sandbox advance --to %s`\n",
		moment(planned.DueAt), moment(planned.DueAt))
	return err
}
