package main

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/traces"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

func TestMetrics(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	harbor := x.world.Harbor
	x.do("GET", "/rest/cases", harbor.Token, "")
	x.do("GET", "/rest/cases?colour=red", harbor.Token, "")
	x.do("GET", "/rest/cases", "", "")
	x.do("POST", "/graphql", harbor.Token, `{"query":"query Mine { cases { pageInfo { total } } }"}`)
	w := x.do("POST", "/rest/policies", harbor.Token, `{"productType":"canary"}`)
	require.NotEmpty(t, w.Header().Get("Deprecation"))

	selected := x.do("POST", "/graphql", harbor.Token, `{"query":"{ policies { nodes { ...old } } } fragment old on Policy { productType }"}`)
	require.NotEmpty(t, selected.Header().Get("Deprecation"))

	x.world.Exec(t, "ALTER TABLE cases RENAME COLUMN loan_number TO secret")
	x.do("POST", "/graphql", harbor.Token, `{"query":"{ case(id: \"0\") { id } }"}`)
	x.do("GET", "/rest/cases?limit=1", harbor.Token, "")

	shown := x.do("GET", "/metrics", "", "").Body.String()
	for _, line := range []string{
		`covertrack_requests_total{door="rest",operation="ListCases",status="200"} 1`,
		`covertrack_requests_total{door="rest",operation="ListCases",status="422"} 1`,
		`covertrack_requests_total{door="rest",operation="",status="401"} 1`,
		`covertrack_requests_total{door="graphql",operation="",status="200"} 3`,
		`covertrack_request_duration_seconds_count{door="rest",operation="ListCases"} 3`,
		`covertrack_deprecated_requests_total{organization="` + harbor.Organization.Name + `"} 2`,
		"covertrack_requests_in_flight 0",
		"covertrack_renewal_notices_planned_total",
		"go_goroutines",
		`covertrack_build_info{goversion="` + runtime.Version() + `",version="` + programVersion() + `"} 1`,
	} {
		require.Contains(t, shown, line)
	}
	for _, counted := range []string{`door="graphql"`, `door="rest"`} { // other tests count too
		require.Regexp(t, `covertrack_errors_total\{code="internal",`+counted+`\} [1-9]`, shown)
	}
	require.Regexp(t, `covertrack_errors_total\{code="unauthorized",door="rest"\} [1-9]`, shown)
	require.NotContains(t, shown, "canary")
	require.NotContains(t, shown, "Mine", "an operation's name in GraphQL is the client's own text")
}

// TestMetricsOfJobs has jobs that nobody works on: they are counted and grow old.
func TestMetricsOfJobs(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	x.Metrics.WatchJobs(x.Store, x.Log)
	shown := x.do("GET", "/metrics", "", "").Body.String()
	for _, queue := range []string{"default", "mail"} {
		require.Contains(t, shown, `covertrack_jobs_waiting{queue="`+queue+`"} 0`)
		require.Contains(t, shown, `covertrack_jobs_oldest_seconds{queue="`+queue+`"} 0`)
	}
	const add = `INSERT INTO river_job (kind, queue, max_attempts, args, state, scheduled_at) VALUES
		('a', 'default', 1, '{}', 'available', now() - interval '90 s'), ('a', 'default', 1, '{}', 'available', now()),
		('a', 'default', 1, '{}', 'scheduled', now() + interval '1 h')`
	_, err := x.Store.Pool().Pgx().Exec(t.Context(), add)
	require.NoError(t, err)
	shown = x.do("GET", "/metrics", "", "").Body.String()
	require.Contains(t, shown, `covertrack_jobs_waiting{queue="default"} 2`)
	require.Regexp(t, `covertrack_jobs_oldest_seconds\{queue="default"\} 9\d`, shown)
	require.Contains(t, shown, `covertrack_jobs_waiting{queue="mail"} 0`)

	x.Store.Pool().Close()
	w := x.do("GET", "/metrics", "", "")
	require.Equal(t, http.StatusOK, w.Code, "the other metrics are shown while the database is away")
	require.NotContains(t, w.Body.String(), "covertrack_jobs_waiting")
	require.Contains(t, x.log.String(), "the queues of jobs are not known")
}

