package book

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Waiver adds a waiver that the token of an id requests for a case. It names no document.
func (b *Book) Waiver(c *Case, in model.CreateWaiverInput, by uuid.UUID, at time.Time) *model.Waiver {
	in.CaseID = c.ID
	refs := model.WaiverReferences{Case: c.Case, Assets: map[uuid.UUID]bool{}}
	for _, a := range c.references.Assets {
		refs.Assets[a.ID] = true
	}
	w, err := model.NewWaiver(b.id(at), in, refs, by, at)
	c.waivers = append(c.waivers, w)
	return add(b, storage.Waivers, w, err)
}

// DecideWaiver gives a waiver a state by the state machine.
func (b *Book) DecideWaiver(w *model.Waiver, to model.WaiverState, by uuid.UUID, at time.Time) {
	b.note("a decision about a waiver", w.Decide(to, by, at))
	w.UpdatedAt = at
}
