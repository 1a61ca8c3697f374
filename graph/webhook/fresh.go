package webhook

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

const (
	// pageOfEvents is how many events are read at once, and pageBeside while there is a replay too: they take turns.
	pageOfEvents = 100
	pageBeside   = 20
	// pageOfRetries is how many deliveries that are due are read at once.
	pageOfRetries = 30
)

// source is a part of the feed that is delivered in its order: what is new, or a replay.
type source struct {
	replay   *model.WebhookReplay // nil for what is new
	page     []*model.WebhookDelivery
	end      int64 // of the page
	position int64 // up to which all was attempted
	hasMore  bool  // behind the page, as far as is known
}

// attempted notes that the first of the page was attempted.
func (s *source) attempted(d *model.WebhookDelivery) {
	s.position = d.Position
	if len(s.page) > 0 && s.page[0] == d {
		s.page = s.page[1:]
	}
	if len(s.page) == 0 {
		s.position = max(s.position, s.end)
	}
}

// fresh is what is sent for the first time, one at a time.
type fresh struct {
	isOpen  bool // one is under way
	feed    *source
	replays map[uuid.UUID]*source
	last    *source // whose page was last
}

// note has the record say how far a source has got.
func (f *fresh) note(rec *record, s *source) {
	if s.replay == nil {
		rec.Position = s.position
		return
	}
	rec.Replayed[s.replay.ReplayID] = s.position
	rec.isUrgent = rec.isUrgent || s.position >= s.replay.UntilPosition // it is done
}

// next returns what is to be sent next, and where it is from; nil if there is nothing. New events wait while the endpoint
// is disabled or paused.
func (r *run) next(ctx context.Context) (*model.WebhookDelivery, *source, error) {
	if !r.work.Endpoint.Enabled || r.work.Feed.IsPaused(r.Now()) {
		r.fresh.feed, r.fresh.last = nil, nil
		clear(r.fresh.replays)
		return nil, nil, nil
	}
	if last := r.fresh.last; last != nil && len(last.page) > 0 && r.isCurrent(last) {
		return last.page[0], last, nil
	}
	for _, s := range r.sources() {
		for len(s.page) == 0 && s.hasMore && time.Since(r.kept) < keepEvery { // a filter may pass over a lot
			if err := r.read(ctx, s); err != nil {
				return nil, nil, err
			}
		}
		if len(s.page) > 0 {
			r.fresh.last = s
			return s.page[0], s, nil
		}
	}
	return nil, nil, nil
}

// isCurrent reports whether what was read is still to be sent: somebody may have disabled the endpoint and enabled it
// again, which passes over all events before.
func (r *run) isCurrent(s *source) bool {
	if s.replay == nil {
		return r.work.Feed.Position <= s.position
	}
	return slices.ContainsFunc(r.work.Replays, func(o *model.WebhookReplay) bool { return o.ReplayID == s.replay.ReplayID })
}

// sources are the feed and the oldest replay: first the one that was not last.
func (r *run) sources() []*source {
	if feed := r.fresh.feed; feed == nil || !r.isCurrent(feed) {
		r.fresh.feed = &source{position: r.work.Feed.Position}
	}
	feed := r.fresh.feed
	feed.hasMore = true // there may be by now
	if len(r.work.Replays) == 0 {
		return []*source{feed}
	}
	oldest := r.work.Replays[0]
	replay, known := r.fresh.replays[oldest.ReplayID]
	if !known {
		replay = &source{replay: oldest, position: oldest.Position, hasMore: true}
		r.fresh.replays[oldest.ReplayID] = replay
	}
	if r.fresh.last == feed {
		return []*source{replay, feed}
	}
	return []*source{feed, replay}
}

// read reads the next page of a source. One without deliveries is done at once.
func (r *run) read(ctx context.Context, s *source) error {
	asked, cancel := asking(ctx)
	defer cancel()
	limit := pageOfEvents
	if len(r.work.Replays) > 0 {
		limit = pageBeside
	}
	var page *storage.WebhookPage
	var err error
	if s.replay == nil {
		page, err = r.Store.NextEvents(asked, r.work, s.position, limit, r.Now())
	} else {
		page, err = r.Store.NextReplayed(asked, r.work, s.replay, s.position, limit, r.Now())
	}
	if err != nil {
		return err
	}
	s.page, s.end, s.hasMore = page.Deliveries, page.End, page.More
	if len(s.page) == 0 && s.end > s.position {
		s.position = s.end
		r.fresh.note(&r.record, s)
	}
	return nil
}
