package storage

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage/rows"
)

const (
	// monthsAhead is how many months the audit trail has a partition for, after the present one.
	monthsAhead = 2
	// daysAhead is how many days the idempotency keys have a partition for.
	daysAhead = 3
	// firstKeysIn is when the first day with a partition of keys begins: until then nodes of the release before, which
	// know the partition of the rest alone, may run beside newer ones.
	firstKeysIn = 7 * 24 * time.Hour
	// partitionLock is how long a change of partitions waits for those who read and write. It is tried again an hour later.
	partitionLock = "SET LOCAL lock_timeout = '900ms'"
	// partitionTime is how long it may take, as the number of rows decides.
	partitionTime = "SET LOCAL statement_timeout = 0"
)

// partition is a part of a partitioned table, without the bounds that are open.
type partition[T any] struct {
	name     string
	from, to *T
}

// uuidBounds and timeBounds read the bounds of a partition out of its description.
const (
	partitionsQuery = `SELECT c.relname, substring(b.text FROM 'FROM \(''([^'']+)''\)')::%[2]s,
			substring(b.text FROM 'TO \(''([^'']+)''\)')::%[2]s
		FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid,
			LATERAL (SELECT pg_get_expr(c.relpartbound, c.oid) AS text) AS b
		WHERE i.inhparent = '%[1]s'::regclass ORDER BY 2 NULLS FIRST`
)

func partitionsOf[T any](ctx context.Context, tx pgx.Tx, table, kind string) ([]partition[T], error) {
	found, err := tx.Query(ctx, fmt.Sprintf(partitionsQuery, table, kind))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, func(row pgx.CollectableRow) (p partition[T], err error) {
		err = row.Scan(&p.name, &p.from, &p.to)
		return p, err
	})
}

// inPartitions runs fn in a transaction that changes the partitions of a table, one at a time of all nodes.
func (s *Store) inPartitions(ctx context.Context, fn func(tx pgx.Tx) error) error {
	return Translate(pgx.BeginFunc(ctx, s.pool.Pgx(), func(tx pgx.Tx) error {
		if err := oneByOne(ctx, tx, partitionLock, partitionTime); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", migrationLock+1); err != nil {
			return err
		}
		return fn(tx)
	}))
}

