package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// setAmounts stores limits, deductibles and premium. What is kept of them must fit the new coverage types and assets.
func (c *Coverage) setAmounts(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	if in.Limits.IsSet() {
		c.setLimits(vs, in, refs)
	} else if refs.isFramework() {
		c.checkKeptLimits(vs, in)
	}
	c.setDeductible(vs, in, refs)
	patch.Money(vs, "/premium", &c.Premium, in.Premium)
}

// setLimits stores limits. No two are about the same.
func (c *Coverage) setLimits(vs *fault.Violations, in UpdatePolicyInput, refs PolicyReferences) {
	rows := in.Limits.Value()
	c.Limits = make([]*Limit, 0, len(rows))
	for i, item := range rows {
		at, before := fault.Pointer("/limits", i), len(*vs)
		limit := &Limit{Kind: item.Kind, Asset: item.Asset.Value()}
		c.setLimited(vs, at, limit, *item, refs)
		if limit.Asset != nil && refs.isFramework() && !c.CoversAsset(*limit.Asset) {
			vs.Say(fault.Pointer(at, "asset"), fault.CodeUnknownReference, "is not the id of an asset in `perilsByAsset`")
		}
		isSound := len(*vs) == before
		limit.setExtent(vs, at, *item)
		if isSound && slices.ContainsFunc(c.Limits, limit.limitsTheSame) {
			vs.Say(at, fault.CodeDuplicate, "is for the same coverage types, asset and perils and of the same kind as another limit")
		}
		if isSound {
			c.Limits = append(c.Limits, limit)
		}
	}
}

// setLimited stores what is limited: one or several of the policy's coverage types, or all, and perils of them. The legacy
// model has none of these.
func (c *Coverage) setLimited(vs *fault.Violations, at string, limit *Limit, in LimitInput, refs PolicyReferences) {
	one, several := in.CoverageType.Value(), in.CoverageTypes.Value()
	if refs.isLegacy() {
		refuseOnLegacy(vs, fault.Pointer(at, "coverageType"), one != nil)
		refuseOnLegacy(vs, fault.Pointer(at, "coverageTypes"), len(several) > 0)
		refuseOnLegacy(vs, fault.Pointer(at, "asset"), limit.Asset != nil)
		refuseOnLegacy(vs, fault.Pointer(at, "perils"), len(in.Perils.Value()) > 0)
		return
	}
	switch {
	case one != nil && len(several) > 0:
		vs.Say(fault.Pointer(at, "coverageTypes"), fault.CodeInvalidValue, "must not be given beside `coverageType`")
	case one != nil:
		if found, ok := catalog.CoverageTypes.ByRef(*one); !ok {
			vs.Say(fault.Pointer(at, "coverageType"), fault.CodeUnknownCoverageType, catalog.UnknownCoverageType)
		} else {
			c.checkListed(vs, fault.Pointer(at, "coverageType"), found)
			limit.CoverageType = new(found.ID) // a copy, so that nobody can change the catalog through the pointer
		}
	case len(several) == 1:
		vs.Say(fault.Pointer(at, "coverageTypes"), fault.CodeInvalidValue, "must be two coverage types or more; give one as `coverageType`")
	}
	types, wrong := catalog.ParseCoverageTypes(fault.Pointer(at, "coverageTypes"), several)
	vs.Append(wrong)
	for i, ref := range several {
		if found, ok := catalog.CoverageTypes.ByRef(ref); ok {
			c.checkListed(vs, fault.Pointer(at, "coverageTypes", i), found)
		}
	}
	if len(types) > 1 {
		limit.CoverageTypes = catalog.IDs(types)
		slices.SortFunc(limit.CoverageTypes, byPlace)
	}
	limit.Perils = c.parsePolicyPerils(vs, fault.Pointer(at, "perils"), in.Perils.Value())
}

// byPlace orders coverage types as the catalog does.
func byPlace(a, b uuid.UUID) int {
	x, _ := catalog.CoverageTypes.ByID(a)
	y, _ := catalog.CoverageTypes.ByID(b)
	return x.Position - y.Position
}

// refuseOnLegacy refuses a member of a row on a case with a program.
func refuseOnLegacy(vs *fault.Violations, pointer string, given bool) {
	if given {
		vs.Say(pointer, fault.CodeCaseTypeMismatch, "is for cases with a risk profile; this case has a program")
	}
}

// checkListed refuses a coverage type that the policy does not have, unless those that it has are not known.
func (c *Coverage) checkListed(vs *fault.Violations, pointer string, t *catalog.CoverageType) {
	if len(c.CoverageTypeIDs) > 0 && !slices.Contains(c.CoverageTypeIDs, t.ID) {
		vs.Say(pointer, fault.CodeCoverageTypeNotApplicable, "is %s, which is none of the policy's coverage types", t.Key)
	}
}

// parsePolicyPerils reads perils of the policy's coverage types; nil for none.
func (c *Coverage) parsePolicyPerils(vs *fault.Violations, pointer string, refs []string) []uuid.UUID {
	found, wrong := catalog.ParsePerils(pointer, refs, c.knownTypes())
	vs.Append(wrong)
	return orNil(inCatalogOrder(catalog.IDs(found)))
}

