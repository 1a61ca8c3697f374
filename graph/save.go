package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
)

// insertRecord saves a new record with its audit event.
func insertRecord[T any](ctx context.Context, noun string, id uuid.UUID, record *T, insert func(context.Context, *T) error) error {
	if err := insert(ctx, record); err != nil {
		return err
	}
	engine.RequestOf(ctx).Audit(noun+".created", noun, id, model.Changes(*new(T), *record))
	return nil
}

// updateRecord saves a changed record, whose UpdatedAt is set already, with its audit event. An unchanged record is not
// saved, and gets its old UpdatedAt back. The event is made last, because saving sets some members.
func updateRecord[T any](ctx context.Context, noun string, id uuid.UUID, before T, record *T, update func(context.Context, *T) error) error {
	if len(model.Changes(before, *record)) == 0 {
		*record = before
		return nil
	}
	if err := update(ctx, record); err != nil {
		return err
	}
	engine.RequestOf(ctx).Audit(noun+".updated", noun, id, model.Changes(before, *record))
	return nil
}
