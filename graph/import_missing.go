package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// openMissing opens a task for each case that a file with the whole book lacks, once until it is closed.
func openMissing(ctx context.Context, cases []*model.Case) error {
	r := engine.RequestOf(ctx)
	tasks := make([]*model.Task, len(cases))
	for i, c := range cases {
		tasks[i] = model.NewMissingTask(storage.NewID(), c.ID, r.Now)
	}
	opened, err := r.Store.OpenTasks(ctx, tasks)
	auditCreated(ctx, storage.Tasks, opened...)
	return err
}

// closeMissing completes such tasks, of those that are still open: the loans are in a file again, or the file was taken back. A task can
// be opened again.
func closeMissing(ctx context.Context, tasks []*model.Task) error {
	r := engine.RequestOf(ctx)
	var ids, cases []uuid.UUID
	for _, t := range tasks {
		ids, cases = append(ids, t.ID), append(cases, *t.CaseID)
	}
	if _, err := storage.Cases.LockAll(ctx, r.Store, distinct(cases)); err != nil {
		return err
	}
	locked, err := storage.Tasks.LockAll(ctx, r.Store, ids)
	if err != nil {
		return err
	}
	var before []model.Task
	var closed []*model.Task
	for _, t := range locked {
		if t.IsOfMissingLoan() {
			before, closed = append(before, *t), append(closed, t)
			t.Conclude(nil, r.Now)
		}
	}
	return save(ctx, storage.Tasks, before, closed)
}
