package placement

import (
	"slices"
	"time"

	"github.com/covertrack/covertrack/model/scalar"
)

// File is the history of one placement, as far as rules look at it. Its days are calendar days of the lender's zone.
type File struct {
	Programme *Programme // with the agreed days, where there are any
	Renewal   bool       // it renews or replaces a placement
	State     State
	StartedOn time.Time // on which the lack of cover was determined
	LapsedOn  time.Time // the first day without cover
	Estimate  *scalar.Money
	Consented bool // the borrower agreed to electronic notices
	Notices   []Notice
	Evidence  []Evidence
	Cover     *Cover // nil until insurance is bought
	RenewedOn time.Time
}

// Means is how a notice went out.
type Means string

// The means.
const (
	MeansEmail Means = "email"
	MeansPost  Means = "post"
)

// Notice is a notice as it went out, or failed to.
type Notice struct {
	Step         string        `json:"step"`
	HandedOverOn time.Time     `json:"handedOverOn,omitzero"` // to the borrower's mail server, or to the post; zero for not at all
	Means        Means         `json:"means"`
	PostClass    string        `json:"postClass,omitempty"`
	Proof        string        `json:"proof,omitempty"` // of mailing: a document, or the mailing house's own key; "" for none
	WrongAddress bool          `json:"wrongAddress,omitempty"`
	Estimate     *scalar.Money `json:"estimate,omitempty"` // the annual cost that it tells
	By           string        `json:"by,omitempty"`
}

// Verdict says whether evidence was accepted.
type Verdict string

// The verdicts.
const (
	VerdictPending  Verdict = "pending" // received, and nobody has looked at it
	VerdictAccepted Verdict = "accepted"
	VerdictRejected Verdict = "rejected"
)

// Evidence is proof of the borrower's own cover. Days count from its receipt, whenever somebody looks at it.
type Evidence struct {
	ID         string    `json:"id"`
	ReceivedOn time.Time `json:"receivedOn"`
	Verdict    Verdict   `json:"verdict"`
	Covers     []Span    `json:"covers,omitempty"`
}

// Cover is the insurance that was placed.
type Cover struct {
	PlacedOn    time.Time
	Days        Span
	Premium     *scalar.Money
	Instalments []Payment // when each part of the premium is due; empty for all at once
	ShortRate   string    // percent of the unearned premium that the carrier returns; "" for by days
	Charges     []Payment
	Refunds     []Payment
	EndsEarlyOn time.Time // the day from which it does not stand, by evidence or because it was cancelled
	CancelledOn time.Time // the day on which its end with the carrier was recorded
	PlacedBy    string
	CancelledBy string
}

// Payment is money on a day: charged, given back, or due.
type Payment struct {
	On     time.Time     `json:"on"`
	Amount *scalar.Money `json:"amount"`
	By     string        `json:"by,omitempty"`
}

// CountsFrom returns the day from which a step's notice counts; zero for none that does. Of several it is the first.
func (f *File) CountsFrom(step string) (day time.Time) {
	for _, n := range f.Notices {
		s := f.Programme.Step(n.Step)
		if s == nil || s.Key != step && s.CountsAs != step || !f.counts(s, n) {
			continue
		}
		if day.IsZero() || n.HandedOverOn.Before(day) {
			day = n.HandedOverOn
		}
	}
	return day
}

// counts reports whether a notice does what the law asks of it.
func (f *File) counts(s *Step, n Notice) bool {
	if n.HandedOverOn.IsZero() || n.WrongAddress || !f.isDelivered(n) || !s.BeforeLapse && n.HandedOverOn.Before(f.LapsedOn) {
		return false
	}
	for _, w := range s.After {
		before := f.CountsFrom(w.Step)
		if before.IsZero() || n.HandedOverOn.Before(w.earliestAfter(before)) {
			return false
		}
	}
	return s.AsksEstimate == "" || n.Estimate != nil && !IsHigher(f.Estimate, n.Estimate)
}

// isDelivered reports whether a notice went out in a way that counts.
func (f *File) isDelivered(n Notice) bool {
	d := f.Programme.Delivery
	if n.Means == MeansEmail {
		return d.Electronic == "accepted" || f.Consented
	}
	return n.Proof != "" && slices.Contains(d.PostClasses, n.PostClass)
}

// IsHigher reports whether a cost is more than what was told, or cannot be compared with it.
func IsHigher(cost, told *scalar.Money) bool {
	if cost == nil {
		return false
	}
	a, b := scalar.UnitsOf(cost), scalar.UnitsOf(told)
	return a.Currency != b.Currency || a.N.Cmp(b.N) > 0
}
