package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/rows"
)

// The questions below ask for all portfolios at once what each portfolio's own queries ask, by the same conditions. They find
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
	return s.portfoliosWith(ctx, noticesToDecide(due(), now), lettersToCarryOut(due()), coveredTasks(s.portfolioOf("tasks"), now))
}

// PortfoliosWithDueLetters are the portfolios, but for sandboxes, in which HasDelivery, HasLetter, HasReply or HasPlacementLetter
// finds something, by lender and mode.
func (s *Store) PortfoliosWithDueLetters(ctx context.Context, now time.Time) ([]*model.Portfolio, error) {
	return s.portfoliosWith(ctx,
		noticesToSend(s.portfolioOf("renewal_notices"), now),
		lettersToSend(s.portfolioOf("renewal_notices"), now),
		dueReplies(s.portfolioOf("evidence_replies"), now),
		dueEmails(s.portfolioOf("placement_letters"), now),
	)
}

// PortfoliosWithDuePlacements are the portfolios, but for sandboxes, in which DuePlacements finds something, by lender and mode.
func (s *Store) PortfoliosWithDuePlacements(ctx context.Context, now time.Time) ([]*model.Portfolio, error) {
	return s.portfoliosWith(ctx, duePlacements(s.portfolioOf("placements"), now))
}

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
