package e2e

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) { f.server.PlaceEvents(t) })
	examples["ListEvents"] = example{asks: at(""),
		refused: "?limit=201&wait=26&type=case.hold,case.held&after=x&sort=createdAt&offset=1&caseId=x"}
}

// feedBench is a portfolio with a feed.
type feedBench struct {
	*resttest.Server
	c *resttest.Client
}

func newFeedBench(t *testing.T) *feedBench {
	t.Helper()
	s := resttest.New(t)
	return &feedBench{s, s.As(s.Harbor.Token)}
}

// held is a case that was put on hold and released. Its events have their places.
func (b *feedBench) held(t *testing.T) (id string) {
	t.Helper()
	id = b.c.Post(t, "/rest/cases", object{"program": b.Program(t, b.Harbor)}, http.StatusCreated)["id"].(string)
	b.c.Post(t, "/rest/cases/"+id+"/on-hold", nil, http.StatusOK)
	b.c.With("X-Request-Id", "release.1").Do(t, http.MethodPost, "/rest/cases/"+id+"/release-hold", nil).Object(t, http.StatusOK)
	b.PlaceEvents(t)
	return id
}

// page is a page of the feed by REST: its events, and the cursor behind it.
func (b *feedBench) page(t *testing.T, query string) (events []object, cursor string, more bool) {
	t.Helper()
	return eventsOf(b.c.Get(t, "/rest/events?"+query))
}

func eventsOf(body object) (events []object, cursor string, more bool) {
	for _, e := range body["data"].([]any) {
		events = append(events, e.(object))
	}
	meta := body["meta"].(object)
	return events, meta["cursor"].(string), meta["hasMore"].(bool)
}

func typesOf(events []object) (types []string) {
	for _, e := range events {
		types = append(types, e["type"].(string))
	}
	return types
}

// TestEventREST reads what an event has, and finds it in the audit trail under its id.
func TestEventREST(t *testing.T) {
	t.Parallel()
	b := newFeedBench(t)
	id := b.held(t)
	events, cursor, more := b.page(t, "subject="+id)
	require.Equal(t, []string{"case.created", "case.held", "case.released"}, typesOf(events))
	require.False(t, more)
	for i, e := range events {
		require.EqualValues(t, i+1, e["revision"])
		require.Equal(t, object{"type": "case", "id": id, "caseId": id}, e["subject"])
	}
	last := events[2]
	require.Equal(t, "release.1", last["requestId"])
	require.Equal(t, object{"kind": "serviceAccount", "name": "Harbor"}, last["actor"])
	require.Equal(t, object{"before": "onHold", "after": "DRAFT"}, last["changes"].(object)["status"])
	audited := b.c.Get(t, "/rest/audit-events/"+last["id"].(string))
	require.Equal(t, []any{audited["at"], "case.updated"}, []any{last["at"], audited["action"]})
	require.Equal(t, object{"before": nil, "after": "DRAFT"}, events[0]["changes"].(object)["status"])

	again, same, _ := b.page(t, "subject="+id+"&after="+cursor)
	require.Empty(t, again)
	require.Equal(t, cursor, same, "an empty page repeats its cursor")

	asked := b.c.Query(t, `query($id: [ID!]) { events(filter: {subject: $id, type: [caseHeld]}) { nodes { id type name subject { caseId } `+
		`changes } pageInfo { limit hasMore } } }`,
		object{"id": []any{id}})["events"].(object)
	require.Equal(t, object{"limit": 50.0, "hasMore": false}, asked["pageInfo"])
	require.Equal(t, []any{object{
		"id": events[1]["id"], "type": "caseHeld", "name": "case.held", "subject": object{"caseId": id}, "changes": events[1]["changes"],
	}}, asked["nodes"])
}

// TestEventOfRemoved has the case of a record in all its events, also if it is removed before they have their places.
func TestEventOfRemoved(t *testing.T) {
	t.Parallel()
	b := newFeedBench(t)
	of := b.Case(t, b.Harbor).String()
	id := b.c.Post(t, "/rest/assets", object{"caseId": of, "assetType": "vehicle"}, http.StatusCreated)["id"].(string)
	require.Equal(t, http.StatusNoContent, b.c.Do(t, http.MethodDelete, "/rest/assets/"+id, nil).Status)
	b.PlaceEvents(t)
	events, _, _ := b.page(t, "subject="+id)
	require.Equal(t, []string{"asset.created", "asset.deleted"}, typesOf(events))
	for _, e := range events {
		require.Equal(t, object{"type": "asset", "id": id, "caseId": of}, e["subject"], e["type"])
	}
}

