package engine_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

type object = resttest.Object

// events is a subscription that is open until the test ends.
type events struct{ lines chan string }

func subscribe(t *testing.T, s *resttest.Server, token, query string) *events {
	t.Helper()
	body, err := json.Marshal(object{"query": query})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/graphql", strings.NewReader(string(body)))
	require.NoError(t, err)
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}, "Authorization": {"Bearer " + token}}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	t.Cleanup(func() { cancel(); _ = answer.Body.Close() })
	require.Equal(t, http.StatusOK, answer.StatusCode)
	require.Equal(t, "text/event-stream", answer.Header.Get("Content-Type"))
	e := &events{lines: make(chan string, 100)}
	go func() {
		defer close(e.lines)
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			if line := lines.Text(); line != "" && line != ":" {
				e.lines <- line
			}
		}
	}()
	return e
}

// next is the data of the next event, which is awaited; nil when it is the last one.
func (e *events) next(t *testing.T) object {
	t.Helper()
	kind := e.line(t)
	data := e.line(t)
	if kind == "event: complete" {
		require.Equal(t, "data:", data)
		return nil
	}
	require.Equal(t, "event: next", kind)
	var o object
	require.NoError(t, json.Unmarshal([]byte(strings.TrimPrefix(data, "data: ")), &o))
	return o
}

func (e *events) line(t *testing.T) string {
	t.Helper()
	select {
	case line := <-e.lines:
		return line
	case <-time.After(10 * time.Second):
		require.Fail(t, "no event came")
		return ""
	}
}

// requireEnd expects the end of the stream soon, and no event before.
func (e *events) requireEnd(t *testing.T) {
	t.Helper()
	select {
	case _, open := <-e.lines:
		require.False(t, open)
	case <-time.After(12 * time.Second):
		require.Fail(t, "the stream did not end")
	}
}

func changed(id string) string {
	return `subscription { caseChanged(id: "` + id + `") { status policies { status } } }`
}

func TestCaseChanged(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id, other := s.Case(t, s.Harbor).String(), s.Case(t, s.Harbor).String()
	e := subscribe(t, s, s.Harbor.Token, changed(id))
	want := func(status string, policies int) {
		t.Helper()
		got := e.next(t)["data"].(object)["caseChanged"].(object)
		require.Equal(t, status, got["status"])
		require.Len(t, got["policies"], policies)
	}
	want("OPEN", 0)
	c.Post(t, "/rest/cases/"+other+"/on-hold", nil, http.StatusOK)
	c.Do(t, http.MethodPatch, "/rest/cases/"+id, object{"status": "DRAFT"}).Problem(t, http.StatusConflict, "invalid_transition")
	c.Post(t, "/rest/cases/"+id+"/on-hold", nil, http.StatusOK)
	want("onHold", 0)
	policy := c.Post(t, "/rest/policies", object{"caseId": id, "productType": "property"}, http.StatusCreated)["id"].(string)
	want("onHold", 1)
	c.Patch(t, "/rest/policies/"+policy, object{"policyNumber": "P-1"})
	want("onHold", 1)
	s.Engine.EndStreams()
	require.Nil(t, e.next(t), "the stream says that the server ends")
}

// TestCaseChangedNarrowed has parts of lists in each result, as they are then, and never too much for one answer.
func TestCaseChangedNarrowed(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor).String()
	e := subscribe(t, s, s.Harbor.Token, `subscription { caseChanged(id: "`+id+`") { loanNumber
		active: policies(filter: {status: [active]}) { policyNumber } first: policies(first: 1) { policyNumber versions(first: 1) { id } } } }`)
	type policies []any
	want := func(active, first policies) {
		t.Helper()
		event := e.next(t)
		require.Nil(t, event["errors"])
		got := event["data"].(object)["caseChanged"].(object)
		for name, want := range map[string]policies{"active": active, "first": first} {
			numbers := policies{}
			for _, p := range got[name].([]any) {
				numbers = append(numbers, p.(object)["policyNumber"])
			}
			require.Equal(t, want, numbers, name)
		}
	}
	want(policies{}, policies{})
	add := func(number string) {
		c.Post(t, "/rest/policies", object{"caseId": id, "productType": "property", "policyNumber": number}, http.StatusCreated)
	}
	add("P-1")
	want(policies{"P-1"}, policies{"P-1"})
	add("P-2")
	want(policies{"P-1", "P-2"}, policies{"P-1"})
	for i := range 60 { // one request could not have so many lists
		c.Patch(t, "/rest/cases/"+id, object{"loanNumber": fmt.Sprint(i)})
		want(policies{"P-1", "P-2"}, policies{"P-1"})
	}
}

// TestCaseChangedTellsWhy has a stream that cannot go on say why before it ends.
func TestCaseChangedTellsWhy(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor).String()
	gone := subscribe(t, s, s.Harbor.Token, `subscription { caseChanged(id: "`+id+`") { id } }`)
	require.Nil(t, gone.next(t)["errors"])
	require.Equal(t, http.StatusNoContent, c.Do(t, http.MethodDelete, "/rest/cases/"+id, nil).Status)
	require.Equal(t, "not_found", resttest.FirstError(t, gone.next(t)))
	require.Nil(t, gone.next(t))

	of := s.Case(t, s.Harbor)
	items := make([]any, 100)
	for i := range items {
		items[i] = object{"caseId": of, "productType": "property"}
	}
	for range 2 {
		c.Do(t, http.MethodPost, "/rest/policies/batch", object{"items": items}).Created(t)
	}
	fields := ""
	for alias := range 29 {
		fields += fmt.Sprintf(" a%d: policies { id displayName status startDate endDate createdAt updatedAt }", alias)
	}
	costly := subscribe(t, s, s.Harbor.Token, `subscription { caseChanged(id: "`+of.String()+`") {`+fields+` } }`)
	require.Equal(t, "validation_failed", resttest.FirstError(t, costly.next(t)))
	require.Nil(t, costly.next(t))
}

