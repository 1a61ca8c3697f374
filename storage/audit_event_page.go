package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage/rows"
)

// EventScan is what a reader asks of a feed.
type EventScan struct {
	After    int64       // the position behind which it begins; 0 is before all
	Limit    int         // of events
	Names    []string    // of kinds; nil for all
	Subjects []uuid.UUID // nil for all
	Bare     bool        // without their audit events
}

// scannedAtOnce is how many events one reading with a filter looks at.
const scannedAtOnce = 5000

// EventPage is a part of a feed.
type EventPage struct {
	Events    []*model.Event // oldest first, with their audit events
	End       int64          // the position up to which the feed was read
	More      bool           // the feed goes on behind End
	RemovedTo int64          // of the last event that was removed for its age: a reader who was before it has missed some
}

// HasNews reports whether there is an event on the page or behind it.
func (p *EventPage) HasNews() bool { return len(p.Events) > 0 || p.More }

// scanned is an event that matches, how far the reading came, and where the feed begins and ends. A reading in which
// nothing matches has one row without an event.
type scanned struct {
	ScannedTo, RemovedTo, Head int64
	model.Event
}

// Events reads the portfolio's feed, in one statement: what is removed meanwhile is seen with all of it or none. A filter
// that matches little reads a bounded part, whose end is behind all events that it passed over.
func (p *Portfolio) Events(ctx context.Context, scan EventScan) (*EventPage, error) {
	look := scan.Limit + 1
	if scan.Names != nil || scan.Subjects != nil {
		look = scannedAtOnce
	}
	part := p.db.NewSelect().Model((*model.Event)(nil)).Where("t.portfolio_id = ?", p.ID()).
		Where("t.position > ?", rows.Number(scan.After)).OrderExpr("t.position").Limit(int64(look))
	matching := p.db.NewSelect().TableExpr("part AS t").OrderExpr("t.position").Limit(int64(scan.Limit + 1))
	if scan.Names != nil {
		matching.Where("t.type = ANY (?)", rows.Array[string](scan.Names))
	}
	if scan.Subjects != nil {
		matching.Where("t.subject_id = ANY (?)", rows.Array[uuid.UUID](scan.Subjects))
	}
	found, err := rows.Read[scanned](ctx, p.db, rows.Prepared, p.db.NewSelect().With("part", part).With("matching", matching).
		ColumnExpr("s.scanned_to, h.removed_to, h.position AS head, m.*").TableExpr("event_heads AS h").
		Join("CROSS JOIN (SELECT coalesce(max(position), 0) AS scanned_to FROM part) AS s").
		Join("LEFT JOIN matching AS m ON true").Where("h.portfolio_id = ?", p.ID()).OrderExpr("m.position"))
	if err != nil {
		return nil, err
	}
	result := pageOf(scan, found)
	if scan.Bare {
		return result, nil
	}
	return result, p.withAudit(ctx, result)
}

// pageOf makes a page of what a reading has found; nothing in a portfolio that never had an event.
func pageOf(scan EventScan, found []*scanned) *EventPage {
	page := &EventPage{Events: []*model.Event{}, End: scan.After}
	if len(found) == 0 {
		return page
	}
	page.RemovedTo = found[0].RemovedTo
	page.End = max(scan.After, page.RemovedTo, found[0].ScannedTo)
	for i, f := range found {
		if f.Position == 0 {
			break
		}
		if i == scan.Limit {
			page.End = max(scan.After, page.RemovedTo)
			if i > 0 {
				page.End = page.Events[i-1].Position
			}
			break
		}
		page.Events = append(page.Events, &f.Event)
	}
	page.More = page.End < found[0].Head
	return page
}

// withAudit gives events their audit events. One whose month was removed has none. If they are too large for one answer, the
// page gets shorter.
func (p *Portfolio) withAudit(ctx context.Context, part *EventPage) error {
	for len(part.Events) > 0 {
		byID := map[uuid.UUID]*model.Event{}
		ids := make([]uuid.UUID, len(part.Events))
		for i, e := range part.Events {
			ids[i], byID[e.ID] = e.ID, e
		}
		audited, isAll, err := AuditEvents.ByIDWithin(ctx, p, ids, page.MaxBytes)
		if isAll || len(ids) == 1 || err != nil {
			for _, a := range audited {
				byID[a.ID].Audit = a
			}
			return err
		}
		part.Events = part.Events[:min(max(len(audited)*3/4, 1), len(ids)-1)]
		part.End, part.More = part.Events[len(part.Events)-1].Position, true
	}
	return nil
}

// FeedState is where a portfolio's feed begins and ends: behind the last event that was removed for its age, and at the
// last one.
type FeedState struct{ RemovedTo, End int64 }

// FeedState returns where the portfolio's feed begins and ends; zero for one that never had an event.
func (p *Portfolio) FeedState(ctx context.Context) (s FeedState, err error) {
	err = rows.Scan(ctx, p.db, rows.Prepared,
		rows.SQL("SELECT removed_to, position FROM event_heads WHERE portfolio_id = ?", p.ID()), &s.RemovedTo, &s.End)
	return s, err
}

// FeedEnds returns the ends of portfolios' feeds. One that never had an event is missing.
func (s *Store) FeedEnds(ctx context.Context, portfolios []uuid.UUID) (map[uuid.UUID]int64, error) {
	type head struct {
		PortfolioID uuid.UUID
		Position    int64
	}
	found, err := rows.Read[head](ctx, s.db, rows.Prepared,
		rows.SQL("SELECT portfolio_id, position FROM event_heads WHERE portfolio_id = ANY (?)", portfolios))
	ends := make(map[uuid.UUID]int64, len(found))
	for _, h := range found {
		ends[h.PortfolioID] = h.Position
	}
	return ends, err
}
