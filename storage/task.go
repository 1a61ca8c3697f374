package storage

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) tasks() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.Task)(nil)).Where("t.portfolio_id = ?", p.id)
}

// Tasks reads a page of the portfolio's tasks.
func (p *Portfolio) Tasks(ctx context.Context, f model.TaskFilter, opt model.ListOptions) (*Page[model.Task], error) {
	return lister[model.Task]{
		base:  p.tasks,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "case_id", f.CaseID.Value())
			q = in(q, "policy_id", f.PolicyID.Value())
			q = in(q, "type", f.Type.Value())
			q = in(q, "state", f.State.Value())
			q = in(q, "assignee_id", f.Assignee.Value())
			return within(q, "due_at", timeBounds(f.DueAt.Value()))
		},
		key: func(t *model.Task) (uuid.UUID, time.Time, time.Time) { return t.ID, t.CreatedAt, t.UpdatedAt },
	}.list(ctx, p, opt)
}

// Task finds one task; `not_found`.
func (p *Portfolio) Task(ctx context.Context, id uuid.UUID) (*model.Task, error) {
	return one[model.Task](ctx, p, p.tasks, "", id, "task")
}

// TasksOfCases are the tasks of the cases, oldest first, at most 200 of each.
func (p *Portfolio) TasksOfCases(ctx context.Context, cases []uuid.UUID) ([]*model.Task, error) {
	return ofParents[model.Task](ctx, p, p.tasks(), "case_id", cases)
}

// TasksOfPolicies are the tasks of the policies, oldest first, at most 200 of each.
func (p *Portfolio) TasksOfPolicies(ctx context.Context, policies []uuid.UUID) ([]*model.Task, error) {
	return ofParents[model.Task](ctx, p, p.tasks(), "policy_id", policies)
}

// TaskReferences looks up the records that a task of a case names.
func (p *Portfolio) TaskReferences(ctx context.Context, c *model.Case, policy, assignee *uuid.UUID) (refs model.TaskReferences, err error) {
	if c != nil {
		refs.Cases = map[uuid.UUID]bool{c.ID: true}
		of, err := byID[model.Policy](ctx, p, p.policies().Where("t.case_id = ?", c.ID), appendID(nil, policy))
		if err != nil {
			return refs, err
		}
		refs.Policies = map[uuid.UUID]bool{}
		for _, found := range of {
			refs.Policies[found.ID] = true
		}
	}
	found, err := p.existing(ctx, asked{"users": appendID(nil, assignee)})
	refs.Users = found["users"]
	return refs, err
}

// LockCaseOfTask is LockCase for the case of a task; `not_found` for a task that does not exist.
func (p *Portfolio) LockCaseOfTask(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, "tasks", id, "task")
}

// LockTask finds one task of a case that is locked already, and keeps others from writing it; `not_found`.
func (p *Portfolio) LockTask(ctx context.Context, id uuid.UUID) (*model.Task, error) {
	return one[model.Task](ctx, p, p.tasks, "NO KEY UPDATE", id, "task")
}

// LockRenewalTasks finds the open tasks of renewal follow-up of policies whose cases are locked already.
func (p *Portfolio) LockRenewalTasks(ctx context.Context, policies []uuid.UUID) ([]*model.Task, error) {
	if len(policies) == 0 {
		return []*model.Task{}, nil
	}
	return read[model.Task](ctx, p.on, prepared, p.tasks().Where("t.policy_id = ANY (?)", array[uuid.UUID](policies)).
		Where("t.type IN (?)", bun.List(model.RenewalTaskTypes())).Where("t.state IN (?)", bun.List(model.OpenTaskStates())).
		OrderExpr("t.id").For("NO KEY UPDATE"))
}

// InsertTask adds a task and reads back what the database made of it.
func (p *Portfolio) InsertTask(ctx context.Context, t *model.Task) error {
	t.PortfolioID = p.id
	return insert(ctx, p.on, t)
}

// OpenTasks adds tasks that the program opens, each once: one whose origin has a task already is passed over. It answers
// those it added.
func (p *Portfolio) OpenTasks(ctx context.Context, tasks []*model.Task) ([]*model.Task, error) {
	if len(tasks) == 0 {
		return nil, nil
	}
	for _, t := range tasks {
		t.PortfolioID = p.id
	}
	var ids []uuid.UUID
	added := p.db.NewInsert().Model(&tasks).On("CONFLICT (portfolio_id, origin) DO NOTHING").Returning("id")
	err := p.db.NewSelect().With("added", added).Table("added").Column("id").Scan(ctx, &ids)
	return slices.DeleteFunc(tasks, func(t *model.Task) bool { return !slices.Contains(ids, t.ID) }), Translate(err)
}

// UpdateTasks saves all members of tasks that the transaction has locked, in one statement.
func (p *Portfolio) UpdateTasks(ctx context.Context, tasks []*model.Task) error {
	return updateAll(ctx, p, tasks, p.tasks, func(t *model.Task) uuid.UUID { return t.ID })
}

// CancelOpenTasks cancels the open tasks of cases that the transaction has locked, and answers those it cancelled.
func (p *Portfolio) CancelOpenTasks(ctx context.Context, cases []uuid.UUID, reason string, now time.Time) ([]*model.Task, error) {
	tasks := []*model.Task{}
	if len(cases) == 0 {
		return tasks, nil
	}
	_, err := p.db.NewUpdate().Model(&tasks).
		Set("state = ?, state_before_hold = NULL, reason = ?, updated_at = ?", model.TaskStateCancelled, reason, now).
		Where("portfolio_id = ? AND case_id IN (?)", p.id, bun.List(cases)).
		Where("state IN (?)", bun.List(model.OpenTaskStates())).Returning("*").Exec(ctx)
	return tasks, Translate(err)
}
