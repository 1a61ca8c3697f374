package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestEventsTail follows a feed on the command line.
func TestEventsTail(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	dsn := w.Store.Pool().Pgx().Config().ConnString()
	group := func(action string) {
		w.Exec(t, `INSERT INTO audit_events (portfolio_id, id, actor_kind, actor_name, action, subject_type, subject_id, changes, request_id, at)
			VALUES ($1, $2, 'serviceAccount', 'tester', $3, 'insuredGroup', $4, '{"name": {"from": null, "to": "A group"}}',
				'r-1', '2026-03-01T09:00:00Z')`,
			w.Harbor.Portfolio.ID(), uuid.New(), action, uuid.MustParse("0197a2f0-0000-7000-8000-000000000001"))
		w.PlaceEvents(t)
	}
	group("insuredGroup.created")
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	tail := func(args ...string) (lines *bufio.Scanner, code chan int) {
		r, out := io.Pipe()
		code = make(chan int, 1)
		var stderr strings.Builder
		args = append([]string{"events", "tail", "--portfolio", w.Harbor.Portfolio.ID().String(), "--database-url", dsn}, args...)
		go func() {
			code <- run(ctx, args, out, &stderr)
			_ = out.Close()
		}()
		return bufio.NewScanner(r), code
	}
	plain, ended := tail()
	require.True(t, plain.Scan())
	const line = `^2026-03-01T09:00:00.000Z  insuredGroup.created  insuredGroup 0197a2f0-0000-7000-8000-000000000001 #1  tester  [\w-]{32}$`
	require.Regexp(t, line, plain.Text())
	cursor := plain.Text()[strings.LastIndex(plain.Text(), " ")+1:]
	asJSON, jsonEnded := tail("--json", "--after", cursor, "--type", "insuredGroup.updated")
	group("insuredGroup.created")
	group("insuredGroup.updated")
	require.True(t, plain.Scan())
	require.True(t, asJSON.Scan())
	var e map[string]any
	require.NoError(t, json.Unmarshal(asJSON.Bytes(), &e))
	require.Equal(t, []any{"insuredGroup.updated", 3.0, "r-1", nil},
		[]any{e["type"], e["revision"], e["requestId"], e["subject"].(map[string]any)["caseId"]})
	require.Equal(t, map[string]any{"name": map[string]any{"before": nil, "after": "A group"}}, e["changes"])
	require.True(t, plain.Scan())
	require.Contains(t, plain.Text(), e["cursor"])
	interrupt()
	require.Equal(t, command.ExitOK, <-ended, "an interrupt is no failure")
	require.Equal(t, command.ExitOK, <-jsonEnded)

	for said, args := range map[string][]string{
		"--after is":            {"--portfolio", w.Harbor.Portfolio.ID().String(), "--after", "x"},
		"--type is":             {"--portfolio", w.Harbor.Portfolio.ID().String(), "--type", "case.hold"},
		"portfolio":             {"--portfolio", uuid.NewString()},
		"cursor of this portfo": {"--portfolio", w.Prairie.Portfolio.ID().String(), "--after", cursor},
	} {
		out := runLine(t, append([]string{"events", "tail", "--database-url", dsn}, args...)...)
		require.NotEqual(t, command.ExitOK, out.code)
		require.Contains(t, out.stderr, said)
	}
}

// TestKeepEvents refuses what would keep less than is promised, or show more than the trail has.
func TestKeepEvents(t *testing.T) {
	t.Parallel()
	for _, refused := range []struct{ args, said string }{
		{"--keep-events 89", "--keep-events is 89; it takes 90 to"},
		{"--keep-audit 3", "--keep-audit 3 keeps the audit trail for 89 days at least, and --keep-events 90 shows it for longer"},
		{"--keep-audit 12 --keep-events 366", "--keep-audit 12 keeps the audit trail for 365 days"},
		{"--keep-letters 7", `--keep-letters: it is "7"; it takes years, months or days, like 7y, 18m or 90d`},
		{"--keep-cases 5y --keep-documents 7y", "--keep-documents is longer than --keep-cases, with which they go"},
	} {
		out := runLine(t, append([]string{"serve", "--data-dir", t.TempDir(), "--mail", "off"}, strings.Fields(refused.args)...)...)
		require.Equal(t, command.ExitUsage, out.code, out.stderr)
		require.Contains(t, out.stderr, refused.said)
	}
}

// TestFeedLag shows how long the oldest event has waited for its place.
func TestFeedLag(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	x.Metrics.WatchJobs(x.Store, x.Log)
	lag := func() string { return x.do("GET", "/metrics", "", "").Body.String() }
	x.world.PlaceEvents(t)
	require.Contains(t, lag(), "\ncovertrack_feed_lag_seconds 0\n")
	require.Equal(t, http.StatusCreated, x.do("POST", "/rest/insured-groups", x.world.Harbor.Token, `{"name":"A group"}`).Code)
	time.Sleep(1100 * time.Millisecond)
	require.Regexp(t, `\ncovertrack_feed_lag_seconds [1-9]`, lag())
	x.world.PlaceEvents(t)
	require.Contains(t, lag(), "\ncovertrack_feed_lag_seconds 0\n")
}

// TestEventWaitsAreStreams has requests wait until the token has enough of them. They hold neither a place nor a
// connection, and are counted no more when their clients have left.
func TestEventWaitsAreStreams(t *testing.T) {
	t.Parallel()
	x := newInProcessWith(t, func(s *serve.Service) {
		s.Gate = admission.New(admission.Config{InFlight: 2})
		s.Streams = admission.NewStreams(admission.StreamLimits{PerToken: 3, PerOrganization: 10, PerNode: 20}, s.Gate)
	})
	token := x.world.Harbor.Token
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	var waiting sync.WaitGroup
	for range 3 {
		waiting.Go(func() {
			for ctx.Err() == nil { // the first reads take both places, so some are refused; and each wait ends
				x.doIn(ctx, "GET", "/rest/events?wait=25", token, "")
				time.Sleep(10 * time.Millisecond)
			}
		})
	}
	shows := func(text string) func() bool {
		return func() bool { return strings.Contains(x.do("GET", "/metrics", "", "").Body.String(), text) }
	}
	refused := func() bool { return x.do("GET", "/rest/events?wait=1", token, "").Code == http.StatusTooManyRequests }
	require.Eventually(t, refused, time.Minute, 50*time.Millisecond)
	over := x.do("GET", "/rest/events?wait=1", token, "")
	require.Contains(t, over.Body.String(), `"code":"too_many_streams"`)
	require.Equal(t, "10", over.Header().Get("Retry-After"))
	stream := x.do("POST", "/graphql", token, `{"query":"subscription { events { id } }"}`, "Accept", "text/event-stream")
	require.Equal(t, http.StatusTooManyRequests, stream.Code, "streams and waits count together")
	require.Equal(t, http.StatusOK, x.do("GET", "/rest/cases", token, "").Code, "those who wait hold no place")
	require.Eventually(t, func() bool { return x.Store.Pool().Pgx().Stat().AcquiredConns() == 0 }, 10*time.Second, time.Millisecond,
		"nor a connection")
	leave()
	waiting.Wait()
	require.Equal(t, http.StatusOK, x.do("GET", "/rest/events?wait=1", token, "").Code, "who has left is counted no more")
	require.False(t, shows(`covertrack_request_duration_seconds_bucket{door="rest",operation="ListEvents"`)(), "a wait is no slow request")
}
