package model

import (
	"strings"
	"time"

	"github.com/google/uuid"
)

// Coverage is what a version keeps of a policy: everything but where it stands, whom to ask and the client's metadata
// (contract section 3, Policy version).
type Coverage struct {
	TermNumber         int               `copied:"true"`
	GapDays            int               `shows:"gapDays"` // uncovered since the previous term
	Name               *string           `shows:""`        // as given; DisplayName is derived when nil
	DisplayName        string            `shows:"displayName"`
	ProductType        *string           `shows:"productType"`
	CoverageLayer      *CoverageLayer    `shows:"coverageLayer"`
	CoverageTypeIDs    []uuid.UUID       `bun:"coverage_type_ids,array,type:uuid[]" copied:"true" shows:"coverageTypeIds,coverageTypes,perils,perilsByAsset" json:"coverageTypes"`
	PerilIDs           []uuid.UUID       `bun:"peril_ids,array,type:uuid[]" shows:"perils,perilsByAsset" json:"perils"` // evidenced, in catalog order
	AssetPerils        []EvidencedPerils `bun:"type:jsonb" shows:"perils,perilsByAsset" json:"perilsByAsset"`
	CoverageFormType   *CoverageFormType `shows:"coverageFormType"`
	StartDate          *time.Time        `copied:"true"`
	EndDate            *time.Time        `copied:"true"`
	PolicyNumber       *string           `copied:"true"`
	Carrier            *Carrier          `bun:"type:jsonb" shows:"carrier"`
	InsuredIDs         []uuid.UUID       `bun:"insured_ids,array,type:uuid[]" shows:"insuredIds,insureds"`
	MortgageeClauseIDs []uuid.UUID       `bun:"mortgagee_clause_ids,array,type:uuid[]" shows:"mortgageeClauseIds,mortgageeClauses"`
	Limits             []*Limit          `bun:"type:jsonb" shows:"limits"`
	Deductible         *Money            `bun:"type:jsonb" shows:"deductible"`
	Premium            *Money            `bun:"type:jsonb" shows:"premium"`

	CoverageTypes    []*CoverageType    `bun:"-"`
	Perils           []*PolicyPeril     `bun:"-"`
	PerilsByAsset    []*AssetPerils     `bun:"-"`
	Insureds         []*Insured         `bun:"-"`
	MortgageeClauses []*MortgageeClause `bun:"-"`
}

// newCoverage is the first term's before anything is known. The form of a Coverage Framework policy is Unknown until it is
// given (specification, Resources with partly stated fields); legacy policies have none.
func newCoverage(framework bool) Coverage {
	return Coverage{
		TermNumber:         1,
		CoverageTypeIDs:    []uuid.UUID{},
		PerilIDs:           []uuid.UUID{},
		AssetPerils:        []EvidencedPerils{},
		CoverageFormType:   unsetForm(framework),
		InsuredIDs:         []uuid.UUID{},
		MortgageeClauseIDs: []uuid.UUID{},
		Limits:             []*Limit{},
	}
}

func unsetForm(framework bool) *CoverageFormType {
	if !framework {
		return nil
	}
	unknown := CoverageFormTypeUnknown
	return &unknown
}

// set takes over the members of a snapshot. Of a case that does not exist no model is known, so that only what holds in
// both is checked.
func (c *Coverage) set(in UpdatePolicyInput, refs PolicyReferences) Violations {
	vs := refuseOtherModel(in, refs)
	setText(&vs, "/displayName", &c.Name, in.DisplayName, CheckName)
	if refs.isLegacy() {
		vs.Append(c.setProductType(in, refs))
	} else {
		vs.Append(c.setCoverageLayer(in, refs))
		vs.Append(c.setCoverageTypes(in, refs))
		vs.Append(c.setPerils(in, refs))
	}
	if in.CoverageFormType.IsSet() {
		if c.CoverageFormType = in.CoverageFormType.Value(); c.CoverageFormType == nil {
			c.CoverageFormType = unsetForm(refs.isFramework())
		}
	}
	vs.Append(c.setDates(in, refs.PreviousTerm))
	vs.Append(c.setParties(in, refs))
	vs.Append(c.setAmounts(in, refs))
	if in.DisplayName.IsSet() || in.CoverageTypes.IsSet() || in.ProductType.IsSet() {
		c.DisplayName = c.displayName(refs)
	}
	return vs
}

// refuseOtherModel refuses the members of the model that the case is not of; null is no value, and passes.
func refuseOtherModel(in UpdatePolicyInput, refs PolicyReferences) (vs Violations) {
	if refs.isFramework() && in.ProductType.Value() != nil {
		vs.Add("/productType", CodeCaseTypeMismatch, "the case has a risk profile; its policies have coverage types instead of a product type")
	}
	if !refs.isLegacy() {
		return vs
	}
	for _, member := range []struct {
		pointer string
		given   bool
	}{
		{"/coverageLayer", in.CoverageLayer.Value() != nil},
		{"/coverageTypes", in.CoverageTypes.Value() != nil},
		{"/perils", in.Perils.Value() != nil},
		{"/perilsByAsset", in.PerilsByAsset.Value() != nil},
	} {
		if member.given {
			vs.Add(member.pointer, CodeCaseTypeMismatch, "the case has a program; its policies have a product type instead")
		}
	}
	return vs
}

func (c *Coverage) setProductType(in UpdatePolicyInput, refs PolicyReferences) (vs Violations) {
	if in.ProductType.IsSet() {
		c.ProductType = in.ProductType.Value()
	}
	switch {
	case c.ProductType == nil:
		vs.Add("/productType", CodeRequired, "a policy on a case with a program needs one of the program's product types")
	case in.ProductType.IsSet() && refs.productType(*c.ProductType) == nil:
		vs.Add("/productType", CodeUnknownReference, "the case's program has no product type of this key")
	}
	return vs
}

func (c *Coverage) setCoverageLayer(in UpdatePolicyInput, refs PolicyReferences) (vs Violations) {
	if in.CoverageLayer.IsSet() {
		c.CoverageLayer = in.CoverageLayer.Value()
	}
	if refs.isFramework() && c.CoverageLayer == nil {
		vs.Add("/coverageLayer", CodeRequired, "a policy on a case with a risk profile needs a coverage layer")
	}
	return vs
}

// productType finds a product of the case's program by its key.
func (r PolicyReferences) productType(key string) *ProductType {
	for _, p := range r.ProductTypes {
		if p.Key == key {
			return p
		}
	}
	return nil
}

// displayName is the name as given, else the coverage types' names in the client's order, else the product type's name.
func (c *Coverage) displayName(refs PolicyReferences) string {
	if c.Name != nil {
		return *c.Name
	}
	if c.ProductType != nil {
		if product := refs.productType(*c.ProductType); product != nil {
			return product.Name
		}
		return *c.ProductType
	}
	var names []string
	for _, t := range coverageTypesByID(c.CoverageTypeIDs) {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}
