package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
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

// creation makes and saves a record of each input, all or none and in their order, without relations. A single creation
// is a batch of one, so that there is one code for both.
type creation[I, T any] func(ctx context.Context, inputs []*I, at place) ([]*T, error)

// place returns the pointer of the input at an index. Pointers to what is wrong with its members begin with it.
type place func(i int) string

func alone(int) string { return "" }

func inItems(i int) string { return fault.Pointer("/items", i) }

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
	if relate == nil {
		return records, nil
	}
	return records, relate(ctx, engine.SelectionOf(ctx), records)
}

// createAll makes a record of each input and saves them.
func createAll[I, T, F any](
	ctx context.Context, noun *storage.Table[T, F], inputs []*I, at place, newRecord func(i int, in I) (*T, error),
) ([]*T, error) {
	records, err := makeAll(inputs, at, newRecord)
	if err != nil {
		return nil, err
	}
	return records, insert(ctx, noun, records...)
}

// makeAll makes a record of each input. What is wrong with all of them is reported together.
func makeAll[I, T any](inputs []*I, at place, newRecord func(i int, in I) (*T, error)) ([]*T, error) {
	var all fault.Violations
	records := make([]*T, len(inputs))
	for i, in := range inputs {
		record, err := newRecord(i, *in)
		var vs fault.Violations
		if vs.AppendErr(err); err != nil && vs == nil {
			return nil, err
		}
		all.Append(vs.Under(at(i)))
		records[i] = record
	}
	return records, all.Err()
}

// update locks the record of the id, changes it, checks the caller's precondition and saves it.
func update[T, F any](
	ctx context.Context, noun *storage.Table[T, F], id uuid.UUID, relate relation[T], patch func(*T) error,
) (*T, error) {
	record, err := noun.Lock(ctx, engine.RequestOf(ctx).Store, id)
	return updateLocked(ctx, noun, record, err, relate, patch)
}

// updateLocked changes a record that the caller has locked, with err from locking it: it patches the record, checks the
// caller's precondition, makes the moves of the record's state machine, and saves.
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

// isOpen is a move that refuses to change what is below a closed case: `case_closed`. A record may have no case.
func isOpen[T any](c *model.Case) func(*T) error {
	return func(*T) error { return c.CheckOpen() }
}

// checkOpen refuses to add to closed cases: `case_closed`.
func checkOpen(cases map[uuid.UUID]*model.Case) error {
	for _, c := range cases {
		if err := c.CheckOpen(); err != nil {
			return err
		}
	}
	return nil
}

// unpatched is the patch of an update that only moves the record.
func unpatched[T any](*T) error { return nil }

// insert saves new records with their audit events.
func insert[T, F any](ctx context.Context, noun *storage.Table[T, F], records ...*T) error {
	stampImported(ctx, records...)
	if err := noun.Insert(ctx, engine.RequestOf(ctx).Store, records...); err != nil {
		return err
	}
	auditCreated(ctx, noun, records...)
	return nil
}

// save saves the records that differ from before, with their audit events. A record that does not differ keeps its
// updatedAt. The events come last, because the database chooses the number at the end of a path name.
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
		if stampImported(ctx, record) {
			changes[i] = model.Changes(before[i], *record)
		}
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
	r, subject, id := engine.RequestOf(ctx), noun.Subject(), noun.ID(record)
	e := r.Audit(subject+"."+done, subject, id, changes)
	markForVerdict(r, e, caseOf(noun, record), changes)
}

// caseOf returns the id of the case that a record is, or belongs to; uuid.Nil if none, or if it is known to be a case
// without a risk profile.
func caseOf[T, F any](noun *storage.Table[T, F], record *T) uuid.UUID {
	switch r := any(record).(type) {
	case *model.Case:
		if r.IsFrameworkCase() {
			return r.ID
		}
		return uuid.Nil
	case *model.Policy:
		if r.ProductType != nil {
			return uuid.Nil
		}
	case *model.Task:
		if r.Type != model.TaskTypeRenewalFollowUp || r.PolicyID == nil {
			return uuid.Nil
		}
		return orZero(r.CaseID)
	}
	if noun.HasColumn("case_id") {
		return noun.Ref(record, "case_id")
	}
	return uuid.Nil
}

// checkSizes refuses new records of a noun that would make a case larger than it may be: `quota_exceeded`. The cases are
// locked.
func checkSizes[T, F any](
	ctx context.Context, noun *storage.Table[T, F], records []*T, plural string, quota func(model.Quotas) int64,
) error {
	r := engine.RequestOf(ctx)
	if quota(r.Quotas) == 0 {
		return nil
	}
	added := map[uuid.UUID]int64{}
	for _, record := range records {
		added[noun.Ref(record, "case_id")]++
	}
	sizes, err := storage.CaseSizes(ctx, r.Store, noun, idsIn(noun, records, "case_id"))
	var vs fault.Violations
	for _, s := range sizes {
		own := model.QuotaOverrides{CaseAssets: s.QuotaCaseAssets, CasePolicies: s.QuotaCasePolicies}
		if most, has := quota(own.Or(r.Quotas)), s.Has+added[s.ID]; has > most {
			vs.Add("", fault.CodeQuotaExceeded, "The case %s may have %d %s and would have %d; ask the operator for a larger quota.",
				s.ID, most, plural, has)
		}
	}
	if err == nil {
		err = vs.Err()
	}
	return err
}
