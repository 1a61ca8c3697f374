package remote

import (
	"bufio"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/graph/webhook"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/credentials"
	"github.com/covertrack/covertrack/model/receiver"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage/pause"
)

const (
	// feedWait is how many seconds the server holds a request for news.
	feedWait = "25"
	// awayPause is the time between two requests while the server is away.
	awayPause = 2 * time.Second
)

// ListenCommand is `covertrack listen`.
func ListenCommand() *cli.Command {
	return &cli.Command{
		Name:  "listen",
		Usage: "bring the events of a test portfolio or a sandbox to a program on this machine, as webhooks",
		Description: `Follows the feed from now on and sends each event to --forward-to, signed as webhooks are, with the secret that is printed
first; it is the same at each start with the same token. A line says what was answered. r and Enter sends the last event
again. A live token is refused.

Example:
   COVERTRACK_TOKEN=test_… covertrack listen --url https://covertrack.example.com --forward-to http://127.0.0.1:4000/hooks`,
		Flags: append(serverFlags(),
			&cli.StringFlag{Name: "forward-to", Usage: "address of the program: https, or http on this machine", Required: true}),
		Action: command.Action(listen),
	}
}

// localURLs are the addresses that events may be sent to.
var localURLs = receiver.URLs{Insecure: true}

func listen(ctx context.Context, cmd *cli.Command) error {
	s, err := newServer(cmd)
	if err != nil {
		return err
	}
	if s.kind != credentials.TokenKindTest && s.kind != credentials.TokenKindSandbox {
		return command.Usagef(cmd, "--token: a token of the kind %s_ is refused; listen takes that of a test portfolio or a sandbox", s.kind)
	}
	to := cmd.String("forward-to")
	if wrong := localURLs.Check("/forward-to", to); len(wrong) > 0 {
		return command.Usagef(cmd, "%s", wrong[0].Message)
	}
	l := &listener{
		server: s, to: to, secret: s.secret(), out: cmd.Root().Writer, warn: cmd.Root().ErrWriter,
		sender: webhook.NewSender(webhook.SenderConfig{URLs: localURLs, Now: time.Now}),
	}
	if l.cursor, err = l.latest(ctx); err == nil {
		_, _ = fmt.Fprintf(l.out, "signing secret %s\nsending events to %s; r and Enter sends the last one again, Ctrl-C ends\n",
			l.secret.Reveal(), to)
		err = l.run(ctx, cmd.Root().Reader)
	}
	if ctx.Err() != nil {
		return nil // interrupted
	}
	return err
}

// secret signs what is forwarded. It is of the token, so that a receiver keeps it from start to start, and says nothing of it.
func (s *server) secret() receiver.Secret {
	mac := hmac.New(sha256.New, []byte(s.token))
	mac.Write([]byte("covertrack listen"))
	return receiver.NewSecret(mac.Sum(nil))
}

// listener brings events to an address.
type listener struct {
	*server
	to, cursor string
	secret     receiver.Secret
	sender     *webhook.Sender
	out, warn  io.Writer
	last       *feedEvent
}

// feedEvent is an event as the feed has it.
type feedEvent struct {
	ID       uuid.UUID
	Type     string
	At       time.Time
	Revision int64
	Subject  struct {
		Type   string
		ID     uuid.UUID
		CaseID *uuid.UUID
	}
}

type feedPage struct {
	Data []*feedEvent
	Meta struct{ Cursor string }
}

// run forwards events one after the other, and the last one again when it is asked to, until ctx ends.
func (l *listener) run(ctx context.Context, keys io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events, again, failed := make(chan *feedEvent), make(chan struct{}), make(chan error, 1)
	go func() { failed <- l.follow(ctx, events) }()
	go watchKeys(ctx, keys, again)
	for {
		select {
		case e := <-events:
			l.last = e
			l.forward(ctx, e, "")
		case <-again:
			if l.last != nil {
				l.forward(ctx, l.last, "  again")
			}
		case err := <-failed:
			return err
		}
	}
}

// watchKeys tells of each line r.
func watchKeys(ctx context.Context, keys io.Reader, again chan<- struct{}) {
	for lines := bufio.NewScanner(keys); lines.Scan(); {
		if strings.EqualFold(strings.TrimSpace(lines.Text()), "r") {
			select {
			case again <- struct{}{}:
			case <-ctx.Done():
				return
			}
		}
	}
}

// follow reads the feed, over and over where the server is away. Its error is one that will stay.
func (l *listener) follow(ctx context.Context, events chan<- *feedEvent) error {
	for isAway := false; ; {
		page, err := l.page(ctx, url.Values{"after": {l.cursor}, "wait": {feedWait}})
		switch refused := (refusal{}); {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &refused) && refused.status == http.StatusGone:
			_, _ = fmt.Fprintln(l.warn, "the server has events no more that were to come next; going on from now")
			if l.cursor, err = l.latest(ctx); err != nil {
				return err
			}
		case errors.As(err, &refused) && refused.status < http.StatusInternalServerError && refused.status != http.StatusTooManyRequests:
			return err
		case err != nil:
			if !isAway {
				_, _ = fmt.Fprintf(l.warn, "the server does not answer; trying on (%v)\n", err)
			}
			isAway = true
			pause.For(ctx, awayPause)
		default:
			if isAway {
				_, _ = fmt.Fprintln(l.warn, "the server answers again")
			}
			isAway = false
			for _, e := range page.Data {
				select {
				case events <- e:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			l.cursor = page.Meta.Cursor
		}
	}
}

// latest is the cursor of now.
func (l *listener) latest(ctx context.Context) (string, error) {
	page, err := l.page(ctx, url.Values{"after": {"latest"}})
	return page.Meta.Cursor, err
}

func (l *listener) page(ctx context.Context, query url.Values) (page feedPage, err error) {
	text, err := l.read(ctx, http.MethodGet, "/rest/events?"+query.Encode(), nil)
	if err == nil {
		err = json.Unmarshal(text, &page)
	}
	return page, err
}

// forward sends an event, and says what came of it.
func (l *listener) forward(ctx context.Context, e *feedEvent, note string) {
	body, err := webhook.BodyOf(&model.WebhookDelivery{
		EventID: e.ID, Type: e.Type, EventAt: e.At, Revision: e.Revision,
		SubjectType: e.Subject.Type, SubjectID: e.Subject.ID, SubjectCaseID: e.Subject.CaseID,
	}, false)
	outcome := model.WebhookOutcome{Error: fmt.Sprint(err)}
	if err == nil {
		outcome = l.sender.Send(ctx, webhook.Message{URL: l.to, ID: e.ID.String(), Body: body, Secrets: []receiver.Secret{l.secret}})
	}
	result := outcome.Error
	if result == "" {
		result = strconv.Itoa(outcome.Status)
	}
	_, _ = fmt.Fprintf(l.out, "%s  %s  %s %s  %s%s\n",
		e.At.UTC().Format(scalar.TimeLayout), e.Type, e.Subject.Type, e.Subject.ID, result, note)
}
