package verdict

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/deficiency"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

// judgedCase is a case with the verdict that is being stored.
type judgedCase struct {
	*storage.CaseFacts
	verdict *model.CaseVerdict
	cause   *model.AuditEvent // from which it follows; nil if the verdict is as before
}

// follow opens, updates and concludes the tasks of the cases' findings: a case has one while it has an open finding.
func (w *Write) follow(ctx context.Context, cases []judgedCase) error {
	var ended []uuid.UUID
	for _, c := range cases {
		ended = append(ended, deficiency.Ended(c.verdict.Findings)...)
	}
	followed, err := w.Store.FollowedUp(ctx, ended)
	if err != nil {
		return err
	}
	var opened, changed []*model.Task
	var letters []*model.RenewalNotice
	var over []uuid.UUID
	for _, c := range cases {
		before := c.Task
		if before != nil {
			before = new(*before)
		}
		open := deficiency.Open(c.verdict.Findings, followed)
		if len(open) == 0 && c.Task != nil {
			c.Task.Conclude(c.cause, w.Now)
			over = append(over, c.Task.ID)
		} else {
			c.Task = deficiency.Follow(c.Case, open, c.Days, c.Task, storage.NewID, w.Now)
		}
		switch {
		case c.Task == nil:
		case before == nil:
			c.Task.PortfolioID = w.Store.ID()
			opened, letters = append(opened, c.Task), append(letters, deficiency.Plan(c.Task, c.Steps, w.Now)...)
			w.Trail.Add("task.created", "task", c.Task.ID, model.Changes(model.Task{}, *c.Task))
		default:
			if changes := model.Changes(*before, *c.Task); len(changes) > 0 {
				c.Task.UpdatedAt = w.Now
				changed = append(changed, c.Task)
				w.Trail.Add("task.updated", "task", c.Task.ID, changes)
			}
		}
	}
	if len(opened) > 0 {
		if err := storage.Tasks.Add(ctx, w.Store, opened...); err != nil {
			return err
		}
	}
	if err := storage.Tasks.Save(ctx, w.Store, changed, ""); err != nil {
		return err
	}
	if len(letters) > 0 {
		if err := w.Store.InsertRenewalNotices(ctx, letters); err != nil {
			return err
		}
	}
	if err := renewal.EndLetters(ctx, w.Store, over, model.CancelResolved, w.Now); err != nil {
		return err
	}
	return w.lookBack(ctx, cases)
}

// lookBack has the first days of new findings worked out after the commit, where they may lie before today: the write of a
// record that holds since long ago.
func (w *Write) lookBack(ctx context.Context, cases []judgedCase) error {
	var older []uuid.UUID
	today := scalar.DayOf(w.Now)
	for _, c := range cases {
		isWritten := w.Causes[c.Case.ID] != nil || c.Stored != nil && c.Stored.Findings == nil
		if !w.isExact && isWritten && scalar.DayOf(c.Case.CreatedAt).Before(today) && c.verdict.TellsSince(today) {
			older = append(older, c.Case.ID)
		}
	}
	if len(older) == 0 {
		return nil
	}
	return renewal.JudgeAgain(ctx, w.Store, older...)
}
