package compliance

import (
	"slices"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// whyNotInForce returns the one reason, nearest in time, why no policy is in force: the latest end of cover, which says
// when the next term begins, else the earliest term that has yet to begin. Without a policy of the coverage type it is
// no_policy; where the only ones in force are of another layer and are not eligible, it is primary_missing.
func (l *lineup) whyNotInForce() ruled {
	if l.reason == nil {
		l.reason = new(l.reasonNotInForce())
	}
	return *l.reason
}

func (l *lineup) reasonNotInForce() ruled {
	var reasons, next []ruled
	for i, b := range l.bids {
		if l.terms[i].term != nil {
			continue
		}
		if t := b.nextToBegin(l.day); t != nil {
			next = append(next, ruled{code: model.FindingCodeNotStarted, offer: b.offer(l.Demand, t), date: t.start})
		}
		if ended, on := b.lastEnd(l.day); ended != nil {
			reasons = append(reasons, ruled{code: b.record.reasonOfEnd(ended, *on), offer: b.offer(l.Demand, ended), date: on})
		} else {
			reasons = append(reasons, b.neverInForce(l.Demand))
		}
	}
	return l.nearestReason(reasons, next)
}

// nearestReason returns the reason to tell, of why policies are not in force and of the terms that have yet to begin.
func (l *lineup) nearestReason(reasons, next []ruled) ruled {
	var first *ruled
	if len(next) > 0 {
		first = new(slices.MinFunc(next, func(a, b ruled) int { return a.date.Compare(*b.date) }))
	}
	isInForce := func(t termInForce) bool { return t.offer != nil }
	switch {
	case len(reasons) > 0:
		nearest := slices.MinFunc(reasons, compareReasons)
		if nearest.never && first != nil {
			return *first
		}
		nearest.next = first
		return nearest
	case slices.ContainsFunc(l.terms, isInForce):
		return ruled{code: model.FindingCodePrimaryMissing}
	default:
		return ruled{code: model.FindingCodeNoPolicy}
	}
}

// compareReasons orders by time: what ended, the latest first, before what was never in force. The policies are in order
// of their ids already.
func compareReasons(a, b ruled) int {
	switch {
	case a.never == b.never:
		return scalar.OrZero(b.date).Compare(scalar.OrZero(a.date))
	case b.never:
		return -1
	default:
		return 1
	}
}

// nextToBegin returns the first term that begins later and will be in force then; nil if none.
func (b *bid) nextToBegin(day time.Time) *term {
	var next *term
	for _, t := range b.terms {
		if t.start == nil || !t.start.After(day) || b.record.on(*t.start).term != t {
			continue
		}
		if next == nil || t.start.Before(*next.start) {
			next = t
		}
	}
	return next
}

// lastEnd returns the term whose cover ended last, up to a day, and on which day; nil if none was ever in force.
func (b *bid) lastEnd(day time.Time) (ended *term, on *time.Time) {
	for _, at := range b.record.turns {
		if at.After(day) || on != nil && !at.After(*on) {
			continue
		}
		before := b.record.on(at.AddDate(0, 0, -1)).term
		if slices.Contains(b.terms, before) && !slices.Contains(b.terms, b.record.on(at).term) {
			ended, on = before, &at
		}
	}
	return ended, on
}

// turningDays returns the days on which the policy may come to be in force or cease to be, in no order.
func (r *policyRecord) turningDays() []time.Time {
	days := make([]time.Time, 0, 1+4*len(r.terms))
	add := func(day *time.Time) {
		if day != nil {
			days = append(days, *day)
		}
	}
	add(r.deactivatedFrom)
	for _, t := range r.terms {
		add(t.start)
		add(t.latestEnd)
		for _, c := range t.cancellations {
			add(&c.EffectiveDate)
			add(c.ReinstatedOn)
		}
	}
	return days
}

// reasonOfEnd returns what ended the cover of a term on a day: of several a cancellation from that day on, of that term
// or of the one that began, then the end of the term.
func (r *policyRecord) reasonOfEnd(ended *term, on time.Time) model.FindingCode {
	began := r.byDates(on).term
	switch {
	case ended.isCancelledFrom(on), began != nil && began.isCancelledFrom(on):
		return model.FindingCodeCancelled
	case ended.latestEnd != nil && !on.Before(*ended.latestEnd):
		return model.FindingCodeExpired
	case r.deactivatedFrom != nil && !on.Before(*r.deactivatedFrom):
		return model.FindingCodeDeactivated
	case began != nil && began.isCancelledOn(on):
		return model.FindingCodeCancelled
	default:
		return model.FindingCodeExpired
	}
}

// neverInForce returns the reason of a policy that never was and will not be: it was cancelled, else deactivated,
// before it began.
func (b *bid) neverInForce(d *Demand) ruled {
	last := b.terms[len(b.terms)-1]
	reason := ruled{code: model.FindingCodeExpired, never: true, offer: b.offer(d, last), date: last.latestEnd}
	if b.record.deactivatedFrom != nil {
		reason.code, reason.date = model.FindingCodeDeactivated, b.record.deactivatedFrom
	}
	for _, t := range b.terms {
		for _, c := range t.cancellations {
			if reason.code != model.FindingCodeCancelled || c.EffectiveDate.After(*reason.date) {
				reason.code, reason.offer, reason.date = model.FindingCodeCancelled, b.offer(d, t), &c.EffectiveDate
			}
		}
	}
	return reason
}