// TestEventOfCancelledTask says of a task that ends with its case what it was before.
func TestEventOfCancelledTask(t *testing.T) {
	t.Parallel()
	b := newFeedBench(t)
	for reason, end := range map[string]func(path string){
		"caseClosed":            func(path string) { b.c.Post(t, path+"/close", object{"reason": "paidOff"}, http.StatusOK) },
		"managementTypeChanged": func(path string) { b.c.Patch(t, path, object{"managementType": "selfManaged"}) },
	} {
		of := b.Case(t, b.Harbor).String()
		task := object{"caseId": of, "type": "reviewDocument", "reason": "Look at it"}
		id := b.c.Post(t, "/rest/tasks", task, http.StatusCreated)["id"].(string)
		b.c.Post(t, "/rest/tasks/"+id+"/move", object{"state": "inProgress"}, http.StatusOK)
		end("/rest/cases/" + of)
		b.PlaceEvents(t)
		events, _, _ := b.page(t, "subject="+id)
		require.Equal(t, []string{"task.created", "task.updated", "task.cancelled"}, typesOf(events))
		require.Equal(t, object{
			"state":  object{"before": "inProgress", "after": "cancelled"},
			"reason": object{"before": "Look at it", "after": reason},
		}, events[2]["changes"])
	}
}

// TestEventPages follows cursors through the feed, with pages of any size, and begins where it ends.
func TestEventPages(t *testing.T) {
	t.Parallel()
	b := newFeedBench(t)
	empty, start, more := b.page(t, "")
	require.Empty(t, empty)
	require.False(t, more)
	_, same, _ := b.page(t, "after="+start)
	require.Equal(t, start, same, "of a portfolio that never had an event")
	for range 3 {
		b.held(t)
	}
	all, end, more := b.page(t, "limit=200")
	require.False(t, more)
	require.GreaterOrEqual(t, len(all), 9)
	for _, size := range []int{1, 2, 7, len(all)} {
		var read []object
		for cursor, more := start, true; more; {
			var some []object
			some, cursor, more = b.page(t, fmt.Sprintf("limit=%d&after=%s", size, cursor))
			require.LessOrEqual(t, len(some), size)
			read = append(read, some...)
			if !more {
				require.Equal(t, end, cursor)
			}
		}
		require.Equal(t, all, read, "pages of %d", size)
	}
	none, latest, more := b.page(t, "after=latest")
	require.Empty(t, none)
	require.False(t, more)
	require.Equal(t, end, latest)
	none, first, more := b.page(t, "limit=0")
	require.Empty(t, none)
	require.True(t, more)
	begun, _, _ := b.page(t, "limit=1&after="+first)
	require.Equal(t, all[:1], begun, "limit 0 passes over nothing")
	b.held(t)
	fresh, _, _ := b.page(t, "limit=1&after="+latest)
	require.Equal(t, []string{"case.created"}, typesOf(fresh))
}

// TestEventFilter filters by types and subjects, by one cursor.
func TestEventFilter(t *testing.T) {
	t.Parallel()
	b := newFeedBench(t)
	one, two := b.held(t), b.held(t)
	for query, want := range map[string]int{
		"type=case.held": 2, "type=case.held,case.released": 4, "type=case.held&type=case.created": 4, "subject=" + one: 3,
		"subject=" + one + "," + two: 6, "subject=" + one + "&type=case.held": 1, "subject=nonsense": 0, "subject=" + uuid.NewString(): 0,
		"type=policy.created": 0,
	} {
		events, cursor, more := b.page(t, query)
		require.Len(t, events, want, query)
		require.False(t, more, query)
		_, end, _ := b.page(t, "after=latest")
		require.Equal(t, end, cursor, "the cursor is behind what the filter passed over")
	}
	held, cursor, more := b.page(t, "type=case.held&limit=1")
	require.Len(t, held, 1)
	require.True(t, more)
	rest, _, _ := b.page(t, "subject="+one+"&after="+cursor)
	require.Equal(t, []string{"case.released"}, typesOf(rest), "a cursor is of no filter")
	both := b.c.Query(t, `{ events(filter: {type: [caseHeld], name: ["case.released"]}) { nodes { id } } }`, nil)["events"].(object)
	require.Empty(t, both["nodes"])
}

