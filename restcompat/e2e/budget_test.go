package e2e

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

// TestBudgets compares each operation, and some documents of /graphql, with its row of testdata/budgets.json: the
// round trips to the database, the statements and the allocations of one request, so that a regression fails without timing
// anything. Lists have 50 rows. Allocations of other goroutines count too, hence no t.Parallel.
func TestBudgets(t *testing.T) {
	nodes.PlainOnly(t, "it counts statements, which are the same, and allocations in the time that one Postgres takes")
	world := storagetest.WorldOn(t, storagetest.Database(t)+"&pool_max_conns=1") // a second connection would prepare all statements again
	s := resttest.Serve(resttest.Measured{TB: t}, world, func() time.Time { return goldenTime })
	requests := budgeted(t, s)
	budgets := readBudgets(t)
	maps.DeleteFunc(budgets, func(name string, _ budget) bool { return *update && requests[name] == nil })
	for name := range budgets {
		require.NotNil(t, requests[name], "%s is no operation any more: run make generate", name)
	}
	for _, name := range readsFirst(requests) {
		t.Run(name, func(t *testing.T) { budgets.hold(t, name, measure(t, s, requests[name], budgets[name].isEnough)) })
	}
	if *update {
		budgets.write(t)
	}
}

// readsFirst are the names in the order in which they are measured: what is read before writes add to it.
func readsFirst(requests map[string]prepare) []string {
	isWrite := func(name string) bool {
		return !strings.HasPrefix(name, "Get") && !strings.HasPrefix(name, "List") && !strings.HasPrefix(name, "graphql")
	}
	names := slices.Sorted(maps.Keys(requests))
	return append(slices.DeleteFunc(slices.Clone(names), isWrite), slices.DeleteFunc(names, func(name string) bool { return !isWrite(name) })...)
}

// prepare makes a request that succeeds whenever it is called, with all that it needs.
type prepare func(t *testing.T) *http.Request

// budgeted are the requests that have a budget, by its name.
func budgeted(t *testing.T, s *resttest.Server) map[string]prepare {
	shared := newFixture(t, s, s.Harbor)
	for range 50 {
		addOfEach(t, s)
	}
	requests, due := map[string]prepare{}, dueCase(t, s)
	for _, ep := range s.REST.Endpoints() {
		if isOfSandboxes(ep) { // which few people use, and none all day
			continue
		}
		requests[ep.Operation] = func(t *testing.T) *http.Request {
			if ep.Operation == "ListRenewalNotices" {
				return requestOf(t, http.MethodGet, ep.Path+"?caseId="+due, nil)
			}
			if ep.Method == http.MethodGet {
				return budgetedRequest(t, shared, ep)
			}
			return budgetedRequest(t, newFixture(t, s, s.Harbor), ep)
		}
	}
	for name, query := range map[string]string{
		"graphql: a case":                 `{ case(id: "` + shared.ids["case"] + `") { id displayName status loanNumber metadata createdAt } }`,
		"graphql: cases, their documents": `{ cases(limit: 50) { nodes { id displayName documents { id fileName url } } pageInfo { total } } }`,
		"graphql: cases, three levels below": `{ cases(limit: 50) { nodes { id displayName policies { id policyNumber versions { id versionNumber
	perilsByAsset { assetId perils { id key name applied } } } } } } }`,
		"graphql: cases, by edges":        `{ cases(first: 50) { edges { cursor node { id displayName } } pageInfo { hasNextPage endCursor } } }`,
		"graphql: a node":                 `{ node(id: "` + shared.ids["case"] + `") { id ... on Case { displayName status } } }`,
		"graphql: a node with a relation": `{ node(id: "` + shared.ids["frameworkCase"] + `") { id ... on Case { policies { id } } } }`,
		"graphql: policies": `{ policies(limit: 50) { nodes { id policyNumber status startDate endDate limits { kind amount { ` +
			`amount currency } } } pageInfo { total } } }`,
	} {
		requests[name] = func(t *testing.T) *http.Request {
			return requestOf(t, http.MethodPost, "/graphql", object{"query": query})
		}
	}
	return requests
}

