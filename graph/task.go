package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Tasks(ctx context.Context, filter *model.TaskFilter, sort *model.Sort, limit, offset *int, after *string) (*model.TaskConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.Tasks, orZero(filter), relateTasks)
	return &model.TaskConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Task(ctx context.Context, id uuid.UUID) (*model.Task, error) {
	t, err := engine.RequestOf(ctx).Store.Task(ctx, id)
	return readOne(ctx, t, err, relateTasks)
}

func (*mutationResolver) CreateTask(ctx context.Context, input model.CreateTaskInput) (*model.Task, error) {
	r := engine.RequestOf(ctx)
	c, err := r.Store.LockCase(ctx, input.CaseID)
	if err != nil && model.CodeOf(err) != model.CodeNotFound {
		return nil, err
	}
	refs, err := r.Store.TaskReferences(ctx, c, input.PolicyID.Value(), input.Assignee.Value())
	if err != nil {
		return nil, err
	}
	t, err := model.NewTask(storage.NewID(), input, refs, r.Now)
	if err != nil {
		return nil, err
	}
	if err := r.Store.InsertTask(ctx, t); err != nil {
		return nil, err
	}
	r.Audit("task.created", "task", t.ID, model.Changes(model.Task{}, *t))
	return t, relateTasks(ctx, engine.SelectionOf(ctx), []*model.Task{t})
}

func (*mutationResolver) UpdateTask(ctx context.Context, id uuid.UUID, input model.UpdateTaskInput) (*model.Task, error) {
	r := engine.RequestOf(ctx)
	return changeTask(ctx, id, func(t *model.Task) error {
		refs, err := r.Store.TaskReferences(ctx, nil, nil, input.Assignee.Value())
		if err != nil {
			return err
		}
		if err := t.Patch(input, refs).Err(); err != nil {
			return err
		}
		return r.CheckPrecondition(ctx)
	})
}

func (*mutationResolver) MoveTask(ctx context.Context, id uuid.UUID, input model.MoveTaskInput) (*model.Task, error) {
	r := engine.RequestOf(ctx)
	return changeTask(ctx, id, func(t *model.Task) error {
		if err := model.CheckMove(input); err != nil {
			return err
		}
		if err := r.CheckPrecondition(ctx); err != nil {
			return err
		}
		return t.Move(input)
	})
}

// changeTask locks a task after its case, lets it be changed, and saves it.
func changeTask(ctx context.Context, id uuid.UUID, change func(t *model.Task) error) (*model.Task, error) {
	r := engine.RequestOf(ctx)
	if _, err := r.Store.LockCaseOfTask(ctx, id); err != nil {
		return nil, err
	}
	t, err := r.Store.LockTask(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *t
	if err := change(t); err != nil {
		return nil, err
	}
	if err := saveTasks(ctx, []model.Task{before}, []*model.Task{t}); err != nil {
		return nil, err
	}
	return t, relateTasks(ctx, engine.SelectionOf(ctx), []*model.Task{t})
}

// saveTasks saves the tasks that differ from before, with their audit events.
func saveTasks(ctx context.Context, before []model.Task, tasks []*model.Task) error {
	r := engine.RequestOf(ctx)
	var changed []*model.Task
	for i, t := range tasks {
		if changes := model.Changes(before[i], *t); len(changes) > 0 {
			t.UpdatedAt = r.Now
			changed = append(changed, t)
			r.Audit("task.updated", "task", t.ID, changes)
		}
	}
	return r.Store.UpdateTasks(ctx, changed)
}

// relateTasks loads the selected relations of tasks.
func relateTasks(ctx context.Context, sel engine.Selection, tasks []*model.Task) error {
	return loadAll(
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
