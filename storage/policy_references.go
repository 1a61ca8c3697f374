package storage

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// PolicyInput is an input of a policy whose references are looked up.
type PolicyInput struct {
	Case   *model.Case   // nil when the one named does not exist
	Policy *model.Policy // nil when it is new
	Input  model.UpdatePolicyInput
}

// PolicyReferences looks up the records that inputs of policies name or rest on: only those that they need. It takes
// the same statements for any number of new policies; of an old one it also looks for the term before.
func (p *Portfolio) PolicyReferences(ctx context.Context, inputs ...PolicyInput) ([]model.PolicyReferences, error) {
	all, err := p.partiesOfPolicies(ctx, inputs)
	if err != nil {
		return nil, err
	}
	refs := make([]model.PolicyReferences, len(inputs))
	for i, in := range inputs {
		refs[i] = all
		if refs[i].Case = in.Case; in.Policy != nil && in.Policy.TermNumber > 1 && in.Input.StartDate.IsSet() {
			if refs[i].PreviousTerm, refs[i].EarlierStart, err = p.earlierTerms(ctx, in.Policy); err != nil {
				return nil, err
			}
		}
	}
	return refs, p.coverageReferences(ctx, inputs, refs)
}

// earlierTerms returns the term before a policy's last one, and the latest known start of all before it.
func (p *Portfolio) earlierTerms(ctx context.Context, policy *model.Policy) (*model.Coverage, *time.Time, error) {
	previous, err := p.previousTerm(ctx, policy)
	if err != nil {
		return nil, nil, err
	}
	start, err := p.EarlierStart(ctx, policy.ID, previous)
	return previous, start, err
}

// partiesOfPolicies looks up the records of the portfolio that inputs name, of all of them together.
func (p *Portfolio) partiesOfPolicies(ctx context.Context, inputs []PolicyInput) (refs model.PolicyReferences, err error) {
	var insureds, clauses, contacts []uuid.UUID
	for _, in := range inputs {
		insureds = append(insureds, in.Input.Insureds.Value()...)
		clauses = append(clauses, in.Input.MortgageeClauses.Value()...)
		contacts = append(contacts, in.Input.InsuranceContacts.Value()...)
	}
	found, err := p.existing(ctx, asked{Insureds: insureds, MortgageeClauses: clauses, Users: contacts, Brokers: contacts})
	if err != nil {
		return refs, err
	}
	refs.Insureds, refs.MortgageeClauses, refs.Contacts = found[Insureds], found[MortgageeClauses], found.contacts()
	return refs, nil
}

// program is the id of the program whose product types the input needs; nil if none.
func (in PolicyInput) program() *uuid.UUID {
	if in.Case == nil || in.Case.IsFrameworkCase() || !in.Input.ProductType.IsSet() && !in.Input.DisplayName.IsSet() {
		return nil
	}
	return in.Case.ProgramID
}

// profile is the id of the risk profile whose requirements the input needs; nil if none.
func (in PolicyInput) profile() *uuid.UUID {
	if in.Case == nil || in.Input.CoverageTypes.Value() == nil {
		return nil
	}
	return in.Case.RiskProfileID
}

// assetsOf is the id of the case whose assets the input needs; nil if none.
func (in PolicyInput) assetsOf() *uuid.UUID {
	if in.Case == nil || !in.Case.IsFrameworkCase() || !in.Input.Perils.IsSet() && !in.Input.PerilsByAsset.IsSet() {
		return nil
	}
	return &in.Case.ID
}

// coverageReferences looks up what coverages rest on in the models of their cases.
func (p *Portfolio) coverageReferences(ctx context.Context, inputs []PolicyInput, refs []model.PolicyReferences) error {
	var programs, profiles, cases []uuid.UUID
	for _, in := range inputs {
		programs = appendID(programs, in.program())
		profiles = appendID(profiles, in.profile())
		cases = appendID(cases, in.assetsOf())
	}
	productTypes, err := p.productTypes(ctx, programs)
	if err != nil {
		return err
	}
	allowedTypes, err := p.allowedTypes(ctx, profiles)
	if err != nil {
		return err
	}
	assets, err := p.assetsByCase(ctx, cases)
	if err != nil {
		return err
	}
	for i, in := range inputs {
		if id := in.program(); id != nil {
			refs[i].ProductTypes = productTypes[*id]
		}
		if id := in.profile(); id != nil {
			refs[i].AllowedTypes = allowedTypes[*id]
		}
		if id := in.assetsOf(); id != nil {
			refs[i].Assets = assets[*id]
		}
	}
	return nil
}

// productTypes are those of the programs, by the programs' ids.
func (p *Portfolio) productTypes(ctx context.Context, programs []uuid.UUID) (map[uuid.UUID][]*model.ProductType, error) {
	if len(programs) == 0 {
		return nil, nil
	}
	found, err := rows.Read[model.Program](ctx, p.db, rows.Prepared, p.db.NewSelect().
		Table("programs").Column("id", "product_types").
		Where("portfolio_id = ? AND id = ANY (?)", p.ID(), rows.Array[uuid.UUID](programs)))
	types := make(map[uuid.UUID][]*model.ProductType, len(found))
	for _, program := range found {
		types[program.ID] = program.ProductTypes
	}
	return types, err
}

// allowedTypes are the coverage types that the requirements of the risk profiles allow, by the profiles' ids.
func (p *Portfolio) allowedTypes(ctx context.Context, profiles []uuid.UUID) (map[uuid.UUID][]*model.CoverageType, error) {
	if len(profiles) == 0 {
		return nil, nil
	}
	found, err := rows.Read[model.RiskProfile](ctx, p.db, rows.Prepared, p.db.NewSelect().
		Table("risk_profiles").Column("id", "requirements").
		Where("portfolio_id = ? AND id = ANY (?)", p.ID(), rows.Array[uuid.UUID](profiles)))
	types := make(map[uuid.UUID][]*model.CoverageType, len(found))
	for _, profile := range found {
		types[profile.ID] = model.CoverageTypesAllowed(profile.Requirements)
	}
	return types, err
}

// assetsByCase are all assets of the cases, oldest first, by the cases' ids.
func (p *Portfolio) assetsByCase(ctx context.Context, cases []uuid.UUID) (map[uuid.UUID][]model.CaseAsset, error) {
	if len(cases) == 0 {
		return nil, nil
	}
	type row struct {
		ID, CaseID uuid.UUID
		Tangible   bool
	}
	found, err := rows.Read[row](ctx, p.db, rows.Prepared, p.db.NewSelect().
		TableExpr("assets AS t").Join("JOIN asset_types AS a ON a.id = t.asset_type_id").
		ColumnExpr("t.id, t.case_id, a.classification = ? AS tangible", model.AssetClassificationTangible).
		Where("t.portfolio_id = ? AND t.case_id = ANY (?)", p.ID(), rows.Array[uuid.UUID](cases)).OrderExpr("t.id"))
	assets := make(map[uuid.UUID][]model.CaseAsset, len(cases))
	for _, row := range found {
		assets[row.CaseID] = append(assets[row.CaseID], model.CaseAsset{ID: row.ID, Tangible: row.Tangible})
	}
	return assets, err
}
