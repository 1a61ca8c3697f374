package model

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// MaxRequirements is how many a risk profile has at most: a verdict holds each against each asset, and all that share a limit against
// each other.
const MaxRequirements = 200

// ParseRequirements reads what a client demands, by id or key. The pointer is that of the array.
// `unknown_coverage_type`, `unknown_asset_type`, `unknown_peril`, `peril_not_applicable`, `duplicate`, `invalid_value`,
// `too_long`. The requirements have what could be read. Which holders they may name is for RiskProfile.checkHolders.
func ParseRequirements(pointer string, in []*RequirementInput) ([]*Requirement, fault.Violations) {
	var vs fault.Violations
	if len(in) > MaxRequirements {
		return []*Requirement{}, fault.One(pointer, fault.CodeTooLong, "has more than %d", MaxRequirements)
	}
	requirements := make([]*Requirement, 0, len(in))
	keys := map[string]bool{}
	var distinct []*Requirement // as many as there are coverage types and asset types at most
	for i, item := range in {
		r, wrong := parseRequirement(fault.Pointer(pointer, i), item)
		vs.Append(wrong)
		switch {
		case r.AppliesWhen != nil, r.CoverageType == uuid.Nil: // nobody can tell whether another one demands the same
		case slices.ContainsFunc(distinct, r.demandsTheSame):
			vs.Say(fault.Pointer(pointer, i), fault.CodeDuplicate, "%s", sameDemand)
		default:
			distinct = append(distinct, r)
		}
		if r.Key != "" && keys[r.Key] {
			vs.Say(fault.Pointer(pointer, i, "key"), fault.CodeDuplicate, "is the key of another requirement: %s", r.Key)
		}
		keys[r.Key] = true
		requirements = append(requirements, r)
	}
	NameRequirements(requirements)
	return requirements, vs
}

// NameRequirements gives those that have none a key: that of their coverage type, with a number from the second on.
func NameRequirements(requirements []*Requirement) {
	taken, last := make(map[string]bool, len(requirements)), map[string]int{}
	for _, r := range requirements {
		taken[r.Key] = true
	}
	for _, r := range requirements {
		if r.Key != "" {
			continue
		}
		of := r.CoverageType.String()
		if c, known := catalog.CoverageTypes.ByID(r.CoverageType); known {
			of = c.Key
		}
		for r.Key = of; taken[r.Key]; r.Key = fmt.Sprintf("%s-%d", of, last[of]+1) {
			last[of]++ // a number that is taken stays so: a list of thousands is read once
		}
		taken[r.Key] = true
	}
}

// readRequirements reads requirements from the text of jsonb. What was stored before there were keys gets them here.
func readRequirements(dst any, text string) error {
	requirements := dst.(*[]*Requirement)
	*requirements = nil
	err := json.Unmarshal([]byte(text), requirements)
	NameRequirements(*requirements)
	for _, r := range *requirements {
		r.LimitPer = cmp.Or(r.LimitPer, LimitPerTarget)
	}
	return err
}

const sameDemand = "demands a coverage type of the same assets as another requirement: no asset types means all, and " +
	"liability and life are demanded once a coverage type"

func parseRequirement(pointer string, in *RequirementInput) (*Requirement, fault.Violations) {
	r := &Requirement{ClauseType: in.ClauseType.Value(), CertificateHolder: in.CertificateHolder.Value(), Weight: 1}
	assets, vs := catalog.ParseAssetTypes(fault.Pointer(pointer, "assetTypes"), in.AssetTypes.Value())
	r.AssetTypes = catalog.IDs(assets)
	if key := in.Key.Value(); key != nil {
		r.Key = *key
		vs.Append(scalar.CheckName(fault.Pointer(pointer, "key"), r.Key))
	}
	if c, ok := catalog.CoverageTypes.ByRef(in.CoverageType); ok {
		r.CoverageType = c.ID
	} else {
		vs.Say(fault.Pointer(pointer, "coverageType"), fault.CodeUnknownCoverageType, catalog.UnknownCoverageType)
	}
	named, wrong := catalog.ParsePerils(fault.Pointer(pointer, "perils"), in.Perils.Value(), r.knownTypes())
	vs.Append(wrong)
	r.Perils = catalog.IDs(named)
	patch.Money(&vs, fault.Pointer(pointer, "minimumLimit"), &r.MinimumLimit, in.MinimumLimit)
	patch.Money(&vs, fault.Pointer(pointer, "maximumDeductible"), &r.MaximumDeductible, in.MaximumDeductible)
	if weight := in.Weight.Value(); weight != nil {
		r.Weight = *weight
	}
	if !(r.Weight > 0) || math.IsInf(r.Weight, 0) {
		vs.Say(fault.Pointer(pointer, "weight"), fault.CodeInvalidValue, "must be more than 0")
	}
	r.setLimitBasis(&vs, pointer, in)
	r.setPolicyTerms(&vs, pointer, in)
	r.setAsked(&vs, pointer, in)
	r.AppliesWhen = parseAppliesWhen(&vs, fault.Pointer(pointer, "appliesWhen"), in.AppliesWhen.Value(), assets)
	return r, vs
}

