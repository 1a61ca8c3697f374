package compliance

import (
	"cmp"
	"reflect"
	"slices"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// offer is a term of a policy that passes check 1, held against a demand.
type offer struct {
	record      *policyRecord
	term        *term
	evidence    *evidence
	primary     bool
	follows     bool      // an umbrella that does not list the coverage type: it insures what a primary policy does
	rows        limitRows // of its limits that count for the demand
	plain       bool      // whether the same of them counts at every target for every peril
	attachment  scalar.Units
	lapses      codeSet           // of checks 2a to 7d but 3 and 7, on every day
	details     []lapse           // of those that have several findings, and of those that count from a day on only
	uniform     bool              // whether check 7 goes the same way for every peril at every target
	uniformCode model.FindingCode // how, then
}

// newOffer holds a term that passes check 1 against a demand.
func newOffer(d *Demand, r *policyRecord, t *term) *offer {
	v := t.version
	o := &offer{
		record: r, term: t, evidence: d.file.evidenceOf(t), primary: v.IsOfLayer(model.CoverageLayerPrimary),
		follows: !slices.Contains(v.CoverageTypeIDs, d.Coverage.ID), rows: d.file.rowsFor(d.Coverage.ID, v),
	}
	o.plain = o.rows.arePlain()
	if !o.primary {
		o.attachment = scalar.UnitsOf(v.Attachment)
	}
	for _, check := range d.checks {
		if check.isAskedOf(v, o.primary) {
			check.judge(d, o, o.note)
		}
	}
	isAsked := o.primary && d.asksDeductible
	if o.uniform = !isAsked || d.isUniform(o); o.uniform && isAsked {
		o.uniformCode = checkDeductible(d, o, nil, 0)
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
	return o == other || o != nil && other != nil && o.lapses == other.lapses &&
		slices.Equal(o.details, other.details) && o.primary == other.primary &&
		o.follows == other.follows && o.attachment == other.attachment && slices.EqualFunc(o.rows, other.rows, areRowsAlike) &&
		o.bearsLike(other) && o.evidence.perils == other.evidence.perils && slices.Equal(o.evidence.byAsset, other.evidence.byAsset)
}

// bearsLike reports whether check 7 and the values that limits are cut to are the same of two terms.
func (o *offer) bearsLike(other *offer) bool {
	a, b := o.version(), other.version()
	if o.uniform != other.uniform || o.uniformCode != other.uniformCode {
		return false
	}
	return (o.uniform || reflect.DeepEqual(a.AllDeductibles(), b.AllDeductibles())) &&
		(len(a.StatedValues)+len(b.StatedValues) == 0 || reflect.DeepEqual(a.StatedValues, b.StatedValues))
}

func areRowsAlike(a, b limitRow) bool {
	return a.Limit == b.Limit || a.amount == b.amount && a.level == b.level && a.asset == b.asset && a.perils == b.perils &&
		a.Kind == b.Kind && (a.isPlain() && b.isPlain() || reflect.DeepEqual(a.Limit, b.Limit))
}

// isPlain reports whether the row has nothing but a kind and an amount.
func (r *limitRow) isPlain() bool {
	return r.MarginPercent == nil && r.OtherValues == nil && r.ActualLossSustained == nil && r.Months == nil && r.ExtendedDays == nil &&
		len(r.CoverageTypes) == 0
}
