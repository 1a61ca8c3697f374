package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// PolicyReferences looks up the records that an input of a policy names or rests on: only those that it needs. The case is
// nil when the one named does not exist, the policy when it is new.
func (p *Portfolio) PolicyReferences(ctx context.Context, c *model.Case, policy *model.Policy, in model.UpdatePolicyInput) (refs model.PolicyReferences, err error) {
	refs.Case = c
	contacts := in.InsuranceContacts.Value()
	found, err := p.existing(ctx, asked{
		"insureds": in.Insureds.Value(), "mortgagee_clauses": in.MortgageeClauses.Value(), "users": contacts, "brokers": contacts,
	})
	if err != nil {
		return refs, err
	}
	refs.Insureds, refs.MortgageeClauses, refs.Contacts = found["insureds"], found["mortgagee_clauses"], found.contacts()
	if policy != nil && policy.TermNumber > 1 && in.StartDate.IsSet() {
		if refs.PreviousTerm, err = p.previousTerm(ctx, policy); err != nil {
			return refs, err
		}
	}
	if c == nil {
		return refs, nil
	}
	return refs, p.coverageReferences(ctx, c, in, &refs)
}

// coverageReferences looks up what a coverage rests on in the model of its case.
func (p *Portfolio) coverageReferences(ctx context.Context, c *model.Case, in model.UpdatePolicyInput, refs *model.PolicyReferences) (err error) {
	if !c.IsFrameworkCase() {
		if in.ProductType.IsSet() || in.DisplayName.IsSet() {
			refs.ProductTypes, err = p.productTypes(ctx, *c.ProgramID)
		}
		return err
	}
	if in.CoverageTypes.Value() != nil {
		if refs.AllowedTypes, err = p.allowedTypes(ctx, *c.RiskProfileID); err != nil {
			return err
		}
	}
	if in.Perils.IsSet() || in.PerilsByAsset.IsSet() {
		refs.Assets, err = p.caseAssets(ctx, c.ID)
	}
	return err
}

func (p *Portfolio) productTypes(ctx context.Context, program uuid.UUID) ([]*model.ProductType, error) {
	type row struct {
		ProductTypes []*model.ProductType `bun:"type:jsonb"`
	}
	found, err := first[row](ctx, p, p.db.NewSelect().Table("programs").Column("product_types").
		Where("portfolio_id = ? AND id = ?", p.id, program), "program")
	if err != nil {
		return nil, err
	}
	return found.ProductTypes, nil
}

func (p *Portfolio) allowedTypes(ctx context.Context, profile uuid.UUID) ([]*model.CoverageType, error) {
	type row struct {
		Requirements []*model.Requirement `bun:"type:jsonb"`
	}
	found, err := first[row](ctx, p, p.db.NewSelect().Table("risk_profiles").Column("requirements").
		Where("portfolio_id = ? AND id = ?", p.id, profile), "risk profile")
	if err != nil {
		return nil, err
	}
	return model.CoverageTypesAllowed(found.Requirements), nil
}

// caseAssets are all assets of a case, oldest first.
func (p *Portfolio) caseAssets(ctx context.Context, id uuid.UUID) (assets []model.CaseAsset, err error) {
	rows, err := read[model.CaseAsset](ctx, p.on, prepared, p.db.NewSelect().TableExpr("assets AS t").Join("JOIN asset_types AS a ON a.id = t.asset_type_id").
		ColumnExpr("t.id, a.classification = ? AS tangible", model.AssetClassificationTangible).
		Where("t.portfolio_id = ? AND t.case_id = ?", p.id, id).OrderExpr("t.id"))
	for _, row := range rows {
		assets = append(assets, *row)
	}
	return assets, err
}
