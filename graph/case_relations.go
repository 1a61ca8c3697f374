package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// relateCases loads what the selection asks of cases: one statement a relation, whatever the number of cases.
func relateCases(ctx context.Context, sel selection, cases []*model.Case) error {
	return inTurn(
		func() error { return relateCaseModel(ctx, sel, cases) },
		func() error { return relateCaseParties(ctx, sel, cases) },
		func() error { return relateCaseChildren(ctx, sel, cases) },
	)
}

// relateCaseModel loads what cases are measured against. A plan without risk profiles does not see them here either.
func relateCaseModel(ctx context.Context, sel selection, cases []*model.Case) error {
	r := requestOf(ctx)
	if _, asked := sel.child("riskProfile"); asked {
		if err := r.principal.Require(model.EntitlementRiskProfileManagement); err != nil {
			return err
		}
	}
	return inTurn(
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

func relateCaseParties(ctx context.Context, sel selection, cases []*model.Case) error {
	return inTurn(
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

func relateCaseChildren(ctx context.Context, sel selection, cases []*model.Case) error {
	id := func(c *model.Case) uuid.UUID { return c.ID }
	return inTurn(
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
