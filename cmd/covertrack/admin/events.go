package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/pause"
)

// EventsCommand is `covertrack events`.
func EventsCommand() *cli.Command {
	return &cli.Command{
		Name:  "events",
		Usage: "follow the feed of events",
		Description: `Example:
   covertrack events tail --portfolio ID --after latest`,
		Commands: []*cli.Command{{
			Name:  "tail",
			Usage: "print the events of a portfolio, oldest first, and go on until interrupted",
			Description: `Prints a line for each event: when, type, subject with its revision, who did it, the cursor behind it. It begins at the
oldest event that is kept, or behind a cursor; --after latest prints only what comes from now on.

Examples:
   covertrack events tail --portfolio ID --after latest
   covertrack events tail --portfolio ID --type policy.termStarted --type notice.sent --json`,
			Flags: append([]cli.Flag{
				&cli.StringFlag{Name: "portfolio", Usage: "the portfolio's id, as `quota list` prints it", Required: true},
				&cli.StringFlag{Name: "after", Usage: "a cursor, or latest (default: the oldest event that is kept)"},
				&cli.StringSliceFlag{Name: "type", Usage: "only events of this type, such as case.held; may be repeated"},
				&cli.BoolFlag{Name: "json", Usage: "print each event as the API returns it, with its cursor"},
			}, command.DatabaseFlags()...),
			Action: command.OnSchema(tailEvents),
		}},
	}
}

// tailEvery is how often the end of a feed is looked at.
const tailEvery = 250 * time.Millisecond

// tailEvents prints events until ctx ends.
func tailEvents(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
	portfolio, err := store.Portfolio(ctx, scalar.ParseID(cmd.String("portfolio")))
	if err != nil {
		return err
	}
	var after *string
	if cmd.IsSet("after") {
		given := cmd.String("after")
		after = &given
	}
	q, err := model.NewEventQuery(portfolio.ID, after, nil, nil, nil)
	if err != nil {
		return command.Usagef(cmd, "--after is a cursor of this portfolio's feed, or %s", page.LatestEvent)
	}
	scan := storage.EventScan{After: q.Begin(), Limit: q.Limit}
	names, wrong := model.EventNames(nil, cmd.StringSlice("type"))
	if err := wrong.Err(); err != nil {
		return command.Usagef(cmd, "--type is a type of event such as case.held")
	}
	if len(names) > 0 {
		scan.Names = names
	}
	feed := store.For(portfolio.ID)
	if q.IsLatest {
		state, err := feed.FeedState(ctx)
		if err != nil {
			return err
		}
		scan.After = state.End
	}
	p := eventPrinter{cmd.Root().Writer, cmd.Bool("json")}
	err = follow(ctx, feed, scan, func(page *storage.EventPage) error {
		if err := q.CheckKept(page.RemovedTo); err != nil {
			return err
		}
		return p.all(page.Events)
	})
	if ctx.Err() != nil {
		return nil // interrupted
	}
	return err
}

// follow reads a feed from page to page.
func follow(ctx context.Context, feed *storage.Portfolio, scan storage.EventScan, see func(*storage.EventPage) error) error {
	for {
		page, err := feed.Events(ctx, scan)
		if err != nil {
			return err
		}
		if err := see(page); err != nil {
			return err
		}
		if scan.After = page.End; page.More {
			continue
		}
		if !pause.For(ctx, tailEvery) {
			return ctx.Err()
		}
	}
}

// eventPrinter prints events, a line each.
type eventPrinter struct {
	out    io.Writer
	asJSON bool
}

func (p eventPrinter) all(events []*model.Event) error {
	for _, e := range events {
		if _, err := fmt.Fprintln(p.out, p.line(e)); err != nil {
			return err
		}
	}
	return nil
}

func (p eventPrinter) line(e *model.Event) string {
	cursor := page.EventCursor{Portfolio: e.PortfolioID, Position: e.Position}.String()
	at, subject, actor := e.At.UTC().Format(scalar.TimeLayout), e.Subject(), e.Actor()
	if !p.asJSON {
		return fmt.Sprintf("%s  %s  %s %s #%d  %s  %s", at, e.Name, subject.Type, subject.ID, e.Revision, actor.Name, cursor)
	}
	return string(scalar.EncodeJSON(tailedEvent{
		ID: e.ID, Type: e.Name, At: at, Subject: tailedSubject{subject.Type, subject.ID, subject.CaseID}, Revision: e.Revision,
		Actor: tailedActor{string(actor.Kind), actor.Name}, RequestID: e.RequestID(), Changes: json.RawMessage(e.Changes()), Cursor: cursor,
	}))
}

// tailedEvent is an event as REST returns it, and the cursor behind it.
type tailedEvent struct {
	ID        uuid.UUID       `json:"id"`
	Type      string          `json:"type"`
	At        string          `json:"at"`
	Subject   tailedSubject   `json:"subject"`
	Revision  int64           `json:"revision"`
	Actor     tailedActor     `json:"actor"`
	RequestID string          `json:"requestId"`
	Changes   json.RawMessage `json:"changes"`
	Cursor    string          `json:"cursor"`
}

type tailedSubject struct {
	Type   string     `json:"type"`
	ID     uuid.UUID  `json:"id"`
	CaseID *uuid.UUID `json:"caseId"`
}

type tailedActor struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}
