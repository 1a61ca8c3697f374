package placement

import (
	"slices"
	"time"
)

// Duty is what the lender must or may do, with its day.
type Duty struct {
	What       string // a step, or place, charge, cancel, refund, renewalNotice
	Source     string // the citation
	EarliestOn time.Time
	DueOn      time.Time // zero where the law gives no day
	DoneOn     time.Time // zero while it is open
	By         string
}

// IsLate reports whether the day is over and it is not done.
func (d Duty) IsLate(today time.Time) bool {
	return d.DoneOn.IsZero() && !d.DueOn.IsZero() && today.After(d.DueOn)
}

// Duties returns the duties of a placement in their order. What is of no use any more is left out unless it was done.
func (f *File) Duties(today time.Time) []Duty {
	var duties []Duty
	for _, s := range f.Programme.StepsOf(f.Renewal) {
		d := Duty{What: s.Key, Source: s.Citation, EarliestOn: f.earliestOf(s, today), DoneOn: f.CountsFrom(s.Key)}
		d.By = f.noticeBy(s.Key, d.DoneOn)
		if s.DueAtOnce {
			d.DueOn = later(f.StartedOn, f.LapsedOn)
		}
		duties = append(duties, d)
	}
	earliest := f.EarliestOn(today)
	buy := Duty{What: "place", Source: earliest.Citation, EarliestOn: earliest.On}
	charge := Duty{What: "charge", Source: earliest.Citation, EarliestOn: earliest.On}
	if f.Cover != nil {
		buy.DoneOn, buy.By = f.Cover.PlacedOn, f.Cover.PlacedBy
		if n := len(f.Cover.Charges); n > 0 {
			charge.DoneOn, charge.By = f.Cover.Charges[0].On, f.Cover.Charges[0].By
		}
	}
	duties = append(append(duties, buy, charge), f.dutiesAfter(today)...)
	return slices.DeleteFunc(duties, func(d Duty) bool { return f.isMoot(d) })
}

// isMoot reports whether a duty is of no use any more: what comes before a charge, once nothing is charged any more.
func (f *File) isMoot(d Duty) bool {
	after := d.What == "refund" || d.What == "cancel" || d.What == "renewalNotice"
	return d.DoneOn.IsZero() && !after && (f.State.IsOver() || f.State == StateCancelled)
}

// dutiesAfter are those that evidence, or the end of a placement's term, makes. Once the term is over there is nothing to renew.
func (f *File) dutiesAfter(today time.Time) []Duty {
	if f.Cover == nil {
		return nil
	}
	var duties []Duty
	c, refund := f.Cover, f.Programme.Refund
	if from := f.endedBy(); !from.IsZero() {
		duties = append(duties, Duty{
			What: "cancel", Source: refund.Citation, DueOn: plus(from, refund.Days), DoneOn: c.CancelledOn, By: c.CancelledBy,
		})
	}
	if due := f.DueBack(); due != nil {
		duties = append(duties, Duty{What: "refund", Source: refund.Citation, DueOn: due.DueOn})
	} else if n := len(c.Refunds); n > 0 {
		duties = append(duties, Duty{What: "refund", Source: refund.Citation, DoneOn: c.Refunds[n-1].On, By: c.Refunds[n-1].By})
	}
	if isRenewable := today.Before(c.Days.To) || !f.RenewedOn.IsZero(); isRenewable && c.EndsEarlyOn.IsZero() && f.State == StateCharged {
		wait := slices.MaxFunc(f.Programme.RenewalWaits, func(a, b Wait) int { return a.Days - b.Days })
		duties = append(duties, Duty{
			What: "renewalNotice", Source: wait.Citation, DueOn: wait.latestBefore(c.Days.To), DoneOn: f.RenewedOn,
		})
	}
	return duties
}

// endedBy returns the day on which the evidence came that ended the insurance early, or on which its end was recorded; zero
// while it stands.
func (f *File) endedBy() time.Time {
	if f.Cover.EndsEarlyOn.IsZero() {
		return time.Time{}
	}
	for _, e := range f.Evidence {
		for _, s := range e.shown() {
			if s.To.IsZero() || !s.To.Before(f.Cover.Days.To) {
				return e.ReceivedOn
			}
		}
	}
	return f.Cover.CancelledOn
}

func (f *File) noticeBy(step string, on time.Time) string {
	for _, n := range f.Notices {
		s := f.Programme.Step(n.Step)
		if s != nil && (s.Key == step || s.CountsAs == step) && n.HandedOverOn.Equal(on) && f.counts(s, n) {
			return n.By
		}
	}
	return ""
}
