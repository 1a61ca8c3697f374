package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// creation makes and saves a record of each input, all or none and in their order, without relations. A single creation
// is a batch of one, so that there is one code for both.
type creation[I, T any] func(ctx context.Context, inputs []*I, at place) ([]*T, error)

// place is where the input of an index stands in the request: what comes before the pointers to its members.
type place func(i int) string

func alone(int) string { return "" }

func inItems(i int) string { return model.Pointer("/items", i) }

// createOne returns the record of a single input, with its selected relations.
func createOne[I, T any](ctx context.Context, input *I, create creation[I, T], relate relation[T]) (*T, error) {
	records, err := create(ctx, []*I{input}, alone)
	if err != nil {
		return nil, err
	}
	return related(ctx, records[0], relate)
}

// createItems returns the records of a batch's items, with their selected relations. The caller's rate pays for the
// items before anything is done for them.
func createItems[I, T any](ctx context.Context, items []*I, create creation[I, T], relate relation[T]) ([]*T, error) {
	if err := checkBatch("/items", items); err != nil {
		return nil, err
	}
	if err := engine.RequestOf(ctx).Charge(ctx, len(items)); err != nil {
		return nil, err
	}
	records, err := create(ctx, items, inItems)
	if err != nil {
		return nil, err
	}
	return records, relate(ctx, engine.SelectionOf(ctx), records)
}

// makeAll makes a record of each input. What is wrong with all of them is reported together.
func makeAll[I, T any](inputs []*I, at place, newRecord func(i int, in I) (*T, error)) ([]*T, error) {
	var all model.Violations
	records := make([]*T, len(inputs))
	for i, in := range inputs {
		record, err := newRecord(i, *in)
		var vs model.Violations
		if vs.AppendErr(err); err != nil && vs == nil {
			return nil, err
		}
		all.Append(vs.Under(at(i)))
		records[i] = record
	}
	return records, all.Err()
}

// lockCases locks the cases of inputs that exist, in the order of their ids, and finds them by these.
func lockCases[I any](ctx context.Context, inputs []*I, caseID func(*I) uuid.UUID) (map[uuid.UUID]*model.Case, error) {
	ids := make([]uuid.UUID, len(inputs))
	for i, in := range inputs {
		ids[i] = caseID(in)
	}
	locked, err := storage.Cases.LockAll(ctx, engine.RequestOf(ctx).Store, distinct(ids))
	return byID(storage.Cases, locked), err
}
