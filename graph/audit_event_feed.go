package graph

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Events(
	ctx context.Context, after *string, limit *int, filter *model.EventFilter, wait *int,
) (*model.EventPage, error) {
	r := engine.RequestOf(ctx)
	q, err := model.NewEventQuery(r.Store.ID(), after, limit, filter, wait)
	if err != nil {
		return nil, err
	}
	if err := spendEvents(ctx, engine.SelectionOf(ctx), q); err != nil {
		return nil, err
	}
	part, err := eventsOf(ctx, q)
	if err != nil {
		return nil, err
	}
	cursor := page.EventCursor{Portfolio: r.Store.ID(), Position: part.End}
	return &model.EventPage{
		Nodes:    part.Events,
		PageInfo: &model.EventPageInfo{Limit: q.Limit, HasMore: part.More, Cursor: cursor.String()},
	}, nil
}

// spendEvents charges a page: it is one statement, and one for its audit events.
func spendEvents(ctx context.Context, sel engine.Selection, q model.EventQuery) error {
	r := engine.RequestOf(ctx)
	for range 2 {
		if err := r.SpendStatement(); err != nil {
			return err
		}
	}
	nodes, _ := sel.Child("nodes")
	return r.Spend(q.Limit, nodes)
}

// eventsOf returns the page of a query; `latest` is where the feed ends.
func eventsOf(ctx context.Context, q model.EventQuery) (*storage.EventPage, error) {
	r := engine.RequestOf(ctx)
	scan := storage.EventScan{After: q.Begin(), Limit: q.Limit, Names: q.Names, Subjects: q.Subjects}
	if !q.IsLatest {
		page, err := awaitEvents(ctx, scan, q.Wait)
		if err == nil {
			err = q.CheckKept(page.RemovedTo)
		}
		return page, err
	}
	feed, err := r.Store.FeedState(ctx)
	return &storage.EventPage{Events: []*model.Event{}, End: feed.End}, err
}

// awaitEvents reads a page, and again each time that the feed goes on, until there is something or the wait is over.
func awaitEvents(ctx context.Context, scan storage.EventScan, wait time.Duration) (*storage.EventPage, error) {
	r := engine.RequestOf(ctx)
	page, err := r.Store.Events(ctx, scan)
	if err != nil || wait == 0 || page.HasNews() {
		return page, err
	}
	news := func(ctx context.Context) error { return resolverOf(ctx).Feed.Wait(ctx, r.Store.ID(), page.End) }
	err = r.Await(ctx, wait, news, func(ctx context.Context) (bool, error) {
		scan.After = page.End
		next, err := r.Store.Events(ctx, scan)
		if err != nil {
			return false, err
		}
		page = next
		return page.HasNews(), nil
	})
	return page, err
}

func (*subscriptionResolver) Events(ctx context.Context, after *string, filter *model.EventFilter) (<-chan *model.Event, error) {
	r := engine.RequestOf(ctx)
	if r.LastEventID != "" {
		after = &r.LastEventID
	}
	q, err := model.NewEventTail(r.Store.ID(), after, filter)
	if err != nil {
		return nil, err
	}
	begin, err := eventsOf(ctx, model.EventQuery{After: q.After, IsLatest: q.IsLatest})
	if err != nil {
		return nil, err
	}
	scan := storage.EventScan{Limit: q.Limit, Names: q.Names, Subjects: q.Subjects}
	read := func(ctx context.Context, position int64) (*engine.FeedPage[*model.Event], error) {
		store, scan := engine.RequestOf(ctx).Store, scan
		scan.After = position
		page, err := store.Events(ctx, scan)
		if err != nil {
			return nil, err
		}
		positions := make([]engine.FeedPosition, len(page.Events))
		for i, e := range page.Events {
			positions[i] = feedPosition(store.ID(), e.Position)
		}
		return &engine.FeedPage[*model.Event]{Values: page.Events, Positions: positions, End: page.End, More: page.More}, nil
	}
	portfolio := r.Store.ID()
	return engine.Tail(ctx, feedPosition(portfolio, begin.End), read, func(ctx context.Context, position int64) error {
		return resolverOf(ctx).Feed.Wait(ctx, portfolio, position)
	}), nil
}

func feedPosition(portfolio uuid.UUID, position int64) engine.FeedPosition {
	return engine.FeedPosition{Position: position, ID: page.EventCursor{Portfolio: portfolio, Position: position}.String()}
}
