package storage

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/exporting"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/rows"
)

// noMetadata is the condition of lists whose records have none.
var noMetadata graphql.Omittable[[]*model.MetadataMatch]

// Exports are what was taken out of portfolios as files.
var Exports = rows.Define(Table[exporting.Export, model.ExportFilter]{
	Noun: "export",
	Filter: func(f model.ExportFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, noMetadata),
			rows.In("state", f.State.Value()),
			rows.In("schedule_id", f.ScheduleID.Value()),
		}
	},
})

// ExportSchedules ask for exports again and again.
var ExportSchedules = rows.Define(Table[exporting.ExportSchedule, model.ExportScheduleFilter]{
	Noun: "export schedule",
	Filter: func(f model.ExportScheduleFilter) []rows.Condition {
		return []rows.Condition{rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, noMetadata)}
	},
})

// LockExports keeps others from adding exports or schedules to the portfolio until the transaction ends, and returns how many
// exports wait or run, and how many schedules there are.
func (p *Portfolio) LockExports(ctx context.Context) (open, schedules int, err error) {
	if err := p.lock(ctx, lockOfExports); err != nil {
		return 0, 0, err
	}
	const query = `SELECT (SELECT count(*) FROM exports WHERE portfolio_id = ? AND state IN ('queued', 'running')),
		(SELECT count(*) FROM export_schedules WHERE portfolio_id = ?)`
	err = rows.Scan(ctx, p.db, rows.Prepared, rows.SQL(query, p.ID(), p.ID()), &open, &schedules)
	return open, schedules, err
}

// ExportsDue returns exports of all portfolios that no node writes, the oldest first.
func (s *Store) ExportsDue(ctx context.Context, now time.Time) ([]*exporting.Export, error) {
	return rows.Read[exporting.Export](ctx, s.db, rows.Planned, s.db.NewSelect().Model((*exporting.Export)(nil)).
		Where("t.settled_at IS NULL AND t.leased_until <= ?", now).OrderExpr("t.created_at").Limit(100))
}

// ExportsExpired returns exports of all portfolios whose files nobody gets any more.
func (s *Store) ExportsExpired(ctx context.Context, now time.Time) ([]*exporting.Export, error) {
	return rows.Read[exporting.Export](ctx, s.db, rows.Planned, s.db.NewSelect().Model((*exporting.Export)(nil)).
		Where("t.expires_at <= ?", now).OrderExpr("t.expires_at").Limit(100))
}

// ExportSchedulesDue returns the schedules of all portfolios whose time has come, in a sandbox by its clock.
func (s *Store) ExportSchedulesDue(ctx context.Context, now time.Time) ([]*exporting.ExportSchedule, error) {
	return rows.Read[exporting.ExportSchedule](ctx, s.db, rows.Planned, s.db.NewSelect().Model((*exporting.ExportSchedule)(nil)).
		Join("LEFT JOIN sandboxes AS s ON s.id = t.portfolio_id").Where("t.next_at <= coalesce(s.now, ?)", now).
		OrderExpr("t.next_at").Limit(100))
}

// ExportsOf returns the exports of a schedule that are done, the newest first.
func (p *Portfolio) ExportsOf(ctx context.Context, schedule uuid.UUID) ([]*exporting.Export, error) {
	return rows.Read[exporting.Export](ctx, p.db, rows.Planned, p.db.NewSelect().Model((*exporting.Export)(nil)).
		Where("t.portfolio_id = ? AND t.schedule_id = ? AND t.state = 'done' AND t.expires_at IS NULL", p.ID(), schedule).
		OrderExpr("t.id DESC"))
}

// DeleteExport removes an export whose files are gone.
func (p *Portfolio) DeleteExport(ctx context.Context, id uuid.UUID) error {
	_, err := rows.Exec(ctx, p.db, p.db.NewDelete().Model((*exporting.Export)(nil)).Where("portfolio_id = ? AND id = ?", p.ID(), id))
	return err
}

// DeleteExportSchedule removes a schedule, and has what it made removed after a while.
func (p *Portfolio) DeleteExportSchedule(ctx context.Context, id uuid.UUID, expires time.Time) error {
	_, err := rows.Exec(ctx, p.db, p.db.NewUpdate().Model((*exporting.Export)(nil)).Set("expires_at = ?", expires).
		Where("portfolio_id = ? AND schedule_id = ? AND state = 'done' AND expires_at IS NULL", p.ID(), id))
	if err == nil {
		_, err = rows.Exec(ctx, p.db,
			p.db.NewDelete().Model((*exporting.ExportSchedule)(nil)).Where("portfolio_id = ? AND id = ?", p.ID(), id))
	}
	return err
}

// Backlog is what waits in a queue of background jobs.
type Backlog struct {
	Queue string
	// Waiting is the number of jobs that could run now.
	Waiting int
	// Oldest is how long the first of them has waited; 0 if none waits.
	Oldest time.Duration
}

// Backlogs returns what waits in each queue that has anything waiting, of all nodes together. Jobs that are held are left out.
func (s *Store) Backlogs(ctx context.Context) (all []Backlog, err error) {
	const query = `SELECT queue, count(*), extract(epoch FROM now() - min(scheduled_at))::float8 FROM river_job
		WHERE state IN ('available', 'retryable', 'scheduled') AND scheduled_at <= now() AND queue NOT LIKE 'sandboxes-%' GROUP BY queue`
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
