package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// reasonManagementTypeChanged is why a case's tasks are cancelled when its management type changes (contract section
// 5).
const reasonManagementTypeChanged = "managementTypeChanged"

func (*queryResolver) Cases(ctx context.Context, filter *model.CaseFilter, sort *model.Sort, limit, offset *int, after *string) (*model.CaseConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		storeOfList(ctx).Cases, orZero(filter), relateCases)
	return &model.CaseConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Case(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	c, err := engine.RequestOf(ctx).Store.Case(ctx, id)
	return readOne(ctx, c, err, relateCases)
}

func (*mutationResolver) CreateCase(ctx context.Context, input model.CreateCaseInput) (*model.Case, error) {
	r := engine.RequestOf(ctx)
	refs, err := r.Store.CaseReferences(ctx, []model.UpdateCaseInput{input.AsUpdate()})
	if err != nil {
		return nil, err
	}
	c, err := model.NewCase(storage.NewID(), input, refs, r.Now)
	if err != nil {
		return nil, err
	}
	if err := r.Store.InsertCase(ctx, c); err != nil {
		return nil, err
	}
	r.Audit("case.created", "case", c.ID, model.Changes(model.Case{}, *c))
	return c, relateCases(ctx, engine.SelectionOf(ctx), []*model.Case{c})
}

