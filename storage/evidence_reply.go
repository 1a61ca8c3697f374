package storage

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// EvidenceReplies are the letters that say why evidence was not accepted. They have no lists: a submission shows its own.
var EvidenceReplies = rows.Define(Table[model.EvidenceReply, struct{}]{Noun: "evidence reply"})

// replies are the letters whose turn at the mail server has come. None goes out about a policy on hold.
func (p *Portfolio) replies(now time.Time) *bun.SelectQuery {
	return EvidenceReplies.Select(p, rows.Where("t.next_attempt_at <= ?", now)).
		Join("JOIN policies AS o ON o.portfolio_id = t.portfolio_id AND o.id = t.policy_id").
		Where("o.status <> ?", model.PolicyStatusOnHold)
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

// UpdateEvidenceReply saves the state of a reply that the transaction has locked.
func (p *Portfolio) UpdateEvidenceReply(ctx context.Context, r *model.EvidenceReply) error {
	return EvidenceReplies.Save(ctx, p, []*model.EvidenceReply{r}, "mail")
}