// setExtent stores how much a row limits to. One of the group timeElement may say it otherwise than by an amount.
func (l *Limit) setExtent(vs *fault.Violations, at string, in LimitInput) {
	patch.Money(vs, fault.Pointer(at, "amount"), &l.Amount, in.Amount)
	patch.Money(vs, fault.Pointer(at, "otherValues"), &l.OtherValues, in.OtherValues)
	l.MarginPercent = parsePercent(vs, fault.Pointer(at, "marginPercent"), in.MarginPercent.Value(), 1000)
	if l.MarginPercent != nil && scalar.Hundredths(*l.MarginPercent) < scalar.HundredPercent {
		vs.Say(fault.Pointer(at, "marginPercent"), fault.CodeInvalidValue, "must be from 100 to 1000")
	}
	l.ActualLossSustained = in.ActualLossSustained.Value()
	l.Months = wholeNumber(vs, fault.Pointer(at, "months"), in.Months.Value(), 1, 120)
	l.ExtendedDays = wholeNumber(vs, fault.Pointer(at, "extendedDays"), in.ExtendedDays.Value(), 0, 3650)
	refuse := func(member string, given bool, of string) {
		if given {
			vs.Say(fault.Pointer(at, member), fault.CodeInvalidValue, "is for limits of %s", of)
		}
	}
	refuse("marginPercent", l.Kind != LimitKindTotal && in.MarginPercent.Value() != nil, "the kind total")
	refuse("otherValues", l.Kind != LimitKindTotal && in.OtherValues.Value() != nil, "the kind total")
	isTimeElement := l.isTimeElement()
	for member, given := range map[string]bool{
		"actualLossSustained": l.ActualLossSustained != nil, "months": l.Months != nil, "extendedDays": l.ExtendedDays != nil,
	} {
		refuse(member, given && !isTimeElement, "the group timeElement")
	}
	switch says := scalar.OrZero(l.ActualLossSustained) || l.Months != nil || l.ExtendedDays != nil; {
	case in.Amount.Value() != nil || isTimeElement && says:
	case isTimeElement:
		vs.Say(fault.Pointer(at, "amount"), fault.CodeRequired,
			"is required, unless `actualLossSustained`, `months` or `extendedDays` is given")
	default:
		vs.Say(fault.Pointer(at, "amount"), fault.CodeRequired, "is required but for coverage types of the group timeElement")
	}
}

// Extent is how much the row limits to, in words; "" if it does not say.
func (l *Limit) Extent() string {
	says := []string{l.Amount.Spoken()}
	if scalar.OrZero(l.ActualLossSustained) {
		says = append(says, "actual loss sustained")
	}
	if l.Months != nil {
		says = append(says, fmt.Sprintf("%d months", *l.Months))
	}
	if l.ExtendedDays != nil {
		says = append(says, fmt.Sprintf("%d extended days", *l.ExtendedDays))
	}
	return strings.Trim(strings.Join(says, ", "), ", ")
}

// isTimeElement reports whether every coverage type of a row is of the group timeElement.
func (l *Limit) isTimeElement() bool {
	ids := l.CoverageTypes
	if l.CoverageType != nil {
		ids = []uuid.UUID{*l.CoverageType}
	}
	isOther := func(t *catalog.CoverageType) bool { return t.CoverageGroup != catalog.CoverageGroupTimeElement }
	return len(ids) > 0 && !slices.ContainsFunc(CoverageTypesByID(ids), isOther)
}

// limitsTheSame reports whether both limits are about the same thing. No coverage type and no asset has the zero id.
func (l *Limit) limitsTheSame(other *Limit) bool {
	return l.Kind == other.Kind && scalar.OrZero(l.CoverageType) == scalar.OrZero(other.CoverageType) &&
		scalar.OrZero(l.Asset) == scalar.OrZero(other.Asset) && slices.Equal(l.CoverageTypes, other.CoverageTypes) &&
		slices.Equal(l.Perils, other.Perils)
}

// checkKeptLimits refuses coverage types and assets without those of a limit that the policy keeps.
func (c *Coverage) checkKeptLimits(vs *fault.Violations, in UpdatePolicyInput) {
	assets := "/perilsByAsset"
	if in.PerilsByAsset.Value() == nil {
		assets = "/perils"
	}
	for _, l := range c.Limits {
		named := l.CoverageTypes
		if l.CoverageType != nil {
			named = []uuid.UUID{*l.CoverageType}
		}
		for _, t := range CoverageTypesByID(named) {
			if len(c.CoverageTypeIDs) > 0 && !slices.Contains(c.CoverageTypeIDs, t.ID) {
				vs.Say("/coverageTypes", fault.CodeCoverageTypeNotApplicable,
					"is without %s, for which the policy has a limit; give `limits` too", t.Key)
			}
		}
		c.checkKeptPerils(vs, l.Perils, "limits")
		if l.Asset != nil && !c.CoversAsset(*l.Asset) {
			vs.Say(assets, fault.CodeUnknownReference, "is without the asset %s, for which the policy has a limit; give `limits` too", *l.Asset)
		}
	}
}
