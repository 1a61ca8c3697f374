package storage

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/mailer"
	"github.com/covertrack/covertrack/storage/rows"
)

// DueNotices are the planned notices of live portfolios whose time has come and whose policies are followed up.
type DueNotices struct {
	Count  int        `bun:"count"`
	Oldest *time.Time `bun:"oldest"` // when the first of them was due or asked for; nil if there are none
}

// DueNotices counts the notices of all live portfolios that are due.
func (h Handle) DueNotices(ctx context.Context, now time.Time) (DueNotices, error) {
	due, err := rows.First[DueNotices](ctx, h.db, rows.Planned, h.dueNotices(now).
		ColumnExpr("count(*) AS count, min(t.due_at) AS oldest"), "notice")
	if err != nil {
		return DueNotices{}, err
	}
	return *due, nil
}

// dueNotices selects from the notices of live portfolios that are due, with their portfolio and time. Those that were handed over
// to the mail server and the others are in two indexes, and letters about findings wait for their case, not for a policy.
func (h Handle) dueNotices(now time.Time) *bun.SelectQuery {
	some := func(handedOver string) *bun.SelectQuery {
		return h.db.NewSelect().TableExpr("portfolios AS f").
			ColumnExpr("n.portfolio_id, n.policy_id, n.case_id AS id, greatest(n.due_at, n.requested_at) AS due_at").
			Join("JOIN renewal_notices AS n ON n.portfolio_id = f.id").
			Where("f.mode = ? AND n.state = 'planned' AND n.due_at <= ?", model.ModeLive, now).Where(handedOver)
	}
	all := some("n.next_attempt_at IS NULL").UnionAll(some("n.next_attempt_at IS NOT NULL"))
	due := h.db.NewSelect().WithQuery(bun.NewWithQuery("due", all).Materialized()) // Citus joins a union only then
	ofPolicies := h.db.NewSelect().TableExpr("due AS t").ColumnExpr("t.portfolio_id, t.due_at").
		Join("JOIN policies AS o ON o.portfolio_id = t.portfolio_id AND o.id = t.policy_id").
		Where(followedUp, bun.List(model.FollowedUpStatuses()), now)
	ofCases := h.db.NewSelect().TableExpr("due AS d").ColumnExpr("d.portfolio_id, d.due_at").
		Join("JOIN cases AS t ON t.portfolio_id = d.portfolio_id AND t.id = d.id").
		Where("d.policy_id IS NULL AND NOT t.quiet AND t.status NOT IN ('onHold', 'closed')").
		Where("coalesce("+reviewOfCase+" <= ?, true)", now)
	return due.TableExpr("(? UNION ALL ?) AS t", ofPolicies, ofCases)
}

// MailStatus returns how mail works.
func (h Handle) MailStatus(ctx context.Context) (*mailer.Status, error) {
	return rows.First[mailer.Status](ctx, h.db, rows.Planned, h.db.NewSelect().Model((*mailer.Status)(nil)), "status")
}

// SaveMailStatus saves how mail works, and reports whether it did: another node may have been faster since the status was
// read as seen.
func (h Handle) SaveMailStatus(ctx context.Context, seen, now *mailer.Status) (saved bool, err error) {
	n, err := rows.Exec(ctx, h.db, h.db.NewUpdate().Model(now).Where("status = ? AND since = ?", seen.Status, seen.Since).
		Where("attempted_at IS NOT DISTINCT FROM ?", seen.AttemptedAt))
	return n > 0, err
}

// HoldMailStatus reports whether the outage goes on that began at a time, and keeps others from ending it until the
// transaction ends.
func (h Handle) HoldMailStatus(ctx context.Context, since time.Time) (goesOn bool, err error) {
	status, err := rows.Find[mailer.Status](ctx, h.db, rows.Planned, h.db.NewSelect().Model((*mailer.Status)(nil)).
		Where("t.status <> 'ok' AND t.since = ?", since).For("SHARE"))
	return status != nil, err
}

// ForgetMailTasks notes that the tasks of an origin are completed.
func (h Handle) ForgetMailTasks(ctx context.Context, origin string) error {
	_, err := rows.Exec(ctx, h.db, h.db.NewUpdate().Table("mail_status").Set("task_origin = NULL").Where("task_origin = ?", origin))
	return err
}

