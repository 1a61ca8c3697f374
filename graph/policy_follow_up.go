package graph

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// policiesChanged does everything that follows from changes of policies: creation, correction, new term, every action,
// and the hold of a case, which changes many policies at once. It runs in their transaction, after they are saved and
// while their cases are locked. Each step handles all changes together.
func policiesChanged(ctx context.Context, changes ...renewal.Change) error {
	if err := followHolds(ctx, changes); err != nil {
		return err
	}
	if err := followTerms(ctx, changes); err != nil {
		return err
	}
	if err := askForEvidence(ctx, changes); err != nil {
		return err
	}
	r := engine.RequestOf(ctx)
	return renewal.Plan(ctx, r.Store, changes, r.Now)
}

// followHolds pauses the open renewal tasks of policies that were put on hold, and resumes those of policies that were
// released (contract section 6, On hold).
func followHolds(ctx context.Context, changes []renewal.Change) error {
	move := map[uuid.UUID]func(model.TaskProgress) model.TaskProgress{}
	var ids []uuid.UUID
	for _, c := range changes {
		held := c.After.Status == model.PolicyStatusOnHold
		if c.Before == nil || held == (c.Before.Status == model.PolicyStatusOnHold) {
			continue
		}
		ids = append(ids, c.After.ID)
		if move[c.After.ID] = model.TaskProgress.ResumeAfterHold; held {
			move[c.After.ID] = model.TaskProgress.PauseForHold
		}
	}
	tasks, err := engine.RequestOf(ctx).Store.LockRenewalTasks(ctx, ids)
	if err != nil {
		return err
	}
	before := make([]model.Task, len(tasks))
	for i, t := range tasks {
		before[i] = *t
		t.SetProgress(move[*t.PolicyID](t.Progress()))
	}
	return save(ctx, storage.Tasks, before, tasks)
}

// followTerms completes the tasks that cover which goes on leaves nothing to do for: to have it renewed, and to see to a
// cancellation of the term before unless that leaves days without cover. The sweep completes those of cover that is to come.
func followTerms(ctx context.Context, changes []renewal.Change) error {
	r := engine.RequestOf(ctx)
	var renewed []uuid.UUID
	terms := map[uuid.UUID]int{}
	for _, c := range changes {
		if c.HasCoverAgain(r.Now) {
			renewed = append(renewed, c.After.ID)
			terms[c.After.ID] = c.After.TermNumber
		}
		if c.Before == nil || c.Before.TermNumber == c.After.TermNumber {
			continue
		}
		for _, origin := range c.After.CoveredTaskOrigins(r.Now) {
			if err := completeTask(ctx, origin); err != nil {
				return err
			}
		}
	}
	tasks, err := r.Store.LockRenewalTasks(ctx, renewed)
	if err != nil {
		return err
	}
	tasks = slices.DeleteFunc(tasks, func(t *model.Task) bool { return !t.EndsWithCover(terms[*t.PolicyID]) })
	return completeTasks(ctx, tasks)
}

// askForEvidence opens a task for each policy whose end is not known, once per term.
func askForEvidence(ctx context.Context, changes []renewal.Change) error {
	r := engine.RequestOf(ctx)
	var wanted []*model.Task
	for _, c := range changes {
		if c.After.NeedsEvidence() {
			wanted = append(wanted, model.NewEvidenceTask(storage.NewID(), c.After, r.Now))
		}
	}
	opened, err := r.Store.OpenTasks(ctx, wanted)
	auditCreated(ctx, storage.Tasks, opened...)
	return err
}