// TestEventRefusals sends what is refused, to both doors.
func TestEventRefusals(t *testing.T) {
	t.Parallel()
	b := newFeedBench(t)
	_, foreign, _ := eventsOf(b.As(b.Prairie.Token).Get(t, "/rest/events"))
	_, otherMode, _ := eventsOf(b.As(b.HarborTest.Token).Get(t, "/rest/events"))
	for query, want := range map[string]string{
		"after=" + foreign: "after invalid_value", "after=" + otherMode: "after invalid_value", "after=x": "after invalid_value",
		"after=":    "after invalid_value",
		"limit=201": "limit invalid_value", "limit=-1": "limit invalid_value", "wait=26": "wait invalid_value", "wait=-1": "wait invalid_value",
		"wait=1.5": "wait invalid_value", "type=case.hold": "type invalid_value", "type=caseHeld": "type invalid_value",
		"offset=0":       "offset unknown_parameter",
		"sort=createdAt": "sort unknown_parameter", "total=1": "total unknown_parameter",
	} {
		b.c.Do(t, http.MethodGet, "/rest/events?"+query, nil).Violations(t, want)
	}
	for arguments, want := range map[string]string{
		`after: "` + foreign + `"`: "/after invalid_value", `wait: 26`: "/wait invalid_value", `limit: 201`: "/limit invalid_value",
		`filter: {name: ["case.hold"]}`: "/type invalid_value",
	} {
		b.c.Refused(t, `{ events(`+arguments+`) { nodes { id } } }`, nil, "invalid_value", want)
	}
	b.c.Do(t, http.MethodGet, "/rest/events?limit=0&wait=0", nil).Object(t, http.StatusOK)
	b.c.Do(t, http.MethodGet, "/rest/events?limit=200", nil).Object(t, http.StatusOK)
	b.c.Do(t, http.MethodPost, "/rest/events", object{}).Problem(t, http.StatusMethodNotAllowed, "method_not_allowed")
}

