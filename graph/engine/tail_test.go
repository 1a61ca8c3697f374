package engine_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// message is a server-sent event.
type message struct{ id, event, data string }

// listenFrom opens a stream and reads its messages until it ends, or leave is called.
func listenFrom(t *testing.T, s *resttest.Server, token, query, last string) (messages <-chan message, leave func()) {
	t.Helper()
	body, err := json.Marshal(object{"query": query})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/graphql", strings.NewReader(string(body)))
	require.NoError(t, err)
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}, "Authorization": {"Bearer " + token}}
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.StatusCode)
	t.Cleanup(func() { cancel(); _ = answer.Body.Close() })
	out := make(chan message)
	go func() {
		defer close(out)
		var m message
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "id":
				m.id = value
			case "event":
				m.event = value
			case "data":
				m.data = value
			case "":
				if m == (message{}) {
					continue
				}
				select {
				case out <- m:
				case <-ctx.Done():
					return
				}
				m = message{}
			}
		}
	}()
	return out, cancel
}

// await is the next message; the zero one at the stream's end.
func await(t *testing.T, messages <-chan message) message {
	t.Helper()
	select {
	case m := <-messages:
		return m
	case <-time.After(20 * time.Second):
		require.Fail(t, "no message came")
		return message{}
	}
}

// eventOf is the event of a message.
func eventOf(t *testing.T, m message) object {
	t.Helper()
	require.Equal(t, "next", m.event, "%v", m)
	var o object
	require.NoError(t, json.Unmarshal([]byte(m.data), &o))
	require.Empty(t, o["errors"])
	return o["data"].(object)["events"].(object)
}

const followEvents = `subscription { events { id name subject { id } revision } }`

// TestEventsSubscription follows a feed, goes on where it was, and learns why it cannot.
func TestEventsSubscription(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	s.Place(t)
	c := s.As(s.Harbor.Token)
	id := c.Post(t, "/rest/cases", object{"program": s.Program(t, s.Harbor)}, http.StatusCreated)["id"].(string)
	s.PlaceEvents(t)
	messages, leave := listenFrom(t, s, s.Harbor.Token, followEvents, "")
	begin := await(t, messages)
	require.Equal(t, message{id: c.Get(t, "/rest/events?after=latest")["meta"].(object)["cursor"].(string)}, begin, "where it begins")
	foreign := s.As(s.Prairie.Token)
	foreign.Post(t, "/rest/insured-groups", object{"name": "A group"}, http.StatusCreated)
	c.Post(t, "/rest/cases/"+id+"/on-hold", nil, http.StatusOK)
	c.Post(t, "/rest/cases/"+id+"/release-hold", nil, http.StatusOK)
	held := await(t, messages)
	require.Equal(t, []any{"case.held", 2.0, object{"id": id}},
		[]any{eventOf(t, held)["name"], eventOf(t, held)["revision"], eventOf(t, held)["subject"]})
	leave()
	c.Patch(t, "/rest/cases/"+id, object{"loanNumber": "LN-1"})

	for name, again := range map[string]struct{ query, last string }{
		"by the header":       {followEvents, held.id},
		"by the argument":     {`subscription { events(after: "` + held.id + `") { name } }`, ""},
		"the header is later": {`subscription { events(after: "` + begin.id + `") { name } }`, held.id},
	} {
		messages, leave := listenFrom(t, s, s.Harbor.Token, again.query, again.last)
		require.Equal(t, held.id, await(t, messages).id, name)
		require.Equal(t, "case.released", eventOf(t, await(t, messages))["name"], name)
		require.Equal(t, "case.updated", eventOf(t, await(t, messages))["name"], name)
		leave()
	}
	messages, leave = listenFrom(t, s, s.Harbor.Token,
		`subscription { events(after: "`+begin.id+`", filter: {type: [caseUpdated]}) { name } }`, "")
	await(t, messages)
	require.Equal(t, "case.updated", eventOf(t, await(t, messages))["name"], "of the type only")
	leave()

	s.Exec(t, "UPDATE events SET at = $1", time.Now().AddDate(0, 0, -91))
	_, err := s.Store.RemoveEvents(t.Context(), time.Now().AddDate(0, 0, -90))
	require.NoError(t, err)
	for last, code := range map[string]string{held.id: "cursor_expired", "x": "invalid_value"} {
		messages, _ := listenFrom(t, s, s.Harbor.Token, followEvents, last)
		require.Contains(t, await(t, messages).data, `"code":"`+code+`"`)
		require.Equal(t, "complete", await(t, messages).event)
	}
	messages, _ = listenFrom(t, s, s.Harbor.Token, followEvents, "")
	await(t, messages)
	s.Engine.EndStreams()
	require.Equal(t, "complete", await(t, messages).event, "the stream says that the server ends")
}

// TestEventsSubscriptionReconnects has a client that is cut off at random, under writers: it sees each event once.
func TestEventsSubscriptionReconnects(t *testing.T) {
	t.Parallel()
	const writers, writes = 4, 20
	s := resttest.New(t)
	s.Place(t)
	c := s.As(s.Harbor.Token)
	last := c.Get(t, "/rest/events?after=latest")["meta"].(object)["cursor"].(string)
	var all sync.WaitGroup
	for i := range writers {
		id := s.Case(t, s.Harbor).String()
		all.Go(func() {
			for n := range writes {
				c.Patch(t, "/rest/cases/"+id, object{"loanNumber": fmt.Sprintf("LN-%d-%d", i, n)})
			}
		})
	}
	var seen []string
	for len(seen) < writers*writes {
		messages, leave := listenFrom(t, s, s.Harbor.Token, followEvents, last)
		require.Equal(t, last, await(t, messages).id)
		for n := 1 + rand.IntN(15); n > 0 && len(seen) < writers*writes; n-- {
			m := await(t, messages)
			if e := eventOf(t, m); e["name"] == "case.updated" {
				seen = append(seen, e["id"].(string))
			}
			last = m.id
		}
		leave()
	}
	all.Wait()
	s.PlaceEvents(t)
	var want []string
	for _, e := range c.Get(t, "/rest/events?type=case.updated&limit=200")["data"].([]any) {
		want = append(want, e.(object)["id"].(string))
	}
	require.Equal(t, want, seen)
}
