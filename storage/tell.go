package storage

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"
)

// tellWithin bounds one message to those who listen.
const tellWithin = 5 * time.Second

// teller tells those who listen which cases have changed, beside the transactions that changed them: a NOTIFY inside of one
// makes its commit wait for every other in the database (one after another, each with its flush to disk). What comes while a
// message is under way goes out in the next one.
type teller struct {
	send func(ctx context.Context, cases []CaseKey) error

	mu      sync.Mutex
	pending map[CaseKey]struct{}
	sending sync.WaitGroup
	busy    bool
}

func newTeller(send func(ctx context.Context, cases []CaseKey) error) *teller {
	return &teller{send: send, pending: map[CaseKey]struct{}{}}
}

// tell is called after the commit. It does not wait.
func (t *teller) tell(cases []CaseKey) {
	if len(cases) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, key := range cases {
		t.pending[key] = struct{}{}
	}
	if !t.busy {
		t.busy = true
		t.sending.Go(t.work)
	}
}

// work sends until nothing is left. A message that fails is not sent again: who listens looks again by himself now and then,
// and after each loss of the connection.
func (t *teller) work() {
	for cases := t.take(); len(cases) > 0; cases = t.take() {
		ctx, cancel := context.WithTimeout(context.Background(), tellWithin)
		if err := t.send(ctx, cases); err != nil {
			slog.Default().Debug("changes of cases were not told", "cases", len(cases), "error", err)
		}
		cancel()
	}
}

func (t *teller) take() []CaseKey {
	t.mu.Lock()
	defer t.mu.Unlock()
	cases := slices.Collect(maps.Keys(t.pending))
	clear(t.pending)
	t.busy = len(cases) > 0
	return cases
}

// Wait returns when all changes have been told that were committed before it was called. The pool is closed after it.
func (s *Store) Wait() { s.teller.sending.Wait() }
