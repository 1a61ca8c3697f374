package book

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Requested is a waiver with the task to decide about it.
type Requested struct {
	*model.Waiver

	task *model.Task
}

// Waiver adds a waiver that the token of an id requests for a case, and its task. It names no document.
func (b *Book) Waiver(c *Case, in model.CreateWaiverInput, by uuid.UUID, at time.Time) *Requested {
	in.CaseID = c.ID
	refs := model.WaiverReferences{Case: c.Case, Assets: map[uuid.UUID]bool{}}
	for _, a := range c.references.Assets {
		refs.Assets[a.ID] = true
	}
	w, err := model.NewWaiver(b.id(at), in, refs, by, at)
	c.waivers = append(c.waivers, w)
	return &Requested{add(b, storage.Waivers, w, err), add(b, storage.Tasks, w.DecisionTask(b.id(at), at), nil)}
}

// DecideWaiver gives a waiver a state by the state machine. The first decision completes the task.
func (b *Book) DecideWaiver(w *Requested, to model.WaiverState, by uuid.UUID, at time.Time) {
	b.note("a decision about a waiver", w.Decide(to, by, at))
	w.UpdatedAt = at
	if w.task.State == model.TaskStateOpen {
		w.task.Complete(at)
	}
}
