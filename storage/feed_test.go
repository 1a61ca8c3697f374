package storage_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// place gives places until the test ends, as a node does.
func place(ctx context.Context, t *testing.T, store *storage.Store) {
	for ctx.Err() == nil {
		unplaced, err := store.UnplacedPortfolios(ctx)
		if ctx.Err() != nil {
			return
		}
		require.NoError(t, err)
		if _, _, err := store.PlaceEvents(ctx, unplaced, time.Now()); ctx.Err() == nil {
			require.NoError(t, err)
		}
		time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
	}
}

// TestFeedEpoch has events placed on a server, on another one, which has lost what the first one did, and on one that keeps
// to itself which it is.
func TestFeedEpoch(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	portfolio := w.Harbor.Portfolio.ID()
	end := func(now time.Time) int64 {
		w.Exec(t, "INSERT INTO audit_events (portfolio_id, id, actor_kind, actor_name, action, subject_type, subject_id, changes, "+
			"request_id, at) VALUES ($1, gen_random_uuid(), 'system', 'test', 'case.updated', 'case', gen_random_uuid(), '{}', 'r', now())",
			portfolio)
		for placed := 0; placed == 0; {
			var err error
			placed, _, err = w.Store.PlaceEvents(t.Context(), []uuid.UUID{portfolio}, now)
			require.NoError(t, err)
		}
		state, err := w.Harbor.Portfolio.FeedState(t.Context())
		require.NoError(t, err)
		return state.End
	}
	now := time.Now()
	first := end(now)
	seen := end(now.Add(time.Hour))
	require.Equal(t, first+1, seen, "on the same server the epoch goes on")

	w.Exec(t, "UPDATE event_heads SET position = 0, server = 'another'")
	again := end(now.Add(time.Second))
	require.Greater(t, again, seen, "who has read what is lost is behind all that is new")

	for _, said := range []string{"pg_control_system(OUT system_identifier bigint)", "pg_current_wal_lsn() RETURNS pg_lsn"} {
		w.Exec(t, "CREATE FUNCTION public."+said+" LANGUAGE plpgsql AS $$ BEGIN RAISE feature_not_supported; END $$")
	}
	w.Exec(t, "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$")
	w.Store.Pool().Pgx().Reset()
	silent := end(now.Add(2 * time.Second))
	require.Greater(t, silent, again)
	require.Equal(t, silent+1, end(now.Add(time.Hour)))
}

// TestFeedMissesNothing has writers commit out of the order of their events' ids, while two nodes give places and a reader
// follows.
func TestFeedMissesNothing(t *testing.T) {
	t.Parallel()
	const writers, transactions = 16, 40
	w := storagetest.NewWorld(t)
	portfolio := w.Harbor.Portfolio.ID()
	subjects := make([]uuid.UUID, 5)
	for i := range subjects {
		subjects[i] = w.Case(t, w.Harbor)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var nodes sync.WaitGroup
	defer nodes.Wait()
	defer cancel()
	for range 2 {
		nodes.Go(func() { place(ctx, t, w.Store) })
	}
	var mu sync.Mutex
	written := map[uuid.UUID]bool{}
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			for range transactions {
				var ids []uuid.UUID
				err := w.Store.InTx(t.Context(), portfolio, func(ctx context.Context, tx *storage.Tx) error {
					subject := subjects[rand.IntN(len(subjects))]
					if _, err := storage.Cases.Lock(ctx, tx.For(portfolio), subject); err != nil {
						return err
					}
					var events []*model.AuditEvent
					for range 1 + rand.IntN(3) {
						id := storage.NewID()
						ids = append(ids, id)
						events = append(events, &model.AuditEvent{
							PortfolioID: portfolio, ID: id, ActorKind: model.ActorKindSystem, ActorName: "test", Action: "case.updated",
							SubjectType: "case", SubjectID: &subject, Changes: scalar.EncodeJSON(map[string]any{}), RequestID: "r", At: time.Now(),
						})
					}
					if err := tx.InsertAuditEvents(ctx, events); err != nil {
						return err
					}
					time.Sleep(time.Duration(rand.IntN(15)) * time.Millisecond)
					return nil
				})
				if fault.CodeOf(err) == fault.CodeUnavailable { // it waited too long for a subject that another one had
					continue
				}
				require.NoError(t, err)
				mu.Lock()
				for _, id := range ids {
					written[id] = true
				}
				mu.Unlock()
			}
		})
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	seen, revisions := map[uuid.UUID]bool{}, map[uuid.UUID]int64{}
	position, over := int64(0), false
	require.Eventually(t, func() bool {
		page, err := w.Harbor.Portfolio.Events(t.Context(), storage.EventScan{After: position, Limit: 7})
		require.NoError(t, err)
		for _, e := range page.Events {
			require.False(t, seen[e.ID], "repeated")
			require.Greater(t, e.Position, position)
			require.Equal(t, revisions[e.SubjectID]+1, e.Revision)
			require.NotNil(t, e.Audit)
			require.Equal(t, e.SubjectID, *e.CaseID)
			seen[e.ID], revisions[e.SubjectID], position = true, e.Revision, e.Position
		}
		select {
		case <-done:
			over = true
		default:
		}
		mu.Lock()
		defer mu.Unlock()
		return over && len(seen) >= len(written)
	}, time.Minute, time.Millisecond)
	for id := range written {
		require.True(t, seen[id], "missed")
	}
}

