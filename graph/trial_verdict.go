package graph

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) TrialVerdict(ctx context.Context, input model.TrialVerdictInput) (*model.TrialVerdict, error) {
	r := engine.RequestOf(ctx)
	if err := cmp.Or(input.Check(), r.SpendStatement(), r.SpendEvaluations(2)); err != nil {
		return nil, err
	}
	t, err := tryPolicy(ctx, input)
	if err != nil {
		return nil, err
	}
	categories, vs := catalog.ParseDocumentCategories("/documents", input.Documents.Value())
	if err := vs.Err(); err != nil {
		return nil, err
	}
	for _, c := range categories {
		t.documents = append(t.documents, &model.Document{
			CategoryID: c.ID, Evidences: []model.EvidencedTerm{{Policy: t.policy.ID, TermNumber: t.policy.TermNumber}},
		})
	}
	return t.judge(ctx)
}

// policyTrial is a policy as it would be, which is not saved.
type policyTrial struct {
	inCase    *model.Case
	before    *model.Policy // nil for a new one
	policy    *model.Policy
	documents []*model.Document // that would be on file besides
}

// tryPolicy does what the input asks for, in memory and without a lock.
func tryPolicy(ctx context.Context, in model.TrialVerdictInput) (*policyTrial, error) {
	switch {
	case in.Create.Value() != nil:
		t, err := tryCreation(ctx, in.Create.Value())
		return t, below("/create", err)
	case in.Update.Value() != nil:
		u := in.Update.Value()
		patch, move := correction(ctx, *u.Input)
		t, err := tryChange(ctx, u.ID, patch, move)
		return t, below("/update/input", err)
	case in.NewTerm.Value() != nil:
		term := in.NewTerm.Value()
		patch, move := nextTerm(ctx, *term.Input)
		t, err := tryChange(ctx, term.ID, patch, move)
		return t, below("/newTerm/input", err)
	default:
		t, err := tryAcceptance(ctx, in.Accept.Value())
		return t, below("/accept/input", err)
	}
}

// below is a refusal with its pointers below a member of the input.
func below(member string, err error) error {
	var vs fault.Violations
	if vs.AppendErr(err); vs == nil {
		return err
	}
	return vs.Under(member).Err()
}

func tryCreation(ctx context.Context, in *model.CreatePolicyInput) (*policyTrial, error) {
	found, err := storage.Cases.ByID(ctx, engine.RequestOf(ctx).Store, []uuid.UUID{in.CaseID})
	if err != nil {
		return nil, err
	}
	cases := byID(storage.Cases, found)
	policies, err := newPolicies(ctx, []*model.CreatePolicyInput{in}, cases, alone)
	if err != nil {
		return nil, err
	}
	return &policyTrial{inCase: cases[in.CaseID], policy: policies[0]}, nil
}

func tryChange(ctx context.Context, id uuid.UUID, patch policyPatch, move policyMove) (*policyTrial, error) {
	store := engine.RequestOf(ctx).Store
	p, err := storage.Policies.One(ctx, store, id)
	if err != nil {
		return nil, err
	}
	c, err := storage.Cases.One(ctx, store, p.CaseID)
	if err != nil {
		return nil, err
	}
	before := *p
	if err := patch(c, p); err != nil {
		return nil, err
	}
	if err := c.CheckOpen(); err != nil {
		return nil, err
	}
	if err := move(p); err != nil {
		return nil, err
	}
	return &policyTrial{inCase: c, before: &before, policy: p}, checkPlaced(ctx, &before, p)
}

func tryAcceptance(ctx context.Context, in *model.TrialAcceptInput) (*policyTrial, error) {
	r := engine.RequestOf(ctx)
	e, err := storage.Evidence.One(ctx, r.Store, in.ID)
	if err != nil {
		return nil, err
	}
	if err := r.Store.FilesOfEvidence(ctx, []*model.Evidence{e}); err != nil {
		return nil, err
	}
	decision, err := e.Decision(*in.Input)
	if err != nil {
		return nil, err
	}
	takesValues := len(decision.Members) > 0
	move := func() error { return nil }
	t, err := tryChange(ctx, e.PolicyID, func(c *model.Case, p *model.Policy) (err error) {
		d := &deciding{Evidence: e, inCase: c, policy: p}
		if err := d.checkOpen(takesValues); err != nil || !takesValues {
			return err
		}
		move, err = d.patchPolicy(ctx, decision)
		return err
	}, func(*model.Policy) error { return move() })
	if err != nil {
		return nil, err
	}
	term := e.TermNumber
	if takesValues {
		term = t.policy.TermNumber
	}
	t.documents = e.Accept(decision, term, uuid.Nil, storage.NewID, r.Now)
	return t, nil
}

// judge holds the case against its risk profile as it is, and with the policy as it would be.
func (t *policyTrial) judge(ctx context.Context) (*model.TrialVerdict, error) {
	r := engine.RequestOf(ctx)
	found, err := r.Store.CaseFacts(ctx, []uuid.UUID{t.inCase.ID}, true)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.NotFound("case")
	}
	clauses, err := storage.MortgageeClauses.ByID(ctx, r.Store, t.policy.MortgageeClauseIDs)
	if err != nil {
		return nil, err
	}
	before := complianceOn(found[0], scalar.DayOf(r.Now), r.Now)
	after := compliance.Tried{
		Policy: t.policy, Version: t.policy.NextVersion(storage.NewID(), t.before, r.Now), Clauses: clauses, Documents: t.documents,
	}.In(found[0].Facts).On(r.Now)
	tried := &model.TrialVerdict{CaseID: t.inCase.ID, PolicyID: t.policy.ID, Before: before, After: after}
	return related(ctx, tried, relateTrialVerdicts)
}

// relateTrialVerdicts loads the selected relations of what was tried. A policy that is not saved is none.
func relateTrialVerdicts(ctx context.Context, sel engine.Selection, all []*model.TrialVerdict) error {
	of := relationsOf(sel, all)
	before := inside(ctx, of, "before", func(t *model.TrialVerdict) []*model.Compliance { return []*model.Compliance{t.Before} })
	after := inside(ctx, of, "after", func(t *model.TrialVerdict) []*model.Compliance { return []*model.Compliance{t.After} })
	return cmp.Or(of.err, relateCompliances(ctx, before.sel, before.parents), relateCompliances(ctx, after.sel, after.parents))
}
