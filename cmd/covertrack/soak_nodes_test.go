//go:build program && citus

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakNodes kills the nodes of a distributed database in turn, as kill -9 does, under creations in portfolios of both
// workers. Each key has one row, and all that was acknowledged is there, byte for byte. While a worker is away its portfolios
// answer 503, and those of the other and the catalog go on; with it they heal.
func TestSoakNodes(t *testing.T) {
	soak.Parallel(t)
	n := newNodes(t)
	dsn := n.DSN(command.EmbeddedName)
	s := nodeOn(t, dsn+"&pool_max_conns=32", "--workers", "0") // no client waits for a connection
	crowds := []*crowd{newCrowd(t, onWorker(t, dsn, 1), s.url), newCrowd(t, onWorker(t, dsn, 2), s.url)}
	rounds := soak.Count(3, 24)
	var slowest time.Duration
	for round := range rounds {
		node := []int{1, 2, 0}[round%3]
		finish := pressEach(t, crowds, 8)
		awaitEach(t, crowds, 25)
		time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond) // anywhere within a request
		require.NoError(t, n.End(context.Background(), node, syscall.SIGKILL))
		if node > 0 {
			slowest = max(slowest, s.withoutWorker(t, crowds[node-1], crowds[2-node]))
		} else {
			require.Eventually(t, func() bool { return !s.healthy() }, time.Minute, time.Millisecond)
		}
		require.NoError(t, n.Restart(t.Context(), node))
		awaitEach(t, crowds, 25)
		finish()
	}
	require.Eventually(t, s.healthy, time.Minute, 10*time.Millisecond)
	failed, tried := 0, 0
	for _, c := range crowds {
		lost, doubled, unknown := c.compare(t)
		different := c.replays(t)
		tried += c.count()
		failed += len(lost) + len(doubled) + len(unknown) + len(different) + len(c.odd) + c.broken
		assertNone(t, "acknowledged writes that were lost", lost)
		assertNone(t, "keys with several rows", doubled)
		assertNone(t, "rows of nobody", unknown)
		assertNone(t, "replays that differ", different)
		assertNone(t, "odd answers", c.odd)
	}
	soak.Report(t, soak.Result{
		Line: "Citus", What: "creations with a key while the coordinator and both workers are killed in turn", Tried: tried, Failed: failed,
		Note: fmt.Sprintf("%d kills; a worker away: 503 for its portfolios after %s at the latest", rounds, slowest.Round(time.Millisecond)),
	})
	require.Zero(t, failed)
}

// withoutWorker looks at a server one of whose workers is away, and returns how long the slowest refusal took.
func (s *server) withoutWorker(t *testing.T, away, there *crowd) (slowest time.Duration) {
	t.Helper()
	for range 5 {
		begun := time.Now()
		status, body, err := s.send(http.MethodGet, "/rest/insured-groups", away.token, "")
		require.NoError(t, err)
		require.Equal(t, http.StatusServiceUnavailable, status, body)
		slowest = max(slowest, time.Since(begun))
		s.serves(t, there.token, "/rest/insured-groups")
		s.serves(t, there.token, "/rest/coverage-types")
	}
	s.serves(t, away.token, "/rest/coverage-types")
	awaitEach(t, []*crowd{there}, 25)
	require.Less(t, slowest, 5*time.Second)
	return slowest
}

// serves requires that a client that tries again is served.
func (s *server) serves(t *testing.T, token, path string) {
	t.Helper()
	var status int
	var body string
	var err error
	patiently(func() int {
		status, body, err = s.send(http.MethodGet, path, token, "")
		return status
	})
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, body)
}

// pressEach has so many clients of each crowd create records.
func pressEach(t *testing.T, crowds []*crowd, clients int) (finish func()) {
	t.Helper()
	var ends []func()
	for _, c := range crowds {
		ends = append(ends, c.press(t.Context(), clients))
	}
	return func() {
		for _, end := range ends {
			end()
		}
	}
}

// awaitEach waits until each crowd has so many more creations.
func awaitEach(t *testing.T, crowds []*crowd, more int) {
	t.Helper()
	for _, c := range crowds {
		c.await(t, c.after(more))
	}
}

// assertNone fails the test for each line, without ending it.
func assertNone(t *testing.T, what string, lines []string) {
	t.Helper()
	if len(lines) > 0 {
		t.Errorf("%s: %d, such as %s", what, len(lines), lines[0])
	}
}

// onWorker makes organizations until the portfolio of one is on the worker, and returns a token of it.
func onWorker(t *testing.T, dsn string, worker int) (token string) {
	t.Helper()
	for range 30 {
		name := "Lender " + uuid.NewString()
		org := line(t, on(dsn), "org", "create", "--name", name, "--lender", name, "--plan", "full")
		var group int
		scan(t, dsn, `SELECT groupid FROM pg_dist_placement WHERE shardid = get_shard_id_for_distribution_column('cases',
			(SELECT p.id FROM portfolios AS p JOIN lenders AS l ON l.id = p.lender_id WHERE l.name = '`+name+`' AND p.mode = 'test'))`, &group)
		if group == worker {
			return line(t, on(dsn), "token", "create", "--org", org, "--mode", "test")
		}
	}
	require.Fail(t, "no portfolio is on the worker")
	return ""
}
