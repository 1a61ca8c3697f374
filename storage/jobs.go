package storage

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/storage/postgres"
)

// Backlog is what waits in a queue of background jobs.
type Backlog struct {
	Queue string
	// Waiting is the number of jobs that could run now.
	Waiting int
	// Oldest is how long the first of them has waited; 0 if none waits.
	Oldest time.Duration
}

// Backlogs returns what waits in each queue that has anything waiting, of all nodes together.
func (s *Store) Backlogs(ctx context.Context) (all []Backlog, err error) {
	const query = `SELECT queue, count(*), extract(epoch FROM now() - min(scheduled_at))::float8 FROM river_job
		WHERE state IN ('available', 'retryable', 'scheduled') AND scheduled_at <= now() GROUP BY queue`
	err = s.pool.Run(ctx, postgres.Statement{SQL: query, Read: func(found pgx.Rows) error {
		all, err = pgx.CollectRows(found, func(row pgx.CollectableRow) (b Backlog, err error) {
			var seconds float64
			err = row.Scan(&b.Queue, &b.Waiting, &seconds)
			b.Oldest = time.Duration(seconds * float64(time.Second))
			return b, err
		})
		return err
	}})
	return all, err
}
