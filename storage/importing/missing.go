package importing

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// MissingTasks returns the open tasks of loans that a complete file lacked: those that were opened with a request's id, or all for "".
func MissingTasks(ctx context.Context, p *storage.Portfolio, openedBy string) ([]*model.Task, error) {
	q := storage.Tasks.Select(p, rows.Where("t.type = ? AND t.state IN (?)", model.TaskTypeLoanMissing, bun.List(model.OpenTaskStates())))
	if openedBy != "" {
		q = q.Where(`EXISTS (SELECT FROM audit_events AS e WHERE e.portfolio_id = t.portfolio_id AND e.subject_id = t.id
			AND e.action = 'task.created' AND e.request_id = ?)`, openedBy)
	}
	return rows.Read[model.Task](ctx, rows.DBOf(p), rows.Planned, q.OrderExpr("t.id"))
}
