//go:build program

package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/graph/reader"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR12Limits opens streams until a token, an organization and the node have enough.
func TestSoakR12Limits(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R12",
		"streams opened one by one: beyond the limits of token, organization and node they are refused before they begin")
	perToken, perOrganization, perNode := soak.Count(3, 20), soak.Count(5, 200), soak.Count(8, 550)
	x := newInProcessWith(t, func(s *serve.Service) {
		s.Streams = admission.NewStreams(admission.StreamLimits{PerToken: perToken, PerOrganization: perOrganization, PerNode: perNode}, s.Gate)
	})
	server := httptest.NewServer(x.Handler)
	t.Cleanup(server.Close)
	w := x.world
	open := func(tenant *storagetest.Tenant, token string) *subscription {
		tally.Tried(1)
		return subscribe(t, server.URL, token, changes(w.Case(t, tenant)))
	}
	// fill opens streams of new tokens of an organization until it has so many.
	fill := func(tenant *storagetest.Tenant, has, to int) (all []*subscription) {
		for token := ""; has < to; has++ {
			if len(all)%perToken == 0 {
				token = w.Caller(t, tenant.Organization, tenant.Mode)
			}
			s := open(tenant, token)
			require.Equal(t, http.StatusOK, s.status, s.refusal)
			all = append(all, s)
		}
		return all
	}
	refused := func(s *subscription, status int, code fault.Code) {
		t.Helper()
		require.Equal(t, status, s.status)
		require.Equal(t, "application/graphql-response+json; charset=utf-8", s.header.Get("Content-Type"), "an ordinary answer")
		require.Equal(t, "10", s.header.Get("Retry-After"))
		require.Contains(t, s.refusal, fmt.Sprintf(`"code":%q`, code))
		require.NotContains(t, s.refusal, `"data"`)
	}

	var own []*subscription
	for range perToken {
		own = append(own, open(w.Harbor, w.Harbor.Token))
		require.Equal(t, http.StatusOK, own[len(own)-1].status)
	}
	refused(open(w.Harbor, w.Harbor.Token), http.StatusTooManyRequests, fault.CodeTooManyStreams)
	plain := subscribe(t, server.URL, w.Harbor.Token, changes(w.Case(t, w.Harbor)), "Accept", "application/json, text/event-stream")
	require.Equal(t, http.StatusTooManyRequests, plain.status, "in the form of older clients too")

	fill(w.Harbor, perToken, perOrganization)
	refused(open(w.HarborTest, w.HarborTest.Token), http.StatusTooManyRequests, fault.CodeTooManyStreams)
	require.Equal(t, http.StatusOK, x.do("GET", "/rest/cases", w.Harbor.Token, "").Code, "requests are no streams")

	fill(w.Prairie, 0, min(perNode-perOrganization, perOrganization))
	fill(w.Basic, 0, perNode-2*perOrganization)
	refused(open(w.Basic, w.Caller(t, w.Basic.Organization, w.Basic.Mode)), http.StatusServiceUnavailable, fault.CodeUnavailable)

	own[0].close()
	require.Eventually(t, func() bool { return open(w.Harbor, w.Harbor.Token).status == http.StatusOK }, 20*time.Second, 10*time.Millisecond,
		"a stream that ended counts no more")
	metrics := x.do("GET", "/metrics", "", "").Body.String()
	for _, reason := range []string{"token", "organization", "node"} {
		require.Contains(t, metrics, fmt.Sprintf(`covertrack_streams_refused_total{reason=%q}`, reason))
	}
}

// caseReads counts what reads cases.
type caseReads struct{ count atomic.Int64 }

// TraceQueryStart counts a statement.
func (c *caseReads) TraceQueryStart(ctx context.Context, _ *pgx.Conn, start pgx.TraceQueryStartData) context.Context {
	if strings.HasPrefix(start.SQL, "SELECT") && strings.Contains(start.SQL, "cases") {
		c.count.Add(1)
	}
	return ctx
}