// oneByOne runs statements, each in a message of its own: a distributed database hands the whole text of a message on to
// its workers, which refuse several statements at once.
func oneByOne(ctx context.Context, tx pgx.Tx, statements ...string) error {
	for _, statement := range statements {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// PartitionKeys gives the coming days a partition of idempotency keys each, and drops those of days whose keys' time has
// passed. It returns how many it dropped. A day without a partition is in that of the rest: no key is lost or refused.
func (s *Store) PartitionKeys(ctx context.Context, now time.Time) (dropped int, err error) {
	const table = "idempotency_records"
	err = s.inPartitions(ctx, func(tx pgx.Tx) error {
		all, err := partitionsOf[time.Time](ctx, tx, table, "timestamptz")
		if err != nil {
			return err
		}
		next := day(now.Add(firstKeysIn))
		for _, p := range all {
			if p.to == nil {
				continue
			}
			// Where the job has not run for long, the rest has keys of the days since: those have none of their own any more.
			if next = *p.to; next.Before(now) {
				next = day(now).AddDate(0, 0, 2)
			}
			if !p.to.After(now.Add(-IdempotencyTTL)) {
				if _, err := tx.Exec(ctx, "DROP TABLE "+pgx.Identifier{p.name}.Sanitize()); err != nil {
					return err
				}
				dropped++
			}
		}
		last := day(now).AddDate(0, 0, daysAhead)
		if len(all) == 1 {
			last = next.AddDate(0, 0, daysAhead)
		}
		for ; next.Before(last); next = next.AddDate(0, 0, 1) {
			name := pgx.Identifier{"idempotency_keys_" + next.Format("2006_01_02")}.Sanitize()
			if _, err := tx.Exec(ctx, fmt.Sprintf(`CREATE TABLE %s PARTITION OF %s (PRIMARY KEY (organization_id, mode, key, portfolio_id))
				FOR VALUES FROM ('%s') TO ('%s')`, name, table, stamp(next), stamp(next.AddDate(0, 0, 1)))); err != nil {
				return err
			}
		}
		return nil
	})
	return dropped, err
}

// PartitionTrail gives the coming months a partition of the audit trail each, and drops those that are older than keep
// months; 0 keeps all. It returns how many it dropped. The last partition has no end: no event is lost or refused.
func (s *Store) PartitionTrail(ctx context.Context, now time.Time, keep int) (dropped int, err error) {
	err = s.inPartitions(ctx, func(tx pgx.Tx) error {
		for {
			all, err := partitionsOf[string](ctx, tx, "audit_events", "uuid::text")
			if err != nil {
				return err
			}
			if made, err := addMonth(ctx, tx, all[len(all)-1], now); err != nil || !made {
				return err
			}
		}
	})
	if err != nil || keep == 0 {
		return 0, err
	}
	for err == nil {
		var done bool
		done, err = s.dropMonth(ctx, month(now).AddDate(0, -keep, 0))
		if !done {
			break
		}
		dropped++
	}
	return dropped, err
}

// addMonth ends the last partition of the trail where the next month begins, unless there are enough. It has no events
// then, or those of the months in which the job did not run, which stay in it; their number decides how long it takes.
func addMonth(ctx context.Context, tx pgx.Tx, last partition[string], now time.Time) (made bool, err error) {
	var begins time.Time
	if err := tx.QueryRow(ctx, timeOfID, *last.from).Scan(&begins); err != nil {
		return false, err
	}
	begins = begins.UTC()
	ends := month(begins).AddDate(0, 1, 0)
	if this := month(now).AddDate(0, 1, 0); ends.Before(this) {
		ends = this
	}
	if ends.After(month(now).AddDate(0, monthsAhead+1, 0)) {
		return false, nil
	}
	name := pgx.Identifier{"audit_events_" + begins.Format("2006_01")}.Sanitize()
	return true, oneByOne(ctx, tx,
		"ALTER TABLE audit_events DETACH PARTITION audit_events_last",
		"ALTER TABLE audit_events_last RENAME TO "+name,
		fmt.Sprintf("ALTER TABLE audit_events ATTACH PARTITION %s FOR VALUES FROM ('%s') TO (first_id('%s'))", name, *last.from, stamp(ends)),
		fmt.Sprintf("CREATE TABLE audit_events_last PARTITION OF audit_events FOR VALUES FROM (first_id('%s')) TO (MAXVALUE)", stamp(ends)),
		"SELECT make_append_only('audit_events_last', 'refuse_audit_change')")
}

// timeOfID is the time that a UUIDv7 begins with.
const timeOfID = `SELECT to_timestamp(('x' || left(translate($1::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`

// dropMonth drops the oldest partition of the trail if it ends before a time, and reports whether it did. Its events are
// counted before those who write are kept out, which lasts for a moment.
func (s *Store) dropMonth(ctx context.Context, before time.Time) (dropped bool, err error) {
	err = s.inPartitions(ctx, func(tx pgx.Tx) error {
		all, err := partitionsOf[string](ctx, tx, "audit_events", "uuid::text")
		if err != nil {
			return err
		}
		oldest := all[0]
		if oldest.to == nil {
			return nil
		}
		if err := tx.QueryRow(ctx, "SELECT $1::uuid <= first_id($2)", *oldest.to, before).Scan(&dropped); err != nil || !dropped {
			return err
		}
		name := pgx.Identifier{oldest.name}.Sanitize()
		if _, err := tx.Exec(ctx, "LOCK TABLE ONLY "+name+" IN SHARE ROW EXCLUSIVE MODE"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO record_counts SELECT portfolio_id, 'audit_events', -1, -count(*) FROM `+name+` GROUP BY 1
			ON CONFLICT (portfolio_id, noun, shard) DO UPDATE SET n = record_counts.n + EXCLUDED.n`); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "DROP TABLE "+name)
		return err
	})
	return dropped && err == nil, err
}

// TrailUntil is until when the audit trail has partitions of months.
func (s *Store) TrailUntil(ctx context.Context) (until time.Time, err error) {
	err = pgx.BeginTxFunc(ctx, s.pool.Pgx(), pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		all, err := partitionsOf[string](ctx, tx, "audit_events", "uuid::text")
		if err != nil {
			return err
		}
		return tx.QueryRow(ctx, timeOfID, *all[len(all)-1].from).Scan(&until)
	})
	return until, Translate(err)
}

func day(at time.Time) time.Time { return at.UTC().Truncate(24 * time.Hour) }

func month(at time.Time) time.Time {
	return time.Date(at.UTC().Year(), at.UTC().Month(), 1, 0, 0, 0, 0, time.UTC)
}

func stamp(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05+00") }

// removedAtOnce is how many events one transaction removes. Meanwhile the portfolio's next events wait for their positions.
const removedAtOnce = 5000

// removeOld removes the first events of a feed that are from before a time, and moves its beginning behind them. A subject's
// count of events stays. The head is locked first, as by those who give places.
const removeOld = `WITH head AS MATERIALIZED (
		SELECT portfolio_id FROM event_heads WHERE portfolio_id = ? FOR UPDATE
	), first AS (
		SELECT e.position, e.at FROM events AS e, head WHERE e.portfolio_id = $1 ORDER BY e.position LIMIT ?
	), old AS (
		SELECT max(position) AS position FROM first
		WHERE position < coalesce((SELECT min(position) FROM first WHERE at >= ?), 9223372036854775807)
	), gone AS (
		DELETE FROM events AS e USING old WHERE e.portfolio_id = $1 AND e.position <= old.position RETURNING e.position
	), moved AS (
		UPDATE event_heads AS h SET removed_to = greatest(h.removed_to, old.position) FROM old
		WHERE h.portfolio_id = $1 AND old.position IS NOT NULL
	)
	SELECT count(*) FROM gone`

// RemoveEvents removes the events of all feeds that are from before a time, and returns how many: not of sandboxes, whose events
// have other times. It never leaves out an
// event and removes a later one.
func (s *Store) RemoveEvents(ctx context.Context, before time.Time) (removed int, err error) {
	portfolios, err := rows.IDs(ctx, s.db, rows.Prepared, rows.SQL("SELECT portfolio_id FROM event_heads "+
		"WHERE portfolio_id NOT IN (SELECT id FROM portfolios WHERE mode = 'sandbox') ORDER BY portfolio_id"))
	for _, portfolio := range portfolios {
		for some := removedAtOnce; err == nil && some == removedAtOnce; removed += some {
			err = rows.Scan(ctx, s.db, rows.Planned, rows.SQL(removeOld, portfolio, removedAtOnce, before), &some)
		}
	}
	return removed, err
}
