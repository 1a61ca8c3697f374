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
	repeats bool              // the findings are as stored
}

// mayHaveTask reports whether a task of the case's findings is open, or is to be opened: its verdict tells of one, or did when it
// was last stored, in the transaction that opened the task. A draft has had none yet.
func (c *judgedCase) mayHaveTask() bool {
	told := len(c.verdict.Findings) > 0 || c.Stored == nil || c.Stored.Findings == nil || len(c.Stored.Findings) > 0
	return told && c.Case.Status != model.CaseStatusDraft
}

// follow opens, updates and concludes the tasks of the cases' findings: a case has one while it has an open finding. Whether the
// end of a policy is one may change with its renewal alone. Placements follow too.
func (w *Write) follow(ctx context.Context, all []judgedCase) error {
	var cases, placing []judgedCase
	var ids, withPlacements, ended []uuid.UUID
	for _, c := range all {
		over := deficiency.Ended(c.verdict.Findings)
		hasTask := c.mayHaveTask() && (!w.LeavesTasks || !c.repeats || len(over) > 0)
		if hasTask {
			cases, ids, ended = append(cases, c), append(ids, c.Case.ID), append(ended, over...)
		}
		if w.mayPlace(&c) && (hasTask || c.Case.HasPlacements) {
			placing = append(placing, c)
			if c.Case.HasPlacements {
				withPlacements = append(withPlacements, c.Case.ID)
			}
		}
	}
	if len(cases) > 0 || len(placing) > 0 {
		work, err := w.Store.FindingsWork(ctx, ids, withPlacements, ended, w.Now)
		if err != nil {
			return err
		}
		if err := w.keepTasks(ctx, cases, work); err != nil {
			return err
		}
		if err := w.place(ctx, placing, work); err != nil {
			return err
		}
	}
	return w.lookBack(ctx, all)
}

func (w *Write) keepTasks(ctx context.Context, cases []judgedCase, work *storage.FindingsWork) error {
	var opened, changed []*model.Task
	var letters []*model.RenewalNotice
	var over, released []uuid.UUID
	for _, c := range cases {
		task, before := work.Tasks[c.Case.ID], (*model.Task)(nil)
		if task != nil {
			before = new(*task)
		}
		open := deficiency.Open(c.verdict.Findings, work.Followed)
		if len(open) == 0 && task != nil {
			task.Conclude(c.cause, w.Now)
			over = append(over, task.ID)
		} else {
			task = deficiency.Follow(c.Case, open, work.Days, task, storage.NewID, w.Now)
		}
		switch {
		case task == nil:
		case before == nil:
			task.PortfolioID = w.Store.ID()
			opened, letters = append(opened, task), append(letters, deficiency.Plan(task, work.Steps, w.Now)...)
			w.Trail.Add("task.created", "task", task.ID, model.Changes(model.Task{}, *task))
		default:
			if changes := model.Changes(*before, *task); len(changes) > 0 {
				task.UpdatedAt = w.Now
				if before.StateBeforeHold != nil && task.StateBeforeHold == nil && task.IsOfFindings() {
					released = append(released, task.ID)
				}
				changed = append(changed, task)
				w.Trail.Add("task.updated", "task", task.ID, changes)
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
	if err := renewal.Missed(ctx, w.Store, released, w.Now); err != nil {
		return err
	}
	return renewal.EndLetters(ctx, w.Store, over, model.CancelResolved, w.Now)
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
