//go:build program

package main

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR12Neighbour has 1,500 streams of many tokens watch eight cases that change four times a second, and measures
// the lists of somebody else beside it and without.
func TestSoakR12Neighbour(t *testing.T) {
	soak.Parallel(t) // what is measured is measured alone
	tally := soak.NewTally(t, "R12",
		"lists of a neighbour while many streams watch cases that change four times a second: all answered, p50 and p95 at most 20 ms more")
	dsn := durableDatabase(t)
	s := nodeOn(t, dsn, "--workers", "0", "--max-in-flight", fmt.Sprint(2*serve.InFlightPerCore))
	neighbour := tokenOf(t, dsn, "Neighbour")
	for i := range 50 {
		s.create(t, neighbour, "/rest/insured-groups", groupBody(fmt.Sprint(i)))
	}
	lists := &rush{url: s.url, path: groups, tokens: []string{neighbour}, perSecond: 20}
	lasting := time.Duration(soak.Count(1, 15)) * time.Second
	alone, _ := lists.run(t, lasting)

	loans, writers, all := manyWatchers(t, s, dsn, soak.Count(2, 8), soak.Count(1, 10), soak.Count(10, 19))
	stop := make(chan struct{})
	var writing sync.WaitGroup
	for i, loan := range loans {
		writing.Go(func() { s.changeOften(writers[i], loan, stop) })
	}
	beside, _ := lists.run(t, lasting)
	close(stop)
	writing.Wait()
	for i, watchers := range all {
		s.change(writers[i], loans[i], "LN-last")
		awaitAll(t, watchers, "LN-last")
	}
	tally.Tried(len(alone) + len(beside))
	tally.Note("%d streams; a neighbour alone p50 %v, p95 %v; beside them p50 %v, p95 %v", len(all)*len(all[0]),
		at(alone, 50), at(alone, 95), at(beside, 50), at(beside, 95))
	if soak.Full() {
		require.Len(t, lists.statuses, 1)
		for _, p := range []int{50, 95} {
			require.LessOrEqual(t, at(beside, p), at(alone, p)+20*time.Millisecond, "p%d", p)
		}
	}
	require.NotZero(t, lists.statuses[http.StatusOK])
}

// manyWatchers opens streams of organizations, each of which watches a case of its own with several tokens.
func manyWatchers(t *testing.T, s *server, dsn string, organizations, tokens, each int) (loans, writers []string, all [][]*subscription) {
	for i := range organizations {
		name := fmt.Sprintf("Watcher %d", i)
		org := line(t, on(dsn), "org", "create", "--name", name, "--lender", name+" Bank", "--plan", "full")
		token := func() string { return line(t, on(dsn), "token", "create", "--org", org, "--mode", "live") }
		writer := token()
		program := s.graphQL(t, writer,
			`mutation { it: createProgram(input: {name: "P", productTypes: [{key: "property", name: "Property"}]}) { id } }`)
		loan := s.create(t, writer, "/rest/cases", fmt.Sprintf(`{"status":"OPEN","program":%q}`, program))
		var watchers []*subscription
		for range tokens {
			watcher := token()
			for range each {
				w := subscribe(t, s.url, watcher, changes(loan))
				require.Equal(t, http.StatusOK, w.status, w.refusal)
				watchers = append(watchers, w)
			}
		}
		loans, writers, all = append(loans, loan), append(writers, writer), append(all, watchers)
	}
	return loans, writers, all
}

// changeOften changes a case four times a second.
func (s *server) changeOften(token, loan string, stop <-chan struct{}) {
	tick := time.NewTicker(time.Second / 4)
	defer tick.Stop()
	for i := 0; ; i++ {
		select {
		case <-stop:
			return
		case <-tick.C:
			s.change(token, loan, fmt.Sprintf("LN-%d", i))
		}
	}
}

// change gives a case another loan number; on a busy node it may fail.
func (s *server) change(token, loan, number string) {
	_, _, _ = s.send(http.MethodPatch, "/rest/cases/"+loan, token, fmt.Sprintf(`{"loanNumber":%q}`, number))
}
