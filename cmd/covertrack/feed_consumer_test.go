//go:build program

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// consumer reads a feed page by page and judges what it gets.
type consumer struct {
	name    string
	site    *feedSite
	token   string
	nodes   []int         // that it asks, at random
	limit   int           // of a page, at most
	pause   time.Duration // between pages, at most
	wait    int           // seconds
	action  string        // of the audit events that it filters for, which is the type too; "" for all
	patient bool          // it records when it saw which loan number

	cursor    string
	ids       []uuid.UUID
	revisions map[uuid.UUID]int64
	numbers   map[uuid.UUID]string // the last loan number of a case
	seen      map[string]time.Time // by loan number
	count     atomic.Int64         // of ids
	ended     atomic.Bool          // it reads no more, as after too much that is wrong
	pages     int
	broken    int      // requests without an answer, or answered 503
	wrong     []string // what no consumer may see
}

// feedEvent is what a consumer looks at of an event.
type feedEvent struct {
	ID       uuid.UUID
	Type     string
	Subject  struct{ ID uuid.UUID }
	Revision int64
	Changes  struct {
		LoanNumber *struct{ Before, After *string }
	}
}

type feedPage struct {
	Data []feedEvent
	Meta struct {
		HasMore bool
		Cursor  string
	}
}

// follow reads until the context ends.
func (c *consumer) follow(ctx context.Context) {
	defer c.ended.Store(true)
	for ctx.Err() == nil && len(c.wrong) < 20 {
		page := c.read(ctx)
		switch {
		case page == nil:
			time.Sleep(20 * time.Millisecond)
		case len(page.Data) == 0 && c.wait == 0:
			time.Sleep(10 * time.Millisecond)
		case c.pause > 0:
			time.Sleep(rand.N(c.pause))
		}
	}
}

// read reads the next page; nil if there was none.
func (c *consumer) read(ctx context.Context) *feedPage {
	query := url.Values{"limit": {strconv.Itoa(1 + rand.IntN(c.limit))}}
	if c.pause == 0 {
		query.Set("limit", strconv.Itoa(c.limit))
	}
	if c.cursor != "" {
		query.Set("after", c.cursor)
	}
	if c.wait > 0 {
		query.Set("wait", strconv.Itoa(c.wait))
	}
	if c.action != "" {
		query.Set("type", c.action)
	}
	status, body := c.site.send(ctx, c.nodes[rand.IntN(len(c.nodes))], http.MethodGet, "/rest/events?"+query.Encode(), c.token, nil)
	switch {
	case ctx.Err() != nil:
		return nil
	case status == 0 || status == http.StatusServiceUnavailable:
		c.broken++
		return nil
	case status != http.StatusOK:
		c.say("%d: %s", status, body)
		return nil
	}
	page := new(feedPage)
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(page); err != nil {
		c.say("%v in %s", err, body)
		return nil
	}
	c.take(page)
	return page
}

func (c *consumer) take(page *feedPage) {
	if len(page.Data) == 0 && c.action == "" && c.cursor != "" && page.Meta.Cursor != c.cursor {
		c.say("an empty page moved the cursor from %s to %s", c.cursor, page.Meta.Cursor)
	}
	c.cursor = page.Meta.Cursor
	c.pages++
	now := time.Now()
	for _, e := range page.Data {
		c.judge(&e)
		if number := e.Changes.LoanNumber; c.patient && number != nil && number.After != nil {
			c.seen[*number.After] = now
		}
	}
	c.count.Store(int64(len(c.ids)))
}

// judge looks whether an event follows the last one of its subject, by its revision and by what it changed.
func (c *consumer) judge(e *feedEvent) {
	c.ids = append(c.ids, e.ID)
	if c.revisions == nil {
		c.revisions, c.numbers, c.seen = map[uuid.UUID]int64{}, map[uuid.UUID]string{}, map[string]time.Time{}
	}
	last := c.revisions[e.Subject.ID]
	if e.Revision <= last || c.action == "" && e.Revision != last+1 {
		c.say("%s: revision %d of %s after %d", e.Type, e.Revision, e.Subject.ID, last)
	}
	c.revisions[e.Subject.ID] = e.Revision
	if c.action != "" && e.Type != c.action {
		c.say("%s, which it had not asked for", e.Type)
	}
	if change := e.Changes.LoanNumber; change != nil && change.After != nil {
		before := ""
		if change.Before != nil {
			before = *change.Before
		}
		if number := c.numbers[e.Subject.ID]; number != before {
			c.say("%s changes from %q to %q after %q", e.Subject.ID, before, *change.After, number)
		}
		c.numbers[e.Subject.ID] = *change.After
	}
}

func (c *consumer) say(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
}

// compare adds to what is wrong how the consumer's events differ from those of the audit trail.
func (c *consumer) compare(all map[uuid.UUID]string) {
	seen := make(map[uuid.UUID]bool, len(c.ids))
	for _, id := range c.ids {
		action, known := all[id]
		switch {
		case seen[id]:
			c.say("%s is repeated", id)
		case !known:
			c.say("%s is not in the audit trail", id)
		case c.action != "" && action != c.action:
			c.say("%s is of %s", id, action)
		}
		seen[id] = true
	}
	for id, action := range all {
		if !seen[id] && (c.action == "" || c.action == action) {
			c.say("%s is missed", id)
		}
	}
}

// trail reads the audit events that are in the feed: their actions by their ids.
func trail(t *testing.T, dsn string) map[uuid.UUID]string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.Background()) }()
	found, err := conn.Query(t.Context(), `SELECT id, action FROM audit_events
		WHERE portfolio_id <> '00000000-0000-0000-0000-000000000000' AND subject_id IS NOT NULL AND action <> 'portfolio.read'`)
	require.NoError(t, err)
	all := map[uuid.UUID]string{}
	var id [16]byte
	var action string
	_, err = pgx.ForEachRow(found, []any{&id, &action}, func() error {
		all[id] = action
		return nil
	})
	require.NoError(t, err)
	return all
}

// unsettled counts the events without a place, and the transactions that wait before their commit.
func unsettled(t *testing.T, dsn string) (n int) {
	t.Helper()
	scan(t, dsn, `SELECT (SELECT count(*) FROM event_outbox) + (SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep')`, &n)
	return n
}
