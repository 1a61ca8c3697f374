package compliance

import (
	"slices"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// outage is why a policy is not in force on a day.
type outage struct {
	reason ruled  // what ended its cover last, or why it never had any
	next   *ruled // when it will be in force; nil if it will not
}

// whyNotInForce returns the one reason, nearest in time, why no policy that insured the target, or will, is in force: the
// latest end of cover, which says when there will be cover again, else the earliest term that has yet to begin. nil
// without such a policy.
func (q *question) whyNotInForce() *ruled {
	if q.outages == nil {
		q.outages = q.outagesOn()
	}
	var reason, next *ruled
	for i := range q.outages {
		o := &q.outages[i]
		if o.next != nil && q.wouldInsure(o.next.offer) && (next == nil || o.next.date.Before(*next.date)) {
			next = o.next
		}
		if q.wouldInsure(o.reason.offer) && (reason == nil || compareReasons(o.reason, *reason) < 0) {
			reason = &o.reason
		}
	}
	if reason == nil || reason.never && next != nil {
		return next
	}
	told := *reason
	told.next = next
	return &told
}

// wouldInsure reports whether a term of the primary layer, for UmbrellaExcess of any, insures the target when in force.
func (q *question) wouldInsure(o *offer) bool {
	return q.isCandidate(o) && (o.covers(q.target) || q.waived.has(assetNotCovered))
}

// outagesOn returns why each policy that is not in force is not, the lowest id first.
func (l *lineup) outagesOn() []outage {
	outages := make([]outage, 0, len(l.bids))
	for i, b := range l.bids {
		if l.terms[i].term != nil {
			continue
		}
		var o outage
		if t := b.nextToBegin(l.day); t != nil {
			o.next = &ruled{code: model.FindingCodeNotStarted, offer: b.offer(l.Demand, t), date: t.start}
		}
		if ended, on := b.lastEnd(l.day); ended != nil {
			o.reason = ruled{code: b.record.reasonOfEnd(ended, *on), offer: b.offer(l.Demand, ended), date: on}
		} else {
			o.reason = b.neverInForce(l.Demand)
		}
		outages = append(outages, o)
	}
	return outages
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
