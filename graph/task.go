package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Tasks(ctx context.Context, filter *model.TaskFilter, sort *model.Sort, limit, offset *int, after *string) (*model.TaskConnection, error) {
	store := requestOf(ctx).store
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		func(ctx context.Context, opt model.ListOptions) (*storage.Page[model.Task], error) {
			return store.Tasks(ctx, orZero(filter), opt)
		}, relateTasks)
	return &model.TaskConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Task(ctx context.Context, id uuid.UUID) (*model.Task, error) {
	t, err := requestOf(ctx).store.Task(ctx, id)
	return readOne(ctx, t, err, relateTasks)
}

func (*mutationResolver) CreateTask(ctx context.Context, input model.CreateTaskInput) (*model.Task, error) {
	r := requestOf(ctx)
	c, err := r.store.LockCase(ctx, input.CaseID)
	if err != nil && model.CodeOf(err) != model.CodeNotFound {
		return nil, err
	}
	refs, err := r.store.TaskReferences(ctx, c, input.PolicyID.Value(), input.Assignee.Value())
	if err != nil {
		return nil, err
	}
	t, err := model.NewTask(storage.NewID(), input, refs, r.now)
	if err != nil {
		return nil, err
	}
	if err := r.store.InsertTask(ctx, t); err != nil {
		return nil, err
	}
	r.audit("task.created", "task", t.ID, model.Changes(model.Task{}, *t))
	return t, relateTasks(ctx, selectionOf(ctx), []*model.Task{t})
}

func (*mutationResolver) UpdateTask(ctx context.Context, id uuid.UUID, input model.UpdateTaskInput) (*model.Task, error) {
	r := requestOf(ctx)
	return changeTask(ctx, id, func(t *model.Task) error {
		refs, err := r.store.TaskReferences(ctx, nil, nil, input.Assignee.Value())
		if err != nil {
			return err
		}
		if err := t.Patch(input, refs).Err(); err != nil {
			return err
		}
		return r.checkPrecondition(ctx)
	})
}

func (*mutationResolver) MoveTask(ctx context.Context, id uuid.UUID, input model.MoveTaskInput) (*model.Task, error) {
	r := requestOf(ctx)
	return changeTask(ctx, id, func(t *model.Task) error {
		if err := model.CheckMove(input); err != nil {
			return err
		}
		if err := r.checkPrecondition(ctx); err != nil {
			return err
		}
		return t.Move(input)
	})
}

// changeTask locks a task after its case, lets it be changed, and saves it.
func changeTask(ctx context.Context, id uuid.UUID, change func(t *model.Task) error) (*model.Task, error) {
	r := requestOf(ctx)
	if _, err := r.store.LockCaseOfTask(ctx, id); err != nil {
		return nil, err
	}
	t, err := r.store.LockTask(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *t
	if err := change(t); err != nil {
		return nil, err
	}
	if err := r.saveTasks(ctx, []model.Task{before}, []*model.Task{t}); err != nil {
		return nil, err
	}
	return t, relateTasks(ctx, selectionOf(ctx), []*model.Task{t})
}

// saveTasks saves the tasks that differ from before, with their audit events.
func (r *request) saveTasks(ctx context.Context, before []model.Task, tasks []*model.Task) error {
	var changed []*model.Task
	for i, t := range tasks {
		if changes := model.Changes(before[i], *t); len(changes) > 0 {
			t.UpdatedAt = r.now
			changed = append(changed, t)
			r.audit("task.updated", "task", t.ID, changes)
		}
	}
	return r.store.UpdateTasks(ctx, changed)
}

// relateTasks loads what the selection asks of tasks.
func relateTasks(ctx context.Context, sel selection, tasks []*model.Task) error {
	return inTurn(
		func() error {
			return caseOf(ctx, sel, tasks, func(t *model.Task) uuid.UUID { return t.CaseID },
				func(t *model.Task, c *model.Case) { t.Case = c })
		},
		func() error {
			return policyOf(ctx, sel, tasks, func(t *model.Task) *uuid.UUID { return t.PolicyID },
				func(t *model.Task, p *model.Policy) { t.Policy = p })
		},
		func() error {
			return toOne(ctx, sel, "assignee", tasks, func(t *model.Task) *uuid.UUID { return t.AssigneeID },
				(*storage.Portfolio).UsersByID, func(u *model.User) uuid.UUID { return u.ID },
				func(t *model.Task, u *model.User) { t.Assignee = u }, nil)
		},
	)
}
