package storage

import (
	"context"
	"time"

	"github.com/covertrack/covertrack/storage/rows"
)

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
