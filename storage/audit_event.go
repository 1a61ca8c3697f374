package storage

import (
	"context"

	"github.com/covertrack/covertrack/model"
)

// InsertAuditEvents records what was done, in order. Events name their portfolio themselves, for administration has none.
func (h Handle) InsertAuditEvents(ctx context.Context, events []*model.AuditEvent) error {
	if len(events) == 0 {
		return nil
	}
	_, err := h.db.NewInsert().Model(&events).Exec(ctx)
	return Translate(err)
}
