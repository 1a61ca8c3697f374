package graph

import (
	"context"
	"errors"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

// reasonManagementTypeChanged is why a case's tasks are cancelled when its management type changes (contract section
// 5).
const reasonManagementTypeChanged = "managementTypeChanged"

func (*queryResolver) Cases(
	ctx context.Context, filter *model.CaseFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*model.CaseConnection, error) {
	args := listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}
	return listOf(ctx, storage.Cases, filter, args, relateFound(orZero(filter).Q.Value()))
}

func (*queryResolver) CaseByExternalID(ctx context.Context, externalID string) (*model.Case, error) {
	r := engine.RequestOf(ctx)
	if err := r.SpendStatement(); err != nil {
		return nil, err
	}
	c, err := orNone(r.Store.CaseOf(ctx, externalID))
	if c == nil {
		return nil, err
	}
	return related(ctx, c, relateCases)
}

func createCases(ctx context.Context, inputs []*model.CreateCaseInput, at place) ([]*model.Case, error) {
	r := engine.RequestOf(ctx)
	named := make([]model.UpdateCaseInput, len(inputs))
	for i, in := range inputs {
		named[i] = in.AsUpdate()
	}
	refs, err := r.Store.CaseReferences(ctx, named)
	if err != nil {
		return nil, err
	}
	return createAll(ctx, storage.Cases, inputs, at, func(_ int, in model.CreateCaseInput) (*model.Case, error) {
		return model.NewCase(storage.NewID(), in, refs, r.Now)
	})
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

func (*mutationResolver) UpdateCase(ctx context.Context, id uuid.UUID, input model.UpdateCaseInput) (*model.Case, error) {
	c, err := storage.Cases.Lock(ctx, engine.RequestOf(ctx).Store, id)
	if err != nil {
		return nil, err
	}
	if err := patchCases(ctx, []*model.Case{c}, []model.UpdateCaseInput{input}, []string{""}); err != nil {
		return nil, err
	}
	return related(ctx, c, relateCases)
}

// isTaken reports whether another record has the external id.
func isTaken(err error) bool {
	domain, ok := errors.AsType[*fault.Error](err)
	return ok && slices.ContainsFunc(domain.Violations, func(v fault.Violation) bool {
		return v.Pointer == "/externalId" && v.Code == fault.CodeDuplicate
	})
}

// UpsertCase opens a case, or changes the one that has the external id. Two calls at once that find none both open one; the
// index refuses the second, whose transaction is run again and finds the first one's.
func (*mutationResolver) UpsertCase(ctx context.Context, externalID string, input model.CreateCaseInput) (*model.Case, error) {
	var vs fault.Violations
	if given, isSet := input.ExternalID.ValueOK(); isSet && (given == nil || *given != externalID) {
		vs.Say("/externalId", fault.CodeImmutable, "is another one than that of the path; leave it out")
	}
	input.ExternalID = graphql.OmittableOf(&externalID)
	c, err := upsertCase(ctx, externalID, &input)
	if len(vs) == 0 {
		return c, err
	}
	vs.AppendErr(err) // what else is wrong is told with it
	return nil, vs.Err()
}

func upsertCase(ctx context.Context, externalID string, input *model.CreateCaseInput) (*model.Case, error) {
	r := engine.RequestOf(ctx)
	c, err := orNone(r.Store.LockCaseOf(ctx, externalID))
	if err != nil {
		return nil, err
	}
	if c == nil {
		if err := r.CheckPrecondition(ctx); err != nil {
			return nil, err
		}
		made, err := createOne(ctx, input, createCases, relateCases)
		if !isTaken(err) {
			return made, err
		}
		if c, err = r.Store.LockCaseOf(ctx, externalID); err != nil { // another call has opened it since
			return nil, err
		}
	}
	r.SetFound()
	if err := patchCases(ctx, []*model.Case{c}, []model.UpdateCaseInput{input.AsUpdate()}, []string{""}); err != nil {
		return nil, err
	}
	return related(ctx, c, relateCases)
}

func (*mutationResolver) UpdateCases(ctx context.Context, input model.UpdateCasesInput) ([]*model.Case, error) {
	ids, err := batchIDs("/cases", input.Cases, func(item *model.UpdateCaseItem) uuid.UUID { return item.ID })
	if err != nil {
		return nil, err
	}
	locked, err := storage.Cases.LockAll(ctx, engine.RequestOf(ctx).Store, ids)
	if err != nil {
		return nil, err
	}
	if len(locked) < len(ids) {
		return nil, fault.NotFound("case")
	}
	found := byID(storage.Cases, locked)
	cases, inputs, prefixes := make([]*model.Case, len(ids)), make([]model.UpdateCaseInput, len(ids)), make([]string, len(ids))
	for i, item := range input.Cases {
		cases[i], inputs[i], prefixes[i] = found[item.ID], item.AsUpdate(), fault.Pointer("/cases", i)
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
	var vs fault.Violations
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
	if err := save(ctx, storage.Cases, before, cases); err != nil {
		return err
	}
	return cancelHandedOver(ctx, before, cases)
}

// cancelHandedOver cancels the open tasks of cases whose management type has changed.
func cancelHandedOver(ctx context.Context, before []model.Case, cases []*model.Case) error {
	var handedOver []uuid.UUID
	for i, c := range cases {
		if before[i].ManagementType != c.ManagementType {
			handedOver = append(handedOver, c.ID)
		}
	}
	cancelled, err := cancelTasks(ctx, handedOver, reasonManagementTypeChanged)
	if err != nil {
		return err
	}
	var unfinished []uuid.UUID
	for _, t := range cancelled {
		if t.IsResumed() {
			unfinished = append(unfinished, *t.CaseID)
		}
	}
	return resumeTasks(ctx, distinct(unfinished))
}

// cancelTasks cancels the open tasks of locked cases, and returns them.
func cancelTasks(ctx context.Context, cases []uuid.UUID, reason string) ([]*model.Task, error) {
	r := engine.RequestOf(ctx)
	were, err := r.Store.CancelOpenTasks(ctx, cases, reason, r.Now)
	var cancelled []*model.Task
	var over []uuid.UUID
	for _, c := range were {
		t := &c.Task
		audit(ctx, storage.Tasks, "cancelled", t, model.Changes(c.Before(), *t))
		if cancelled = append(cancelled, t); t.Type == model.TaskTypeResolveDeficiency {
			over = append(over, t.ID)
		}
	}
	if err != nil {
		return nil, err
	}
	return cancelled, renewal.EndLetters(ctx, r.Store, over, reason, r.Now)
}

// resumeTasks opens tasks of locked cases again that were cancelled with all others and are still to do: a waiver that is requested
// waits for a decision as before, and a placement for the same act.
func resumeTasks(ctx context.Context, cases []uuid.UUID) error {
	if len(cases) == 0 {
		return nil
	}
	r := engine.RequestOf(ctx)
	waivers, err := storage.Waivers.Of(ctx, r.Store, "case_id", cases)
	if err == nil {
		err = askForDecisions(ctx, waivers...)
	}
	if err != nil {
		return err
	}
	placements, err := storage.Placements.Of(ctx, r.Store, "case_id", cases)
	if err != nil {
		return err
	}
	for _, id := range cases {
		isOther := func(p *model.Placement) bool { return p.CaseID != id }
		if of := slices.DeleteFunc(slices.Clone(placements), isOther); len(of) > 0 {
			if err := followPlacements(ctx, of...); err != nil {
				return err
			}
		}
	}
	return nil
}

func init() { addNodeRelation(relateCases) }

// relateCases loads the selected relations of cases. A plan without risk profiles cannot read them here either.
func relateCases(ctx context.Context, sel engine.Selection, cases []*model.Case) error {
	if sel.Has("riskProfile") {
		if err := engine.RequestOf(ctx).Principal.Require(model.EntitlementRiskProfileManagement); err != nil {
			return err
		}
	}
	of := relationsOf(sel, cases)
	toOne(ctx, of, "program", storage.Programs, nil,
		func(c *model.Case) (*uuid.UUID, **model.Program) { return c.ProgramID, &c.Program })
	toOne(ctx, of, "riskProfile", storage.RiskProfiles, relateRiskProfiles,
		func(c *model.Case) (*uuid.UUID, **model.RiskProfile) { return c.RiskProfileID, &c.RiskProfile })
	toContacts(ctx, of, "insuranceContacts", func(c *model.Case) ([]uuid.UUID, *[]model.Contact) {
		return c.InsuranceContactIDs, &c.InsuranceContacts
	})
	toContacts(ctx, of, "insuranceContactsCC", func(c *model.Case) ([]uuid.UUID, *[]model.Contact) {
		return c.InsuranceContactCCIDs, &c.InsuranceContactsCC
	})
	toMany(ctx, of, "insureds", storage.Insureds, relateInsureds,
		func(c *model.Case) ([]uuid.UUID, *[]*model.Insured) { return c.InsuredIDs, &c.Insureds })
	toMany(ctx, of, "mortgageeClauses", storage.MortgageeClauses, relateMortgageeClauses,
		func(c *model.Case) ([]uuid.UUID, *[]*model.MortgageeClause) {
			return c.MortgageeClauseIDs, &c.MortgageeClauses
		})
	hasMany(ctx, of, "policies", storage.Policies, "case_id", relatePolicies,
		func(c *model.Case) (uuid.UUID, *[]*model.Policy) { return c.ID, &c.Policies })
	hasMany(ctx, of, "assets", storage.Assets, "case_id", relateAssets,
		func(c *model.Case) (uuid.UUID, *[]*model.Asset) { return c.ID, &c.Assets })
	hasMany(ctx, of, "documents", storage.Documents, "case_id", relateDocuments,
		func(c *model.Case) (uuid.UUID, *[]*model.Document) { return c.ID, &c.Documents })
	hasMany(ctx, of, "tasks", storage.Tasks, "case_id", relateTasks,
		func(c *model.Case) (uuid.UUID, *[]*model.Task) { return c.ID, &c.Tasks })
	judged(ctx, of)
	hasMany(ctx, of, "waivers", storage.Waivers, "case_id", relateWaivers,
		func(c *model.Case) (uuid.UUID, *[]*model.Waiver) { return c.ID, &c.Waivers })
	hasMany(ctx, of, "placements", storage.Placements, "case_id", relatePlacements,
		func(c *model.Case) (uuid.UUID, *[]*model.Placement) { return c.ID, &c.Placements })
	return of.err
}
