package storage_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

func partitions(t *testing.T, pool *pgxpool.Pool, table string) []string {
	t.Helper()
	found, err := pool.Query(t.Context(), `SELECT relid::text FROM pg_partition_tree($1) WHERE isleaf ORDER BY 1`, table)
	require.NoError(t, err)
	names, err := pgx.CollectRows(found, pgx.RowTo[string])
	require.NoError(t, err)
	return names
}

// eventAt adds an event of the time to the trail.
func eventAt(t *testing.T, w *storagetest.World, at time.Time) uuid.UUID {
	t.Helper()
	var id uuid.UUID
	require.NoError(t, w.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT first_id($1)", at).Scan((*[16]byte)(&id)))
	id[15] = byte(at.Nanosecond()%250) + 1
	require.NoError(t, w.Store.InsertAuditEvents(t.Context(), []*model.AuditEvent{{
		PortfolioID: w.Harbor.Portfolio.ID(), ID: id, ActorKind: model.ActorKindSystem, Action: "test", SubjectType: "test",
		Changes: scalar.JSON("{}"), At: at,
	}}))
	return id
}

// thisMonth is when the month began: months added to its first day skip none, as those added to a 31st do.
func thisMonth() time.Time {
	now := time.Now().UTC()
	return time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// TestTrailByMonth lets two years pass: each event is in the partition of its month, lists are read from one index in
// their order, what is older than is kept is dropped with its count, and nothing else changes or goes.
func TestTrailByMonth(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	pool := w.Store.Pool().Pgx()
	begun := thisMonth()
	var ids []uuid.UUID
	for n := range 24 {
		at := begun.AddDate(0, n, 0)
		dropped, err := w.Store.PartitionTrail(t.Context(), at, 0)
		require.NoError(t, err)
		require.Zero(t, dropped)
		ids = append(ids, eventAt(t, w, at))
	}
	require.NotContains(t, fmt.Sprint(tablesOfEvents(t, pool)), "audit_events_last", "there was always a month ahead")
	require.GreaterOrEqual(t, len(partitions(t, pool, "audit_events")), 24)
	requireCounted(t, pool)
	until, err := w.Store.TrailUntil(t.Context())
	require.NoError(t, err)
	require.Greater(t, until, begun.AddDate(0, 24, 0))

	for _, direction := range []string{"", " DESC"} {
		found, err := pool.Query(t.Context(),
			"SELECT id FROM audit_events WHERE portfolio_id = $1 AND subject_type = 'test' ORDER BY id"+direction,
			w.Harbor.Portfolio.ID())
		require.NoError(t, err)
		listed, err := pgx.CollectRows(found, pgx.RowTo[[16]byte])
		require.NoError(t, err)
		require.Len(t, listed, len(ids))
	}
	t.Run("plan", func(t *testing.T) {
		nodes.PlainOnly(t, "a plan of nodes is that of a shard, which has the partitions and indexes of the table")
		requireReadInOrder(t, pool, w.Harbor.Portfolio.ID())
	})
	for _, partition := range partitions(t, pool, "audit_events") {
		for _, change := range []string{"UPDATE %s SET action = 'x'", "DELETE FROM %s", "TRUNCATE %s"} {
			_, err := pool.Exec(t.Context(), fmt.Sprintf(change, partition))
			require.ErrorContains(t, err, "never changed or removed")
		}
	}

	dropped, err := w.Store.PartitionTrail(t.Context(), begun.AddDate(0, 23, 0), 12)
	require.NoError(t, err)
	require.Positive(t, dropped)
	requireCounted(t, pool)
	for n, id := range ids {
		var there bool
		require.NoError(t, pool.QueryRow(t.Context(), "SELECT count(*) > 0 FROM audit_events WHERE id = $1", id.String()).Scan(&there))
		require.True(t, there || n < 11, "event of month %d", n)
		require.False(t, there && n < 10, "event of month %d", n)
	}
	again, err := w.Store.PartitionTrail(t.Context(), begun.AddDate(0, 23, 0), 12)
	require.NoError(t, err)
	require.Zero(t, again)
}

// requireReadInOrder requires that a page of the trail is read by the index, from the first partitions alone.
func requireReadInOrder(t *testing.T, pool *pgxpool.Pool, portfolio uuid.UUID) {
	t.Helper()
	for _, direction := range []string{"", " DESC"} {
		found, err := pool.Query(t.Context(), fmt.Sprintf("EXPLAIN (ANALYZE, COSTS off, TIMING off) SELECT * FROM audit_events "+
			"WHERE portfolio_id = '%s' ORDER BY id%s LIMIT 5", portfolio, direction), pgx.QueryExecModeSimpleProtocol)
		require.NoError(t, err)
		plan, err := pgx.CollectRows(found, pgx.RowTo[string])
		require.NoError(t, err)
		text := strings.Join(plan, "\n")
		require.NotContains(t, text, "Sort", "%s", text)
		require.NotContains(t, text, "Merge Append", "%s", text)
		require.NotContains(t, text, "Seq Scan", "%s", text)
		require.Contains(t, text, "never executed", "the page is full before all partitions are read: %s", text)
	}
}

// tablesOfEvents are the partitions that have events, without the numbers of their shards.
func tablesOfEvents(t *testing.T, pool *pgxpool.Pool) []string {
	found, err := pool.Query(t.Context(), `SELECT DISTINCT regexp_replace(tableoid::regclass::text, '_\d{6,}$', '')
		FROM audit_events`)
	require.NoError(t, err)
	names, err := pgx.CollectRows(found, pgx.RowTo[string])
	require.NoError(t, err)
	return names
}

// TestTrailWithoutJob: months in which no job ran are in the last partition, and the job makes one of them.
func TestTrailWithoutJob(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	pool := w.Store.Pool().Pgx()
	late := thisMonth().AddDate(0, 9, 0)
	eventAt(t, w, late.AddDate(0, -3, 0))
	eventAt(t, w, late)
	require.Contains(t, tablesOfEvents(t, pool), "audit_events_last")
	_, err := w.Store.PartitionTrail(t.Context(), late, 0)
	require.NoError(t, err)
	require.NotContains(t, tablesOfEvents(t, pool), "audit_events_last")
	requireCounted(t, pool)
}

// TestKeysByDay uses keys around the boundary of two months, on a clock of its own: a key is one for 24 h wherever its
// record lies, and can be used again afterwards. The partitions of what has passed are dropped.
func TestKeysByDay(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	pool := w.Store.Pool().Pgx()
	boundary := time.Date(2031, 3, 1, 0, 0, 0, 0, time.UTC)
	for n := -12; n <= 0; n++ {
		_, err := w.Store.PartitionKeys(t.Context(), boundary.AddDate(0, 0, n))
		require.NoError(t, err)
	}
	keyOf := func(name string) storage.IdempotencyKey {
		return storage.IdempotencyKey{
			PortfolioID: w.Harbor.Portfolio.ID(), OrganizationID: w.Harbor.Organization.ID, Mode: string(model.ModeLive), Key: name,
		}
	}
	use := func(key string, now time.Time) (replayed bool) {
		t.Helper()
		require.NoError(t, w.Store.InTx(t.Context(), w.Harbor.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
			stored, err := tx.ClaimIdempotencyKey(ctx, keyOf(key), now)
			if err != nil || stored != nil {
				replayed = stored != nil
				return err
			}
			sum := sha256.Sum256(nil)
			return tx.SaveIdempotencyRecord(ctx, &storage.IdempotencyRecord{
				IdempotencyKey: keyOf(key), Fingerprint: sum[:], Status: 201, Header: http.Header{}, Body: []byte("{}"), CreatedAt: now,
			})
		}))
		return replayed
	}
	before, after := boundary.Add(-time.Millisecond), boundary
	require.False(t, use("a", before))
	require.True(t, use("a", before))
	require.True(t, use("a", after), "the record is in the partition of the day before")
	require.True(t, use("a", before.Add(storage.IdempotencyTTL-time.Millisecond)))
	require.False(t, use("a", before.Add(storage.IdempotencyTTL)), "its time has passed")
	require.True(t, use("a", before.Add(storage.IdempotencyTTL)))
	require.False(t, use("b", after))
	require.True(t, use("b", before), "by a node whose clock is behind")
	require.Contains(t, partitions(t, pool, "idempotency_records"), "idempotency_keys_2031_02_28")

	far := boundary.AddDate(0, 0, 60) // no partition, and no job meanwhile
	require.False(t, use("c", far))
	require.True(t, use("c", far.Add(time.Hour)))
	require.False(t, use("c", far.Add(storage.IdempotencyTTL)), "the record of before is in the same partition still")
	require.True(t, use("c", far.Add(storage.IdempotencyTTL)))
	_, err := w.Store.PartitionKeys(t.Context(), far)
	require.NoError(t, err)
	require.NotContains(t, partitions(t, pool, "idempotency_records"), "idempotency_keys_2031_02_28")
	require.True(t, use("c", far.Add(storage.IdempotencyTTL)))

	var users errgroup.Group
	made := make(chan struct{}, 20)
	for n := range 20 {
		users.Go(func() error {
			return w.Store.InTx(context.Background(), w.Harbor.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
				now := boundary.Add(time.Duration(n%2-1) * time.Millisecond)
				stored, err := tx.ClaimIdempotencyKey(ctx, keyOf("crowd"), now)
				if fault.CodeOf(err) == fault.CodeIdempotencyKeyInFlight || stored != nil {
					return nil
				}
				if err == nil {
					made <- struct{}{}
					err = tx.SaveIdempotencyRecord(ctx, &storage.IdempotencyRecord{IdempotencyKey: keyOf("crowd"),
						Fingerprint: []byte("x"), Status: 201, Header: http.Header{}, Body: []byte("{}"), CreatedAt: now})
				}
				return err
			})
		})
	}
	require.NoError(t, users.Wait())
	require.Len(t, made, 1, "on both sides of the boundary at once")
}

