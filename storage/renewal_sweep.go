package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// DuePolicy is a policy that is followed up and has a notice that is due and not handed over to the mail server.
type DuePolicy struct {
	PolicyID uuid.UUID
	CaseID   uuid.UUID
	NoticeID uuid.UUID
	DueAt    time.Time
}

// DuePolicies are policies with due notices, by the notices' time, after the given one (nil for the first): a policy appears
// once for each notice.
func (p *Portfolio) DuePolicies(ctx context.Context, now time.Time, after *DuePolicy, limit int) ([]DuePolicy, error) {
	var due []DuePolicy
	q := p.duePolicies(now)
	if after != nil {
		q = q.Where("(t.due_at, t.id) > (?, ?)", after.DueAt, after.NoticeID)
	}
	err := q.OrderExpr("t.due_at, t.id").Limit(int64(limit)).Scan(ctx, &due)
	return due, Translate(err)
}

// DuePolicy is the policy if it has a due notice, else nil.
func (p *Portfolio) DuePolicy(ctx context.Context, id uuid.UUID, now time.Time) (*DuePolicy, error) {
	var due []DuePolicy
	err := p.duePolicies(now).Where("t.policy_id = ?", id).Limit(1).Scan(ctx, &due)
	if err != nil || len(due) == 0 {
		return nil, Translate(err)
	}
	return &due[0], nil
}

func (p *Portfolio) duePolicies(now time.Time) *bun.SelectQuery {
	followedUp := []model.PolicyStatus{model.PolicyStatusActive, model.PolicyStatusRenewalInProgress}
	return p.db.NewSelect().TableExpr("renewal_notices AS t").
		ColumnExpr("t.policy_id, t.case_id, t.id AS notice_id, t.due_at").
		Join("JOIN policies AS o ON o.portfolio_id = t.portfolio_id AND o.id = t.policy_id").
		Where("t.portfolio_id = ?", p.id).
		Where("t.state = 'planned' AND t.next_attempt_at IS NULL AND t.due_at <= ?", now).
		Where("o.status IN (?)", bun.List(followedUp))
}

// LockFreeCases locks those of the cases that nobody else has locked: the sweep waits for nobody.
func (p *Portfolio) LockFreeCases(ctx context.Context, ids []uuid.UUID) ([]*model.Case, error) {
	return byID[model.Case](ctx, p, p.cases().OrderExpr("t.id").For("NO KEY UPDATE SKIP LOCKED"), ids)
}

// LockFreePolicies is LockFreeCases for policies of those cases.
func (p *Portfolio) LockFreePolicies(ctx context.Context, ids []uuid.UUID) ([]*model.Policy, error) {
	return byID[model.Policy](ctx, p, p.policies().OrderExpr("t.id").For("NO KEY UPDATE OF t SKIP LOCKED"), ids)
}

// LockDueNotices locks the planned notices of policies that are locked, as far as they are due. A notice that the mail server
// is getting at this moment is missing.
func (p *Portfolio) LockDueNotices(ctx context.Context, policies []uuid.UUID, now time.Time) ([]*model.RenewalNotice, error) {
	notices := []*model.RenewalNotice{}
	if len(policies) == 0 {
		return notices, nil
	}
	err := p.renewalNotices().Where("t.policy_id IN (?) AND t.state = 'planned' AND t.due_at <= ?", bun.List(policies), now).
		OrderExpr("t.id").For("NO KEY UPDATE SKIP LOCKED").Scan(ctx, &notices)
	return notices, Translate(err)
}

// Mailboxes are those of the contacts that can be written to, and when followUp asks for them those who follow up the
// renewals of self-managed cases.
func (p *Portfolio) Mailboxes(ctx context.Context, contacts []uuid.UUID, followUp bool) (boxes model.Mailboxes, err error) {
	boxes.Contacts = map[uuid.UUID]model.Mailbox{}
	if len(contacts) > 0 {
		var rows []model.Mailbox
		err = p.db.NewRaw(`SELECT id, display_name AS name, email FROM users WHERE portfolio_id = ? AND id IN (?) AND active
			UNION ALL SELECT id, display_name, email FROM brokers WHERE portfolio_id = ? AND id IN (?) AND email IS NOT NULL`,
			p.id, bun.List(contacts), p.id, bun.List(contacts)).Scan(ctx, &rows)
		for _, row := range rows {
			boxes.Contacts[row.ID] = row
		}
	}
	if err == nil && followUp {
		err = p.db.NewRaw(`SELECT id, display_name AS name, email FROM users
			WHERE portfolio_id = ? AND active AND role IN ('admin', 'analyst') ORDER BY id`, p.id).Scan(ctx, &boxes.FollowUp)
	}
	return boxes, Translate(err)
}
