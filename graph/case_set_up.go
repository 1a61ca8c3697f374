package graph

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/storage"
)

func (*mutationResolver) SetUpCase(ctx context.Context, input model.SetUpCaseInput) (*model.Case, error) {
	insureds, brokers, assets := input.Insureds.Value(), input.Brokers.Value(), input.Assets.Value()
	if err := engine.RequestOf(ctx).Charge(ctx, 1+len(insureds)+len(brokers)+len(assets)); err != nil {
		return nil, err
	}
	w := &whole{ctx: ctx}
	newInsureds := partOf(w, storage.Insureds, "/insureds", insureds, createInsureds)
	newBrokers := partOf(w, storage.Brokers, "/brokers", brokers, createBrokers)
	in := *input.Case
	in.Insureds = graphql.OmittableOf(slices.Concat(in.Insureds.Value(), idsIn(storage.Insureds, newInsureds, "id")))
	in.InsuranceContacts = graphql.OmittableOf(slices.Concat(in.InsuranceContacts.Value(), idsIn(storage.Brokers, newBrokers, "id")))
	made := partOf(w, storage.Cases, "/case", []*model.CreateCaseInput{&in}, createCases)
	var caseID uuid.UUID
	if made != nil {
		caseID = made[0].ID
	}
	below := make([]*model.CreateAssetInput, len(assets))
	for i, a := range assets {
		below[i] = new(patch.As[model.CreateAssetInput](*a))
		below[i].CaseID = caseID
	}
	partOf(w, storage.Assets, "/assets", below, createAssets)
	if err := w.end(); err != nil {
		return nil, err
	}
	return related(ctx, made[0], relateCases)
}

// whole collects records that are made in one transaction. If one is refused, none is made, and all refusals are reported.
type whole struct {
	ctx    context.Context
	wrong  fault.Violations
	failed error // what is not the caller's mistake
}

// partOf makes the records of one member of the input; nil if one of them is refused.
func partOf[I, T, F any](w *whole, _ *storage.Table[T, F], member string, inputs []*I, create creation[I, T]) []*T {
	if len(inputs) == 0 || w.failed != nil {
		return nil
	}
	at := func(i int) string { return fault.Pointer(member, i) }
	if member == "/case" {
		at = func(int) string { return member }
	}
	err := checkBatch(member, inputs)
	var records []*T
	if err == nil {
		records, err = create(w.ctx, inputs, at)
	}
	if err == nil {
		return records
	}
	var vs fault.Violations
	if vs.AppendErr(err); vs == nil {
		w.failed = err
	}
	w.wrong.Append(vs)
	return nil
}

func (w *whole) end() error {
	if w.failed != nil {
		return w.failed
	}
	// An asset is not told that a case is missing which was refused itself.
	w.wrong = slices.DeleteFunc(w.wrong, func(v fault.Violation) bool { return v.Field == "caseId" })
	return w.wrong.Err()
}
