package model

import (
	"cmp"
	"slices"
)

// offer is a term of a policy that passes check 1, held against a demand.
type offer struct {
	record     *policyRecord
	term       *term
	evidence   *evidence
	primary    bool
	follows    bool  // an umbrella that does not list the coverage type: it insures what a primary policy does
	limit      units // of the policy for the demand, a blanket whole
	blanket    bool  // whether the limit is shared among the targets
	deductible units
	lapses     codeSet // of checks 4 to 7
	covered    sharers // of the blanket
}

// newOffer holds a term that passes check 1 against a demand.
func newOffer(d *demand, r *policyRecord, t *term) *offer {
	v := t.version
	o := &offer{
		record: r, term: t, evidence: d.file.evidenceOf(t), primary: isOfLayer(&v.Coverage, CoverageLayerPrimary),
		follows: !slices.Contains(v.CoverageTypeIDs, d.coverage.ID), deductible: unitsOf(v.Deductible),
	}
	if limit := limitFor(d.coverage.ID, v); limit != nil {
		o.limit, o.blanket = unitsOf(limit.Amount), limit.Kind == LimitKindTotal
	}
	for _, check := range policyChecks {
		if code := check(d, o); code != "" {
			o.lapses |= codesOf(code)
		}
	}
	return o
}

func (o *offer) version() *PolicyVersion { return o.term.version }

// ratingText returns what the policy says of its carrier's rating; empty if nothing.
func (o *offer) ratingText() string {
	if o.version().Carrier == nil {
		return ""
	}
	return orZero(o.version().Carrier.AmBestRating)
}

// covers is check 3: the target is in the policy's `perilsByAsset`. It is not asked at the case itself.
func (o *offer) covers(t *target) bool {
	return t.asset == nil || o.evidence.byAsset[t.asset.place].covered
}

// perilsAt returns the perils insured at a target: the policy's own at the case, and where a waiver lets an asset count
// that the policy does not cover.
func (o *offer) perilsAt(t *target) perilSet {
	if t.asset == nil || !o.covers(t) {
		return o.evidence.perils
	}
	return o.evidence.byAsset[t.asset.place].perils
}

// compareEnds orders by the end of the term, the latest first and an unknown one last, then by the policies' ids.
func compareEnds(a, b *offer) int {
	switch {
	case a.term.end == nil && b.term.end != nil:
		return 1
	case a.term.end != nil && b.term.end == nil:
		return -1
	}
	return cmp.Or(orZero(b.term.end).Compare(orZero(a.term.end)), compareIDs(a.record.policy.ID, b.record.policy.ID))
}

// insuresLike reports whether two terms of a policy are the same for the demand, but for their dates.
func (o *offer) insuresLike(other *offer) bool {
	return o == other || o != nil && other != nil && o.lapses == other.lapses && o.primary == other.primary &&
		o.follows == other.follows && o.limit == other.limit && o.blanket == other.blanket &&
		o.evidence.perils == other.evidence.perils && slices.Equal(o.evidence.byAsset, other.evidence.byAsset)
}
