package compliance

import (
	"cmp"
	"slices"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// offer is a term of a policy that passes check 1, held against a demand.
type offer struct {
	record     *policyRecord
	term       *term
	evidence   *evidence
	primary    bool
	follows    bool         // an umbrella that does not list the coverage type: it insures what a primary policy does
	limit      scalar.Units // of the policy for the demand, a blanket whole
	blanket    bool         // whether the limit is shared among the targets
	deductible scalar.Units
	lapses     codeSet // of checks 2a to 7d but 3, on every day
	details    []lapse // of those that have several findings, and of those that count from a day on only
	covered    sharers // of the blanket
}

// newOffer holds a term that passes check 1 against a demand.
func newOffer(d *Demand, r *policyRecord, t *term) *offer {
	v := t.version
	o := &offer{
		record: r, term: t, evidence: d.file.evidenceOf(t), primary: v.IsOfLayer(model.CoverageLayerPrimary),
		follows: !slices.Contains(v.CoverageTypeIDs, d.Coverage.ID), deductible: scalar.UnitsOf(v.Deductible),
	}
	if limit := limitFor(d.Coverage.ID, v); limit != nil {
		o.limit, o.blanket = scalar.UnitsOf(limit.Amount), limit.Kind == model.LimitKindTotal
	}
	for _, check := range d.checks {
		if check.isAskedOf(v, o.primary) {
			check.judge(d, o, o.note)
		}
	}
	if code := checkDeductible(d, o); code != "" {
		o.lapses |= codesOf(code)
	}
	return o
}

// note keeps what the policy does not pass of a check.
func (o *offer) note(l lapse) {
	if l.from == nil {
		o.lapses |= codesOf(l.code)
	}
	if l.from != nil || l.item != "" {
		o.details = append(o.details, l)
	}
}

// datedLapses returns what the policy does not pass on a day of the checks that it passes before.
func (o *offer) datedLapses(day time.Time) (set codeSet) {
	for _, l := range o.details {
		if l.from != nil && !day.Before(*l.from) {
			set |= codesOf(l.code)
		}
	}
	return set
}

func (o *offer) version() *model.PolicyVersion { return o.term.version }

// covers is check 3: the target is in the policy's `perilsByAsset`. It is not asked at the case itself.
func (o *offer) covers(t *Target) bool {
	return t.Asset == nil || o.evidence.byAsset[t.Asset.place].covered
}

// perilsAt returns the perils insured at a target: the policy's own at the case, and where a waiver lets an asset count
// that the policy does not cover.
func (o *offer) perilsAt(t *Target) perilSet {
	if t.Asset == nil || !o.covers(t) {
		return o.evidence.perils
	}
	return o.evidence.byAsset[t.Asset.place].perils
}

// compareEnds orders by the end of the term, the latest first and an unknown one last, then by the policies' ids.
func compareEnds(a, b *offer) int {
	switch {
	case a.term.end == nil && b.term.end != nil:
		return 1
	case a.term.end != nil && b.term.end == nil:
		return -1
	}
	return cmp.Or(scalar.OrZero(b.term.end).Compare(scalar.OrZero(a.term.end)), CompareIDs(a.record.policy.ID, b.record.policy.ID))
}

// insuresLike reports whether two terms of a policy are the same for the demand, but for their dates.
func (o *offer) insuresLike(other *offer) bool {
	return o == other || o != nil && other != nil && o.lapses == other.lapses && slices.Equal(o.details, other.details) && o.primary == other.primary &&
		o.follows == other.follows && o.limit == other.limit && o.blanket == other.blanket &&
		o.evidence.perils == other.evidence.perils && slices.Equal(o.evidence.byAsset, other.evidence.byAsset)
}
