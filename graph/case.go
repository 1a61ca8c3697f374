package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// reasonManagementTypeChanged is why the tasks of a case that changed hands are cancelled (contract section 5).
const reasonManagementTypeChanged = "managementTypeChanged"

func (*queryResolver) Cases(ctx context.Context, filter *model.CaseFilter, sort *model.Sort, limit, offset *int, after *string) (*model.CaseConnection, error) {
	store := listed(ctx)
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		func(ctx context.Context, opt model.ListOptions) (*storage.Page[model.Case], error) {
			return store.Cases(ctx, orZero(filter), opt)
		}, relateCases)
	return &model.CaseConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Case(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	c, err := requestOf(ctx).store.Case(ctx, id)
	return readOne(ctx, c, err, relateCases)
}

func (*mutationResolver) CreateCase(ctx context.Context, input model.CreateCaseInput) (*model.Case, error) {
	r := requestOf(ctx)
	refs, err := r.store.CaseReferences(ctx, []model.UpdateCaseInput{input.AsUpdate()})
	if err != nil {
		return nil, err
	}
	c, err := model.NewCase(storage.NewID(), input, refs, r.now)
	if err != nil {
		return nil, err
	}
	if err := r.store.InsertCase(ctx, c); err != nil {
		return nil, err
	}
	r.audit("case.created", "case", c.ID, model.Changes(model.Case{}, *c))
	return c, relateCases(ctx, selectionOf(ctx), []*model.Case{c})
}

func (*mutationResolver) UpdateCase(ctx context.Context, id uuid.UUID, input model.UpdateCaseInput) (*model.Case, error) {
	r := requestOf(ctx)
	c, err := r.store.LockCase(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := patchCases(ctx, []*model.Case{c}, []model.UpdateCaseInput{input}, []string{""}); err != nil {
		return nil, err
	}
	return c, relateCases(ctx, selectionOf(ctx), []*model.Case{c})
}

func (*mutationResolver) UpdateCases(ctx context.Context, input model.UpdateCasesInput) ([]*model.Case, error) {
	r := requestOf(ctx)
	ids, err := batchIDs("/cases", input.Cases, func(item *model.UpdateCaseItem) uuid.UUID { return item.ID })
	if err != nil {
		return nil, err
	}
	locked, err := r.store.LockCases(ctx, ids)
	if err != nil {
		return nil, err
	}
	cases := inOrder(ids, locked, func(c *model.Case) uuid.UUID { return c.ID })
	if len(locked) < len(ids) {
		return nil, model.NotFound("case")
	}
	inputs := make([]model.UpdateCaseInput, len(ids))
	prefixes := make([]string, len(ids))
	for i, item := range input.Cases {
		inputs[i], prefixes[i] = item.AsUpdate(), model.Pointer("/cases", i)
	}
	if err := patchCases(ctx, cases, inputs, prefixes); err != nil {
		return nil, err
	}
	return cases, relateCases(ctx, selectionOf(ctx), cases)
}

// patchCases changes locked cases by one input each, all or none, and cancels the open tasks of those that change hands.
func patchCases(ctx context.Context, cases []*model.Case, inputs []model.UpdateCaseInput, prefixes []string) error {
	r := requestOf(ctx)
	refs, err := r.store.CaseReferences(ctx, inputs)
	if err != nil {
		return err
	}
	before := make([]model.Case, len(cases))
	var vs model.Violations
	for i, c := range cases {
		before[i] = *c
		vs.Append(c.Patch(inputs[i], refs).Under(prefixes[i]))
	}
	if err := vs.Err(); err != nil {
		return err
	}
	if err := r.checkPrecondition(ctx); err != nil {
		return err
	}
	for i, c := range cases {
		if err := c.Move(inputs[i], r.now); err != nil {
			return err
		}
	}
	return saveCases(ctx, before, cases)
}

// saveCases saves the cases that differ from before, with their audit events.
func saveCases(ctx context.Context, before []model.Case, cases []*model.Case) error {
	r := requestOf(ctx)
	var changed []*model.Case
	var handedOver []uuid.UUID
	for i, c := range cases {
		changes := model.Changes(before[i], *c)
		if len(changes) == 0 {
			*c = before[i]
			continue
		}
		c.UpdatedAt = r.now
		changed = append(changed, c)
		r.audit("case.updated", "case", c.ID, changes)
		if before[i].ManagementType != c.ManagementType {
			handedOver = append(handedOver, c.ID)
		}
	}
	if err := r.store.UpdateCases(ctx, changed); err != nil {
		return err
	}
	cancelled, err := r.store.CancelOpenTasks(ctx, handedOver, reasonManagementTypeChanged, r.now)
	for _, task := range cancelled {
		r.audit("task.cancelled", "task", task.ID, map[string]string{"reason": reasonManagementTypeChanged})
	}
	return err
}

func (*mutationResolver) PutCaseOnHold(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	hold := func(s model.CaseState) (model.CaseState, error) { return s.Hold(), nil }
	return moveCase(ctx, id, hold, requestOf(ctx).cascadeHold)
}

func (*mutationResolver) ReleaseCaseHold(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return moveCase(ctx, id, model.CaseState.Release, func(context.Context, *model.Case) error { return nil })
}

// moveCase runs an action of the case's state machine, and then what follows for the case's policies.
func moveCase(ctx context.Context, id uuid.UUID, action func(model.CaseState) (model.CaseState, error),
	then func(ctx context.Context, c *model.Case) error,
) (*model.Case, error) {
	r := requestOf(ctx)
	c, err := r.store.LockCase(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := r.checkPrecondition(ctx); err != nil {
		return nil, err
	}
	before := *c
	next, err := action(c.State())
	if err != nil {
		return nil, err
	}
	c.SetState(next, r.now)
	if err := saveCases(ctx, []model.Case{before}, []*model.Case{c}); err != nil {
		return nil, err
	}
	if err := then(ctx, c); err != nil {
		return nil, err
	}
	return c, relateCases(ctx, selectionOf(ctx), []*model.Case{c})
}