// TestCaseChangedJoins writes and then subscribes to what another stream watches already: the first event has the write.
func TestCaseChangedJoins(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor).String()
	query := `subscription { caseChanged(id: "` + id + `") { loanNumber } }`
	numberOf := func(e *events) any { return e.next(t)["data"].(object)["caseChanged"].(object)["loanNumber"] }
	first := subscribe(t, s, s.Harbor.Token, query)
	numberOf(first)
	for i := range 20 {
		want := fmt.Sprintf("LN-%d", i)
		c.Patch(t, "/rest/cases/"+id, object{"loanNumber": want})
		joined := subscribe(t, s, s.Harbor.Token, query)
		require.Equal(t, want, numberOf(joined))
	}
	for got := numberOf(first); got != "LN-19"; got = numberOf(first) {
		require.Contains(t, got, "LN-")
	}
}

func TestCaseChangedRefuses(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	id := s.Case(t, s.Harbor).String()
	for name, token := range map[string]string{"another portfolio": s.Prairie.Token, "the other mode": s.HarborTest.Token} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			foreign := subscribe(t, s, token, changed(id))
			require.Equal(t, "not_found", resttest.FirstError(t, foreign.next(t)))
			require.Nil(t, foreign.next(t))
		})
	}
	c := s.As(s.Harbor.Token)
	answer := c.Do(t, http.MethodPost, "/graphql", object{"query": changed(id)})
	require.Equal(t, "validation_failed", resttest.FirstError(t, answer.Object(t, http.StatusBadRequest)), "a subscription needs events")
	events := c.With("Accept", "text/event-stream")
	require.Equal(t, "validation_failed", resttest.FirstError(t,
		events.Do(t, http.MethodPost, "/graphql", object{"query": "subscription { nothing }"}).Object(t, http.StatusBadRequest)))
	require.Equal(t, "unauthorized",
		resttest.FirstError(t, s.As("").With("Accept", "text/event-stream").Do(t, http.MethodPost, "/graphql", object{"query": changed(id)}).
			Object(t, http.StatusUnauthorized)))
	query := string(events.Do(t, http.MethodPost, "/graphql", object{"query": "{ __typename }"}).Body)
	require.Equal(t, "event: next\ndata: {\"data\":{\"__typename\":\"Query\"}}\n\nevent: complete\ndata:\n\n", query)
}

// TestCaseChangedEndsWithItsToken revokes the token of a stream.
func TestCaseChangedEndsWithItsToken(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	e := subscribe(t, s, s.Harbor.Token, changed(s.Case(t, s.Harbor).String()))
	e.next(t)
	for _, token := range s.As(s.Operator).Query(t, `{ tokens { id name } }`, nil)["tokens"].([]any) {
		if token.(object)["name"] == "Harbor" {
			s.As(s.Operator).Query(t, `mutation($id: ID!) { revokeToken(id: $id) { id } }`, object{"id": token.(object)["id"]})
		}
	}
	e.requireEnd(t)
}

// TestCaseChangedEndsUnconfirmed keeps the node from looking up tokens: a revocation could not be seen.
func TestCaseChangedEndsUnconfirmed(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	e := subscribe(t, s, s.Harbor.Token, changed(s.Case(t, s.Harbor).String()))
	e.next(t)
	s.Exec(t, "ALTER TABLE tokens RENAME TO secrets")
	e.requireEnd(t)
}

// TestCaseChangedListensAgain breaks the connection that listens.
func TestCaseChangedListensAgain(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor).String()
	e := subscribe(t, s, s.Harbor.Token, changed(id))
	e.next(t)
	_, err := s.Store.Pool().Pgx().Exec(t.Context(),
		`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
	require.NoError(t, err)
	c.Post(t, "/rest/cases/"+id+"/on-hold", nil, http.StatusOK)
	require.Equal(t, "onHold", e.next(t)["data"].(object)["caseChanged"].(object)["status"], "what was missed meanwhile comes")
}

// TestCaseChangedReadsAgain locks the case for longer than a read waits. The stream stays open and tells the change later.
func TestCaseChangedReadsAgain(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	id := s.Case(t, s.Harbor)
	e := subscribe(t, s, s.Harbor.Token, changed(id.String()))
	e.next(t)
	tx, err := s.Store.Pool().Pgx().Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "LOCK TABLE cases IN ACCESS EXCLUSIVE MODE")
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "UPDATE cases SET status = 'DRAFT' WHERE id = $1", id)
	require.NoError(t, err)
	s.Exec(t, "SELECT pg_notify('case_changes', $1)", fmt.Sprintf("%s/%s", s.Harbor.Portfolio.ID(), id))
	time.Sleep(1500 * time.Millisecond) // a read gives up after 1 s
	require.NoError(t, tx.Commit(t.Context()))
	require.Equal(t, "DRAFT", e.next(t)["data"].(object)["caseChanged"].(object)["status"])
}

// TestCaseChangedLooksAgain changes a case as a node does that is killed right after its commit: nobody tells of it.
func TestCaseChangedLooksAgain(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	engine.SetWakeEvery(s.Engine, 50*time.Millisecond)
	id := s.Case(t, s.Harbor).String()
	e := subscribe(t, s, s.Harbor.Token, changed(id))
	e.next(t)
	_, err := s.Store.Pool().Pgx().Exec(t.Context(), `UPDATE cases SET status = 'DRAFT' WHERE id = $1`, id)
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		return e.next(t)["data"].(object)["caseChanged"].(object)["status"] == "DRAFT"
	}, 20*time.Second, time.Millisecond)
}
