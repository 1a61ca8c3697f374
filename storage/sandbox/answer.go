package sandbox

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// Answers are what brokers do in sandboxes.
var Answers = rows.Define(storage.Table[sandbox.Answer, model.SandboxAnswerFilter]{
	Noun: "answer",
	Filter: func(f model.SandboxAnswerFilter) []rows.Condition {
		return []rows.Condition{
			rows.In("id", f.ID.Value()),
			rows.In("policy_id", f.PolicyID.Value()),
			rows.In("state", f.State.Value()),
			rows.Within("created_at", f.CreatedAt.Value()),
			rows.Within("updated_at", f.UpdatedAt.Value()),
		}
	},
})

// PlannedAnswers counts the answers of a sandbox that are to come.
func PlannedAnswers(ctx context.Context, p *storage.Portfolio) (n int, err error) {
	err = rows.Scan(ctx, rows.DBOf(p), rows.Planned,
		rows.SQL("SELECT count(*) FROM sandbox_answers WHERE portfolio_id = ? AND state = 'planned'", p.ID()), &n)
	return n, err
}

// NextAnswer returns the answer of a sandbox that comes next, nil if none is to come.
func NextAnswer(ctx context.Context, p *storage.Portfolio) (*sandbox.Answer, error) {
	return rows.Find[sandbox.Answer](ctx, rows.DBOf(p), rows.Prepared,
		Answers.Select(p, rows.Where("t.state = 'planned'")).OrderExpr("t.due_at, t.id").Limit(1))
}

// UsableLink returns the newest evidence link of a policy that is usable at a time, nil if none is.
func UsableLink(ctx context.Context, p *storage.Portfolio, of *model.Policy, now time.Time) (*uuid.UUID, error) {
	links, err := rows.Read[model.EvidenceLink](ctx, rows.DBOf(p), rows.Planned,
		storage.EvidenceLinks.Select(p, rows.Where("t.policy_id = ?", of.ID)).OrderExpr("t.created_at DESC, t.id DESC"))
	for _, link := range links {
		if link.Usable(of.TermNumber, of.State(), now) {
			return &link.ID, err
		}
	}
	return nil, err
}
