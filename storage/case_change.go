package storage

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage/postgres"
)

// caseChanges is the channel on which nodes name the cases that their transactions changed, by portfolio and id, soon
// after the commit.
const caseChanges = "case_changes"

// CaseKey names a case of any portfolio.
type CaseKey struct{ Portfolio, Case uuid.UUID }

// notify tells the listeners that cases have changed.
func (s *Store) notify(ctx context.Context, cases []CaseKey) error {
	payloads := make([]string, len(cases))
	for i, key := range cases {
		payloads[i] = key.Portfolio.String() + "/" + key.Case.String()
	}
	const query = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"
	return s.pool.Run(ctx, postgres.Statement{SQL: query, Values: []any{caseChanges, payloads}})
}

// ListenOn has Listen connect to this address and not to the pool's, which may be that of a PgBouncer: in transaction
// mode it passes no notifications on. It is called before the first call.
func (s *Store) ListenOn(dsn string) { s.listenOn = dsn }

// Listen calls ready once it hears every later change, and then changed for each case that a transaction changed, until
// the context ends or the connection breaks. A change is missed only when its node was killed before it could tell it.
// It keeps a connection of its own.
func (s *Store) Listen(ctx context.Context, ready func(), changed func(CaseKey)) error {
	listener, err := s.pool.Listen(ctx, s.listenOn, caseChanges)
	if err != nil {
		return Translate(err)
	}
	defer listener.Close()
	ready()
	for {
		payload, err := listener.Next(ctx)
		if err != nil {
			return Translate(err)
		}
		portfolio, id, _ := strings.Cut(payload, "/")
		changed(CaseKey{Portfolio: scalar.ParseID(portfolio), Case: scalar.ParseID(id)})
	}
}

const (
	tellEvery  = 20 * time.Millisecond // how soon after a message the next one goes out
	tellWithin = 5 * time.Second       // bounds one message to the listeners
	waitWithin = 3 * time.Second       // bounds the end, see Wait
)

// teller tells the listeners which cases have changed, beside the transactions that changed them: a NOTIFY inside of
// one makes its commit wait for every other in the database (one after another, each with its flush to disk). What
// comes within tellEvery of a message goes out in the next one: each is a transaction with a flush of its own, so that one
// for each change would cost the changes a fifth of their rate.
type teller struct {
	mu      sync.Mutex
	pending map[CaseKey]struct{}
	sending sync.WaitGroup
	busy    bool
}

// tell is called after the commit. It does not wait.
func (s *Store) tell(cases []CaseKey) {
	if len(cases) == 0 {
		return
	}
	t := &s.teller
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, key := range cases {
		t.pending[key] = struct{}{}
	}
	if !t.busy {
		t.busy = true
		t.sending.Go(s.tellPending)
	}
}

// tellPending sends until nothing is left. A message that fails is not sent again: listeners read again now and then,
// and after each loss of the connection.
func (s *Store) tellPending() {
	for cases := s.teller.next(); len(cases) > 0; cases = s.teller.next() {
		ctx, cancel := context.WithTimeout(context.Background(), tellWithin)
		if err := s.notify(ctx, cases); err != nil {
			slog.Default().Debug("changes of cases were not told", "cases", len(cases), "error", err)
		}
		cancel()
		time.Sleep(tellEvery)
	}
}

// next are the cases to tell; without any the work is done.
func (t *teller) next() []CaseKey {
	t.mu.Lock()
	defer t.mu.Unlock()
	cases := slices.Collect(maps.Keys(t.pending))
	clear(t.pending)
	t.busy = len(cases) > 0
	return cases
}

// Wait returns when all changes have been told that were committed before it was called, and all uses of tokens noted,
// or after 3 s: listeners read again now and then. The pool is closed after it.
func (s *Store) Wait() {
	told := make(chan struct{})
	go func() {
		defer close(told)
		s.teller.sending.Wait()
		s.uses.noting.Wait()
	}()
	select {
	case <-told:
	case <-time.After(waitWithin):
	}
}