// PortfoliosWithoutTask are the live portfolios that have due notices, and others whose letters may wait, without those that have
// a task of the origin.
func (h Handle) PortfoliosWithoutTask(ctx context.Context, origin string, others []uuid.UUID, now time.Time) ([]uuid.UUID, error) {
	due, err := rows.IDs(ctx, h.db, rows.Planned, h.dueNotices(now).ColumnExpr("DISTINCT t.portfolio_id AS id"))
	for _, id := range others {
		if !slices.Contains(due, id) {
			due = append(due, id)
		}
	}
	if err != nil || len(due) == 0 {
		return nil, err
	}
	have, err := rows.IDs(ctx, h.db, rows.Planned, h.db.NewSelect().TableExpr("tasks AS k").ColumnExpr("k.portfolio_id AS id").
		Where("k.portfolio_id = ANY (?) AND k.origin = ?", rows.Array[uuid.UUID](due), origin))
	return slices.DeleteFunc(due, func(id uuid.UUID) bool { return slices.Contains(have, id) }), err
}

// PortfoliosWithTask are the portfolios that have an open task of the origin.
func (h Handle) PortfoliosWithTask(ctx context.Context, origin string) ([]uuid.UUID, error) {
	return rows.IDs(ctx, h.db, rows.Planned, h.db.NewSelect().TableExpr("portfolios AS f").ColumnExpr("f.id").
		Join("JOIN tasks AS k ON k.portfolio_id = f.id").
		Where("k.origin = ? AND k.state IN (?)", origin, bun.List(model.OpenTaskStates())))
}

// NoticeSurroundings are what the notices of policies, and the letters about findings of cases, depend on, by policy or case.
func (p *Portfolio) NoticeSurroundings(ctx context.Context, policies, cases []uuid.UUID) (map[uuid.UUID]*model.NoticeSurroundings, error) {
	of := func(table string, ids []uuid.UUID) *bun.SelectQuery {
		return p.db.NewSelect().TableExpr("? AS t", bun.Ident(table)).
			ColumnExpr("t.id, f.mode, m.status AS mail, m.reason, m.attempted_at, m.next_attempt_at").
			Join("JOIN portfolios AS f ON f.id = t.portfolio_id").Join("CROSS JOIN mail_status AS m").
			Where("t.portfolio_id = ? AND t.id = ANY (?)", p.ID(), rows.Array[uuid.UUID](ids))
	}
	around := of("policies", policies).ColumnExpr("t.review_until, " +
		"CASE WHEN t.status NOT IN ('active', 'renewalInProgress') THEN 'policyOnHold' END AS hold")
	if len(cases) > 0 {
		around = around.UnionAll(of("cases", cases).ColumnExpr(reviewOfCase +
			" AS review_until, CASE WHEN t.quiet OR t.status = 'onHold' THEN 'caseOnHold' END AS hold"))
	}
	found, err := rows.Read[model.NoticeSurroundings](ctx, p.db, rows.Planned, around)
	by := make(map[uuid.UUID]*model.NoticeSurroundings, len(found))
	for _, s := range found {
		by[s.ID] = s
	}
	return by, err
}

// reviewOfCase is until when letters about the findings of case t wait for evidence that is looked at.
const reviewOfCase = `(SELECT max(r.review_until) FROM policies AS r WHERE r.portfolio_id = t.portfolio_id AND r.case_id = t.id)`

// LendersWithoutReply are the names of the lenders that have policies in their live portfolio, and no address that their
// letters could name to be answered to.
func (h Handle) LendersWithoutReply(ctx context.Context) ([]string, error) {
	type row struct{ Name string }
	found, err := rows.Read[row](ctx, h.db, rows.Planned, h.db.NewSelect().TableExpr("lenders AS t").Column("t.name").
		Join("JOIN portfolios AS f ON f.lender_id = t.id").
		Where("f.mode = ? AND COALESCE(t.reply_to, t.contact_email) IS NULL", model.ModeLive).
		Where("f.id IN (SELECT p.portfolio_id FROM policies AS p)").OrderExpr("t.name"))
	names := make([]string, len(found))
	for i, lender := range found {
		names[i] = lender.Name
	}
	return names, err
}
