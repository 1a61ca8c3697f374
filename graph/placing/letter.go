package placing

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/graph/letter"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// writer writes the letters of placements that are locked with their cases.
type writer struct {
	Write

	lender   *model.Lender
	delivers bool // a letter waits for the mail server
}

// writeLetters writes the letters of placements whose notices are due, and cancels those that are overtaken. A placement whose notice
// is due and has no letter is looked at again tomorrow: what was missing may be there then.
func (w *writer) writeLetters(ctx context.Context, placements []*model.Placement, cases map[uuid.UUID]*model.Case) (err error) {
	ids := make([]uuid.UUID, len(placements))
	for i, p := range placements {
		ids[i] = p.ID
	}
	letters, err := w.Store.LockPlacementLetters(ctx, ids)
	if err != nil {
		return err
	}
	if w.lender, err = w.Store.Lender(ctx); err != nil {
		return err
	}
	for _, p := range placements {
		if err := w.write(ctx, p, cases[p.CaseID], letters[p.ID]); err != nil {
			return err
		}
	}
	if !w.delivers {
		return nil
	}
	return jobs.Deliver(ctx, w.Store)
}

func (w *writer) write(ctx context.Context, p *model.Placement, c *model.Case, letters []*model.PlacementLetter) (err error) {
	var draft *model.NoticeDraft
	if step := p.DueStep(w.lender, c, p.Today(w.Now)); step != nil {
		notice := letter.Notice{Lender: w.lender, Case: c, Placement: p, Step: step}
		if draft, err = notice.Draft(ctx, w.Store, w.Now); err != nil {
			return err
		}
	}
	cancelled, written := p.PlanLetters(storage.NewID(), letters, draft, w.Now)
	if err := w.save(ctx, cancelled, written); err != nil {
		return err
	}
	p.WaitForLetter(append(letters, written), w.Now)
	if draft == nil {
		return nil
	}
	if task := p.LetterTask(storage.NewID(), letters, draft, w.Now); task != nil {
		return w.Trail.OpenTasks(ctx, w.Store, task)
	}
	return w.complete(ctx, p.LetterOrigin(letters, draft.Step))
}

func (w *writer) save(ctx context.Context, cancelled []*model.PlacementLetter, written *model.PlacementLetter) error {
	for _, l := range cancelled {
		w.Trail.Add("placementLetter.cancelled", "placementLetter", l.ID, model.SettledChanges(l))
	}
	if err := w.Store.UpdatePlacementLetters(ctx, cancelled...); err != nil || written == nil {
		return err
	}
	w.delivers = w.delivers || written.NextAttemptAt != nil
	w.Trail.Add("placementLetter.created", "placementLetter", written.ID, model.Changes(model.PlacementLetter{}, *written))
	return storage.PlacementLetters.Insert(ctx, w.Store, written)
}

// complete completes the task of an origin, if it is open.
func (w *writer) complete(ctx context.Context, origin string) error {
	tasks, err := w.Store.LockOpenTask(ctx, origin)
	if err != nil || len(tasks) == 0 {
		return err
	}
	for _, t := range tasks {
		before := *t
		t.Complete(w.Now)
		w.Trail.Add("task.updated", "task", t.ID, model.Changes(before, *t))
	}
	return storage.Tasks.Update(ctx, w.Store, tasks...)
}
