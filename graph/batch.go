package graph

import (
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// maxBatch is the greatest number of items of a batch (contract section 2, Bodies).
const maxBatch = 100

// checkBatch refuses an empty batch and one that is too long.
func checkBatch[T any](pointer string, items []T) error {
	var vs model.Violations
	switch {
	case len(items) == 0:
		vs.Add(pointer, model.CodeRequired, "give at least one item")
	case len(items) > maxBatch:
		vs.Add(pointer, model.CodeTooLong, "give at most %d items; split the batch", maxBatch)
	}
	return vs.Err()
}

// batchIDs are the ids of a batch of changes, in order; a batch of a wrong size and an id that stands twice are refused.
func batchIDs[T any](pointer string, items []T, id func(T) uuid.UUID) ([]uuid.UUID, error) {
	if err := checkBatch(pointer, items); err != nil {
		return nil, err
	}
	var vs model.Violations
	ids := make([]uuid.UUID, len(items))
	for i, item := range items {
		ids[i] = id(item)
		if ids[i] != uuid.Nil && slices.Contains(ids[:i], ids[i]) {
			vs.Add(model.Pointer(pointer, i, "id"), model.CodeDuplicate, "this id stands in the batch already")
		}
	}
	return ids, vs.Err()
}

// inOrder puts rows in the order of ids; ids without a row are passed over.
func inOrder[T any](ids []uuid.UUID, rows []*T, id func(*T) uuid.UUID) []*T {
	byID := make(map[uuid.UUID]*T, len(rows))
	for _, row := range rows {
		byID[id(row)] = row
	}
	ordered := make([]*T, 0, len(rows))
	for _, id := range ids {
		if row, ok := byID[id]; ok {
			ordered = append(ordered, row)
		}
	}
	return ordered
}

// orZero is the value behind a pointer, or the zero value.
func orZero[T any](p *T) T {
	if p == nil {
		return *new(T)
	}
	return *p
}
