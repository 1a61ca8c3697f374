package storage

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/exporting"
	"github.com/covertrack/covertrack/model/fault"
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

// DueExport is an export that no node writes.
type DueExport struct {
	exporting.Export `bun:",extend"`

	Lender uuid.UUID `bun:",scanonly"` // of a sandbox the real one
}

// ExportsDue returns exports of all portfolios that no node writes: the oldest of each, then the second of each, and so on.
func (s *Store) ExportsDue(ctx context.Context, now time.Time) ([]*DueExport, error) {
	return rows.Read[DueExport](ctx, s.db, rows.Planned, s.db.NewSelect().Model((*exporting.Export)(nil)).
		ColumnExpr("t.*, "+OwnerOf("t.portfolio_id")+" AS lender").Where("t.settled_at IS NULL AND t.leased_until <= ?", now).
		OrderExpr("row_number() OVER (PARTITION BY t.portfolio_id ORDER BY t.created_at), t.created_at").Limit(100))
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
func (p *Portfolio) DeleteExport(ctx context.Context, id uuid.UUID) (removed bool, err error) {
	n, err := rows.Exec(ctx, p.db, p.db.NewDelete().Model((*exporting.Export)(nil)).Where("portfolio_id = ? AND id = ?", p.ID(), id))
	return n > 0, err
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

// The questions of the sweeps ask for all portfolios at once what each portfolio's own queries ask, by the same conditions. They find
// the rows by indexes that begin with the time, or that hold what waits alone: with nothing due they cost the same for any number
// of portfolios.

// PortfoliosWithDueVerdicts are the portfolios, but for sandboxes, in which DueCases or UnjudgedClauses finds something, by lender
// and mode.
func (s *Store) PortfoliosWithDueVerdicts(ctx context.Context, day time.Time, floodRows int) ([]*model.Portfolio, error) {
	return s.portfoliosWith(ctx,
		dueOnDay(s.portfolioOf("case_verdicts"), day),
		withFewerRows(s.portfolioOf("case_verdicts"), floodRows),
		s.portfolioOf("mortgagee_clauses").Where(isUnjudged),
	)
}

// PortfoliosWithDueNotices are the portfolios, but for sandboxes, in which DuePolicies, CasesWithDueLetters or HasCoveredTasks
// finds something, by lender and mode. Whether a task is covered no index knows: all open ones of renewals and cancellations are
// looked at.
func (s *Store) PortfoliosWithDueNotices(ctx context.Context, now time.Time) ([]*model.Portfolio, error) {
	due := func() *bun.SelectQuery {
		// It is due_at of those that were not handed over to the mail server. Of this expression, which has an index, Postgres
		// knows how few planned notices are due; of due_at it knows that most notices are.
		return s.portfolioOf("renewal_notices").Where("coalesce(t.next_attempt_at, t.due_at) <= ?", now)
	}
	return s.portfoliosWith(ctx, noticesToDecide(due(), ofRow, now), lettersToCarryOut(due(), ofRow),
		coveredTasks(s.portfolioOf("tasks"), ofRow, now))
}

// PortfoliosWithDueLetters are the portfolios, but for sandboxes, in which HasDelivery, HasLetter, HasReply or HasPlacementLetter
// finds something, by lender and mode.
func (s *Store) PortfoliosWithDueLetters(ctx context.Context, now time.Time) ([]*model.Portfolio, error) {
	return s.portfoliosWith(ctx,
		noticesToSend(s.portfolioOf("renewal_notices"), ofRow, now),
		lettersToSend(s.portfolioOf("renewal_notices"), ofRow, now),
		dueReplies(s.portfolioOf("evidence_replies"), ofRow, now),
		dueEmails(s.portfolioOf("placement_letters"), ofRow, now),
	)
}

// PortfoliosWithDuePlacements are the portfolios, but for sandboxes, in which DuePlacements finds something, by lender and mode.
func (s *Store) PortfoliosWithDuePlacements(ctx context.Context, now time.Time) ([]*model.Portfolio, error) {
	return s.portfoliosWith(ctx, duePlacements(s.portfolioOf("placements"), now))
}

// owner says in whose portfolio a query looks rows up for its rows t: an id, or ofRow in queries of all portfolios. Citus locks
// rows only where each table of the query names the portfolio.
type owner any

const ofRow = bun.Safe("t.portfolio_id")

// portfolioOf selects the portfolios of the rows t of a table.
func (s *Store) portfolioOf(table string) *bun.SelectQuery {
	return s.db.NewSelect().TableExpr("? AS t", bun.Ident(table)).Column("t.portfolio_id")
}

// portfoliosWith are the portfolios that one of the queries names, in the order of Portfolios. If very much is due, Postgres may have
// no time to find all of it: then these are all portfolios, each of which finds its own in small parts.
func (s *Store) portfoliosWith(ctx context.Context, due ...*bun.SelectQuery) ([]*model.Portfolio, error) {
	named := due[0]
	for _, q := range due[1:] {
		named = named.Union(q)
	}
	found, err := rows.Read[model.Portfolio](ctx, s.db, rows.Planned, s.portfolios().Where("t.id IN (?)", named))
	if fault.CodeOf(err) == fault.CodeUnavailable {
		return s.Portfolios(ctx)
	}
	return found, err
}

// portfoliosWithDeliveries are all portfolios that have deliveries of webhooks, by what their triggers count.
func (s *Store) portfoliosWithDeliveries(ctx context.Context) ([]uuid.UUID, error) {
	return rows.IDs(ctx, s.db, rows.Planned, s.db.NewSelect().Table("record_counts").ColumnExpr("portfolio_id AS id").
		Where("noun = ?", WebhookDeliveries.Name()).GroupExpr("1").Having("sum(n) > 0"))
}
