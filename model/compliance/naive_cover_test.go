package compliance_test

import (
	"bytes"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
)

// naivePolicy is a policy and the version of it that counts on a day.
type naivePolicy struct {
	policy   *model.Policy
	version  *model.PolicyVersion
	possible bool // only possibly in force
	nearest  bool // the nearest candidate, which counts although it is not eligible
}

// naiveTerms are a policy's terms in order. "Of each term only the latest version counts: a correction replaces what it
// corrects."
func naiveTerms(facts compliance.Facts, policy *model.Policy) []*model.PolicyVersion {
	var terms []*model.PolicyVersion
	for _, v := range facts.Versions {
		if v.PolicyID != policy.ID {
			continue
		}
		corrected := slices.ContainsFunc(facts.Versions, func(later *model.PolicyVersion) bool {
			return later.PolicyID == v.PolicyID && later.TermNumber == v.TermNumber && later.VersionNumber > v.VersionNumber
		})
		if !corrected {
			terms = append(terms, v)
		}
	}
	slices.SortFunc(terms, func(a, b *model.PolicyVersion) int { return a.TermNumber - b.TermNumber })
	return terms
}

// naiveVersionOn is the version whose term contains the day, nil if none (section 3).
func naiveVersionOn(
	facts compliance.Facts, policy *model.Policy, day time.Time,
) (v *model.PolicyVersion, possible bool) {
	terms := naiveTerms(facts, policy)
	// "Of those the one whose term contains the day: startDate ≤ day < endDate […]; of several the highest term."
	for _, v := range slices.Backward(terms) {
		if v.StartDate != nil && v.EndDate != nil && !v.StartDate.After(day) && day.Before(*v.EndDate) {
			return v, false
		}
	}
	// "A version whose start or end is unknown, and which what is known does not exclude, is possibly in force"; "a
	// definite version of the same policy takes precedence over a possible one"
	for i, v := range slices.Backward(terms) {
		excluded := v.StartDate != nil && v.EndDate != nil ||
			v.StartDate != nil && day.Before(*v.StartDate) ||
			naiveLatestEnd(terms[i:]) != nil && !day.Before(*naiveLatestEnd(terms[i:]))
		if !excluded {
			return v, true
		}
	}
	return nil, false
}

// naiveLatestEnd is the end of the first of the terms, or the day that it is not later than; nil if nothing is known.
// "An unknown end is not later than the start of the next term", and that is before the next term's end.
func naiveLatestEnd(terms []*model.PolicyVersion) *time.Time {
	switch {
	case len(terms) == 0:
		return nil
	case terms[0].EndDate != nil:
		return terms[0].EndDate
	case len(terms) > 1 && terms[1].StartDate != nil:
		return terms[1].StartDate
	default:
		return naiveLatestEnd(terms[1:])
	}
}

// naiveInForce returns the policy's version in force on the day, or possibly so; nil if none.
func naiveInForce(facts compliance.Facts, policy *model.Policy, day time.Time) *naivePolicy {
	v, possible := naiveVersionOn(facts, policy, day)
	if v == nil {
		return nil
	}
	// "Not in force: a policy that is deactivated, or held from it, from the date (UTC) of deactivatedAt on"
	if at := naiveDeactivated(policy); at != nil && !day.Before(*at) {
		return nil
	}
	// "one that is cancelled (6)"
	if naiveCancelled(facts, v, day) {
		return nil
	}
	return &naivePolicy{policy: policy, version: v, possible: possible}
}

// naiveCancelled is whether a version's term is cancelled on the day: "Cover ends at the beginning of effectiveDate;
// reinstated on the same date there is no lapse, on a later one there is no cover between the two"; "every one counts".
func naiveCancelled(facts compliance.Facts, v *model.PolicyVersion, day time.Time) bool {
	return slices.ContainsFunc(naiveCancellations(facts, v), func(c *model.Cancellation) bool {
		return !day.Before(c.EffectiveDate) && (c.ReinstatedOn == nil || day.Before(*c.ReinstatedOn))
	})
}

