package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// NoticeAttempts are the attempts to send renewal notices that are over. They have no lists: a notice shows its own.
var NoticeAttempts = rows.Define(Table[model.NoticeAttempt, struct{}]{Noun: "notice attempt"})

// KeepNoticeAttempts adds the attempts of the notices that are over and have no row yet.
func (p *Portfolio) KeepNoticeAttempts(ctx context.Context, notices []*model.RenewalNotice) error {
	var over []*model.NoticeAttempt
	for _, n := range notices {
		if a := n.Attempt(); a != nil {
			a.PortfolioID, a.ID = p.ID(), NewID()
			over = append(over, a)
		}
	}
	if len(over) == 0 {
		return nil
	}
	_, err := rows.Exec(ctx, p.db, p.db.NewInsert().Model(&over).On("CONFLICT (portfolio_id, notice_id, number) DO NOTHING"))
	return err
}

// AttemptsOfNotice are the attempts of a notice without their HTML, the oldest 200.
func (p *Portfolio) AttemptsOfNotice(ctx context.Context, notice uuid.UUID) ([]*model.NoticeAttempt, error) {
	return NoticeAttempts.Of(ctx, p.Showing(func(string) bool { return false }), "notice_id", []uuid.UUID{notice})
}
