package webhook

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR25Webhooks: however many endpoints of a lender have receivers that take long, those of another one are delivered to
// at once.
func TestSoakR25Webhooks(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R25",
		"deliveries beside 120 receivers of another lender that say nothing: p99 at most 2 s from the event to the message")
	b := newBench(t)
	const slow = 120
	release := make(chan struct{})
	stuck := newInbox(t, func(sent, int) int { <-release; return http.StatusOK })
	for range slow {
		b.endpoint(t, b.Harbor, stuck.URL)
	}
	good := newInbox(t, nil)
	b.endpoint(t, b.Prairie, good.URL)
	b.happen(t, b.Harbor, "case.created", 1)
	b.node(t, func(cfg *Config) {
		cfg.Sender = newSender(func(cfg *SenderConfig) { cfg.Now, cfg.Within = b.now, time.Minute })
	})
	t.Cleanup(func() { close(release) })
	stuck.await(t, endpointsAtOnce/4)
	var took []time.Duration
	for n := range soak.Count(5, 100) {
		begun := time.Now()
		b.happen(t, b.Prairie, "case.created", 1)
		good.await(t, n+1)
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	tally.Tried(len(took))
	tally.Note("p50 %v, the slowest %v", took[len(took)/2], took[len(took)-1])
	if soak.Full() {
		require.LessOrEqual(t, took[len(took)*99/100], 2*time.Second)
	}
	require.Len(t, stuck.ids(), endpointsAtOnce/4, "a lender has a quarter at most")
}
