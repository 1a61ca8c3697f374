//go:build program

package main

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/graph/admission"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR6Places is who is refused when all places are taken: an organization beyond its half once others are there, anybody
// once the node is full, and nobody else. Those in the places wait for a lock, so that nothing depends on how fast the machine is.
func TestSoakR6Places(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "R6", "places taken one by one: an organization beyond its half is refused, and all when the node is full")
	x := newInProcessWith(t, func(s *serve.Service) {
		s.Gate = admission.New(admission.Config{InFlight: 4})
		s.Store = storagetest.Open(t, s.Store.Pool().Pgx().Config().ConnString(), postgres.Options{}) // waits for locks for ever
	})
	server := httptest.NewServer(x.Handler)
	t.Cleanup(server.Close)
	harbor, prairie, basic := x.world.Harbor, x.world.Prairie, x.world.Basic
	get := func(token string) int {
		tally.Tried(1)
		status, _, _ := timed(t, server.URL, token, "GET", "/rest/insured-groups", nil)
		return status
	}
	release, waiting := x.holdLocks(t)
	var inside sync.WaitGroup
	take := func(tenant *storagetest.Tenant, n int) {
		path := "/rest/cases/" + x.world.Case(t, tenant).String()
		before := waiting()
		for range n {
			inside.Go(func() {
				status, _, body := timed(t, server.URL, tenant.Token, "PATCH", path, []byte(`{"loanNumber":"LN-1"}`))
				require.Equal(t, http.StatusOK, status, body)
			})
		}
		require.Eventually(t, func() bool { return waiting() == before+n }, time.Minute, 5*time.Millisecond)
	}

	take(harbor, 4) // it is alone
	r := x.do("GET", "/rest/cases", harbor.Token, "")
	require.Equal(t, http.StatusServiceUnavailable, r.Code)
	require.Equal(t, "1", r.Header().Get("Retry-After"))
	require.Contains(t, r.Body.String(), `"code":"unavailable"`)
	require.Equal(t, http.StatusServiceUnavailable, get(x.world.HarborTest.Token), "the other mode is the same organization")
	require.Equal(t, http.StatusOK, get(prairie.Token))
	require.Equal(t, http.StatusOK, get(basic.Token), "another organization of the same lender")

	take(prairie, 2)
	for _, token := range []string{harbor.Token, prairie.Token, basic.Token} {
		require.Equal(t, http.StatusServiceUnavailable, get(token))
	}
	require.Equal(t, http.StatusUnauthorized, get("live_nobody"), "who is nobody takes no place")
	require.Equal(t, http.StatusOK, x.do("GET", "/readyz", "", "").Code, "a full node is a healthy one")
	release()
	inside.Wait()
	for _, token := range []string{harbor.Token, prairie.Token, basic.Token} {
		require.Equal(t, http.StatusOK, get(token))
	}
}

// holdLocks keeps every change of a case waiting until release, and counts who waits.
func (x *inProcess) holdLocks(t *testing.T) (release func(), waiting func() int) {
	pool := x.world.Store.Pool().Pgx()
	_, err := pool.Exec(t.Context(), `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NEW; END $$`)
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), "CREATE TRIGGER wait BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION wait()")
	require.NoError(t, err)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "SET LOCAL idle_in_transaction_session_timeout = 0")
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "SELECT pg_advisory_xact_lock(4711)")
	require.NoError(t, err)
	return func() { require.NoError(t, tx.Rollback(t.Context())) }, func() (n int) {
		err := pool.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
			AND wait_event_type = 'Lock'`).Scan(&n)
		require.NoError(t, err)
		return n
	}
}
