package model

import (
	"cmp"
	"reflect"
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

// AllDeductibles are the deductibles by perils; nil when nobody has said. Versions of earlier releases have one amount alone.
func (c *Coverage) AllDeductibles() []*Deductible {
	if c.Deductibles == nil && c.Deductible != nil {
		return []*Deductible{{Amount: c.Deductible}}
	}
	return c.Deductibles
}

// Endorsements are those of the catalog; nil when nobody has said.
func (c *Coverage) Endorsements() []*catalog.Endorsement {
	return catalog.Endorsements.WithIDs(c.EndorsementIDs)
}

// Exclusions are those of the catalog; nil when nobody has said.
func (c *Coverage) Exclusions() []*catalog.Exclusion {
	return catalog.Exclusions.WithIDs(c.ExclusionIDs)
}

// setTerms stores the conditions of the policy. Stated values are of assets, which the legacy model does not know.
func (c *Coverage) setTerms(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	if in.StatedValues.IsSet() {
		refuseOnLegacy(vs, "/statedValues", refs.isLegacy() && in.StatedValues.Value() != nil)
		c.setStatedValues(vs, in.StatedValues.Value(), refs)
	}
	patch.Optional(&c.Valuation, in.Valuation)
	if in.CoinsurancePercent.IsSet() {
		c.CoinsurancePercent = parsePercent(vs, "/coinsurancePercent", in.CoinsurancePercent.Value(), 100)
	}
	if in.NoticeDays.IsSet() {
		c.NoticeDays = parseNoticeDays(vs, "/noticeDays", in.NoticeDays.Value())
	}
	patch.Optional(&c.ClaimsMade, in.ClaimsMade)
	c.setAttachment(vs, in)
	if in.Endorsements.IsSet() {
		c.EndorsementIDs = catalog.ParseListed(vs, "/endorsements", in.Endorsements.Value(), catalog.Endorsements, "endorsement")
	}
	if in.Exclusions.IsSet() {
		c.ExclusionIDs = catalog.ParseListed(vs, "/exclusions", in.Exclusions.Value(), catalog.Exclusions, "exclusion")
	}
	if in.Placement.IsSet() {
		c.Placement = cmp.Or(scalar.OrZero(in.Placement.Value()), PolicyPlacementVoluntary)
	}
}

// setAttachment stores what must be used up below the policy, which is an umbrella or an excess layer then.
func (c *Coverage) setAttachment(vs *fault.Violations, in UpdatePolicyInput) {
	patch.Money(vs, "/attachment", &c.Attachment, in.Attachment)
	switch isAbove := c.IsOfLayer(CoverageLayerUmbrella) || c.IsOfLayer(CoverageLayerExcess); {
	case isAbove:
	case in.Attachment.Value() != nil:
		vs.Say("/attachment", fault.CodeInvalidValue, "is for policies whose `coverageLayer` is umbrella or excess")
	case c.Attachment != nil && in.CoverageLayer.IsSet():
		vs.Say("/coverageLayer", fault.CodeInvalidValue, "must be umbrella or excess, since the policy has an attachment; give `attachment` too")
	}
}

// setStatedValues stores the statement of values: each asset of the case once.
func (c *Coverage) setStatedValues(vs *fault.Violations, in []*StatedValueInput, refs PolicyReferences) {
	c.StatedValues = nil
	if in != nil {
		c.StatedValues = make([]*StatedValue, len(in))
	}
	for i, item := range in {
		at := fault.Pointer("/statedValues", i)
		amount, wrong := scalar.ParseMoney(fault.Pointer(at, "amount"), item.Amount)
		vs.Append(wrong)
		switch {
		case refs.isFramework() && !slices.ContainsFunc(refs.Assets, func(a CaseAsset) bool { return a.ID == item.Asset }):
			vs.Say(fault.Pointer(at, "asset"), fault.CodeUnknownReference, "is not the id of an asset of the case")
		case slices.ContainsFunc(in[:i], func(other *StatedValueInput) bool { return other.Asset == item.Asset }):
			vs.Say(fault.Pointer(at, "asset"), fault.CodeDuplicate, "is given twice")
		}
		c.StatedValues[i] = &StatedValue{Asset: item.Asset, Amount: amount}
	}
}

// setDeductible stores the deductibles by perils, or the amount of the one without.
func (c *Coverage) setDeductible(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	amount, wrong := scalar.ParseMoney("/deductible", in.Deductible.Value())
	vs.Append(wrong)
	if in.Deductibles.IsSet() {
		c.setDeductibles(vs, in.Deductibles.Value(), refs)
	}
	switch {
	case in.Deductible.Value() != nil && in.Deductibles.Value() != nil:
		vs.Say("/deductible", fault.CodeInvalidValue, "must not be given beside `deductibles`")
	case in.Deductible.IsSet() && in.Deductibles.Value() == nil:
		c.setPlainDeductible(amount)
	}
	for _, d := range c.Deductibles {
		if !in.Deductibles.IsSet() {
			c.checkKeptPerils(vs, d.Perils, "deductibles")
		}
	}
}

// changedDeductibles leaves out of an update what it says of deductibles as the policy has it: both members are shown.
func (c *Coverage) changedDeductibles(in UpdatePolicyInput) (graphql.Omittable[*scalar.MoneyInput], graphql.Omittable[[]*DeductibleInput]) {
	one, all := in.Deductible, in.Deductibles
	if amount, wrong := scalar.ParseMoney("", one.Value()); wrong == nil && reflect.DeepEqual(amount, c.Deductible) {
		one = graphql.Omittable[*scalar.MoneyInput]{}
	}
	var wrong fault.Violations
	read := Coverage{CoverageTypeIDs: c.CoverageTypeIDs}
	if read.setDeductibles(&wrong, all.Value(), PolicyReferences{}); wrong == nil && reflect.DeepEqual(read.Deductibles, c.AllDeductibles()) {
		all = graphql.Omittable[[]*DeductibleInput]{}
	}
	return one, all
}

// setPlainDeductible makes an amount that of the entry without perils; none takes the amount away that is there.
func (c *Coverage) setPlainDeductible(amount *scalar.Money) {
	all := slices.Clone(c.AllDeductibles())
	at := slices.IndexFunc(all, func(d *Deductible) bool { return d.Perils == nil })
	switch plain := (&Deductible{Amount: amount}); {
	case amount != nil && at >= 0:
		all[at] = plain
	case amount != nil:
		all = append(all, plain)
	case c.Deductible != nil:
		all = slices.Delete(all, at, at+1)
	}
	c.Deductible, c.Deductibles = amount, orNil(all)
}

// setDeductibles stores the deductibles by perils: each peril in one entry at most, and one entry at most without perils.
func (c *Coverage) setDeductibles(vs *fault.Violations, in []*DeductibleInput, refs PolicyReferences) {
	c.Deductibles, c.Deductible = nil, nil
	if in != nil {
		c.Deductibles = make([]*Deductible, len(in))
	}
	given, isPlain := map[uuid.UUID]bool{}, false
	for i, item := range in {
		at := fault.Pointer("/deductibles", i)
		d := parseDeductible(vs, at, *item)
		c.Deductibles[i] = d
		if len(item.Perils.Value()) == 0 {
			if isPlain {
				vs.Say(at, fault.CodeDuplicate, "is without perils, as another one; one at most is for all other perils")
			}
			isPlain, c.Deductible = true, d.Amount
		}
		if refs.isLegacy() {
			refuseOnLegacy(vs, fault.Pointer(at, "perils"), len(item.Perils.Value()) > 0)
			continue
		}
		if d.Hours != nil && !slices.ContainsFunc(c.knownTypes(), isOfTimeElement) {
			vs.Say(fault.Pointer(at, "hours"), fault.CodeInvalidValue, "is for policies with a coverage type of the group timeElement")
		}
		d.Perils = c.parsePolicyPerils(vs, fault.Pointer(at, "perils"), item.Perils.Value())
		for j, ref := range item.Perils.Value() {
			if p, ok := catalog.Perils.ByRef(ref); ok && given[p.ID] && !slices.Contains(item.Perils.Value()[:j], ref) {
				vs.Say(fault.Pointer(at, "perils", j), fault.CodeDuplicate, "is in another entry already: %s", p.Key)
			}
		}
		for _, id := range d.Perils {
			given[id] = true
		}
	}
}

func isOfTimeElement(t *catalog.CoverageType) bool {
	return t.CoverageGroup == catalog.CoverageGroupTimeElement
}

// parseDeductible reads what is borne: an amount, a percentage of something, or hours.
func parseDeductible(vs *fault.Violations, at string, in DeductibleInput) *Deductible {
	d := &Deductible{Of: in.Of.Value()}
	patch.Money(vs, fault.Pointer(at, "amount"), &d.Amount, in.Amount)
	patch.Money(vs, fault.Pointer(at, "minimum"), &d.Minimum, in.Minimum)
	d.Percent = parsePercent(vs, fault.Pointer(at, "percent"), in.Percent.Value(), 100)
	d.Hours = wholeNumber(vs, fault.Pointer(at, "hours"), in.Hours.Value(), 0, 8760)
	given := 0
	for _, is := range []bool{in.Amount.Value() != nil, in.Percent.Value() != nil, in.Hours.Value() != nil} {
		if is {
			given++
		}
	}
	switch {
	case given == 0:
		vs.Say(at, fault.CodeRequired, "must have `amount`, `percent` or `hours`")
	case given > 1:
		vs.Say(at, fault.CodeInvalidValue, "must have one of `amount`, `percent` and `hours` only")
	}
	switch isPercent := in.Percent.Value() != nil; {
	case isPercent && d.Of == nil:
		vs.Say(fault.Pointer(at, "of"), fault.CodeRequired, "is required beside `percent`: LIMIT or INSURED_VALUE")
	case !isPercent && d.Of != nil:
		vs.Say(fault.Pointer(at, "of"), fault.CodeInvalidValue, "is for a `percent`")
	}
	if in.Percent.Value() == nil && in.Minimum.Value() != nil {
		vs.Say(fault.Pointer(at, "minimum"), fault.CodeInvalidValue, "is for a `percent`")
	}
	return d
}
