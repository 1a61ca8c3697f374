package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// Policies are the insurance policies of cases. A policy's row has where it stands; its coverage is that of its current
// version, but for the columns that lists filter by, of which the row has a copy.
var Policies = rows.Define(Table[model.Policy, model.PolicyFilter]{
	Noun: "policy",
	Filter: func(f model.PolicyFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("status", f.Status.Value()),
			rows.In("policy_number", f.PolicyNumber.Value()),
			rows.WithinDates("start_date", f.StartDate.Value()),
			rows.WithinDates("end_date", f.EndDate.Value()),
			withCoverage(f.CoverageType.Value()),
			rows.HasAny("insured_ids", f.Insured.Value()),
			rows.HasAny("asset_ids", f.Asset.Value()),
		}
	},
	Text: func(f model.PolicyFilter) *string { return f.Q.Value() },
	Searched: []rows.Searched{
		{Table: "policies", Text: "x.search", Number: "lower(x.policy_number)", Link: "t.id = x.id", IsName: true},
	},
	Orders:    map[model.Sort]string{model.SortEndDate: "end_date", model.SortStartDate: "start_date"},
	Join:      "LEFT JOIN policy_versions AS v ON v.portfolio_id = t.portfolio_id AND v.id = t.current_version_id",
	Returning: "metadata", // the coverage is read back with the version
})

// withCoverage holds when the policy has any of the coverage types, named by id or key.
func withCoverage(refs []string) rows.Condition {
	if refs == nil {
		return nil
	}
	var ids []uuid.UUID
	for _, ref := range refs {
		if t, ok := model.CoverageTypes.ByRef(ref); ok {
			ids = append(ids, t.ID)
		}
	}
	if ids == nil {
		return rows.Where("false")
	}
	return rows.HasAny("coverage_type_ids", ids)
}

// LockCaseOfPolicy locks the case of a policy; `not_found` for a policy that does not exist. The wait is at the case: a
// statement after it has a snapshot in which version and policy belong together.
func (p *Portfolio) LockCaseOfPolicy(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	return p.lockCaseOf(ctx, Policies, id, Policies.Noun)
}

// LockPoliciesOfCase finds all policies of a locked case and keeps others from writing them, in the order of their ids.
func (p *Portfolio) LockPoliciesOfCase(ctx context.Context, id uuid.UUID) ([]*model.Policy, error) {
	return rows.Read[model.Policy](ctx, p.db, rows.Prepared,
		Policies.Select(p, rows.Where("t.case_id = ?", id)).OrderExpr("t.id").For(string(rows.ForUpdate)))
}

// InsertPolicy adds a policy with its first version and reads back what the database made of both.
func (p *Portfolio) InsertPolicy(ctx context.Context, policy *model.Policy, first *model.PolicyVersion) error {
	if err := Policies.Insert(ctx, p, policy); err != nil {
		return err
	}
	return p.InsertPolicyVersion(ctx, policy, first)
}

// UpdatePolicyStates saves where policies stand that the transaction has locked, in one statement.
func (p *Portfolio) UpdatePolicyStates(ctx context.Context, policies []*model.Policy) error {
	return Policies.Save(ctx, p, policies, "status", "status_before_hold", "on_hold_at", "deactivated_at", "updated_at")
}

// PolicyReferences looks up the records that an input of a policy names or rests on: only those that it needs. The case
// is nil when the one named does not exist, the policy when it is new.
func (p *Portfolio) PolicyReferences(
	ctx context.Context, c *model.Case, policy *model.Policy, in model.UpdatePolicyInput,
) (refs model.PolicyReferences, err error) {
	refs.Case = c
	contacts := in.InsuranceContacts.Value()
	found, err := p.existing(ctx, asked{
		Insureds: in.Insureds.Value(), MortgageeClauses: in.MortgageeClauses.Value(), Users: contacts, Brokers: contacts,
	})
	if err != nil {
		return refs, err
	}
	refs.Insureds, refs.MortgageeClauses, refs.Contacts = found[Insureds], found[MortgageeClauses], found.contacts()
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
func (p *Portfolio) coverageReferences(
	ctx context.Context, c *model.Case, in model.UpdatePolicyInput, refs *model.PolicyReferences,
) (err error) {
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
	found, err := rows.First[model.Program](ctx, p.db, rows.Prepared, p.db.NewSelect().
		Table("programs").Column("product_types").Where("portfolio_id = ? AND id = ?", p.ID(), program), Programs.Noun)
	if err != nil {
		return nil, err
	}
	return found.ProductTypes, nil
}

func (p *Portfolio) allowedTypes(ctx context.Context, profile uuid.UUID) ([]*model.CoverageType, error) {
	found, err := rows.First[model.RiskProfile](ctx, p.db, rows.Prepared, p.db.NewSelect().
		Table("risk_profiles").Column("requirements").
		Where("portfolio_id = ? AND id = ?", p.ID(), profile), RiskProfiles.Noun)
	if err != nil {
		return nil, err
	}
	return model.CoverageTypesAllowed(found.Requirements), nil
}

// caseAssets are all assets of a case, oldest first.
func (p *Portfolio) caseAssets(ctx context.Context, id uuid.UUID) ([]model.CaseAsset, error) {
	found, err := rows.Read[model.CaseAsset](ctx, p.db, rows.Prepared, p.db.NewSelect().
		TableExpr("assets AS t").Join("JOIN asset_types AS a ON a.id = t.asset_type_id").
		ColumnExpr("t.id, a.classification = ? AS tangible", model.AssetClassificationTangible).
		Where("t.portfolio_id = ? AND t.case_id = ?", p.ID(), id).OrderExpr("t.id"))
	return valuesOf(found), err
}