// TestSoakS4Canary is reliability S4: what is secret or personal shows in no log, no response to others, no trace and no metric.
// The canary stands in a token, in every text of the bodies, in parameters, in paths and in files.
func TestSoakS4Canary(t *testing.T) {
	t.Parallel()
	const canary = "canary4711"
	tally := soak.NewTally(t, "S4", "requests with a canary in every place: in no log, answer to others, trace or metric")
	spans := tracetest.NewInMemoryExporter()
	traces := traces.To(sdktrace.WithSyncer(spans))
	x := newInProcessWith(t, func(s *serve.Service) {
		s.Traces = traces
		s.Store = storagetest.Open(t, s.Store.Pool().Pgx().Config().ConnString(), postgres.Options{Tracer: traces})
	})
	token := x.world.Harbor.Token
	caseID := x.world.Case(t, x.world.Harbor).String()
	requests := [][3]string{
		{"POST", "/rest/insureds", `{"corporateName":"` + canary + `","metadata":{"` + canary + `":"` + canary + `"}}`},
		{"POST", "/rest/insured-groups", `{"name":"` + canary + `","` + canary + `":1}`},
		{"POST", "/rest/insured-groups", `{"name":"` + canary},
		{"POST", "/rest/cases", `{"program":"` + canary + `","loanNumber":"` + canary + `"}`},
		{"PATCH", "/rest/cases/" + caseID, `{"loanNumber":"` + canary + `"}`},
		{"PATCH", "/rest/cases/" + caseID, `{"loanNumber":"` + canary + `\u0000"}`},
		{"GET", "/rest/cases?q=" + canary + "&" + canary + "=1", ""},
		{"GET", "/rest/cases?loanNumber=" + canary, ""},
		{"GET", "/rest/cases/" + canary, ""},
		{"GET", "/" + canary, ""},
		{"POST", "/rest/documents/sign-urls", `{"docs":[{"fileName":"` + canary + `.pdf"}]}`},
		{"PUT", "/files/" + canary + "?signature=" + canary, canary},
		{"POST", "/graphql", `{"query":"query Find { cases(filter: {q: \"` + canary + `\"}) { pageInfo { total } } }"}`},
		{"POST", "/graphql", `{"query":"{ ` + canary + ` }","variables":{"` + canary + `":"` + canary + `"}}`},
	}
	for _, r := range requests {
		tally.Tried(1)
		w := x.do(r[0], r[1], token, r[2], "Idempotency-Key", fmt.Sprintf("%s-%d", canary, len(r[2])), "User-Agent", canary, "Cookie", canary)
		require.Less(t, w.Code, 500, "%v: %s", r, w.Body)
		requireNoInnards(t, w.Body.String())
	}
	x.do("GET", "/rest/cases", "live_"+canary, "")
	x.do("GET", "/rest/cases", "", "", "Authorization", "Basic "+canary)

	// The database goes away, and what was being done is an error.
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	w := x.doIn(cancelled, "POST", "/rest/insureds", token, `{"corporateName":"`+canary+`"}`)
	require.GreaterOrEqual(t, w.Code, 500, w.Body)
	require.NotContains(t, w.Body.String(), canary)
	requireNoInnards(t, w.Body.String())

	require.NotEmpty(t, spans.GetSpans())
	names := map[string]bool{}
	for _, span := range spans.GetSpans() {
		require.NotContains(t, fmt.Sprintf("%+v", span), canary)
		require.NotContains(t, fmt.Sprintf("%+v", span), token)
		require.NotContains(t, fmt.Sprintf("%+v", span), "WHERE", "no text of a statement")
		names[span.Name] = true
	}
	require.Subset(t, names, map[string]bool{"SELECT cases": true, "INSERT insureds": true, "BATCH": true})
	shown := x.do(http.MethodGet, "/metrics", "", "").Body.String()
	for place, text := range map[string]string{"log": x.log.String(), "metrics": shown} {
		require.NotContains(t, text, canary, place)
		require.NotContains(t, text, token, place)
	}
}

// requireNoInnards wants no trace of the database in an answer.
func requireNoInnards(t *testing.T, body string) {
	t.Helper()
	for _, innard := range []string{"SQLSTATE", "SELECT", "INSERT", "pgx", "goroutine", ".go:", "portfolio_id"} {
		require.NotContains(t, body, innard)
	}
}
