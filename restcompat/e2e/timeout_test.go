package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// timeouts are the program's; in `make test` shorter ones.
func timeouts() postgres.Options {
	opt := postgres.DefaultOptions()
	if !soak.Full() {
		opt.LockTimeout, opt.StatementTimeout, opt.IdleInTransactionTimeout = opt.LockTimeout/4, opt.StatementTimeout/3,
			opt.IdleInTransactionTimeout/5
	}
	return opt
}

// newSlowServer serves a world with those time-outs. What is slow is done on its other connections.
func newSlowServer(t *testing.T) (s *resttest.Server, other *pgx.Conn) {
	t.Helper()
	dsn := storagetest.Database(t)
	world := storagetest.WorldOn(t, dsn)
	world.Store = storagetest.Open(t, dsn, timeouts())
	other, err := pgx.Connect(t.Context(), dsn)
	require.NoError(t, err)
	t.Cleanup(func() { _ = other.Close(context.Background()) })
	return resttest.Serve(t, world, time.Now), other
}

// TestSoakR5Timeouts: anything that takes too long is 503 with Retry-After and changes nothing, and the time-outs nest.
func TestSoakR5Timeouts(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "R5", "locks held, statements and requests that take too long: 503 in time, nothing written")
	opt := postgres.DefaultOptions()
	require.Equal(t, []time.Duration{time.Second, 3 * time.Second, 5 * time.Second},
		[]time.Duration{opt.LockTimeout, opt.StatementTimeout, opt.IdleInTransactionTimeout})
	for name, test := range map[string]struct {
		within time.Duration
		hold   string // on the other connection, in a transaction; %s is the portfolio
		slow   string // what makes statements slow
		write  bool
	}{
		"a case that is locked":   {within: timeouts().LockTimeout, hold: "SELECT FROM cases WHERE portfolio_id = '%s' FOR UPDATE", write: true},
		"a table that is locked":  {within: timeouts().LockTimeout, hold: "LOCK TABLE cases IN ACCESS EXCLUSIVE MODE"},
		"a statement that writes": {within: timeouts().StatementTimeout, slow: slowWrites, write: true},
		"a statement that reads":  {within: timeouts().StatementTimeout, slow: slowReads},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if test.slow != "" {
				nodes.PlainOnly(t, howSlow)
			}
			tally.Watch(t)
			s, other := newSlowServer(t)
			id := s.Case(t, s.Harbor).String()
			tx, err := other.Begin(t.Context())
			require.NoError(t, err)
			if test.slow != "" {
				s.Exec(t, test.slow)
			} else {
				_, err = tx.Exec(t.Context(), strings.ReplaceAll(test.hold, "%s", s.Harbor.Portfolio.ID().String()))
				require.NoError(t, err)
			}
			c := s.As(s.Harbor.Token)
			send := map[string]func() *resttest.Response{
				"REST":    func() *resttest.Response { return c.Do(t, http.MethodGet, "/rest/cases/"+id, nil) },
				"GraphQL": func() *resttest.Response { return graphQL(t, c, `{ case(id: "`+id+`") { id } }`) },
			}
			if test.write {
				send["REST"] = func() *resttest.Response {
					return c.Do(t, http.MethodPatch, "/rest/cases/"+id, object{"loanNumber": "LN-1"})
				}
				send["GraphQL"] = func() *resttest.Response {
					return graphQL(t, c, `mutation { updateCase(id: "`+id+`", input: {loanNumber: "LN-1"}) { id } }`)
				}
			}
			for door, send := range send {
				tally.Tried(1)
				begun := time.Now()
				requireUnavailable(t, door, send())
				if soak.Full() {
					require.InDelta(t, test.within.Seconds(), time.Since(begun).Seconds(), 0.5)
				}
			}
			require.NoError(t, tx.Rollback(t.Context()))
			s.Exec(t, quick)
			require.Equal(t, 1, count(t, s, "SELECT count(*) FROM cases WHERE loan_number IS NULL"), "what was refused was not done")
			untilServed(t, c, "/rest/cases/"+id+"/on-hold", nil).Object(t, http.StatusOK)
		})
	}
}

// What makes the statements on cases slow, and quick again.
const (
	slowWrites = `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$;
		CREATE TRIGGER slow BEFORE UPDATE ON cases FOR EACH ROW EXECUTE FUNCTION slow()`
	slowReads = `ALTER TABLE cases RENAME TO real_cases; CREATE VIEW cases AS SELECT c.* FROM pg_sleep(60), real_cases c`
	quick     = `DO $$ BEGIN
		IF to_regclass('real_cases') IS NOT NULL THEN DROP VIEW cases; ALTER TABLE real_cases RENAME TO cases; END IF;
		DROP TRIGGER IF EXISTS slow ON cases; END $$`
)

const howSlow = "statements are made slow by a trigger and a view that one server has"

func graphQL(t *testing.T, c *resttest.Client, query string) *resttest.Response {
	return c.Do(t, http.MethodPost, "/graphql", object{"query": query})
}

