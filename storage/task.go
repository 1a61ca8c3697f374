package storage

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage/rows"
)

// Tasks are what people have to do for cases.
var Tasks = rows.Define(Table[model.Task, model.TaskFilter]{
	Noun: "task",
	Filter: func(f model.TaskFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("policy_id", f.PolicyID.Value()),
			rows.In("type", f.Type.Value()),
			rows.In("state", f.State.Value()),
			rows.In("assignee_id", f.Assignee.Value()),
			rows.Within("due_at", f.DueAt.Value()),
		}
	},
	Orders:  map[page.Sort]string{page.SortDueAt: "due_at"},
	Counted: []string{"type", "state"},
})

// TaskReferences looks up the records that a task of a case names.
func (p *Portfolio) TaskReferences(
	ctx context.Context, c *model.Case, policy, assignee *uuid.UUID,
) (refs model.TaskReferences, err error) {
	if c != nil {
		refs.Cases = map[uuid.UUID]bool{c.ID: true}
		if refs.Policies, err = p.ofCase(ctx, Policies, c.ID, policy); err != nil {
			return refs, err
		}
	}
	found, err := p.existing(ctx, asked{Users: appendID(nil, assignee)})
	refs.Users = found[Users]
	return refs, err
}

// LockCaseOfTask locks the case of a task; `not_found` for a task that has none or does not exist.
func (p *Portfolio) LockCaseOfTask(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, Tasks, id, Tasks.Noun)
}

// LockRenewalTasks finds the open tasks of renewal follow-up of policies whose cases are locked already.
func (p *Portfolio) LockRenewalTasks(ctx context.Context, policies []uuid.UUID) ([]*model.Task, error) {
	if len(policies) == 0 {
		return []*model.Task{}, nil
	}
	return rows.Read[model.Task](ctx, p.db, rows.Prepared, Tasks.Select(p,
		rows.Where("t.policy_id = ANY (?)", rows.Array[uuid.UUID](policies)),
		rows.Where("t.type IN (?)", bun.List(model.RenewalTaskTypes())),
		rows.Where("t.state IN (?)", bun.List(model.OpenTaskStates()))).OrderExpr("t.id").For(string(rows.ForUpdate)))
}

// LockOpenTask finds the task of an origin, if it is open, of a case that is locked already.
func (p *Portfolio) LockOpenTask(ctx context.Context, origin string) ([]*model.Task, error) {
	return rows.Read[model.Task](ctx, p.db, rows.Prepared, Tasks.Select(p,
		rows.Where("t.origin = ?", origin),
		rows.Where("t.state IN (?)", bun.List(model.OpenTaskStates()))).For(string(rows.ForUpdate)))
}

// LockPlacementTasks finds the open tasks of the placements of cases that are locked already.
func (p *Portfolio) LockPlacementTasks(ctx context.Context, cases []uuid.UUID) ([]*model.Task, error) {
	kinds := []model.TaskType{model.TaskTypePlacementDuty, model.TaskTypeRefundPlacement}
	return rows.Read[model.Task](ctx, p.db, rows.Prepared, Tasks.Select(p,
		rows.Where("t.case_id = ANY (?)", rows.Array[uuid.UUID](cases)),
		rows.Where("t.type IN (?)", bun.List(kinds)),
		rows.Where("t.state IN (?)", bun.List(model.OpenTaskStates()))).OrderExpr("t.id").For(string(rows.ForUpdate)))
}

// HasCoveredTasks reports whether LockCoveredTasks may find any.
func (p *Portfolio) HasCoveredTasks(ctx context.Context, now time.Time) (bool, error) {
	return rows.Exists(ctx, p.db, rows.Planned, coveredTasks(Tasks.Select(p), p.ID(), now))
}

// LockCoveredTasks finds the open tasks that cover which was to come when it was recorded, and is in force now, leaves nothing to
// do for: of renewals as by model.Task.EndsWithCover, and of cancellations before the next term. It locks those that are free.
func (p *Portfolio) LockCoveredTasks(ctx context.Context, now time.Time) ([]*model.Task, error) {
	return rows.Read[model.Task](ctx, p.db, rows.Prepared, coveredTasks(Tasks.Select(p), p.ID(), now).For("UPDATE OF t SKIP LOCKED"))
}