func (*mutationResolver) UpdateCase(ctx context.Context, id uuid.UUID, input model.UpdateCaseInput) (*model.Case, error) {
	r := engine.RequestOf(ctx)
	c, err := r.Store.LockCase(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := patchCases(ctx, []*model.Case{c}, []model.UpdateCaseInput{input}, []string{""}); err != nil {
		return nil, err
	}
	return c, relateCases(ctx, engine.SelectionOf(ctx), []*model.Case{c})
}

func (*mutationResolver) UpdateCases(ctx context.Context, input model.UpdateCasesInput) ([]*model.Case, error) {
	r := engine.RequestOf(ctx)
	ids, err := batchIDs("/cases", input.Cases, func(item *model.UpdateCaseItem) uuid.UUID { return item.ID })
	if err != nil {
		return nil, err
	}
	locked, err := r.Store.LockCases(ctx, ids)
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
	return cases, relateCases(ctx, engine.SelectionOf(ctx), cases)
}

// patchCases changes locked cases by one input each, all or none. It cancels the open tasks of those whose management
// type changes.
func patchCases(ctx context.Context, cases []*model.Case, inputs []model.UpdateCaseInput, prefixes []string) error {
	r := engine.RequestOf(ctx)
	refs, err := r.Store.CaseReferences(ctx, inputs)
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
	if err := r.CheckPrecondition(ctx); err != nil {
		return err
	}
	for i, c := range cases {
		if err := c.Move(inputs[i], r.Now); err != nil {
			return err
		}
	}
	return saveCases(ctx, before, cases)
}

// saveCases saves the cases that differ from before, with their audit events.
func saveCases(ctx context.Context, before []model.Case, cases []*model.Case) error {
	r := engine.RequestOf(ctx)
	var changed []*model.Case
	var handedOver []uuid.UUID
	for i, c := range cases {
		changes := model.Changes(before[i], *c)
		if len(changes) == 0 {
			*c = before[i]
			continue
		}
		c.UpdatedAt = r.Now
		changed = append(changed, c)
		r.Audit("case.updated", "case", c.ID, changes)
		if before[i].ManagementType != c.ManagementType {
			handedOver = append(handedOver, c.ID)
		}
	}
	if err := r.Store.UpdateCases(ctx, changed); err != nil {
		return err
	}
	cancelled, err := r.Store.CancelOpenTasks(ctx, handedOver, reasonManagementTypeChanged, r.Now)
	for _, task := range cancelled {
		r.Audit("task.cancelled", "task", task.ID, map[string]string{"reason": reasonManagementTypeChanged})
	}
	return err
}

func (*mutationResolver) PutCaseOnHold(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	hold := func(s model.CaseState) (model.CaseState, error) { return s.Hold(), nil }
	return moveCase(ctx, id, hold, cascadeHold)
}

func (*mutationResolver) ReleaseCaseHold(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return moveCase(ctx, id, model.CaseState.Release, func(context.Context, *model.Case) error { return nil })
}

// moveCase runs an action of the case's state machine, and then what it means for the case's policies.
func moveCase(ctx context.Context, id uuid.UUID, action func(model.CaseState) (model.CaseState, error),
	then func(ctx context.Context, c *model.Case) error,
) (*model.Case, error) {
	r := engine.RequestOf(ctx)
	c, err := r.Store.LockCase(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	before := *c
	next, err := action(c.State())
	if err != nil {
		return nil, err
	}
	c.SetState(next, r.Now)
	if err := saveCases(ctx, []model.Case{before}, []*model.Case{c}); err != nil {
		return nil, err
	}
	if err := then(ctx, c); err != nil {
		return nil, err
	}
	return c, relateCases(ctx, engine.SelectionOf(ctx), []*model.Case{c})
}

// relateCases loads the selected relations of cases: one statement per relation, for any number of cases.
func relateCases(ctx context.Context, sel engine.Selection, cases []*model.Case) error {
	return loadAll(
		func() error { return relateCaseModel(ctx, sel, cases) },
		func() error { return relateCaseParties(ctx, sel, cases) },
		func() error { return relateCaseChildren(ctx, sel, cases) },
	)
}

// relateCaseModel loads the program and the risk profile. A plan without risk profiles cannot read them here either.
func relateCaseModel(ctx context.Context, sel engine.Selection, cases []*model.Case) error {
	r := engine.RequestOf(ctx)
	if _, asked := sel.Child("riskProfile"); asked {
		if err := r.Principal.Require(model.EntitlementRiskProfileManagement); err != nil {
			return err
		}
	}
	return loadAll(
		func() error {
			return toOne(ctx, sel, "program", cases, func(c *model.Case) *uuid.UUID { return c.ProgramID },
				(*storage.Portfolio).ProgramsByID, func(p *model.Program) uuid.UUID { return p.ID },
				func(c *model.Case, p *model.Program) { c.Program = p }, nil)
		},
		func() error {
			return toOne(ctx, sel, "riskProfile", cases, func(c *model.Case) *uuid.UUID { return c.RiskProfileID },
				(*storage.Portfolio).RiskProfilesByID, func(p *model.RiskProfile) uuid.UUID { return p.ID },
				func(c *model.Case, p *model.RiskProfile) { c.RiskProfile = p }, relateRiskProfiles)
		},
	)
}

func relateCaseParties(ctx context.Context, sel engine.Selection, cases []*model.Case) error {
	return loadAll(
		func() error {
			return relateContacts(ctx, sel, "insuranceContacts", cases,
				func(c *model.Case) []uuid.UUID { return c.InsuranceContactIDs },
				func(c *model.Case, contacts []model.Contact) { c.InsuranceContacts = contacts })
		},
		func() error {
			return relateContacts(ctx, sel, "insuranceContactsCC", cases,
				func(c *model.Case) []uuid.UUID { return c.InsuranceContactCCIDs },
				func(c *model.Case, contacts []model.Contact) { c.InsuranceContactsCC = contacts })
		},
		func() error {
			return insuredsOf(ctx, sel, cases, func(c *model.Case) []uuid.UUID { return c.InsuredIDs },
				func(c *model.Case, insureds []*model.Insured) { c.Insureds = insureds })
		},
		func() error {
			return mortgageeClausesOf(ctx, sel, cases, func(c *model.Case) []uuid.UUID { return c.MortgageeClauseIDs },
				func(c *model.Case, clauses []*model.MortgageeClause) { c.MortgageeClauses = clauses })
		},
	)
}

func relateCaseChildren(ctx context.Context, sel engine.Selection, cases []*model.Case) error {
	id := func(c *model.Case) uuid.UUID { return c.ID }
	return loadAll(
		func() error {
			return hasMany(ctx, sel, "policies", cases, id, (*storage.Portfolio).PoliciesOfCases,
				func(p *model.Policy) uuid.UUID { return p.CaseID },
				func(c *model.Case, policies []*model.Policy) { c.Policies = policies }, relatePolicies)
		},
		func() error {
			return hasMany(ctx, sel, "assets", cases, id, (*storage.Portfolio).AssetsOfCases,
				func(a *model.Asset) uuid.UUID { return a.CaseID },
				func(c *model.Case, assets []*model.Asset) { c.Assets = assets }, relateAssets)
		},
		func() error {
			return hasMany(ctx, sel, "documents", cases, id, (*storage.Portfolio).DocumentsOfCases,
				func(d *model.Document) uuid.UUID { return d.CaseID },
				func(c *model.Case, documents []*model.Document) { c.Documents = documents }, relateDocuments)
		},
		func() error {
			return hasMany(ctx, sel, "tasks", cases, id, (*storage.Portfolio).TasksOfCases,
				func(t *model.Task) uuid.UUID { return t.CaseID },
				func(c *model.Case, tasks []*model.Task) { c.Tasks = tasks }, relateTasks)
		},
	)
}
