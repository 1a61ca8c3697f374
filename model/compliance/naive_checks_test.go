package compliance_test

import (
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// naiveMode is how E counts what is not known, and what is waived.
type naiveMode struct{ unknown, waivers bool }

// naiveFailed is a finding of a check that a policy does not pass by itself.
type naiveFailed struct {
	check           string // "2" to "7d"
	code            model.FindingCode
	unknown         bool // not known, so neither passed nor failed
	peril           *uuid.UUID
	alike           bool // told without the peril, as all are alike
	item            string
	required, found string
}

func naiveLayer(v *model.PolicyVersion) model.CoverageLayer {
	if v.CoverageLayer == nil {
		return ""
	}
	return *v.CoverageLayer
}

func naiveIsPrimary(p naivePolicy) bool { return naiveLayer(p.version) == model.CoverageLayerPrimary }

// hasType is check 1: "its coverage types include the demand's; or its layer is umbrella and the demand is for
// generalLiability, autoLiability, liquorLiability or UmbrellaExcess".
func (d naiveDemand) hasType(v *model.PolicyVersion) bool {
	overThese := []string{"generalLiability", "autoLiability", "liquorLiability", "umbrellaExcess"}
	return slices.Contains(v.CoverageTypeIDs, d.coverage.ID) ||
		naiveLayer(v) == model.CoverageLayerUmbrella && slices.Contains(overThese, d.coverage.Key)
}

// checks are those of 2 to 7d, but for 7 itself, that a candidate does not pass.
func (j naiveJudge) checks(p naivePolicy) (failed []naiveFailed) {
	v, d := p.version, j.demand
	// "2. it is in force ([…] unknown dates_unknown)"
	if p.possible {
		failed = append(failed, naiveFailed{check: "2", code: model.FindingCodeDatesUnknown, unknown: true})
	}
	// "3. the target is in perilsByAsset (asset_not_covered); not asked at the case itself."
	if !naiveCovers(v, j.target) {
		failed = append(failed, naiveFailed{check: "3", code: model.FindingCodeAssetNotCovered})
	}
	// "4. one of its mortgagee clauses is as demanded (clause_missing); never unknown"
	if !d.hasClause(v) {
		failed = append(failed, naiveFailed{check: "4", code: model.FindingCodeClauseMissing})
	}
	failed = append(failed, d.checkRating(v)...)
	// "primary layer only": "6a, 7, 7a and 7b are asked of the primary layer only"
	if naiveIsPrimary(p) {
		failed = append(failed, d.checkForm(v)...)
	}
	return append(failed, j.moreChecks(p)...)
}

// checksTold are the same with 7: "it is told for those that the policy evidences (of one that evidences none: all)".
func (j naiveJudge) checksTold(p naivePolicy) []naiveFailed {
	return append(j.checks(p), j.deductiblesTold(p, func(naiveFailed) bool { return true })...)
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

// isWaived is whether a finding of a check is waived at the target.
func (j naiveJudge) isWaived(f naiveFailed) bool { return j.waiverOf(f.code, f.peril, f.item) != nil }

// counts is whether a finding of a check counts as passed.
func (j naiveJudge) passes(f naiveFailed, m naiveMode) bool {
	return f.unknown && m.unknown || m.waivers && j.isWaived(f)
}