func requireUnavailable(t *testing.T, door string, answer *resttest.Response) {
	t.Helper()
	if door == "GraphQL" {
		require.Equal(t, []fault.Code{fault.CodeUnavailable}, graphQLCodes(t, answer))
		return
	}
	answer.Problem(t, http.StatusServiceUnavailable, "unavailable")
	require.NotEmpty(t, answer.Header.Get("Retry-After"))
}

// TestSoakR5CutOff: a request whose own time is over is cut off, and its statement with it.
func TestSoakR5CutOff(t *testing.T) {
	t.Parallel()
	nodes.PlainOnly(t, howSlow)
	tally := soak.NewTally(t, "R5", "requests cut off before their statement: 503, the statement is cancelled, nothing written")
	s := resttest.New(t)
	f := newFixture(t, s, s.Harbor)
	s.Exec(t, slowWrites)
	door, err := restcompat.NewServer(s.Engine, restcompat.Options{Timeout: 100 * time.Millisecond})
	require.NoError(t, err)
	server := httptest.NewServer(door)
	t.Cleanup(server.Close)
	for range soak.Count(3, 50) {
		tally.Tried(1)
		answer := f.client().Do(t, http.MethodPatch, server.URL+"/rest/cases/"+f.ids["case"], object{"loanNumber": "LN-1"})
		requireUnavailable(t, "REST", answer)
		require.Eventually(t, func() bool {
			return count(t, s, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'") == 0
		}, 2*time.Second, 5*time.Millisecond, "the statement is cancelled before its own time-out of 3 s")
	}
	s.Exec(t, quick)
	require.Nil(t, f.client().Get(t, "/rest/cases/"+f.ids["case"])["loanNumber"])
}

// TestSoakR5IdleInTransaction: the server ends an idle transaction, which releases its locks.
func TestSoakR5IdleInTransaction(t *testing.T) {
	t.Parallel()
	tally := soak.NewTally(t, "R5", "transactions that stand still: ended, their locks free")
	tally.Tried(1)
	s, other := newSlowServer(t)
	id := s.Case(t, s.Harbor)
	err := s.Store.InTx(t.Context(), s.Harbor.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
		_, err := storage.Cases.Lock(ctx, tx.For(s.Harbor.Portfolio.ID()), id)
		require.NoError(t, err)
		_, err = other.Exec(t.Context(), "SET lock_timeout = '30s'")
		require.NoError(t, err)
		// waits for the end of the transaction
		_, err = other.Exec(t.Context(), "SELECT FROM cases WHERE portfolio_id = $1 FOR UPDATE", s.Harbor.Portfolio.ID())
		require.NoError(t, err)
		_, err = storage.Cases.Lock(ctx, tx.For(s.Harbor.Portfolio.ID()), id)
		return err
	})
	require.Equal(t, fault.CodeUnavailable, fault.CodeOf(err), "%v", err)
}

// TestSoakR5Conflicts: a transaction that lost against another is run again as a whole, three times in all, and then
// refused with 503.
func TestSoakR5Conflicts(t *testing.T) {
	t.Parallel()
	nodes.PlainOnly(t, "it counts the attempts with a sequence, of which each node has its own")
	tally := soak.NewTally(t, "R5", "serialization failures and deadlocks: run again as a whole, at most three times")
	for _, state := range []string{"40001", "40P01"} {
		for _, failures := range []int{1, 2, 3, 100} {
			for _, at := range []string{"insured_groups", "audit_events", "idempotency_keys"} {
				t.Run(fmt.Sprintf("%s %d times at %s", state, failures, at), func(t *testing.T) {
					t.Parallel()
					tally.Tried(1)
					tally.Watch(t)
					s := resttest.New(t)
					s.Exec(t, fmt.Sprintf(losing, failures, state, at))
					answer := s.As(s.Harbor.Token).With("Idempotency-Key", uuid.NewString()).Do(t, http.MethodPost, "/rest/insured-groups",
						object{"name": "A group"})
					if failures < 3 {
						answer.Object(t, http.StatusCreated)
					} else {
						requireUnavailable(t, "REST", answer)
					}
					require.Equal(t, min(failures+1, 3), count(t, s, "SELECT last_value FROM tries"), "attempts")
					for _, table := range []string{"insured_groups", "audit_events", "idempotency_keys"} {
						require.Equal(t, max(0, min(1, 3-failures)), count(t, s, "SELECT count(*) FROM "+table), table)
					}
				})
			}
		}
	}
}

// losing makes the first inserts into a table fail as if another transaction had won. The counter is a sequence,
// since its numbers are not rolled back.
const losing = `CREATE SEQUENCE tries;
	CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
		$$ BEGIN IF nextval('tries') <= %d THEN RAISE 'lost' USING ERRCODE = '%s'; END IF; RETURN NEW; END $$;
	CREATE TRIGGER lose BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION lose()`