// TestPartitionsBesideOlderNodes brings a database of the release before up to date while its nodes write, and goes on with
// their statements afterwards: no event and no key is lost, and either release sees the keys of the other.
func TestPartitionsBesideOlderNodes(t *testing.T) {
	t.Parallel()
	store := storagetest.Open(t, storagetest.EmptyDatabase(t), postgres.Options{})
	pool := store.Pool().Pgx()
	portfolio := firstSchema(t, store)
	const rows = 2000
	storagetest.Bulk{Portfolios: []uuid.UUID{portfolio}, First: 1, Last: rows, Parents: 50}.Fill(t, pool)
	organization := storage.NewID()
	_, err := pool.Exec(t.Context(), `INSERT INTO organizations (id, lender_id, name, plan_key, created_at, updated_at)
		SELECT $1, lender_id, 'Of the lender', 'full', now(), now() FROM portfolios`, organization.String())
	require.NoError(t, err)
	keyOf := func(name string) storage.IdempotencyKey {
		return storage.IdempotencyKey{PortfolioID: portfolio, OrganizationID: organization, Mode: string(model.ModeLive), Key: name}
	}
	olderKey := func(key string) error {
		_, err := pool.Exec(t.Context(), `INSERT INTO idempotency_keys (organization_id, mode, key, fingerprint, status, header, body, created_at)
			VALUES ($1, 'live', $2, 'x', 201, '{}', '{}', now()) ON CONFLICT (organization_id, mode, key)
				DO UPDATE SET created_at = EXCLUDED.created_at`,
			organization.String(), key)
		return err
	}
	stop := make(chan struct{})
	written := 0
	var older errgroup.Group
	older.Go(func() error {
		for ; ; written++ {
			select {
			case <-stop:
				return nil
			default:
			}
			if err := olderKey(fmt.Sprintf("k%d", written)); err != nil {
				return err
			}
			b := storagetest.Bulk{Portfolios: []uuid.UUID{portfolio}, First: rows + 1 + written, Last: rows + 1 + written, Parents: 50}
			if _, err := pool.Exec(t.Context(), b.Insert(t, "audit_events")); err != nil {
				return err
			}
		}
	})
	applied, err := store.Migrate(t.Context())
	time.Sleep(100 * time.Millisecond) // older nodes go on
	close(stop)
	require.NoError(t, err)
	require.NoError(t, older.Wait())
	require.Contains(t, strings.Join(applied, " "), "0010_")
	var events, keys int
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM audit_events), (SELECT count(*) FROM idempotency_records)").
		Scan(&events, &keys))
	require.Equal(t, rows+written, events)
	require.Equal(t, written, keys)
	requireCounted(t, pool)

	_, err = store.PartitionKeys(t.Context(), time.Now())
	require.NoError(t, err)
	_, err = store.PartitionTrail(t.Context(), time.Now(), 0)
	require.NoError(t, err)
	require.NoError(t, olderKey("older"))
	require.NoError(t, store.InTx(t.Context(), portfolio, func(ctx context.Context, tx *storage.Tx) error {
		stored, err := tx.ClaimIdempotencyKey(ctx, keyOf("older"), time.Now())
		require.NoError(t, err)
		require.NotNil(t, stored, "a newer node sees an older one's key")
		return tx.SaveIdempotencyRecord(ctx, &storage.IdempotencyRecord{IdempotencyKey: keyOf("newer"),
			Fingerprint: []byte("x"), Status: 201, Header: http.Header{}, Body: []byte("{}"), CreatedAt: time.Now()})
	}))
	var seen bool
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT count(*) > 0 FROM idempotency_keys WHERE key = 'newer'").Scan(&seen))
	require.True(t, seen, "an older node sees a newer one's")
	require.NoError(t, olderKey("newer"))

	for _, name := range []string{"0010_quota", "0027_key_portfolio"} {
		text, err := os.ReadFile("migrations/" + name + ".up.sql")
		require.NoError(t, err)
		for part := range strings.SplitSeq(string(text), "--bun:split\n") {
			_, err := pool.Exec(t.Context(), part, pgx.QueryExecModeSimpleProtocol)
			require.NoError(t, err, "each part may be run again")
		}
	}
}