// knownTypes are the coverage type; all where it is not known, so that no peril can be wrong for it.
func (r *Requirement) knownTypes() []*catalog.CoverageType {
	if c, ok := catalog.CoverageTypes.ByID(r.CoverageType); ok {
		return []*catalog.CoverageType{c}
	}
	return catalog.CoverageTypes.Ordered
}

// setLimitBasis stores what the limit depends on. All of the basis is the default.
func (r *Requirement) setLimitBasis(vs *fault.Violations, pointer string, in *RequirementInput) {
	r.LimitBasis = in.LimitBasis.Value()
	r.LimitPercent = parsePercent(vs, fault.Pointer(pointer, "limitPercent"), in.LimitPercent.Value(), 1000)
	switch percent := in.LimitPercent.Value(); {
	case r.LimitBasis == nil && percent != nil:
		vs.Say(fault.Pointer(pointer, "limitPercent"), fault.CodeInvalidValue, "is a percentage of `limitBasis`, which is missing")
	case r.LimitBasis != nil && percent == nil:
		r.LimitPercent = new("100.00")
	case r.LimitPercent != nil && scalar.Hundredths(*r.LimitPercent) == 0:
		vs.Say(fault.Pointer(pointer, "limitPercent"), fault.CodeInvalidValue, "must be more than 0")
	}
	c, known := catalog.CoverageTypes.ByID(r.CoverageType)
	if r.LimitBasis == nil || *r.LimitBasis == LimitBasisLoanAmount || !known {
		return
	}
	switch {
	case c.IsHeldAgainstCase(r.AssetTypes):
		vs.Say(fault.Pointer(pointer, "limitBasis"), fault.CodeInvalidValue,
			"can be %s only for coverage that is held against assets; %s is held against the case", *r.LimitBasis, c.Key)
	case *r.LimitBasis == LimitBasisFlood && c.CoverageGroup == catalog.CoverageGroupLife:
		vs.Say(fault.Pointer(pointer, "limitBasis"), fault.CodeInvalidValue, "must not be FLOOD for life insurance")
	}
}

// setPolicyTerms stores what is demanded of each policy by itself.
func (r *Requirement) setPolicyTerms(vs *fault.Violations, pointer string, in *RequirementInput) {
	r.MaximumDeductiblePercent = parsePercent(
		vs, fault.Pointer(pointer, "maximumDeductiblePercent"), in.MaximumDeductiblePercent.Value(), 100)
	r.MinimumRating = in.MinimumRating.Value()
	if r.MinimumRating != nil && !slices.Contains(catalog.Ratings, *r.MinimumRating) {
		vs.Say(fault.Pointer(pointer, "minimumRating"), fault.CodeInvalidValue, "must be one of %s", strings.Join(catalog.Ratings, ", "))
	}
	if forms := in.FormTypes.Value(); len(forms) > 0 { // none is nil, as in requirements that were stored before
		r.FormTypes = forms
	}
	for i, form := range r.FormTypes {
		at := fault.Pointer(pointer, "formTypes", i)
		switch {
		case form == CoverageFormTypeUnknown:
			vs.Say(at, fault.CodeInvalidValue, "must not be Unknown: a form that is not known cannot be accepted")
		case slices.Contains(r.FormTypes[:i], form):
			vs.Say(at, fault.CodeDuplicate, "is given twice: %s", form)
		}
	}
}

