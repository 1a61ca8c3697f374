//go:build program

package main

import (
	"fmt"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// far is how far away the Postgres of these tests is. A node's requests wait for it then: its places decide what it can do, and
// ten times of that leaves the cores, which it shares with Postgres and with who sends, time for both.
const far = 15 * time.Millisecond

// groups is what the requests of these tests read.
const groups = "/rest/insured-groups?limit=50"

// TestSoakR6Node is a node at ten times its capacity, once the bursts with which that begins are served. What it measures counts in `make
// soak` only, where nothing else runs; in
// `make test` nothing but 200, 429 and 503 may be answered.
func TestSoakR6Node(t *testing.T) {
	soak.Parallel(t) // what is measured is measured alone
	tally := soak.NewTally(t, "R6", "requests to a node at ten times its capacity, its database 15 ms away: "+
		"admitted p99 at most twice the calm one, the rest refused within 20 ms")
	const places = 4
	url, tokens := farNode(t, far, 3, places, 0)
	rounds, lasting, opening := soak.Count(1, 4), time.Duration(soak.Count(1, 7))*time.Second, time.Duration(soak.Count(0, 2))*time.Second
	capacity := measureCapacity(t, url, tokens, places, lasting)
	calm := &rush{url: url, path: groups, tokens: tokens, perSecond: max(1, capacity/2)}
	full := &rush{url: url, path: groups, tokens: tokens, perSecond: 10 * capacity, opening: opening}
	var quiet, admitted, refused []time.Duration
	for range rounds {
		alone, _ := calm.run(t, lasting)
		in, out := full.run(t, lasting)
		quiet, admitted, refused = append(quiet, alone...), append(admitted, in...), append(refused, out...)
	}
	full.requireShed(t)
	for _, took := range [][]time.Duration{quiet, admitted, refused} {
		slices.Sort(took)
	}
	sent := len(admitted) + len(refused)
	tally.Tried(sent)
	tally.Note("15 ms from Postgres: capacity %d/s, sent %d/s; calm p50 %v, p99 %v; %d admitted, p50 %v, p99 %v; %d refused, p50 %v, p99 %v",
		capacity,
		sent/rounds/int((lasting-opening).Seconds()), at(quiet, 50), at(quiet, 99),
		len(admitted), at(admitted, 50), at(admitted, 99), len(refused), at(refused, 50), at(refused, 99))
	require.NotEmpty(t, admitted)
	if soak.Full() {
		require.NotEmpty(t, refused)
		require.LessOrEqual(t, at(admitted, 99), 2*at(quiet, 99))
		require.LessOrEqual(t, at(refused, 99), 20*time.Millisecond)
	}
}

// TestSoakR6Neighbour is a node with the ordinary rate, four organizations within it and one at fifty times as much. Of what those
// send, one request in 45 has its token looked up: that is what their p99 is, with a neighbour or without, so p50 is judged too.
func TestSoakR6Neighbour(t *testing.T) {
	soak.Parallel(t) // what is measured is measured alone
	tally := soak.NewTally(t, "R6", "requests beside an organization at fifty times its rate: all answered, p99 at most 20 % higher")
	const perMinute = 600
	url, tokens := farNode(t, far, 5, 16, perMinute)
	rounds, lasting := soak.Count(1, 6), time.Duration(soak.Count(1, 10))*time.Second
	others := &rush{url: url, path: groups, tokens: tokens[:4], perSecond: soak.Count(4, 4*9)}
	noisy := &rush{url: url, path: groups, tokens: tokens[4:], perSecond: 50 * perMinute / 60}
	alone, beside := map[int][]time.Duration{}, map[int][]time.Duration{} // by percentile
	for range rounds {
		calm, _ := others.run(t, lasting)
		var both sync.WaitGroup
		both.Go(func() { noisy.run(t, lasting) })
		took, _ := others.run(t, lasting)
		both.Wait()
		for _, p := range []int{50, 99} {
			alone[p], beside[p] = append(alone[p], at(calm, p)), append(beside[p], at(took, p))
		}
	}
	noisy.requireShed(t)
	tally.Tried(others.statuses[http.StatusOK])
	tally.Note("others alone p50 %v, p99 %v; beside the neighbour p50 %v, p99 %v; medians of %d times; the neighbour was answered %v",
		median(alone[50]), median(alone[99]), median(beside[50]), median(beside[99]), rounds, noisy.statuses)
	require.Equal(t, []int{http.StatusOK}, slices.Collect(maps.Keys(others.statuses)), "who keeps within the rate is refused nothing")
	require.NotZero(t, noisy.statuses[http.StatusTooManyRequests])
	if soak.Full() {
		for _, p := range []int{50, 99} {
			require.LessOrEqual(t, median(beside[p]), median(alone[p])*12/10, "p%d", p)
		}
	}
}

// TestSoakR6Cores is a node that only its cores bound, and that shares them with Postgres and with who sends. Ten times its
// capacity cannot be sent, and at twice as much all wait for cores: its times are told in the table, and not judged.
func TestSoakR6Cores(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R6", "requests at twice the capacity of a node that shares its cores with its database and with who sends: "+
		"nothing but 200 and 503; times are told, not judged")
	places := serve.InFlightPerCore * runtime.NumCPU()
	url, tokens := farNode(t, 0, 3, places, 0)
	lasting := time.Duration(soak.Count(1, 15)) * time.Second
	capacity := measureCapacity(t, url, tokens, places/2, lasting/3)
	calm := &rush{url: url, path: groups, tokens: tokens, perSecond: max(10, capacity/10)}
	full := &rush{url: url, path: groups, tokens: tokens, perSecond: 2 * capacity, most: 10 * places}
	quiet, _ := calm.run(t, lasting)
	admitted, refused := full.run(t, lasting)
	sent := len(admitted) + len(refused)
	tally.Tried(sent)
	tally.Note("beside Postgres: capacity %d/s, sent %d/s; calm p99 %v; %d admitted, p50 %v, p99 %v; %d refused, p50 %v, p99 %v", capacity,
		sent/int(lasting.Seconds()), at(quiet, 99), len(admitted), at(admitted, 50), at(admitted, 99), len(refused), at(refused, 50),
		at(refused, 99))
	full.requireShed(t)
	require.NotEmpty(t, admitted)
	if soak.Full() && sent > capacity*int(lasting.Seconds())*3/2 { // who sends has cores enough
		require.NotEmpty(t, refused)
	}
}