// TestEventsAreOnes shows each portfolio its own feed, without what staff read and what is administered.
func TestEventsAreOnes(t *testing.T) {
	t.Parallel()
	b := newFeedBench(t)
	id := b.held(t)
	b.As(b.Support).With("X-Portfolio", b.Harbor.Portfolio.ID().String()).Query(t, `{ cases { pageInfo { total } } }`, nil)
	b.As(b.Operator).Query(t, `mutation { createLender(input: {name: "A lender"}) { id } }`, nil)
	b.PlaceEvents(t)
	events, _, _ := b.page(t, "limit=200")
	for _, e := range events {
		require.NotContains(t, []string{"portfolio.read", "lender.created"}, e["type"])
	}
	for _, token := range []string{b.Prairie.Token, b.HarborTest.Token} {
		others, _, _ := eventsOf(b.As(token).Get(t, "/rest/events?subject="+id))
		require.Empty(t, others)
	}
	made := b.As(b.Operator).Query(t,
		`mutation($org: ID!) { createToken(input: {name: "reads", organization: $org, mode: live, scope: read}) { text } }`,
		object{"org": b.Harbor.Organization.ID})
	reader := made["createToken"].(object)["text"].(string)
	own, _, _ := eventsOf(b.As(reader).Get(t, "/rest/events?subject="+id))
	require.Len(t, own, 3, "a token that only reads")
	b.As(b.None.Token).Do(t, http.MethodGet, "/rest/events", nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
}

// TestEventRetention removes old events: revisions go on, and a cursor before them is refused.
func TestEventRetention(t *testing.T) {
	t.Parallel()
	b := newFeedBench(t)
	_, start, _ := b.page(t, "")
	id := b.held(t)
	events, _, _ := b.page(t, "limit=200")
	_, first, _ := b.page(t, "limit=1")
	n := len(events)
	held := count(t, b.Server, "SELECT min(position) FROM events WHERE type = 'case.held'")
	b.Exec(t, "UPDATE events SET at = $1 WHERE position <= $2", time.Now().AddDate(0, 0, -91), held)
	removed, err := b.Store.RemoveEvents(t.Context(), time.Now().AddDate(0, 0, -90))
	require.NoError(t, err)
	require.Equal(t, n-1, removed)
	for _, cursor := range []string{start, first} {
		refusal := b.c.Do(t, http.MethodGet, "/rest/events?after="+cursor, nil).Problem(t, http.StatusGone, "cursor_expired")
		require.Contains(t, refusal["detail"], "after=latest")
		require.Equal(t, "cursor_expired",
			resttest.FirstError(t, b.c.GraphQL(t, `query($c: String) { events(after: $c) { nodes { id } } }`, object{"c": cursor})))
	}
	kept, cursor, _ := b.page(t, "")
	require.Equal(t, []string{"case.released"}, typesOf(kept), "without a cursor it begins at the oldest that is kept")
	require.EqualValues(t, 3, kept[0]["revision"])

	b.Exec(t, "UPDATE events SET at = $1", time.Now().AddDate(0, 0, -91))
	removed, err = b.Store.RemoveEvents(t.Context(), time.Now().AddDate(0, 0, -90))
	require.NoError(t, err)
	require.Equal(t, 1, removed)
	none, empty, more := b.page(t, "")
	require.Empty(t, none)
	require.False(t, more)
	require.Equal(t, cursor, empty)
	b.c.Patch(t, "/rest/cases/"+id, object{"loanNumber": "LN-1"})
	b.PlaceEvents(t)
	for _, after := range []string{"", "after=" + cursor} {
		next, _, _ := b.page(t, after)
		require.Equal(t, []string{"case.updated"}, typesOf(next), "the cursor of an empty feed is good")
		require.EqualValues(t, 4, next[0]["revision"], "revisions never begin again")
	}
}

// TestEventWait holds requests until something is written, or their time is over.
func TestEventWait(t *testing.T) {
	t.Parallel()
	b := newFeedBench(t)
	b.Place(t)
	id := b.held(t)
	_, cursor, _ := b.page(t, "after=latest")
	begun := time.Now()
	none, same, _ := b.page(t, "wait=1&after="+cursor)
	require.Empty(t, none)
	require.Equal(t, cursor, same)
	require.GreaterOrEqual(t, time.Since(begun), time.Second)
	require.Less(t, time.Since(begun), 20*time.Second)
	begun = time.Now()
	there, _, _ := b.page(t, "wait=25&subject="+id)
	require.Len(t, there, 3)
	require.Less(t, time.Since(begun), 10*time.Second, "what is there is not waited for")

	woken := make(chan []string, 2)
	ask := func(ask func() object) {
		events, _, _ := eventsOf(ask())
		woken <- typesOf(events)
	}
	go ask(func() object { return b.c.Get(t, "/rest/events?wait=25&type=case.held&after="+cursor) })
	go ask(func() object {
		data := b.c.Query(t, `query($c: String) { events(after: $c, wait: 25, filter: {type: [caseHeld]}) { data: nodes { type: name } meta: `+
			`pageInfo { cursor hasMore } } }`, object{"c": cursor})
		return data["events"].(object)
	})
	time.Sleep(300 * time.Millisecond)
	b.c.Patch(t, "/rest/cases/"+id, object{"loanNumber": "LN-1"})
	time.Sleep(300 * time.Millisecond)
	require.Empty(t, woken, "another type does not end the wait")
	b.c.Post(t, "/rest/cases/"+id+"/on-hold", nil, http.StatusOK)
	for range 2 {
		select {
		case types := <-woken:
			require.Equal(t, []string{"case.held"}, types)
		case <-time.After(15 * time.Second):
			require.Fail(t, "nobody was woken")
		}
	}
}

// TestEventWaitEnds ends waits: by the node's end, and with the token.
func TestEventWaitEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, b *feedBench){
		"the node stops": func(_ *testing.T, b *feedBench) { b.Engine.EndStreams() },
		"the token is revoked": func(t *testing.T, b *feedBench) {
			b.Exec(t, "UPDATE tokens SET revoked_at = now() WHERE name = 'Harbor'")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newFeedBench(t)
			_, cursor, _ := b.page(t, "after=latest")
			ended := make(chan object, 1)
			go func() { ended <- b.c.Get(t, "/rest/events?wait=25&after="+cursor) }()
			time.Sleep(300 * time.Millisecond)
			begun := time.Now()
			end(t, b)
			select {
			case body := <-ended:
				events, same, _ := eventsOf(body)
				require.Empty(t, events)
				require.Equal(t, cursor, same, "the client goes on elsewhere")
				require.Less(t, time.Since(begun), 12*time.Second)
			case <-time.After(20 * time.Second):
				require.Fail(t, "the wait did not end")
			}
		})
	}
}

// TestEventWaitLeaves has a client go away, who is not waited for.
func TestEventWaitLeaves(t *testing.T) {
	t.Parallel()
	b := newFeedBench(t)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, b.URL+"/rest/events?wait=25", nil)
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+b.Harbor.Token)
	_, err = http.DefaultClient.Do(r)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
