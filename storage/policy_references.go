package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/storage/rows"
)

// PolicyInput is an input of a policy whose references are looked up.
type PolicyInput struct {
	Case   *model.Case   // nil when the one named does not exist
	Policy *model.Policy // nil when it is new
	Input  model.UpdatePolicyInput
}

// PolicyReferences looks up the records that inputs of policies name or rest on: only those that they need, in one round
// trip for any number of new policies. Of an old one it also looks for the term before.
func (p *Portfolio) PolicyReferences(ctx context.Context, inputs ...PolicyInput) ([]model.PolicyReferences, error) {
	refs := make([]model.PolicyReferences, len(inputs))
	var parties known
	var coverage *coverageReferences
	if err := rows.Snapshot(ctx, p, func(in rows.Scoped) error {
		b := rows.NewBatch(in)
		parties, coverage = p.partiesIn(b, inputs), coverageIn(b, inputs)
		return b.Send(ctx)
	}); err != nil {
		return nil, err
	}
	keys := make([]*string, len(inputs))
	for i, in := range inputs {
		keys[i] = in.Input.ExternalID.Value()
	}
	holders, err := p.Holders(ctx, Policies, keys...)
	if err != nil {
		return nil, err
	}
	all := model.PolicyReferences{Holders: holders, Insureds: parties[Insureds], MortgageeClauses: parties[MortgageeClauses],
		Contacts: parties.contacts()}
	for i, in := range inputs {
		refs[i] = all
		if refs[i].Case = in.Case; in.Policy != nil && in.Policy.TermNumber > 1 && in.Input.StartDate.IsSet() {
			var err error
			if refs[i].PreviousTerm, refs[i].EarlierStart, err = p.earlierTerms(ctx, in.Policy); err != nil {
				return nil, err
			}
		}
		coverage.of(in, &refs[i])
	}
	return refs, nil
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

// partiesIn looks up the records of the portfolio that inputs name, of all of them together.
func (p *Portfolio) partiesIn(b *rows.Batch, inputs []PolicyInput) known {
	var insureds, clauses, contacts []uuid.UUID
	for _, in := range inputs {
		insureds = append(insureds, in.Input.Insureds.Value()...)
		clauses = append(clauses, in.Input.MortgageeClauses.Value()...)
		contacts = append(contacts, in.Input.InsuranceContacts.Value()...)
	}
	return p.existingIn(b, asked{Insureds: insureds, MortgageeClauses: clauses, Users: contacts, Brokers: contacts})
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
	asked := in.Input.Perils.IsSet() || in.Input.PerilsByAsset.IsSet() || in.Input.StatedValues.IsSet()
	if in.Case == nil || !in.Case.IsFrameworkCase() || !asked {
		return nil
	}
	return &in.Case.ID
}

// coverageReferences are what coverages rest on in the models of their cases.
type coverageReferences struct {
	programs []*model.Program
	profiles []*model.RiskProfile
	assets   []*assetOfCase // oldest first
}

type assetOfCase struct {
	bun.BaseModel `bun:"table:assets,alias:t"`

	ID, CaseID uuid.UUID
	Tangible   bool `bun:",scanonly"`
}

var (
	productTypes        = rows.NewPart[model.Program]("coverage", ofIDs)
	profileRequirements = rows.NewPart[model.RiskProfile]("coverage", ofIDs)
	assetsOfCases       = rows.NewPart[assetOfCase]("", func(q *bun.SelectQuery, of rows.Slots) *bun.SelectQuery {
		return ofCases(q, of).Join("JOIN asset_types AS a ON a.id = t.asset_type_id").
			ColumnExpr("a.classification = ? AS tangible", catalog.AssetClassificationTangible).OrderExpr("t.id")
	})
)

// coverageIn looks up what the coverages of inputs rest on.
func coverageIn(b *rows.Batch, inputs []PolicyInput) *coverageReferences {
	var programs, profiles, cases []uuid.UUID
	for _, in := range inputs {
		programs = appendID(programs, in.program())
		profiles = appendID(profiles, in.profile())
		cases = appendID(cases, in.assetsOf())
	}
	found := new(coverageReferences)
	if len(programs) > 0 {
		productTypes.In(b, programs, &found.programs)
	}
	if len(profiles) > 0 {
		profileRequirements.In(b, profiles, &found.profiles)
	}
	if len(cases) > 0 {
		assetsOfCases.In(b, cases, &found.assets)
	}
	return found
}

// of gives the references of an input those that it needs.
func (found *coverageReferences) of(in PolicyInput, refs *model.PolicyReferences) {
	for _, program := range found.programs {
		if id := in.program(); id != nil && *id == program.ID {
			refs.ProductTypes = program.ProductTypes
		}
	}
	for _, profile := range found.profiles {
		if id := in.profile(); id != nil && *id == profile.ID {
			refs.AllowedTypes = profile.CoverageTypesAllowed()
		}
	}
	for _, a := range found.assets {
		if id := in.assetsOf(); id != nil && *id == a.CaseID {
			refs.Assets = append(refs.Assets, model.CaseAsset{ID: a.ID, Tangible: a.Tangible})
		}
	}
}
