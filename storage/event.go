package storage

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// EventScan is what a reader asks of a feed.
type EventScan struct {
	After    int64       // the position behind which it begins
	Limit    int         // of events, at least 1
	Names    []string    // of kinds; nil for all
	Subjects []uuid.UUID // nil for all
}

// scannedAtOnce is how many events one reading with a filter looks at.
const scannedAtOnce = 5000

// EventPage is a part of a feed.
type EventPage struct {
	Events []*model.Event // oldest first, with their audit events
	End    int64          // the position up to which the feed was read
	More   bool           // the feed went on behind End
}

// scanned is an event that matches, and how far the reading came. A reading in which nothing matches has one row
// without an event.
type scanned struct {
	ScannedTo int64
	Scanned   int
	model.Event
}

// Events reads the portfolio's feed. A filter that matches little reads a bounded part, whose end is behind all events
// that it passed over.
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
		ColumnExpr("s.*, m.*").
		TableExpr("(SELECT coalesce(max(position), 0) AS scanned_to, count(*) AS scanned FROM part) AS s").
		Join("LEFT JOIN matching AS m ON true").OrderExpr("m.position"))
	if err != nil {
		return nil, err
	}
	return p.eventPage(ctx, scan, look, found)
}

// eventPage makes a page of what a reading that looked at so many events has found.
func (p *Portfolio) eventPage(ctx context.Context, scan EventScan, looked int, found []*scanned) (*EventPage, error) {
	page := &EventPage{Events: []*model.Event{}, End: scan.After}
	if len(found) == 0 || found[0].Scanned == 0 {
		return page, nil
	}
	page.End, page.More = found[0].ScannedTo, found[0].Scanned == looked
	for _, f := range found {
		if f.Position > 0 {
			page.Events = append(page.Events, &f.Event)
		}
	}
	if len(page.Events) > scan.Limit {
		page.Events, page.More = page.Events[:scan.Limit], true
		page.End = page.Events[scan.Limit-1].Position
	}
	return page, p.withAudit(ctx, page.Events)
}

// withAudit gives events their audit events. One whose month was removed has none.
func (p *Portfolio) withAudit(ctx context.Context, events []*model.Event) error {
	byID := map[uuid.UUID]*model.Event{}
	ids := make([]uuid.UUID, len(events))
	for i, e := range events {
		ids[i], byID[e.ID] = e.ID, e
	}
	audited, err := AuditEvents.ByID(ctx, p, ids)
	for _, a := range audited {
		byID[a.ID].Audit = a
	}
	return err
}

// FeedState is where a portfolio's feed begins and ends: behind the last event that was removed for its age, and at the
// last one.
type FeedState struct{ RemovedTo, End int64 }

// FeedState returns where the portfolio's feed begins and ends; zero for one that never had an event.
func (p *Portfolio) FeedState(ctx context.Context) (s FeedState, err error) {
	c := rows.NewCommand().Write("SELECT removed_to, position FROM event_heads WHERE portfolio_id = ").Value(rows.IDValue(p.ID()))
	err = c.Run(ctx, p.db, rows.ScanIfAny(&s.RemovedTo, &s.End))
	return s, err
}

// FeedEnds returns the ends of portfolios' feeds. One that never had an event is missing.
func (s *Store) FeedEnds(ctx context.Context, portfolios []uuid.UUID) (map[uuid.UUID]int64, error) {
	ends := map[uuid.UUID]int64{}
	c := rows.NewCommand().Write("SELECT portfolio_id, position FROM event_heads WHERE portfolio_id = ANY (").
		Value(rows.IDValues(portfolios)).Write(")")
	err := c.Run(ctx, s.db, func(r pgx.Rows) error {
		for r.Next() {
			var id uuid.UUID
			var end int64
			if err := r.Scan((*[16]byte)(&id), &end); err != nil {
				return err
			}
			ends[id] = end
		}
		return nil
	})
	return ends, err
}
