package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// policyChange is a policy before and after a change; before is nil for a new policy.
type policyChange struct{ before, after *model.Policy }

// policiesChanged does everything that follows from changes of policies: creation, correction, new term, every action,
// and the hold of a case, which changes many policies at once. It runs in their transaction, after they are saved and
// while their cases are locked. Each step handles all changes together.
func policiesChanged(ctx context.Context, changes ...policyChange) error {
	if err := followHolds(ctx, changes); err != nil {
		return err
	}
	if err := askForEvidence(ctx, changes); err != nil {
		return err
	}
	return planRenewal(ctx, changes)
}

// planRenewal plans, moves and cancels the notices of renewal follow-up.
func planRenewal(ctx context.Context, changes []policyChange) error {
	r := engine.RequestOf(ctx)
	plans := make([]renewal.Change, len(changes))
	for i, c := range changes {
		plans[i] = renewal.Change{Before: c.before, After: c.after}
	}
	return renewal.Plan(ctx, r.Store, plans, r.Now)
}

// followHolds pauses the open renewal tasks of policies that were put on hold, and resumes those of policies that were
// released (contract section 6, On hold).
func followHolds(ctx context.Context, changes []policyChange) error {
	r := engine.RequestOf(ctx)
	move := map[uuid.UUID]func(model.TaskProgress) model.TaskProgress{}
	var ids []uuid.UUID
	for _, c := range changes {
		held := c.after.Status == model.PolicyStatusOnHold
		if c.before == nil || held == (c.before.Status == model.PolicyStatusOnHold) {
			continue
		}
		ids = append(ids, c.after.ID)
		if move[c.after.ID] = model.TaskProgress.ResumeAfterHold; held {
			move[c.after.ID] = model.TaskProgress.PauseForHold
		}
	}
	tasks, err := r.Store.LockRenewalTasks(ctx, ids)
	if err != nil {
		return err
	}
	before := make([]model.Task, len(tasks))
	for i, t := range tasks {
		before[i] = *t
		t.SetProgress(move[*t.PolicyID](t.Progress()))
	}
	return saveTasks(ctx, before, tasks)
}

// askForEvidence opens a task for each policy whose end is not known, once per term.
func askForEvidence(ctx context.Context, changes []policyChange) error {
	r := engine.RequestOf(ctx)
	var wanted []*model.Task
	for _, c := range changes {
		if c.after.NeedsEvidence() {
			wanted = append(wanted, model.NewEvidenceTask(storage.NewID(), c.after, r.Now))
		}
	}
	opened, err := r.Store.OpenTasks(ctx, wanted)
	for _, t := range opened {
		r.Audit("task.created", "task", t.ID, model.Changes(model.Task{}, *t))
	}
	return err
}