// dueCase is a case with a notice that is due, of which it is read why it has not gone.
func dueCase(t *testing.T, s *resttest.Server) (id string) {
	t.Helper()
	const first = "SELECT case_id::text FROM renewal_notices WHERE portfolio_id = $1 AND state = 'planned' AND due_at = $2 ORDER BY id LIMIT 1"
	require.NoError(t, s.Store.Pool().Pgx().QueryRow(t.Context(), first, s.Harbor.Portfolio.ID(), goldenTime).Scan(&id))
	return id
}

// budgetedRequest is the first example of an endpoint; a write has an Idempotency-Key of its own, as the documents
// advise.
func budgetedRequest(t *testing.T, f *fixture, ep restcompat.Endpoint) *http.Request {
	a := f.asks(ep)[0]
	r := requestOf(t, ep.Method, f.path(ep, a.noun), a.payload())
	takesNone := []string{"CreateEvidenceLink", "CreateWebhookEndpoint", "RotateWebhookSecret", "CreateSandbox"}
	if ep.Method != http.MethodGet && !slices.Contains(takesNone, ep.Operation) {
		r.Header.Set("Idempotency-Key", uuid.NewString())
	}
	return r
}

func requestOf(t *testing.T, method, path string, payload any) *http.Request {
	t.Helper()
	var body io.Reader
	if payload != nil {
		b, err := json.Marshal(payload)
		require.NoError(t, err)
		body = bytes.NewReader(b)
	}
	r := httptest.NewRequest(method, path, body)
	r.Header.Set("Content-Type", "application/json")
	return r
}

// notifiedWithin is longer than the time in which River notifies its workers once.
const notifiedWithin = 150 * time.Millisecond

// measure sends a request for its statements, which fills caches too, and some more of its kind for their
// allocations, until they are few enough. The least of these counts, since the runtime sometimes allocates by itself.
func measure(t *testing.T, s *resttest.Server, next prepare, isEnough func(allocations int) bool) budget {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection empties pools
	answer := httptest.NewRecorder()
	request := next(t)
	isWrite := request.Method != http.MethodGet
	send := knownCaller(t, s, request, answer)
	got := budget{Allocations: math.MaxInt}
	if isWrite {
		time.Sleep(notifiedWithin) // what came before must not keep the request from notifying the queue of jobs
	}
	got.Statements, got.RoundTrips = s.Count(send)
	require.Less(t, answer.Code, http.StatusBadRequest, "%s", answer.Body)
	require.NotContains(t, answer.Body.String(), `{"errors":`)
	for i := 0; i < samples && !isEnough(got.Allocations); i++ {
		w := &quietWriter{header: http.Header{}}
		got.Allocations = min(got.Allocations, allocations(knownCaller(t, s, next(t), w)))
		require.Equal(t, answer.Code, w.status)
	}
	return got
}

// knownCaller makes the server look the caller up, and returns a function that sends the request and waits until
// other nodes have been notified.
func knownCaller(t *testing.T, s *resttest.Server, r *http.Request, w http.ResponseWriter) (send func()) {
	token := s.Caller(t, s.Harbor.Organization, s.Harbor.Mode)
	lookup := requestOf(t, http.MethodGet, "/rest/cases?limit=0", nil)
	for _, r := range []*http.Request{lookup, r} {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	s.Handler.ServeHTTP(&quietWriter{header: http.Header{}}, lookup)
	s.Store.Wait()
	return func() {
		s.Handler.ServeHTTP(w, r)
		s.Store.Wait()
	}
}

// quietWriter keeps the status of an answer.
type quietWriter struct {
	header http.Header
	status int
}

func (w *quietWriter) Header() http.Header         { return w.header }
func (w *quietWriter) Write(b []byte) (int, error) { return len(b), nil }
func (w *quietWriter) WriteHeader(status int)      { w.status = status }
