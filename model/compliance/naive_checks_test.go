package compliance_test

import (
	"math/big"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// naiveFailed is a check that a policy does not pass.
type naiveFailed struct {
	code    model.FindingCode
	unknown bool // not known, so neither passed nor failed
}

func naiveLayer(v *model.PolicyVersion) model.CoverageLayer {
	if v.CoverageLayer == nil {
		return ""
	}
	return *v.CoverageLayer
}

// hasType is check 1: "its coverage types include the demand's; or its layer is umbrella and the demand is for
// generalLiability, autoLiability, liquorLiability or UmbrellaExcess".
func (d naiveDemand) hasType(v *model.PolicyVersion) bool {
	overThese := []string{"generalLiability", "autoLiability", "liquorLiability", "umbrellaExcess"}
	return slices.Contains(v.CoverageTypeIDs, d.coverage.ID) ||
		naiveLayer(v) == model.CoverageLayerUmbrella && slices.Contains(overThese, d.coverage.Key)
}

// checks are those of 2 to 7 that a candidate does not pass.
func (j naiveJudge) checks(p naivePolicy) (failed []naiveFailed) {
	add := func(code model.FindingCode, unknown bool) {
		if code != "" {
			failed = append(failed, naiveFailed{code, unknown})
		}
	}
	// "2. it is in force ([…] unknown dates_unknown)"
	if p.possible {
		add(model.FindingCodeDatesUnknown, true)
	}
	// "3. the target is in perilsByAsset (asset_not_covered); not asked at the case itself."
	if !naiveCovers(p.version, j.target) {
		add(model.FindingCodeAssetNotCovered, false)
	}
	// "4. one of its mortgagee clauses is as demanded (clause_missing); never unknown"
	if !j.demand.hasClause(p.version) {
		add(model.FindingCodeClauseMissing, false)
	}
	add(j.demand.checkRating(p.version))
	if naiveLayer(p.version) == model.CoverageLayerPrimary {
		add(j.demand.checkForm(p.version))
		add(j.demand.checkDeductible(p.version))
	}
	return failed
}

func naiveCovers(v *model.PolicyVersion, target naiveTarget) bool {
	return target.asset == nil || slices.ContainsFunc(v.AssetPerils, func(e model.EvidencedPerils) bool {
		return e.AssetID == target.asset.ID
	})
}

// hasClause is section 2, "Holders".
func (d naiveDemand) hasClause(v *model.PolicyVersion) bool {
	clauseType, holder := d.requirement.ClauseType, d.requirement.CertificateHolder
	// "With neither, nothing is asked."
	if clauseType == nil && holder == nil {
		return true
	}
	return slices.ContainsFunc(d.facts.Clauses, func(c *model.MortgageeClause) bool {
		if !slices.Contains(v.MortgageeClauseIDs, c.ID) {
			return false
		}
		switch {
		// "With a holder and no clauseType: any clause that names the holder."
		case clauseType == nil:
			return c.CertificateHolderID == *holder
		// "the clause must be of clauseType and name certificateHolder"
		case holder != nil:
			return c.ClauseType == *clauseType && c.CertificateHolderID == *holder
		// "Without certificateHolder: any holder of the profile that supports the type, or any holder at all when none of
		// the profile's does."
		default:
			supporting := d.supporting(*clauseType)
			return c.ClauseType == *clauseType && (len(supporting) == 0 || slices.Contains(supporting, c.CertificateHolderID))
		}
	})
}

func (d naiveDemand) supporting(clauseType model.ClauseType) (holders []uuid.UUID) {
	for _, holder := range d.facts.RiskProfile.CertificateHolderClauseTypes {
		if slices.Contains(holder.Types, clauseType) {
			holders = append(holders, holder.ID)
		}
	}
	return holders
}

// checkRating is "5. the carrier's rating is at least minimumRating (rating_too_low; absent or unreadable:
// rating_unknown)". It returns no code when the check is passed.
func (d naiveDemand) checkRating(v *model.PolicyVersion) (code model.FindingCode, unknown bool) {
	if d.requirement.MinimumRating == nil {
		return "", false
	}
	if v.Carrier == nil || v.Carrier.AmBestRating == nil || naiveRating(*v.Carrier.AmBestRating) < 0 {
		return model.FindingCodeRatingUnknown, true
	}
	if naiveRating(*v.Carrier.AmBestRating) > slices.Index(naiveRatings, *d.requirement.MinimumRating) {
		return model.FindingCodeRatingTooLow, false
	}
	return "", false
}

// checkForm is "6. primary layer only: the form is one of formTypes (form_not_accepted; Unknown or absent:
// form_unknown)".
func (d naiveDemand) checkForm(v *model.PolicyVersion) (code model.FindingCode, unknown bool) {
	accepted, form := d.requirement.FormTypes, v.CoverageFormType
	switch {
	case len(accepted) == 0:
		return "", false
	case form == nil, *form == model.CoverageFormTypeUnknown:
		return model.FindingCodeFormUnknown, true
	case !slices.Contains(accepted, *form):
		return model.FindingCodeFormNotAccepted, false
	default:
		return "", false
	}
}

// checkDeductible is "7. primary layer only: the deductible is within maximumDeductible and maximumDeductiblePercent
// (deductible_too_high; deductible or own limit absent: deductible_unknown; another currency: currency_differs). A
// failure takes precedence over an unknown, deductible_unknown over currency_differs".
func (d naiveDemand) checkDeductible(v *model.PolicyVersion) (code model.FindingCode, unknown bool) {
	greatest, percent := naiveMoneyOf(d.requirement.MaximumDeductible), d.requirement.MaximumDeductiblePercent
	if greatest == nil && percent == nil {
		return "", false
	}
	var tooHigh, notKnown, differs bool
	compare := func(deductible, with *naiveMoney, most func(*big.Rat) *big.Rat) {
		switch {
		case deductible == nil || with == nil:
			notKnown = true
		case deductible.currency != with.currency:
			differs = true
		case deductible.amount.Cmp(most(with.amount)) > 0:
			tooHigh = true
		}
	}
	deductible := naiveMoneyOf(v.Deductible)
	if greatest != nil {
		compare(deductible, greatest, func(most *big.Rat) *big.Rat { return most })
	}
	if percent != nil {
		var own *naiveMoney
		if limit := d.ownLimit(v); limit != nil {
			own = naiveMoneyOf(limit.Amount)
		}
		// "of the policy's own limit for the demand, a blanket whole: deductible × 100 ≤ percent × limit, exactly"
		compare(deductible, own, func(limit *big.Rat) *big.Rat {
			return new(big.Rat).Mul(limit, new(big.Rat).Quo(naiveNumber(*percent), big.NewRat(100, 1)))
		})
	}
	switch {
	case tooHigh:
		return model.FindingCodeDeductibleTooHigh, false
	case notKnown:
		return model.FindingCodeDeductibleUnknown, true
	case differs:
		return model.FindingCodeCurrencyDiffers, true
	default:
		return "", false
	}
}

// isPrimary reports whether the policy is enough for check 8: "one of them at least is of the primary layer
// (primary_missing); not asked of a demand for UmbrellaExcess, where any one policy suffices".
func (d naiveDemand) isPrimary(p naivePolicy) bool {
	return d.anyLayer() || naiveLayer(p.version) == model.CoverageLayerPrimary
}

// passTogether is whether a set of eligible policies passes checks 8 to 10.
func (j naiveJudge) passTogether(set []naivePolicy, unknownPasses, waivers bool) bool {
	if !slices.ContainsFunc(set, j.demand.isPrimary) {
		return false
	}
	// "9. each demanded peril is evidenced by one of them"
	for _, peril := range j.demand.perils() {
		missing := len(j.evidencing(set, peril, waivers)) == 0
		if missing && (!waivers || j.waiver(model.FindingCodePerilMissing) == nil) {
			return false
		}
	}
	// "required_amount_unknown": check 10 is unknown, "and a failure (limit_too_low besides) if the limits do not reach
	// minimumLimit either"
	waived := waivers && j.waiver(model.FindingCodeRequiredAmountUnknown) != nil
	if j.required.unknown && !unknownPasses && !waived && !j.reachesEnough(set, waivers) {
		return false
	}
	for _, peril := range j.demand.perils() {
		if !j.enough(j.counted(set, peril, waivers), unknownPasses, waivers) {
			return false
		}
	}
	return true
}

// reachesEnough is whether "limits reach the least of those known", for each demanded peril that is evidenced.
func (j naiveJudge) reachesEnough(set []naivePolicy, waivers bool) bool {
	asked := 0
	for _, peril := range j.demand.perils() {
		counted := j.counted(set, peril, waivers)
		if len(counted) == 0 {
			continue
		}
		asked++
		if j.required.enough == nil || j.known(counted, waivers).Cmp(j.required.enough.amount) < 0 {
			return false
		}
	}
	return asked > 0
}

// known is the sum of the limits that are known.
func (j naiveJudge) known(counted []naivePolicy, waivers bool) *big.Rat {
	sum := new(big.Rat)
	for _, p := range counted {
		if limit, code := j.countedLimit(p, waivers); code == "" {
			sum.Add(sum, limit)
		}
	}
	return sum
}

// counted are the policies whose limits count for a peril: "Where peril_missing is waived, 10 counts the whole set for
// every peril".
func (j naiveJudge) counted(set []naivePolicy, peril uuid.UUID, waivers bool) []naivePolicy {
	if waivers && j.waiver(model.FindingCodePerilMissing) != nil {
		return set
	}
	return j.evidencing(set, peril, waivers)
}

// evidencing are the policies of the set that evidence a peril.
func (j naiveJudge) evidencing(set []naivePolicy, peril uuid.UUID, waivers bool) (evidencing []naivePolicy) {
	for _, p := range set {
		evidenced := j.evidences(p, peril, waivers)
		// "An umbrella that does not list the demand's type evidences what a primary policy of the set evidences."
		lists := slices.Contains(p.version.CoverageTypeIDs, j.demand.coverage.ID)
		if naiveLayer(p.version) == model.CoverageLayerUmbrella && !lists {
			evidenced = evidenced || slices.ContainsFunc(set, func(primary naivePolicy) bool {
				return naiveLayer(primary.version) == model.CoverageLayerPrimary && j.evidences(primary, peril, waivers)
			})
		}
		if evidenced {
			evidencing = append(evidencing, p)
		}
	}
	return evidencing
}

// evidences is what 9 says of one policy: "at an asset in its perilsByAsset, at the case in its perils"; "Where
// asset_not_covered is waived, 9 takes the policy's perils".
func (j naiveJudge) evidences(p naivePolicy, peril uuid.UUID, waivers bool) bool {
	if j.target.asset == nil {
		return slices.Contains(p.version.PerilIDs, peril)
	}
	for _, e := range p.version.AssetPerils {
		if e.AssetID == j.target.asset.ID {
			return slices.Contains(e.PerilIDs, peril)
		}
	}
	return waivers && j.waiver(model.FindingCodeAssetNotCovered) != nil && slices.Contains(p.version.PerilIDs, peril)
}

// enough is whether "the limits of those that evidence it, over all layers, add up to what is required".
func (j naiveJudge) enough(counted []naivePolicy, unknownPasses, waivers bool) bool {
	least := j.required.atLeast()
	// "Where no amount is required, 10 passes"
	if least == nil {
		return true
	}
	sum := new(big.Rat)
	for _, p := range counted {
		limit, code := j.countedLimit(p, waivers)
		// "As fail, an unknown limit counts nothing (limit_too_low)."
		switch {
		case code == "":
			sum.Add(sum, limit)
		case unknownPasses, waivers && j.waiver(code) != nil:
			return true
		}
	}
	// "A missing peril (9) is not asked here."
	return len(counted) == 0 || sum.Cmp(least.amount) >= 0 || waivers && j.waiver(model.FindingCodeLimitTooLow) != nil
}

// countedLimit is the limit of a policy in the currency required, or why it is not known: "limit_unknown for a policy
// without a limit; […] currency_differs".
func (j naiveJudge) countedLimit(p naivePolicy, waivers bool) (*big.Rat, model.FindingCode) {
	limit := j.limitAt(p.version, waivers)
	switch {
	case limit == nil:
		return nil, model.FindingCodeLimitUnknown
	case limit.currency != j.required.currency():
		return nil, model.FindingCodeCurrencyDiffers
	default:
		return limit.amount, ""
	}
}