// TraceQueryEnd is the other half of pgx.QueryTracer.
func (*caseReads) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TestSoakR12Reads changes a case four times a second, in `make test` faster, and counts what is read for those who watch it.
func TestSoakR12Reads(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R12", "changes of a case, four a second: one read for all who watch the same with the same rights")
	reads := &caseReads{}
	x := newInProcessWith(t, func(s *serve.Service) {
		opt := postgres.DefaultOptions()
		opt.Tracer = reads
		s.Store = storagetest.Open(t, s.Store.Pool().Pgx().Config().ConnString(), opt)
	})
	server := httptest.NewServer(x.Handler)
	t.Cleanup(server.Close)
	w := x.world
	id, writes := w.Case(t, w.Harbor), soak.Count(6, 100)
	pace := time.Second / time.Duration(soak.Count(20, 4))
	written := 0
	var watchers []*subscription
	watch := func(n int, token, selection string, header ...string) {
		for range n {
			query := fmt.Sprintf(`subscription { caseChanged(id: "%v") { %s } }`, id, selection)
			watchers = append(watchers, subscribe(t, server.URL, token, query, header...))
		}
		awaitAll(t, watchers, "loanNumber")
	}
	// cost is the number of reads of the writes with the present watchers.
	cost := func() int {
		before := reads.count.Load()
		for range writes {
			begun := time.Now()
			written++
			number := fmt.Sprintf("LN-%06d", written)
			status, _, body := timed(t, server.URL, w.Prairie.Token, "GET", "/rest/insured-groups", nil)
			require.Equal(t, http.StatusOK, status, body)
			status, _, body = timed(t, server.URL, w.Harbor.Token, "PATCH", "/rest/cases/"+id.String(), []byte(`{"loanNumber":"`+number+`"}`))
			require.Equal(t, http.StatusOK, status, body)
			awaitAll(t, watchers, number)
			time.Sleep(time.Until(begun.Add(pace)))
		}
		tally.Tried(writes)
		return int(reads.count.Load() - before)
	}
	const rare = 2 // everyone looks again now and then
	nobody := cost()
	watch(1, w.Harbor.Token, "loanNumber")
	one := cost()
	require.GreaterOrEqual(t, one, nobody+writes)
	watch(soak.Count(19, 99), w.Harbor.Token, "loanNumber")
	watch(soak.Count(10, 100), w.Caller(t, w.Harbor.Organization, w.Harbor.Mode), "loanNumber")
	many := cost()
	require.LessOrEqual(t, many, one+rare, "%d who watch the same", len(watchers))

	for name, other := range map[string]func(){
		"another selection":    func() { watch(2, w.Harbor.Token, "id loanNumber") },
		"another plan":         func() { watch(2, w.Basic.Token, "loanNumber") },
		"staff":                func() { watch(2, w.Support, "loanNumber", "X-Portfolio", w.Harbor.Portfolio.ID().String()) },
		"staff who may change": func() { watch(2, w.Operator, "loanNumber", "X-Portfolio", w.Harbor.Portfolio.ID().String()) },
	} {
		other()
		more := cost()
		require.GreaterOrEqual(t, more, many+writes, "%s: never shared", name)
		require.LessOrEqual(t, more, many+writes+rare, "%s: one read for both", name)
		many = more
	}
	tally.Note("%d writes with 1 watcher: %d reads; with %d of 5 kinds: %d", writes, one-nobody, len(watchers), many-nobody)
}

// TestSoakR12Readers has readers stop to read. Each is dropped, and its place is free again.
func TestSoakR12Readers(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R12", "readers that stop to read: dropped 10 s after no more can be sent to them")
	x := newInProcessWith(t, func(s *serve.Service) {
		s.Streams = admission.NewStreams(admission.StreamLimits{PerToken: 1}, s.Gate)
	})
	server := httptest.NewServer(x.Handler)
	t.Cleanup(server.Close)
	w := x.world
	id := w.Case(t, w.Harbor)
	large := `{"metadata":{"large":"` + strings.Repeat("x", 16000) + `"}}`
	status, _, body := timed(t, server.URL, w.Harbor.Token, "PATCH", "/rest/cases/"+id.String(), []byte(large))
	require.Equal(t, http.StatusOK, status, body)
	var many strings.Builder
	for i := range 25 {
		fmt.Fprintf(&many, " m%d: metadata", i)
	}
	for range soak.Count(1, 5) {
		tally.Tried(1)
		token := w.Caller(t, w.Harbor.Organization, w.Harbor.Mode)
		stalled := stall(t, server.Listener.Addr().String(), token,
			fmt.Sprintf(`subscription { caseChanged(id: "%v") { id %s } }`, id, many.String()))
		begun := time.Now()
		free := func() bool { return subscribe(t, server.URL, token, changes(id)).status == http.StatusOK }
		for round := 0; !free(); round++ {
			require.Less(t, time.Since(begun), time.Minute, "the reader was not dropped")
			status, _, body := timed(t, server.URL, w.Harbor.Token, "PATCH", "/rest/cases/"+id.String(),
				fmt.Appendf(nil, `{"loanNumber":"LN-%d"}`, round))
			require.Equal(t, http.StatusOK, status, body)
			time.Sleep(100 * time.Millisecond)
		}
		took := time.Since(begun)
		require.NoError(t, stalled.Close())
		tally.Note("a reader that stops is dropped after %v", took.Round(100*time.Millisecond))
		require.GreaterOrEqual(t, took, 10*time.Second)
		require.Less(t, took, time.Duration(soak.Count(40, 16))*time.Second)
	}
	require.Regexp(t, `covertrack_streams_dropped_total [1-9]`, x.do("GET", "/metrics", "", "").Body.String())
}

