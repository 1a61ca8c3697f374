package main

import (
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/cmd/covertrack/serve/traces"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func TestSpans(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewInMemoryExporter()
	traces := traces.To(sdktrace.WithSyncer(spans))
	x := newInProcessWith(t, func(s *serve.Service) {
		s.Traces = traces
		s.Store = storagetest.Open(t, s.Store.Pool().Pgx().Config().ConnString(), postgres.Options{Tracer: traces})
	})
	answer := x.do("GET", "/rest/cases", x.world.Harbor.Token, "", "Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
	require.Equal(t, http.StatusOK, answer.Code)
	require.Equal(t, "4bf92f3577b34da6a3ce929d0e0e4736", x.last(t)["trace_id"])
	byName := map[string]map[attribute.Key]string{}
	for _, span := range spans.GetSpans() {
		byName[span.Name] = map[attribute.Key]string{}
		for _, a := range span.Attributes {
			byName[span.Name][a.Key] = a.Value.String()
		}
	}
	server := x.Store.Pool().Pgx().Config().ConnConfig
	require.Equal(t, map[attribute.Key]string{
		"db.system.name": "postgresql", "db.operation.name": "SELECT", "db.collection.name": "cases",
		"db.query.summary": "SELECT cases", "db.namespace": server.Database, "server.address": server.Host,
	}, without(byName["SELECT cases"], "server.port"), "%v", byName)
	require.Equal(t, "200", byName["ListCases"]["http.response.status_code"])
	require.Equal(t, "GET", byName["ListCases"]["http.request.method"])
	require.Equal(t, answer.Header().Get("X-Request-Id"), byName["ListCases"]["covertrack.request_id"])

	spans.Reset()
	require.Equal(t, http.StatusCreated, x.do("POST", "/rest/insureds", x.world.Harbor.Token, `{"firstName": "Ada"}`).Code)
	var batches []string
	for _, span := range spans.GetSpans() {
		attributes := attribute.NewSet(span.Attributes...)
		if operation, _ := attributes.Value("db.operation.name"); operation.AsString() == "BATCH" {
			require.Equal(t, "BATCH", span.Name)
			summary, _ := attributes.Value("db.query.summary")
			size, _ := attributes.Value("db.operation.batch.size")
			require.Equal(t, int(size.AsInt64()), 1+strings.Count(summary.AsString(), "; "))
			batches = append(batches, summary.AsString())
		}
	}
	require.Len(t, batches, 2, "%v", batches)
	require.True(t, strings.HasPrefix(batches[0], "BEGIN; SELECT; "), "%v", batches)
	require.True(t, strings.HasSuffix(batches[1], "; COMMIT"), "%v", batches)
}

func without(attributes map[attribute.Key]string, name attribute.Key) map[attribute.Key]string {
	delete(attributes, name)
	return attributes
}

// TestSpansThatCannotBeExported exports to a port that nobody listens on: a warning in the log, and nothing else.
func TestSpansThatCannotBeExported(t *testing.T) {
	t.Parallel()
	dir := readyDataDir(t)
	s := serveOn(t, dir, func(cmd *exec.Cmd) {
		cmd.Env = append(os.Environ(), "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1",
			"OTEL_BSP_SCHEDULE_DELAY=50", "OTEL_BSP_EXPORT_TIMEOUT=200")
	})
	status, _, err := s.send("GET", "/rest/cases", "", "")
	require.NoError(t, err)
	require.Equal(t, http.StatusUnauthorized, status)
	require.Eventually(t, func() bool { return strings.Contains(s.stderr.String(), "opentelemetry") }, 10*time.Second, 10*time.Millisecond)
	require.NoError(t, s.Process.Signal(syscall.SIGTERM))
	require.Equal(t, command.ExitOK, s.ended(t))
	for line := range strings.Lines(s.stderr.String()) {
		require.True(t, strings.HasPrefix(line, "{"), "a bare line: %s", line)
		if strings.Contains(line, "traces") || strings.Contains(line, "spans") {
			require.Contains(t, line, `"level":"WARN"`)
		}
	}
}