// naiveCancellations are those of a version's term. "Cancellations that were undone on the same day never happened here."
func naiveCancellations(facts compliance.Facts, v *model.PolicyVersion) (of []*model.Cancellation) {
	for _, c := range facts.Cancellations {
		undone := c.ReinstatedOn != nil && c.ReinstatedOn.Equal(c.EffectiveDate)
		if c.PolicyID == v.PolicyID && c.TermNumber == v.TermNumber && !undone {
			of = append(of, c)
		}
	}
	return of
}

// naiveDeactivated is the day from which the policy is deactivated; nil if it is not.
func naiveDeactivated(policy *model.Policy) *time.Time {
	deactivated := policy.Status == model.PolicyStatusDeactivated ||
		policy.Status == model.PolicyStatusOnHold && policy.StatusBeforeHold != nil &&
			*policy.StatusBeforeHold == model.PolicyStatusDeactivated
	if !deactivated || policy.DeactivatedAt == nil {
		return nil
	}
	year, month, day := policy.DeactivatedAt.UTC().Date()
	date := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	return &date
}

// naiveReason is why a policy is not in force.
type naiveReason struct {
	code    model.FindingCode
	policy  *model.Policy
	version *model.PolicyVersion
	date    *time.Time
	never   bool // of a policy that was never in force: it has no end of cover
}

// endsLater is whether the reason is nearer in time than another of a cover that ended.
func (r naiveReason) endsLater(other naiveReason) bool {
	switch {
	case r.date == nil || other.date == nil:
		return other.date == nil && (r.date != nil || naiveBefore(r.policy.ID, other.policy.ID))
	case !r.date.Equal(*other.date):
		return r.date.After(*other.date)
	default:
		return naiveBefore(r.policy.ID, other.policy.ID)
	}
}

// naiveBefore orders ids.
func naiveBefore(a, b uuid.UUID) bool { return bytes.Compare(a[:], b[:]) < 0 }

// notInForce is "of policies that are not in force, the one reason nearest in time"; nil if there is none.
func (j naiveJudge) notInForce() *naiveReason {
	var notStarted, ended, never *naiveReason
	for _, policy := range j.facts.Policies {
		if naiveInForce(j.facts, policy, j.day) != nil {
			continue
		}
		// "the earliest not_started (a term of a policy that passes check 1 begins later and will be in force then)"
		r := j.notStarted(policy)
		if r != nil && j.isOf(r.version) && (notStarted == nil || r.date.Before(*notStarted.date) ||
			r.date.Equal(*notStarted.date) && naiveBefore(policy.ID, notStarted.policy.ID)) {
			notStarted = r
		}
		// "the latest end of cover"; "ties: the lowest id"; "those that were never in force come after those whose cover
		// ended"
		r = j.ended(policy)
		switch {
		// "a policy that is not in force insures a target if the version that ended last […] passes it"
		case r == nil, !j.isOf(r.version):
		case r.never && (never == nil || r.endsLater(*never)):
			never = r
		case !r.never && (ended == nil || r.endsLater(*ended)):
			ended = r
		}
	}
	switch {
	case ended != nil:
		return ended
	// "else, where no cover of theirs has ended, the earliest not_started"
	case notStarted != nil:
		return notStarted
	default:
		return never
	}
}

// isOf is whether the version is "of the primary layer (for umbrellaExcess: of any layer)" and insures the target.
func (j naiveJudge) isOf(v *model.PolicyVersion) bool {
	return j.demand.isPrimary(naivePolicy{version: v}) && j.insures(v)
}

func (j naiveJudge) notStarted(policy *model.Policy) (first *naiveReason) {
	for _, v := range naiveTerms(j.facts, policy) {
		if !j.demand.hasType(v) || v.StartDate == nil || !v.StartDate.After(j.day) {
			continue
		}
		then := naiveInForce(j.facts, policy, *v.StartDate)
		if then != nil && then.version == v && (first == nil || v.StartDate.Before(*first.date)) {
			first = &naiveReason{code: model.FindingCodeNotStarted, policy: policy, version: v, date: v.StartDate}
		}
	}
	return first
}