// TestPlaceTogether has events placed of portfolios that differ: one has many events, one is placed by another node, one has no
// head yet, and one has an event that cannot be placed.
func TestPlaceTogether(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	all := make([]uuid.UUID, 4)
	for i := range all {
		all[i] = uuid.New()
		w.Exec(t, "INSERT INTO lenders (id, name, review_days, created_at, updated_at) "+
			"VALUES ($1::uuid, $1::uuid::text, 10, now(), now())", all[i])
		w.Exec(t, "INSERT INTO portfolios (id, lender_id, mode, created_at) VALUES ($1, $1, 'live', now())", all[i])
	}
	busy, locked, added, broken := all[0], all[1], all[2], all[3]
	happen := func(portfolio uuid.UUID, n int) {
		w.Exec(t, "INSERT INTO audit_events (portfolio_id, id, actor_kind, actor_name, action, subject_type, subject_id, changes, "+
			"request_id, at) SELECT $1, gen_random_uuid(), 'system', 'test', 'case.updated', 'case', gen_random_uuid(), '{}', 'r', now() "+
			"FROM generate_series(1, $2)", portfolio, n)
	}
	for _, p := range []uuid.UUID{busy, locked, broken} {
		w.Exec(t, "INSERT INTO event_heads (portfolio_id, position) VALUES ($1, 0)", p)
	}
	happen(busy, storage.EventsAtOnce)
	for _, p := range all[1:] {
		happen(p, 1)
	}
	w.Exec(t, "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'this one cannot be placed'; END $$")
	w.Exec(t, "CREATE TRIGGER refuse BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.portfolio_id = '"+broken.String()+"') "+
		"EXECUTE FUNCTION refuse()")
	other, err := w.Store.Pool().Pgx().Begin(t.Context())
	require.NoError(t, err)
	_, err = other.Exec(t.Context(), "SELECT FROM event_heads WHERE portfolio_id = $1 FOR UPDATE", locked)
	require.NoError(t, err)

	placed, more, err := w.Store.PlaceEvents(t.Context(), all, time.Now())
	require.Error(t, err)
	require.Equal(t, storage.EventsAtOnce, placed, "the broken one held up nobody")
	require.Equal(t, []uuid.UUID{busy}, more)
	require.NoError(t, other.Rollback(t.Context()))
	w.Exec(t, "DROP TRIGGER refuse ON events")

	happen(busy, storage.EventsAtOnce)
	placed, more, err = w.Store.PlaceEvents(t.Context(), all, time.Now())
	require.NoError(t, err)
	require.Contains(t, []int{storage.EventsAtOnce/4 + 3, storage.EventsAtOnce + 3}, placed, "each has its part, on nodes a whole one")
	require.Equal(t, []uuid.UUID{busy}, more)
	w.PlaceEvents(t)
	for portfolio, n := range map[uuid.UUID]int64{busy: 2 * storage.EventsAtOnce, locked: 1, added: 1, broken: 1} {
		var events, span int64
		require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT count(*), 1 + max(position) - min(position) FROM events "+
			"WHERE portfolio_id = $1", portfolio).Scan(&events, &span))
		require.Equal(t, []int64{n, n}, []int64{events, span})
	}
}

// TestSnapshotPlacesEvents: a snapshot of a portfolio with very many events gives them their positions if nobody else does.
func TestSnapshotPlacesEvents(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	tenant := w.Harbor
	const events = 12 * storage.EventsAtOnce
	w.Exec(t, "INSERT INTO audit_events (portfolio_id, id, actor_kind, actor_name, action, subject_type, subject_id, changes, "+
		"request_id, at) SELECT $1, gen_random_uuid(), 'system', 'test', 'case.updated', 'case', gen_random_uuid(), '{}', 'r', now() "+
		"FROM generate_series(1, $2::int)", tenant.Portfolio.ID(), events)
	begun := false
	err := w.Store.InSnapshot(t.Context(), tenant.Portfolio.ID(), time.Now(), func(_ context.Context, _ storage.Handle, end int64) error {
		begun = true
		var placed, last int64
		require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT count(*), max(position) FROM events WHERE portfolio_id = $1",
			tenant.Portfolio.ID()).Scan(&placed, &last))
		require.GreaterOrEqual(t, placed, int64(events))
		require.Equal(t, last, end)
		return nil
	})
	require.NoError(t, err)
	require.True(t, begun)
}
