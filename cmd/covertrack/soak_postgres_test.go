//go:build program

package main

import (
	"bufio"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR2 stops Postgres under load, at once and in order, and starts it again. Nothing that was acknowledged is lost (R2);
// clients see success and 503 only, the server is healthy soon after Postgres is, and keeps no goroutine of what failed (R4).
func TestSoakR2(t *testing.T) {
	soak.Parallel(t)
	pg := newCluster(t)
	dsn := pg.database(t, "covertrack")
	s := nodeOn(t, dsn, "--workers", "0") // jobs have goroutines that come and go
	c := newCrowd(t, tokenOn(t, dsn), s.url)
	c.create(t.Context(), c.newKey())
	c.client.CloseIdleConnections()
	baseline := s.goroutines(t)
	rounds := soak.Count(2, 20)
	var slowest time.Duration
	for round := range rounds {
		enough := c.after(50)
		finish := c.press(t.Context(), 50)
		c.await(t, enough)
		pg.stop(t, []syscall.Signal{syscall.SIGQUIT, syscall.SIGINT}[round%2])
		require.Eventually(t, func() bool { return !s.healthy() }, time.Minute, time.Millisecond)
		pg.start(t)
		back := time.Now()
		require.Eventually(t, s.healthy, time.Minute, 10*time.Millisecond)
		slowest = max(slowest, time.Since(back))
		c.await(t, c.after(50))
		finish()
	}
	c.client.CloseIdleConnections()
	var now int
	settled := func() bool { now = s.goroutines(t); return now <= baseline+5 }
	require.Eventually(t, settled, 30*time.Second, 50*time.Millisecond, "goroutines stay")
	lost, doubled, unknown := c.compare(t)
	soak.Report(t, soak.Result{
		Line: "R2", What: "creations while Postgres is stopped and started", Tried: c.count(), Failed: len(lost) + len(doubled) + len(unknown),
		Note: fmt.Sprintf("%d stops, every other one `immediate`", rounds),
	})
	answers := 0
	for _, n := range c.statuses {
		answers += n
	}
	soak.Report(t, soak.Result{
		Line: "R4", What: "answers while Postgres is stopped and started", Tried: answers, Failed: len(c.odd) + c.broken,
		Note: fmt.Sprintf("%d times 503; healthy %s after Postgres at the latest; goroutines %d before, %d after",
			c.statuses[http.StatusServiceUnavailable], slowest.Round(time.Millisecond), baseline, now),
	})
	require.Empty(t, lost, "acknowledged writes that were lost")
	require.Empty(t, doubled)
	require.Empty(t, unknown)
	require.Empty(t, c.odd)
	require.Zero(t, c.broken, "each request was answered")
	require.Zero(t, c.statuses[http.StatusConflict])
	require.Positive(t, c.statuses[http.StatusServiceUnavailable], "clients felt it")
	if soak.Full() {
		require.Less(t, slowest, 2*time.Second)
	}
}

// healthy asks /readyz.
func (s *server) healthy() bool {
	answer, err := http.Get(s.url + "/readyz")
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// goroutines is what the server's metrics say, without those of the connections that tests keep open.
func (s *server) goroutines(t *testing.T) int {
	t.Helper()
	http.DefaultClient.CloseIdleConnections()
	return int(s.metric(t, "go_goroutines"))
}

// metric is a figure of the server's, 0 when there is none of that name and labels.
func (s *server) metric(t *testing.T, name string) float64 {
	t.Helper()
	answer, err := http.Get(s.url + "/metrics")
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	for scanner := bufio.NewScanner(answer.Body); scanner.Scan(); {
		if value, ok := strings.CutPrefix(scanner.Text(), name+" "); ok {
			figure, err := strconv.ParseFloat(value, 64)
			require.NoError(t, err)
			return figure
		}
	}
	return 0
}

// TestServeRefusesUnsafe is a database that may lose what it acknowledged.
func TestServeRefusesUnsafe(t *testing.T) {
	t.Parallel()
	for setting, dsn := range map[string]string{
		"fsync":              newTerminal(t).dsn,
		"synchronous_commit": durableDatabase(t) + "&synchronous_commit=off",
	} {
		p := start(t, on(dsn), "serve", "--data-dir", newDataDir(t), "--addr", "127.0.0.1:0")
		require.Equal(t, command.ExitFailure, p.ended(t), setting)
		require.Contains(t, p.stderr.String(), "it runs with "+setting+"=off")
	}
}
