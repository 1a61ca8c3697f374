package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// CancelOpenTasks cancels the open tasks of cases that the transaction has locked, and answers those it cancelled.
func (p *Portfolio) CancelOpenTasks(ctx context.Context, cases []uuid.UUID, reason string, now time.Time) ([]*model.Task, error) {
	tasks := []*model.Task{}
	if len(cases) == 0 {
		return tasks, nil
	}
	_, err := p.db.NewUpdate().Model(&tasks).
		Set("state = ?, state_before_hold = NULL, reason = ?, updated_at = ?", model.TaskStateCancelled, reason, now).
		Where("portfolio_id = ? AND case_id IN (?)", p.id, bun.List(cases)).
		Where("state IN ('open', 'inProgress', 'paused')").Returning("*").Exec(ctx)
	return tasks, Translate(err)
}