// coveredTasks narrows a query for tasks to those. Each task's policy is looked up, as ofFollowedUp does.
func coveredTasks(q *bun.SelectQuery, of owner, now time.Time) *bun.SelectQuery {
	kinds := []model.TaskType{model.TaskTypeCancellationFollowUp, model.TaskTypeRenewalFollowUp}
	tell := slices.DeleteFunc(slices.Clone(model.StepsOfRenewal), func(s model.RenewalStep) bool { return !s.TellsOfEnd() })
	return q.Where("t.type IN (?) AND t.state IN (?)", bun.List(kinds), bun.List(model.OpenTaskStates())).
		Where(`(SELECT o.start_date <= ?0 AND (o.end_date > ?0 OR o.end_date IS NULL) AND coalesce(o.status_before_hold, o.status) <> ?1
			AND NOT EXISTS (SELECT FROM cancellations AS c WHERE c.portfolio_id = ?4 AND c.policy_id = t.policy_id
				AND c.term_number = o.term_number AND c.effective_date <= ?0 AND (c.reinstated_on > ?0 OR c.reinstated_on IS NULL))
			AND CASE t.type WHEN ?2 THEN EXISTS (SELECT FROM cancellations AS c WHERE c.portfolio_id = ?4
				AND c.policy_id = t.policy_id AND t.origin = 'cancellation/' || c.id AND c.term_number < o.term_number AND o.start_date > c.recorded_at)
				ELSE t.origin LIKE 'renewal/%' AND (split_part(t.origin, '/', 3) <> o.term_number::text OR split_part(t.origin, '/', 4) IN (?3)) END
			FROM policies AS o WHERE o.portfolio_id = ?4 AND o.id = t.policy_id)`,
			now, model.PolicyStatusDeactivated, model.TaskTypeCancellationFollowUp, bun.List(tell), of)
}

// OpenTasks adds tasks that the program opens, each once: one whose origin has a task already is passed over. It
// returns those it added.
func (p *Portfolio) OpenTasks(ctx context.Context, tasks []*model.Task) ([]*model.Task, error) {
	if len(tasks) == 0 {
		return nil, nil
	}
	for _, t := range tasks {
		t.PortfolioID = p.ID()
	}
	added := p.db.NewInsert().Model(&tasks).On("CONFLICT (portfolio_id, origin) DO NOTHING").Returning("id")
	ids, err := rows.IDs(ctx, p.db, rows.Once, p.db.NewSelect().With("added", added).Table("added").Column("id"))
	return slices.DeleteFunc(tasks, func(t *model.Task) bool { return !slices.Contains(ids, t.ID) }), err
}

// CancelledTask is a task that was cancelled, with what it was before.
type CancelledTask struct {
	model.Task `bun:",extend"`

	WasState      model.TaskState  `bun:",scanonly"`
	WasBeforeHold *model.TaskState `bun:",scanonly"`
	WasReason     *string          `bun:",scanonly"`
	WasOrigin     *string          `bun:",scanonly"`
}

// Before is the task as it was.
func (c *CancelledTask) Before() model.Task {
	before := c.Task
	before.State, before.StateBeforeHold, before.Reason, before.Origin = c.WasState, c.WasBeforeHold, c.WasReason, c.WasOrigin
	return before
}

// CancelOpenTasks cancels the open tasks of cases that the transaction has locked, and returns those it cancelled. They
// give up their origins: what the program opens may be opened again if the work begins again.
func (p *Portfolio) CancelOpenTasks(ctx context.Context, cases []uuid.UUID, reason string, now time.Time) ([]*CancelledTask, error) {
	if len(cases) == 0 {
		return []*CancelledTask{}, nil
	}
	return rows.Read[CancelledTask](ctx, p.db, rows.Prepared, p.db.NewUpdate().Model((*model.Task)(nil)).TableExpr("tasks AS o").
		Set("origin = NULL, state = ?, state_before_hold = NULL, reason = ?, updated_at = ?", model.TaskStateCancelled, reason, now).
		Where("t.portfolio_id = ? AND t.case_id = ANY (?)", p.ID(), rows.Array[uuid.UUID](cases)).
		Where("t.state IN (?)", bun.List(model.OpenTaskStates())).
		Where("o.portfolio_id = ? AND o.id = t.id", p.ID()).
		Returning("t.*, o.state AS was_state, o.state_before_hold AS was_before_hold, o.reason AS was_reason, o.origin AS was_origin"))
}
