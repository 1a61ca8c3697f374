package model

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// newCoverage returns the first term's coverage before the input.
func newCoverage(framework bool) Coverage {
	return Coverage{
		TermNumber: 1, CoverageTypeIDs: []uuid.UUID{}, PerilIDs: []uuid.UUID{}, AssetPerils: EvidencedByAsset{},
		CoverageFormType: unsetForm(framework), InsuredIDs: []uuid.UUID{}, MortgageeClauseIDs: []uuid.UUID{},
		Limits: []*Limit{}, Placement: PolicyPlacementVoluntary, CarriedOver: []CarriedOverMember{},
	}
}

// unsetForm is Unknown for a Coverage Framework policy (specification, Resources with partly stated fields).
func unsetForm(framework bool) *CoverageFormType {
	if !framework {
		return nil
	}
	unknown := CoverageFormTypeUnknown
	return &unknown
}

// set changes the members of a snapshot. For a case that does not exist it checks only the rules of both models.
func (c *Coverage) set(in UpdatePolicyInput, refs PolicyReferences) (vs fault.Violations) {
	refuseOtherModel(&vs, in, refs)
	patch.DisplayName(&vs, &c.Name, c.DisplayName, in.DisplayName)
	if refs.isLegacy() {
		c.setProductType(&vs, in, refs)
	} else {
		c.setCoverageLayer(&vs, in, refs)
		c.setCoverageTypes(&vs, in, refs)
		c.setPerils(&vs, in, refs)
	}
	if in.CoverageFormType.IsSet() {
		c.CoverageFormType = cmp.Or(in.CoverageFormType.Value(), unsetForm(refs.isFramework()))
	}
	c.setDates(&vs, in, refs)
	c.setParties(&vs, in, refs)
	c.setAmounts(&vs, in, refs)
	c.setTerms(&vs, in, refs)
	if in.DisplayName.IsSet() || in.CoverageTypes.IsSet() || in.ProductType.IsSet() {
		c.DisplayName = scalar.Shorten(c.displayName(refs), scalar.NameSize)
	}
	return vs
}

// changesOf leaves out of an update what the policy has already and what would be checked or derived again: program and
// risk profile may have changed since, and a client that sends back what it has read changes nothing.
func (c *Coverage) changesOf(in UpdatePolicyInput) UpdatePolicyInput {
	if key := in.ProductType.Value(); key != nil && c.ProductType != nil && *key == *c.ProductType {
		in.ProductType = graphql.Omittable[*string]{}
	}
	if types, wrong := catalog.ParseCoverageTypes("", in.CoverageTypes.Value()); wrong == nil && len(types) > 0 &&
		slices.Equal(catalog.IDs(types), c.CoverageTypeIDs) {
		in.CoverageTypes = graphql.Omittable[[]string]{}
	}
	if c.ProductType != nil && len(in.CoverageTypes.Value())+len(in.Perils.Value())+len(in.PerilsByAsset.Value()) == 0 {
		in.CoverageTypes, in.Perils = graphql.Omittable[[]string]{}, graphql.Omittable[[]string]{} // as the legacy model shows them
		in.PerilsByAsset = graphql.Omittable[[]*AssetPerilsInput]{}
	}
	if start := in.StartDate.Value(); start != nil && c.StartDate != nil && scalar.DayOf(*start).Equal(*c.StartDate) {
		in.StartDate = graphql.Omittable[*time.Time]{}
	}
	if names := in.Insureds.Value(); names != nil && len(names)+len(c.InsuredIDs) == 0 {
		in.Insureds = graphql.Omittable[[]uuid.UUID]{} // an empty list is also how it is shown that nobody has said
	}
	in.Deductible, in.Deductibles = c.changedDeductibles(in)
	if name := in.DisplayName.Value(); name != nil && *name == c.DisplayName {
		in.DisplayName = graphql.Omittable[*string]{}
	}
	return in
}

// refuseOtherModel refuses the members of the model that the case is not of. null is no value and passes.
func refuseOtherModel(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	refuse := func(given bool, pointer, message string) {
		if given {
			vs.Say(pointer, fault.CodeCaseTypeMismatch, "%s", message)
		}
	}
	if refs.isFramework() {
		refuse(in.ProductType.Value() != nil, "/productType",
			"is for cases with a program; this case has a risk profile, whose policies have `coverageTypes`")
	}
	if refs.isLegacy() {
		const message = "is for cases with a risk profile; this case has a program, whose policies have `productType`"
		refuse(in.CoverageLayer.Value() != nil, "/coverageLayer", message)
		refuse(in.CoverageTypes.Value() != nil, "/coverageTypes", message)
		refuse(in.Perils.Value() != nil, "/perils", message)
		refuse(in.PerilsByAsset.Value() != nil, "/perilsByAsset", message)
	}
}

func (c *Coverage) setProductType(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	patch.Optional(&c.ProductType, in.ProductType)
	switch {
	case c.ProductType == nil:
		vs.Say("/productType", fault.CodeRequired, "is required on a case with a program: the key of one of its product types")
	case in.ProductType.IsSet() && productOf(refs.ProductTypes, *c.ProductType) == nil:
		vs.Say("/productType", fault.CodeUnknownReference, "is not the key of a product type of the case's program")
	}
}

func (c *Coverage) setCoverageLayer(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	patch.Optional(&c.CoverageLayer, in.CoverageLayer)
	if refs.isFramework() && c.CoverageLayer == nil {
		vs.Say("/coverageLayer", fault.CodeRequired, "is required on a case with a risk profile")
	}
}

// displayName returns the name as given, else that of the product type, else those of the coverage types.
func (c *Coverage) displayName(refs PolicyReferences) string {
	if c.Name != nil {
		return *c.Name
	}
	if c.ProductType != nil {
		if product := productOf(refs.ProductTypes, *c.ProductType); product != nil {
			return product.Name
		}
		return *c.ProductType
	}
	var names []string
	for _, t := range CoverageTypesByID(c.CoverageTypeIDs) {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}
