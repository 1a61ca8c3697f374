//go:build program

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// feedWriters is how many write at the same time.
const feedWriters = 16

// TestSoakR18 has writers whose transactions commit out of order and late, on two nodes that are killed again and again,
// and consumers of several kinds. Each sees every event of the audit trail once, those of a subject in their order.
func TestSoakR18(t *testing.T) {
	soak.Parallel(t)
	target, kills := int64(soak.Count(1500, 1_000_000)), soak.Count(2, 30)
	const patience = 40 * time.Minute // with fewer events then; the row says how many
	x := newFeedSite(t, 40)
	x.delay(t)
	both, first, second := []int{0, 1}, []int{0}, []int{1}
	consumers := []*consumer{
		{name: "of both nodes", nodes: both, token: x.reader, limit: 200},
		{name: "of the replica", nodes: first, token: x.reader, limit: 200},
		{name: "that waits", nodes: second, token: x.writer, limit: 100, wait: 20},
		{name: "with a filter", nodes: both, token: x.writer, limit: 50, action: "case.updated"},
		{name: "that is slow", nodes: both, token: x.reader, limit: 200, pause: 40 * time.Millisecond},
	}
	followed := x.follow(t, consumers)
	stopWriting := x.press(t, soak.Count(10, 100))
	begun := time.Now()
	for n := 0; n < kills || x.written.Load() < target && time.Since(begun) < patience; n++ {
		time.Sleep(rand.N(time.Duration(soak.Count(1, 10)) * time.Second))
		if n < kills {
			x.kill(t, rand.IntN(2), rand.N(time.Second))
		}
	}
	stopWriting()
	wrote := time.Since(begun)

	require.Eventually(t, func() bool { return unsettled(t, x.dsn) == 0 }, time.Minute, 50*time.Millisecond, "all have a place")
	all := trail(t, x.dsn)
	counts := map[string]int64{"": int64(len(all))}
	for _, action := range all {
		counts[action]++
	}
	for _, c := range consumers {
		c.catchUp(t, counts[c.action])
	}
	time.Sleep(time.Second) // for what is repeated
	require.Positive(t, x.nodes[0].metric(t, replicaReads), "the replica is read")
	followed()
	tried, broken := 0, 0
	var wrong []string
	for _, c := range consumers {
		c.compare(all)
		tried += len(c.ids)
		broken += c.broken
		for _, what := range c.wrong {
			wrong = append(wrong, "the consumer "+c.name+": "+what)
		}
	}
	soak.Report(t, soak.Result{
		Line: "R18", What: "events read by five consumers beside 16 writers that commit late and out of order, while two nodes are killed: " +
			"each of the audit trail once, in the order of its subject", Tried: tried, Failed: len(wrong),
		Note: fmt.Sprintf("%d events, written at %.0f a second; %d kills; %d writes and %d reads without success", len(all),
			float64(len(all))/wrote.Seconds(), kills, x.refused.Load(), broken),
	})
	require.Empty(t, wrong[:min(len(wrong), 50)])
	require.Positive(t, broken, "the kills cut requests off")
}

// catchUp waits until the consumer has read as many events, or has ended, as long as it gets on.
func (c *consumer) catchUp(t *testing.T, events int64) {
	t.Helper()
	for read := c.count.Load(); read < events && !c.ended.Load(); read = c.count.Load() {
		getsOn := func() bool { return c.count.Load() > read || c.ended.Load() }
		require.Eventually(t, getsOn, time.Minute, 20*time.Millisecond, "%s reads %d of %d", c.name, read, events)
	}
}

// press writes until it is stopped.
func (x *feedSite) press(t *testing.T, batch int) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	for range feedWriters {
		writing.Go(func() { x.write(ctx, batch) })
	}
	return func() {
		cancel()
		writing.Wait()
	}
}

// follow has consumers read until it is stopped.
func (x *feedSite) follow(t *testing.T, consumers []*consumer) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var reading sync.WaitGroup
	for _, c := range consumers {
		c.site = x
		reading.Go(func() { c.follow(ctx) })
	}
	return func() {
		cancel()
		reading.Wait()
	}
}

// TestSoakR18Lag measures how long after its commit an event is read by who waits for it, beside a writer of 500 events a
// second.
func TestSoakR18Lag(t *testing.T) {
	soak.Parallel(t)
	const each = 5 // events of a transaction
	rate := soak.Count(50, 500)
	lasting := time.Duration(soak.Count(1, 60)) * time.Second
	x := newFeedSite(t, 200)
	x.acknowledged = map[string]time.Time{}
	c := &consumer{name: "that waits", nodes: []int{0, 1}, token: x.reader, limit: 200, wait: 20, patient: true}
	followed := x.follow(t, []*consumer{c})
	var writing sync.WaitGroup
	tick := time.NewTicker(time.Second * each / time.Duration(rate))
	defer tick.Stop()
	places := make(chan struct{}, feedWriters)
	begun := time.Now()
	for time.Since(begun) < lasting {
		<-tick.C
		places <- struct{}{}
		writing.Go(func() {
			x.change(t.Context(), each)
			<-places
		})
	}
	writing.Wait()
	wrote := time.Since(begun)
	total := int64(len(trail(t, x.dsn)))
	require.Eventually(t, func() bool { return c.count.Load() >= total }, time.Minute, 20*time.Millisecond)
	followed()
	require.Empty(t, c.wrong)

	require.NotEmpty(t, x.acknowledged)
	var lags []time.Duration
	for number, at := range x.acknowledged {
		seen, ok := c.seen[number]
		require.True(t, ok, number)
		lags = append(lags, max(0, seen.Sub(at)))
	}
	slices.Sort(lags)
	soak.Report(t, soak.Result{
		Line: "R18", What: "events beside a writer of 500 a second: read by who waits at most 1 s after the response to the write (p99)",
		Tried: len(lags), Failed: 0,
		Note: fmt.Sprintf("%.0f events a second; p50 %v, p99 %v, the slowest %v", float64(len(lags))/wrote.Seconds(),
			at(lags, 50), at(lags, 99), lags[len(lags)-1].Round(time.Millisecond)),
	})
	if soak.Full() {
		require.LessOrEqual(t, at(lags, 99), time.Second)
	}
}