// ended is what ended a policy's cover last before the day; nil if none of its terms passes check 1.
func (j naiveJudge) ended(policy *model.Policy) *naiveReason {
	dates := append(naiveDates(j.facts, policy), j.day)
	for day := j.day.AddDate(0, 0, -1); !day.Before(dates[0].AddDate(0, 0, -1)); day = day.AddDate(0, 0, -1) {
		last := naiveInForce(j.facts, policy, day)
		if last == nil || !j.demand.hasType(last.version) {
			continue
		}
		end := day.AddDate(0, 0, 1)
		return &naiveReason{code: j.whatEnded(*last, end), policy: policy, version: last.version, date: &end}
	}
	return j.neverInForce(policy)
}

// whatEnded is why the cover of a version ended at the beginning of the day: "on one day cancelled takes precedence
// over expired, and expired over deactivated".
func (j naiveJudge) whatEnded(last naivePolicy, end time.Time) model.FindingCode {
	next, _ := naiveVersionOn(j.facts, last.policy, end)
	cancelled := func(v *model.PolicyVersion) bool { return naiveCancelled(j.facts, v, end) }
	thatDay := func(v *model.PolicyVersion) bool {
		return cancelled(v) && slices.ContainsFunc(naiveCancellations(j.facts, v), func(c *model.Cancellation) bool {
			return c.EffectiveDate.Equal(end)
		})
	}
	deactivated := naiveDeactivated(last.policy)
	terms := naiveTerms(j.facts, last.policy)
	latest := naiveLatestEnd(terms[slices.Index(terms, last.version):])
	switch {
	case thatDay(last.version), next != nil && thatDay(next):
		return model.FindingCodeCancelled
	case latest != nil && latest.Equal(end):
		return model.FindingCodeExpired
	case deactivated != nil && deactivated.Equal(end):
		return model.FindingCodeDeactivated
	case next != nil && cancelled(next):
		return model.FindingCodeCancelled // the next term began, which was cancelled before
	default:
		return model.FindingCodeExpired // the next term began, without the coverage type
	}
}

// neverInForce is the reason of "those that were never in force […] cancelled, else deactivated, else expired".
func (j naiveJudge) neverInForce(policy *model.Policy) *naiveReason {
	reason := naiveReason{policy: policy, never: true}
	terms := naiveTerms(j.facts, policy)
	for i, v := range terms {
		if !j.demand.hasType(v) {
			continue
		}
		if reason.code != model.FindingCodeCancelled {
			reason.code, reason.version, reason.date = model.FindingCodeExpired, v, naiveLatestEnd(terms[i:])
		}
		for _, c := range naiveCancellations(j.facts, v) {
			if reason.code != model.FindingCodeCancelled || c.EffectiveDate.After(*reason.date) {
				reason.code, reason.version, reason.date = model.FindingCodeCancelled, v, &c.EffectiveDate
			}
		}
	}
	if at := naiveDeactivated(policy); at != nil && reason.code == model.FindingCodeExpired {
		reason.code, reason.date = model.FindingCodeDeactivated, at
	}
	if reason.version == nil {
		return nil
	}
	return &reason
}

// naiveDates are all dates of a policy, the first one first.
func naiveDates(facts compliance.Facts, policy *model.Policy) []time.Time {
	var dates []time.Time
	add := func(date *time.Time) {
		if date != nil {
			dates = append(dates, *date)
		}
	}
	for _, v := range naiveTerms(facts, policy) {
		add(v.StartDate)
		add(v.EndDate)
	}
	for _, c := range facts.Cancellations {
		if c.PolicyID == policy.ID {
			add(&c.EffectiveDate)
			add(c.ReinstatedOn)
		}
	}
	add(naiveDeactivated(policy))
	slices.SortFunc(dates, time.Time.Compare)
	return dates
}
