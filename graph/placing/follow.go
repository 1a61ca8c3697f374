package placing

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Write is a transaction that changes placements. Its events go into the trail, for the caller to write: where there are some of
// policies, the verdicts of their cases are to be judged again.
type Write struct {
	Store *storage.Portfolio
	Trail *storage.Trail
	Now   time.Time
}

// Follow brings up to date what follows from placements as they are saved: the policies of insurance that ended early, the
// placements that they renew, and the tasks to do what the rules ask for now. The cases of all are locked.
func (w *Write) Follow(ctx context.Context, placements ...*model.Placement) error {
	if len(placements) == 0 {
		return nil
	}
	if err := w.endPolicies(ctx, placements); err != nil {
		return err
	}
	renewed, err := w.renew(ctx, placements)
	if err != nil {
		return err
	}
	return w.keepTasks(ctx, append(renewed, placements...))
}

// endPolicies ends the policies of insurance that does not stand any more.
func (w *Write) endPolicies(ctx context.Context, placements []*model.Placement) error {
	var ids []uuid.UUID
	of := map[uuid.UUID]*model.Placement{}
	for _, p := range placements {
		if p.PolicyID != nil && p.EndsEarlyOn != nil {
			ids, of[*p.PolicyID] = append(ids, *p.PolicyID), p
		}
	}
	if len(ids) == 0 {
		return nil
	}
	policies, err := storage.Policies.LockAll(ctx, w.Store, ids)
	if err != nil {
		return err
	}
	var changes []renewal.Change
	for _, p := range policies {
		before := *p
		if !of[p.ID].EndPolicy(p, w.Now) {
			continue
		}
		version := p.NextVersion(storage.NewID(), &before, w.Now)
		changed := p.ChangesFrom(&before)
		p.UpdatedAt = w.Now
		if err := w.Store.UpdatePolicy(ctx, p, version); err != nil {
			return err
		}
		w.Trail.Add("policy.updated", "policy", p.ID, changed)
		changes = append(changes, renewal.Change{Before: &before, After: p})
	}
	return renewal.Plan(ctx, w.Store, changes, w.Now)
}

// renew notes in placements that are renewed that the notice of it counts, and returns those that it has changed.
func (w *Write) renew(ctx context.Context, placements []*model.Placement) (renewed []*model.Placement, err error) {
	var ids []uuid.UUID
	by := map[uuid.UUID]*model.Placement{}
	for _, p := range placements {
		if p.RenewsID != nil {
			ids, by[*p.RenewsID] = append(ids, *p.RenewsID), p
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	locked, err := storage.Placements.LockAll(ctx, w.Store, ids)
	for _, p := range locked {
		before := *p
		if !p.RenewedBy(by[p.ID]) {
			continue
		}
		p.LookAt(w.Now)
		p.UpdatedAt = w.Now
		renewed = append(renewed, p)
		w.Trail.Add("placement.updated", "placement", p.ID, model.Changes(before, *p))
	}
	if err == nil {
		err = storage.Placements.Save(ctx, w.Store, renewed, "")
	}
	return renewed, err
}

// keepTasks opens, updates and concludes tasks, so that each placement has those for what there is to do now. One that a person has
// closed is not opened again.
func (w *Write) keepTasks(ctx context.Context, placements []*model.Placement) error {
	var cases []uuid.UUID
	for _, p := range placements {
		cases = append(cases, p.CaseID)
	}
	open, err := w.Store.LockPlacementTasks(ctx, cases)
	if err != nil {
		return err
	}
	cause := w.lastEvent()
	var opened, changed []*model.Task
	for _, p := range placements {
		wanted := p.Tasks(storage.NewID, w.Now)
		for _, t := range open {
			if !p.HasTask(t) {
				continue
			}
			before := *t
			at := slices.IndexFunc(wanted, func(other *model.Task) bool { return *other.Origin == *t.Origin })
			if at < 0 {
				t.Conclude(cause, w.Now)
			} else {
				t.Reason, t.DueAt = wanted[at].Reason, wanted[at].DueAt
				wanted = slices.Delete(wanted, at, at+1)
			}
			if changes := model.Changes(before, *t); len(changes) > 0 {
				t.UpdatedAt = w.Now
				changed = append(changed, t)
				w.Trail.Add("task.updated", "task", t.ID, changes)
			}
		}
		opened = append(opened, wanted...)
	}
	if err := storage.Tasks.Save(ctx, w.Store, changed, ""); err != nil {
		return err
	}
	return w.Trail.OpenTasks(ctx, w.Store, opened...)
}

// lastEvent is what happened last; nil for nothing but time.
func (w *Write) lastEvent() *model.AuditEvent {
	if events := w.Trail.Events(); len(events) > 0 {
		return events[len(events)-1]
	}
	return nil
}
