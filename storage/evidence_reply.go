package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// EvidenceReplies are the letters that say why evidence was not accepted. They have no lists: a submission shows its own.
var EvidenceReplies = rows.Define(Table[model.EvidenceReply, struct{}]{Noun: "evidence reply"})

// replies are the letters whose turn at the mail server has come. None goes out about a policy on hold.
func (p *Portfolio) replies(now time.Time) *bun.SelectQuery {
	return dueReplies(EvidenceReplies.Select(p), p.ID(), now)
}

func dueReplies(q *bun.SelectQuery, of owner, now time.Time) *bun.SelectQuery {
	return q.Where("t.next_attempt_at <= ?", now).
		Where(`(SELECT o.status <> ? FROM policies AS o WHERE o.portfolio_id = ? AND o.id = t.policy_id)`, model.PolicyStatusOnHold, of)
}

// HasReply reports whether a reply to evidence waits for the mail server, or is being sent by another transaction.
func (p *Portfolio) HasReply(ctx context.Context, now time.Time) (bool, error) {
	return rows.Exists(ctx, p.db, rows.Planned, p.replies(now))
}

// LockNextReply is LockNextDelivery for the replies to evidence.
func (p *Portfolio) LockNextReply(ctx context.Context, now time.Time, patience time.Duration) (*model.EvidenceReply, error) {
	next, err := rows.Find[model.EvidenceReply](ctx, p.db, rows.Planned, p.replies(now).
		OrderExpr("t.next_attempt_at, t.id").Limit(1).For(string(rows.ForUpdateIfFree)))
	if err != nil || next == nil {
		return nil, err
	}
	return next, Handle{db: p.db}.LetIdle(ctx, patience)
}

// LockRepliesOfCase finds the replies of a locked case that are not settled, and keeps the delivery from them.
func (p *Portfolio) LockRepliesOfCase(ctx context.Context, id uuid.UUID) ([]*model.EvidenceReply, error) {
	return rows.Read[model.EvidenceReply](ctx, p.db, rows.Prepared, EvidenceReplies.Select(p,
		rows.Where("t.case_id = ?", id), rows.Where("t.state = 'planned'")).OrderExpr("t.id").For(string(rows.ForUpdate)))
}

// UpdateEvidenceReplies saves the state of replies that the transaction has locked.
func (p *Portfolio) UpdateEvidenceReplies(ctx context.Context, replies ...*model.EvidenceReply) error {
	return EvidenceReplies.Save(ctx, p, replies, "mail")
}
