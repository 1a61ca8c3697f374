//go:build program

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// hugeCase makes a case as large as one may be, on which each policy shows all perils of its type at each asset, and answers
// the id of the first policy.
func hugeCase(t *testing.T, world *storagetest.World, create func(body string) (id string), assets, policies int) (kase uuid.UUID,
	policy string) {
	t.Helper()
	kase = world.FrameworkCase(t, world.Harbor)
	world.Assets(t, world.Asset(t, world.Harbor, kase), assets)
	policy = create(fmt.Sprintf(`{"caseId":"%s","coverageLayer":"primary","coverageTypes":["building"],"perils":["fire","theft"]}`, kase))
	world.Policies(t, uuid.MustParse(policy), policies)
	world.Exec(t, "ANALYZE")
	return kase, policy
}

// idIn is the id of a record that was answered.
func idIn(t *testing.T, body string) string {
	t.Helper()
	found := regexp.MustCompile(`^\{"id":"([0-9a-f-]{36})"`).FindStringSubmatch(body)
	require.NotNil(t, found, body)
	return found[1]
}

// TestSoakR22Readers: clients that ask for the largest lists and do not read them get 503 once their organization has enough
// unread, and are cut off; the program stays small, and a neighbour is served.
func TestSoakR22Readers(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R22",
		"lists of the largest case for twelve readers with one token that do not read: bounded in memory, cut off, and no neighbour's matter")
	dsn := durableDatabase(t)
	world := storagetest.WorldOn(t, dsn)
	s := serveOn(t, newDataDir(t), on(dsn), "--rate-limit", "0", "--blob-url", filesOf(dsn), "--workers", "0")
	token := world.Harbor.Token
	hugeCase(t, world, func(body string) string {
		status, created, err := s.send("POST", "/rest/policies", token, body)
		require.NoError(t, err)
		require.Equal(t, http.StatusCreated, status, created)
		return idIn(t, created)
	}, 500, soak.Count(150, 1000))
	neighbour := &rush{url: s.url, path: "/rest/insured-groups", tokens: []string{world.Prairie.Token}, perSecond: 20}
	lasting := time.Duration(soak.Count(2, 10)) * time.Second
	var beside, burning []time.Duration
	for range soak.Count(1, 5) {
		var all sync.WaitGroup
		var mu sync.Mutex
		statuses := map[string]int{}
		for i := range 12 {
			all.Go(func() {
				tally.Tried(1)
				status := readNothing(t, s.url, token, []string{"/rest/policies?limit=200", "/rest/policy-versions?limit=200"}[i%2])
				mu.Lock()
				defer mu.Unlock()
				statuses[status]++
			})
		}
		took, _ := neighbour.run(t, lasting)
		all.Wait()
		beside = append(beside, took...)
		ctx, cancel := context.WithCancel(t.Context())
		all.Go(func() { burn(ctx, dsn) })
		took, _ = neighbour.run(t, lasting)
		cancel()
		all.Wait()
		burning = append(burning, took...)
		require.Positive(t, statuses["200"], "%v", statuses)
		require.Positive(t, statuses["503"], "%v", statuses)
		require.Equal(t, 12, statuses["200"]+statuses["503"], "%v", statuses)
	}
	require.Len(t, neighbour.statuses, 1, "%v", neighbour.statuses)
	peak := peakOf(t, s.Process.Pid)
	slices.Sort(beside)
	slices.Sort(burning)
	tally.Note("at most %d MiB of memory; the neighbour's p99 %v, beside a load of the CPU %v", peak>>20, at(beside, 99), at(burning, 99))
	if soak.Full() {
		require.LessOrEqual(t, at(beside, 99), max(2*at(burning, 99), at(burning, 99)+20*time.Millisecond))
	}
	require.Less(t, peak, 512<<20)
	require.Eventually(t, func() bool {
		status, _, err := s.send("GET", "/rest/policies?limit=1", token, "")
		return err == nil && status == http.StatusOK
	}, time.Minute, 100*time.Millisecond, "what was cut off counts no more")
}

// readNothing sends a request and reads the status, and nothing more until the server closes the connection.
func readNothing(t *testing.T, url, token, path string) (status string) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer %s\r\n\r\n", path, token)
	require.NoError(t, err)
	in := bufio.NewReaderSize(conn, 16)
	line, err := in.ReadString('\n')
	require.NoError(t, err)
	if status = strings.Fields(line)[1]; status == "503" {
		return status
	}
	time.Sleep(15 * time.Second) // less than 16 KiB/s for 10 s
	begun := time.Now()
	got, _ := io.Copy(io.Discard, in)
	require.Less(t, got, int64(20<<20), "it was cut off")
	require.Less(t, time.Since(begun), 5*time.Second)
	return status
}

// peakOf is the most memory that a process has had.
func peakOf(t *testing.T, pid int) int {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	require.NoError(t, err)
	peak := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(raw)
	require.NotNil(t, peak)
	n, err := strconv.Atoi(string(peak[1]))
	require.NoError(t, err)
	return n << 10
}