// parsePercent reads a percentage of at most two decimals and returns it with two; nil if none.
func parsePercent(vs *fault.Violations, pointer string, in *string, most int64) *string {
	if in == nil {
		return nil
	}
	d, err := decimal.NewFromString(*in)
	if err != nil || d.IsNegative() || d.GreaterThan(decimal.NewFromInt(most)) || !d.Equal(d.Round(2)) {
		vs.Say(pointer, fault.CodeInvalidValue, "must be a percentage from 0 to %d with at most two digits after the point", most)
		return nil
	}
	return new(d.StringFixed(2))
}

// demandsTheSame reports whether two requirements demand a coverage type of the same assets.
func (r *Requirement) demandsTheSame(other *Requirement) bool {
	c, known := catalog.CoverageTypes.ByID(r.CoverageType)
	if !known || r.CoverageType != other.CoverageType {
		return false
	}
	if c.CoverageGroup == catalog.CoverageGroupLiability || c.CoverageGroup == catalog.CoverageGroupLife {
		return true
	}
	return len(r.AssetTypes) == 0 || len(other.AssetTypes) == 0 ||
		slices.ContainsFunc(r.AssetTypes, func(id uuid.UUID) bool { return slices.Contains(other.AssetTypes, id) })
}

// hasNoTarget reports whether the requirement is held against tangible assets, and none of its asset types, else of the profile's,
// is tangible (compliance section 2, Targets). No types means all.
func (r *Requirement) hasNoTarget(ofProfile []uuid.UUID) bool {
	c, known := catalog.CoverageTypes.ByID(r.CoverageType)
	if !known || c.CoverageGroup == catalog.CoverageGroupLife || c.IsHeldAgainstCase(r.AssetTypes) {
		return false
	}
	named := r.AssetTypes
	if len(named) == 0 {
		named = ofProfile
	}
	isTangible := func(id uuid.UUID) bool {
		t, ok := catalog.AssetTypes.ByID(id)
		return ok && t.Classification == catalog.AssetClassificationTangible
	}
	return len(named) > 0 && !slices.ContainsFunc(named, isTangible)
}

// ProtectionScore returns the share of all peril weights that the requirements demand, 0 to 100 with two decimals
// (contract section 3, Risk profile). A peril counts once, by its greatest weight, and weights above 1 count as 1.
func ProtectionScore(requirements []*Requirement) float64 {
	counts := map[uuid.UUID]float64{}
	for _, r := range requirements {
		for _, peril := range DemandedPerils(r) {
			counts[peril] = max(counts[peril], min(r.Weight, 1))
		}
	}
	demanded, all := 0.0, 0.0
	for _, p := range catalog.Perils.Ordered {
		demanded += p.Weight * counts[p.ID]
		all += p.Weight
	}
	return math.Round(demanded/all*100*100) / 100
}

// DemandedPerils returns the ids of the perils that a requirement names, else of all perils of its coverage type.
func DemandedPerils(r *Requirement) []uuid.UUID {
	if len(r.Perils) > 0 {
		return r.Perils
	}
	c, ok := catalog.CoverageTypes.ByID(r.CoverageType)
	if !ok {
		return nil
	}
	return catalog.IDs(c.Perils)
}

// CoverageTypesAllowed returns the coverage types that policies of the profile's cases may have: those of its
// requirements, and all of the catalog when it has none or accepts others (contract section 3, Policy:
// `coverage_type_not_applicable`). An umbrella may have one more: Coverage.mayList.
func (p *RiskProfile) CoverageTypesAllowed() []*catalog.CoverageType {
	if len(p.Requirements) == 0 || p.OtherCoverages == OtherCoveragesAccept {
		return catalog.CoverageTypes.All()
	}
	demanded := func(c *catalog.CoverageType) bool {
		return slices.ContainsFunc(p.Requirements, func(r *Requirement) bool { return r.CoverageType == c.ID })
	}
	return slices.DeleteFunc(catalog.CoverageTypes.All(), func(c *catalog.CoverageType) bool { return !demanded(c) })
}
