package compliance

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// policyRecord is a policy with its terms: which version counts on a day (specification of compliance, section 3).
type policyRecord struct {
	policy          *model.Policy
	terms           []*term     // in their order
	deactivatedFrom *time.Time  // nil while it is not deactivated
	turns           []time.Time // the days on which it may come to be in force or cease to be, in no order
}

// term is the latest version of a policy's term: a correction replaces what it corrects.
type term struct {
	version       *model.PolicyVersion
	start, end    *time.Time // nil while unknown
	latestEnd     *time.Time // the end, or what an unknown one is not later than; nil if nothing is known
	cancellations []*model.Cancellation
	evidence      *evidence // nil until asked for
}

// standing is which term of a policy counts on a day.
type standing struct {
	term     *term // nil when the policy is not in force
	possibly bool  // whether the term's dates are not all known
}

// recordsOf returns the policies with their terms, the lowest id first.
func recordsOf(f *Facts) []*policyRecord {
	records := make([]*policyRecord, len(f.Policies))
	byID := make(map[uuid.UUID]*policyRecord, len(f.Policies))
	made := make([]policyRecord, len(f.Policies))
	for i, p := range f.Policies {
		made[i] = policyRecord{policy: p, deactivatedFrom: deactivatedFrom(p)}
		records[i], byID[p.ID] = &made[i], &made[i]
	}
	for _, v := range f.Versions {
		if r := byID[v.PolicyID]; r != nil {
			r.addVersion(v)
		}
	}
	for _, r := range records {
		r.sortTerms()
	}
	for _, c := range f.Cancellations {
		if r := byID[c.PolicyID]; r != nil {
			r.addCancellation(c)
		}
	}
	for _, r := range records {
		r.turns = r.turningDays()
	}
	slices.SortFunc(records, func(a, b *policyRecord) int { return CompareIDs(a.policy.ID, b.policy.ID) })
	return records
}

// CompareIDs orders ids, the one created first first.
func CompareIDs(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }

// deactivatedFrom returns the first day on which a policy is deactivated, also when it is held from that; nil if it is
// not.
func deactivatedFrom(p *model.Policy) *time.Time {
	if p.State().Underlying() != model.PolicyStatusDeactivated {
		return nil
	}
	return new(scalar.DayOf(scalar.OrZero(p.DeactivatedAt)))
}

// addVersion keeps a version unless a later one of its term is there.
func (r *policyRecord) addVersion(v *model.PolicyVersion) {
	for _, t := range r.terms {
		if t.version.TermNumber == v.TermNumber {
			if v.VersionNumber > t.version.VersionNumber {
				*t = newTerm(v)
			}
			return
		}
	}
	r.terms = append(r.terms, new(newTerm(v)))
}

func newTerm(v *model.PolicyVersion) term {
	return term{version: v, start: v.StartDate, end: v.EndDate}
}

// sortTerms puts the terms in order. An unknown end is not later than the next term's start, nor than its end.
func (r *policyRecord) sortTerms() {
	slices.SortFunc(r.terms, func(a, b *term) int { return cmp.Compare(a.version.TermNumber, b.version.TermNumber) })
	var next *term
	for _, t := range slices.Backward(r.terms) {
		t.latestEnd = t.end
		if t.end == nil && next != nil {
			t.latestEnd = cmp.Or(next.start, next.latestEnd)
		}
		next = t
	}
}

// addCancellation adds one to its term, unless it was undone on the same day: then it never happened.
func (r *policyRecord) addCancellation(c *model.Cancellation) {
	if c.ReinstatedOn != nil && c.ReinstatedOn.Equal(c.EffectiveDate) {
		return
	}
	for _, t := range r.terms {
		if t.version.TermNumber == c.TermNumber {
			t.cancellations = append(t.cancellations, c)
		}
	}
}

// on returns which term of the policy is in force on a day, if any. A policy that is deactivated, or whose term is
// cancelled, is not in force.
func (r *policyRecord) on(day time.Time) standing {
	if r.deactivatedFrom != nil && !day.Before(*r.deactivatedFrom) {
		return standing{}
	}
	s := r.byDates(day)
	if s.term != nil && s.term.isCancelledOn(day) {
		return standing{}
	}
	return s
}

// byDates returns the highest term that contains the day, else the highest that may contain it.
func (r *policyRecord) byDates(day time.Time) standing {
	possible := standing{}
	for _, t := range slices.Backward(r.terms) {
		if t.contains(day) {
			return standing{term: t}
		}
		if possible.term == nil && t.mayContain(day) {
			possible = standing{term: t, possibly: true}
		}
	}
	return possible
}

// contains reports whether the day is in the term: cover ends at the beginning of the end date.
func (t *term) contains(day time.Time) bool {
	return t.start != nil && t.end != nil && !day.Before(*t.start) && day.Before(*t.end)
}

// mayContain reports whether what is known of the term's dates does not exclude the day.
func (t *term) mayContain(day time.Time) bool {
	return (t.start == nil || t.end == nil) && (t.start == nil || !day.Before(*t.start)) &&
		(t.latestEnd == nil || day.Before(*t.latestEnd))
}

// isCancelledOn reports whether a cancellation of the term is in effect and not yet undone.
func (t *term) isCancelledOn(day time.Time) bool {
	return slices.ContainsFunc(t.cancellations, func(c *model.Cancellation) bool { return c.HoldsOn(day) })
}

// isCancelledFrom reports whether a cancellation of the term takes effect on the day.
func (t *term) isCancelledFrom(day time.Time) bool {
	return slices.ContainsFunc(t.cancellations, func(c *model.Cancellation) bool { return c.EffectiveDate.Equal(day) && c.HoldsOn(day) })
}