// TestSoakR12Places fills the places of an organization: what its streams read waits for one, and others' does not.
func TestSoakR12Places(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R12", "changes while all places of an organization are taken: read once there is a place")
	x := newInProcessWith(t, func(s *serve.Service) {
		s.Gate = admission.New(admission.Config{InFlight: 4})
		s.Store = storagetest.Open(t, s.Store.Pool().Pgx().Config().ConnString(), postgres.Options{}) // waits for locks for ever
	})
	server := httptest.NewServer(x.Handler)
	t.Cleanup(server.Close)
	tenants := []*storagetest.Tenant{x.world.Harbor, x.world.Prairie}
	var ids []uuid.UUID
	var watchers []*subscription
	for _, tenant := range tenants {
		ids = append(ids, x.world.Case(t, tenant))
		watchers = append(watchers, subscribe(t, server.URL, tenant.Token, changes(ids[len(ids)-1])))
	}
	awaitAll(t, watchers, "loanNumber")
	release, waiting := x.holdLocks(t)
	var inside sync.WaitGroup
	path := "/rest/cases/" + x.world.Case(t, x.world.Harbor).String()
	before := waiting()
	for range 2 {
		inside.Go(func() {
			status, _, body := timed(t, server.URL, x.world.Harbor.Token, "PATCH", path, []byte(`{"loanNumber":"LN-1"}`))
			assert.Equal(t, http.StatusOK, status, body)
		})
	}
	require.Eventually(t, func() bool { return waiting() == before+2 }, time.Minute, 5*time.Millisecond)
	for i, tenant := range tenants { // as another node would
		tally.Tried(1)
		x.world.Exec(t, "UPDATE cases SET loan_number = 'LN-new' WHERE id = $1", ids[i])
		x.world.Exec(t, "SELECT pg_notify('case_changes', $1)", fmt.Sprintf("%s/%s", tenant.Portfolio.ID(), ids[i]))
	}
	awaitAll(t, watchers[1:], "LN-new")
	time.Sleep(300 * time.Millisecond)
	require.False(t, watchers[0].shows("LN-new"), "there is no place to read it")
	release()
	inside.Wait()
	awaitAll(t, watchers, "LN-new")
}

// TestSoakR12Gone has readers that take nothing of one event, which all fits into the buffers of the server. That is
// also how a host looks that is gone.
func TestSoakR12Gone(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R12", "readers that take nothing of a single event, which the buffers hold: dropped 10 s later")
	x := newInProcessWith(t, func(s *serve.Service) {
		s.Streams = admission.NewStreams(admission.StreamLimits{PerToken: 1}, s.Gate)
	})
	server := httptest.NewUnstartedServer(x.Handler)
	server.Config.ConnContext = reader.WithConn
	server.Start()
	t.Cleanup(server.Close)
	w := x.world
	id := w.Case(t, w.Harbor)
	large := `{"metadata":{"large":"` + strings.Repeat("x", 16000) + `"}}`
	status, _, body := timed(t, server.URL, w.Harbor.Token, "PATCH", "/rest/cases/"+id.String(), []byte(large))
	require.Equal(t, http.StatusOK, status, body)
	reading := subscribe(t, server.URL, w.Prairie.Token, changes(w.Case(t, w.Prairie)))
	var all sync.WaitGroup
	for range soak.Count(2, 20) {
		tally.Tried(1)
		token := w.Caller(t, w.Harbor.Organization, w.Harbor.Mode)
		query := fmt.Sprintf(`subscription { caseChanged(id: "%v") { id a: metadata b: metadata c: metadata } }`, id)
		stalled := stall(t, server.Listener.Addr().String(), token, query)
		begun := time.Now()
		all.Go(func() {
			free := func() bool { return subscribe(t, server.URL, token, changes(id)).status == http.StatusOK }
			for !free() && time.Since(begun) < time.Minute {
				time.Sleep(200 * time.Millisecond)
			}
			took := time.Since(begun)
			tally.Note("one that the buffers serve after %v", took.Round(100*time.Millisecond))
			assert.GreaterOrEqual(t, took, 9*time.Second)
			assert.Less(t, took, time.Duration(soak.Count(30, 15))*time.Second)
			assert.NoError(t, stalled.Close())
		})
	}
	all.Wait()
	select {
	case <-reading.ended:
		require.Fail(t, "a stream that is read was dropped")
	default:
	}
}

// stall opens a stream and reads nothing of it.
func stall(t *testing.T, address, token, query string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	require.NoError(t, err)
	require.NoError(t, conn.(*net.TCPConn).SetReadBuffer(4096))
	body := fmt.Sprintf(`{"query":%q}`, query)
	_, err = fmt.Fprintf(conn, "POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nAccept: text/event-stream\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", token, len(body), body)
	require.NoError(t, err)
	_, err = conn.Read(make([]byte, 15))
	require.NoError(t, err)
	return conn
}
