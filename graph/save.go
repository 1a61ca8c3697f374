package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// create saves the record that the model has made, unless err says why there is none.
func create[T, F any](ctx context.Context, noun *storage.Table[T, F], record *T, err error, relate relation[T]) (*T, error) {
	if err != nil {
		return nil, err
	}
	if err := insert(ctx, noun, record); err != nil {
		return nil, err
	}
	return related(ctx, record, relate)
}

// update locks the record of the id, changes it, checks the caller's precondition and saves it.
func update[T, F any](
	ctx context.Context, noun *storage.Table[T, F], id uuid.UUID, relate relation[T], patch func(*T) error,
) (*T, error) {
	record, err := noun.Lock(ctx, engine.RequestOf(ctx).Store, id)
	return updateLocked(ctx, noun, record, err, relate, patch)
}

// updateLocked is update for a record that is locked together with others. Err is that of locking them. Moves are of the
// record's state machine; they come after the precondition.
func updateLocked[T, F any](
	ctx context.Context, noun *storage.Table[T, F], record *T, err error, relate relation[T], patch func(*T) error, moves ...func(*T) error,
) (*T, error) {
	if err != nil {
		return nil, err
	}
	before := []T{*record}
	check := func(*T) error { return engine.RequestOf(ctx).CheckPrecondition(ctx) }
	for _, step := range append([]func(*T) error{patch, check}, moves...) {
		if err := step(record); err != nil {
			return nil, err
		}
	}
	if err := save(ctx, noun, before, []*T{record}); err != nil {
		return nil, err
	}
	return related(ctx, record, relate)
}

// unpatched is the patch of an update that only moves the record.
func unpatched[T any](*T) error { return nil }

// insert saves new records with their audit events.
func insert[T, F any](ctx context.Context, noun *storage.Table[T, F], records ...*T) error {
	if err := noun.Insert(ctx, engine.RequestOf(ctx).Store, records...); err != nil {
		return err
	}
	auditCreated(ctx, noun, records...)
	return nil
}

// save saves the records that differ from before, with their audit events. One that does not differ is as it was. The
// events come last, because the database decides on the number of a path name.
func save[T, F any](ctx context.Context, noun *storage.Table[T, F], before []T, records []*T) error {
	r := engine.RequestOf(ctx)
	changes := make([]map[string]model.Change, len(records))
	var changed []*T
	for i, record := range records {
		if changes[i] = model.Changes(before[i], *record); len(changes[i]) == 0 {
			*record = before[i]
			continue
		}
		noun.Touch(record, r.Now)
		if !noun.IsRenamed(&before[i], record) {
			changed = append(changed, record)
			continue
		}
		if err := noun.Rename(ctx, r.Store, record); err != nil {
			return err
		}
		changes[i] = model.Changes(before[i], *record)
	}
	if err := noun.Update(ctx, r.Store, changed...); err != nil {
		return err
	}
	for i, record := range records {
		if len(changes[i]) > 0 {
			audit(ctx, noun, "updated", record, changes[i])
		}
	}
	return nil
}

// auditCreated records that the program or the caller has made the records.
func auditCreated[T, F any](ctx context.Context, noun *storage.Table[T, F], records ...*T) {
	for _, record := range records {
		audit(ctx, noun, "created", record, model.Changes(*new(T), *record))
	}
}

// audit records what was done to a record.
func audit[T, F any](ctx context.Context, noun *storage.Table[T, F], done string, record *T, changes any) {
	subject := noun.Subject()
	engine.RequestOf(ctx).Audit(subject+"."+done, subject, noun.ID(record), changes)
}
