package model

import (
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// NamedInsureds are the ids of the insureds; nil when nobody has said whom the policy insures, empty when it names nobody.
func (c *Coverage) NamedInsureds() []uuid.UUID {
	if len(c.InsuredIDs) == 0 && !c.NoInsureds {
		return nil
	}
	return c.InsuredIDs
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

// setTerms stores the conditions of the policy.
func (c *Coverage) setTerms(vs *fault.Violations, in UpdatePolicyInput) {
	if in.StatedValues.IsSet() {
		c.setStatedValues(vs, in.StatedValues.Value())
	}
	patch.Optional(&c.Valuation, in.Valuation)
	if in.CoinsurancePercent.IsSet() {
		c.CoinsurancePercent = parsePercent(vs, "/coinsurancePercent", in.CoinsurancePercent.Value(), 100)
	}
	if in.NoticeDays.IsSet() {
		c.NoticeDays = nil
		if days := in.NoticeDays.Value(); days != nil {
			c.NoticeDays = &NoticeDays{Cancellation: days.Cancellation.Value(), NonPayment: days.NonPayment.Value()}
		}
	}
	patch.Optional(&c.ClaimsMade, in.ClaimsMade)
	patch.Money(vs, "/attachment", &c.Attachment, in.Attachment)
	if in.Endorsements.IsSet() {
		c.EndorsementIDs = catalog.ParseListed(vs, "/endorsements", in.Endorsements.Value(), catalog.Endorsements, "endorsement")
	}
	if in.Exclusions.IsSet() {
		c.ExclusionIDs = catalog.ParseListed(vs, "/exclusions", in.Exclusions.Value(), catalog.Exclusions, "exclusion")
	}
	if in.Placement.IsSet() {
		c.Placement = PolicyPlacementVoluntary
		if p := in.Placement.Value(); p != nil {
			c.Placement = *p
		}
	}
}

// setPlainDeductible makes the deductible's amount that of the entry without perils; none takes that entry away.
func (c *Coverage) setPlainDeductible() {
	rest := slices.DeleteFunc(slices.Clone(c.Deductibles), func(d *Deductible) bool { return d.Perils == nil })
	if c.Deductible != nil {
		rest = append(rest, &Deductible{Amount: c.Deductible})
	}
	c.Deductibles = rest
	if len(rest) == 0 {
		c.Deductibles = nil
	}
}

// setDeductibles stores the deductibles by perils, and the amount of the one without.
func (c *Coverage) setDeductibles(vs *fault.Violations, in []*DeductibleInput) {
	c.Deductibles, c.Deductible = nil, nil
	if in != nil {
		c.Deductibles = make([]*Deductible, len(in))
	}
	for i, item := range in {
		at := fault.Pointer("/deductibles", i)
		d := &Deductible{Of: item.Of.Value(), Hours: item.Hours.Value()}
		patch.Money(vs, fault.Pointer(at, "amount"), &d.Amount, item.Amount)
		patch.Money(vs, fault.Pointer(at, "minimum"), &d.Minimum, item.Minimum)
		d.Percent = parsePercent(vs, fault.Pointer(at, "percent"), item.Percent.Value(), 100)
		if refs := item.Perils.Value(); len(refs) > 0 {
			perils, wrong := catalog.ParsePerils(fault.Pointer(at, "perils"), refs, catalog.CoverageTypes.Ordered)
			vs.Append(wrong)
			d.Perils = inCatalogOrder(catalog.IDs(perils))
		} else {
			c.Deductible = d.Amount
		}
		c.Deductibles[i] = d
	}
}

// setStatedValues stores the statement of values.
func (c *Coverage) setStatedValues(vs *fault.Violations, in []*StatedValueInput) {
	c.StatedValues = nil
	if in != nil {
		c.StatedValues = make([]*StatedValue, len(in))
	}
	for i, item := range in {
		amount, wrong := scalar.ParseMoney(fault.Pointer("/statedValues", i, "amount"), item.Amount)
		vs.Append(wrong)
		c.StatedValues[i] = &StatedValue{Asset: item.Asset, Amount: amount}
	}
}