func median(times []time.Duration) time.Duration { return at(slices.Sorted(slices.Values(times)), 50) }

// measureCapacity is how many requests a second the node answers to as many clients as it has places.
func measureCapacity(t *testing.T, url string, tokens []string, places int, lasting time.Duration) int {
	var all sync.WaitGroup
	var mu sync.Mutex
	answered := 0
	begun := time.Now()
	for i := range places {
		all.Go(func() {
			for time.Since(begun) < lasting {
				status, _, _ := timed(t, url, tokens[i%len(tokens)], "GET", groups, nil)
				mu.Lock()
				if status == http.StatusOK {
					answered++
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return max(1, int(float64(answered)/time.Since(begun).Seconds()))
}

// farNode starts the program on a Postgres that is so far away, with a connection for each of its places, and makes tokens of as
// many organizations, each of which has something to read.
func farNode(t *testing.T, distance time.Duration, organizations, places, perMinute int) (url string, tokens []string) {
	dsn := durableDatabase(t)
	p, through := newProxy(t, dsn)
	s := nodeOn(t, fmt.Sprintf("%s&pool_max_conns=%d", through, places), "--workers", "0",
		"--rate-limit", fmt.Sprint(perMinute), "--max-in-flight", fmt.Sprint(places))
	for i := range organizations {
		token := tokenOf(t, dsn, fmt.Sprintf("Organization %d", i))
		for i := range 50 {
			status, _, body := timed(t, s.url, token, "POST", "/rest/insured-groups", []byte(groupBody(fmt.Sprint(i))))
			require.Equal(t, http.StatusCreated, status, body)
		}
		tokens = append(tokens, token)
	}
	p.distance.Store(int64(distance))
	return s.url, tokens
}
