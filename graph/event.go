package graph

import (
	"context"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Events(ctx context.Context, after *string, limit *int, filter *model.EventFilter, wait *int) (*model.EventPage, error) {
	r := engine.RequestOf(ctx)
	q, err := model.NewEventQuery(r.Store.ID(), after, limit, filter, wait)
	if err != nil {
		return nil, err
	}
	sel := engine.SelectionOf(ctx)
	if err := spendEvents(ctx, sel, q); err != nil {
		return nil, err
	}
	feed, err := r.Store.FeedState(ctx)
	if err != nil {
		return nil, err
	}
	from, err := q.From(feed.RemovedTo, feed.End)
	if err != nil {
		return nil, err
	}
	page, err := readEvents(ctx, q, from)
	if err != nil {
		return nil, err
	}
	cursor := model.EventCursor{Portfolio: r.Store.ID(), Position: page.End}
	return &model.EventPage{
		Nodes:    page.Events,
		PageInfo: &model.EventPageInfo{Limit: q.Limit, HasMore: page.More, Cursor: cursor.String()},
	}, nil
}

// spendEvents charges a page: the look at where the feed ends, and the page with its audit events.
func spendEvents(ctx context.Context, sel engine.Selection, q model.EventQuery) error {
	r := engine.RequestOf(ctx)
	for range 3 {
		if err := r.SpendStatement(); err != nil {
			return err
		}
	}
	nodes, _ := sel.Child("nodes")
	return r.Spend(q.Limit, nodes)
}

// readEvents reads a page, and again each time that the feed goes on, until it has an event or the wait is over.
func readEvents(ctx context.Context, q model.EventQuery, from int64) (page *storage.EventPage, err error) {
	r := engine.RequestOf(ctx)
	scan := storage.EventScan{After: from, Limit: q.Limit, Names: q.Names, Subjects: q.Subjects}
	if page, err = r.Store.Events(ctx, scan); err != nil || q.Wait == 0 || isNews(page) || q.Limit == 0 {
		return page, err
	}
	err = r.Await(ctx, q.Wait, func() int64 { return page.End }, func(ctx context.Context) (bool, error) {
		scan.After = page.End
		next, err := r.Store.Events(ctx, scan)
		if err == nil {
			page = next
		}
		return isNews(page), err
	})
	return page, err
}

// isNews reports whether a page is worth an answer: it has an event, or more to look at.
func isNews(page *storage.EventPage) bool { return len(page.Events) > 0 || page.More }
