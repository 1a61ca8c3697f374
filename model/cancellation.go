package model

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/scalar"
)

// Cancellation is the end of a policy's term before its time (specification of compliance, section 6). The JSON is what
// a policy keeps of it.
type Cancellation struct {
	bun.BaseModel `bun:"table:cancellations,alias:t" json:"-"`

	PortfolioID   uuid.UUID          `bun:",pk,type:uuid" json:"-"`
	ID            uuid.UUID          `bun:",pk,type:uuid" json:"id" part:"facts"`
	PolicyID      uuid.UUID          `bun:"type:uuid" json:"-" part:"facts"`
	CaseID        uuid.UUID          `bun:"type:uuid" json:"-" part:"facts"`
	TermNumber    int                `json:"termNumber" part:"facts"`
	EffectiveDate time.Time          `json:"effectiveDate" part:"facts"` // cover ends at its beginning
	Reason        CancellationReason `json:"reason"`
	DocumentID    *uuid.UUID         `bun:"type:uuid" json:"document,omitempty"`
	RecordedAt    time.Time          `json:"recordedAt"`
	ReinstatedOn  *time.Time         `json:"reinstatedOn,omitempty" part:"facts"` // cover begins again; nil while cancelled

	Document *Document `bun:"-" json:"-"`
}

// MarshalJSON writes the times as responses have them, since the audit trail shows what a policy keeps.
func (c Cancellation) MarshalJSON() ([]byte, error) {
	type kept Cancellation
	return json.Marshal(struct {
		kept
		EffectiveDate string  `json:"effectiveDate"`
		RecordedAt    string  `json:"recordedAt"`
		ReinstatedOn  *string `json:"reinstatedOn,omitempty"`
	}{kept(c), *stampOf(&c.EffectiveDate), *stampOf(&c.RecordedAt), stampOf(c.ReinstatedOn)})
}

// MarshalJSON writes the times as those of a Cancellation.
func (t PolicyTerm) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		TermNumber int     `json:"termNumber"`
		StartDate  *string `json:"startDate,omitempty"`
		EndDate    *string `json:"endDate,omitempty"`
	}{t.TermNumber, stampOf(t.StartDate), stampOf(t.EndDate)})
}

// stampOf returns a time in TimeLayout, nil for none.
func stampOf(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := t.UTC().Format(scalar.TimeLayout)
	return &s
}

// PolicyTerm is a term of a policy as the latest of its versions dates it.
type PolicyTerm struct {
	TermNumber int        `json:"termNumber"`
	StartDate  *time.Time `json:"startDate,omitempty"` // nil when it is not known, as below
	EndDate    *time.Time `json:"endDate,omitempty"`
}

// PolicyCancellations are what a policy that was ever cancelled keeps of that, so that no list needs a look-up. The
// records are Cancellations.
type PolicyCancellations struct {
	Terms []PolicyTerm `json:"terms"` // those before the current one, oldest first
	// Kept are, by term, the one recorded last and those before it that were not over then, newest first. The name in the
	// JSON is that of nodes of the release before, which read the first of a term.
	Kept []*Cancellation `json:"latest"`
}

// CancellationReferences are the existing records that a cancellation or a reinstatement names or depends on.
type CancellationReferences struct {
	EarlierTerms []PolicyTerm       // those before the policy's current one, oldest first
	Documents    map[uuid.UUID]bool // of the policy's case
}

// covers reports whether the term contains a day: start <= day < end. What is not known is not asked.
func (t PolicyTerm) covers(day time.Time) bool {
	return (t.StartDate == nil || !day.Before(*t.StartDate)) && (t.EndDate == nil || day.Before(*t.EndDate))
}

// TermAt returns the number of the term that contains a day, of several the highest; 0 if none does.
func TermAt(terms []PolicyTerm, day time.Time) (number int) {
	for _, t := range terms {
		if t.covers(day) {
			number = max(number, t.TermNumber)
		}
	}
	return number
}

// currentTerm returns the policy's current term.
func (p *Policy) currentTerm() PolicyTerm {
	return PolicyTerm{TermNumber: p.TermNumber, StartDate: p.StartDate, EndDate: p.EndDate}
}

// termAt returns the number of the policy's term that contains a day, 0 if none does.
func (p *Policy) termAt(earlier []PolicyTerm, day time.Time) int {
	return TermAt(p.allTerms(earlier), day)
}

// allTerms returns the policy's terms, the current one first. One that is not among the earlier ones has no known dates: a
// node of the release before has begun the next one.
func (p *Policy) allTerms(earlier []PolicyTerm) []PolicyTerm {
	terms := []PolicyTerm{p.currentTerm()}
	for number := 1; number < p.TermNumber; number++ {
		term := PolicyTerm{TermNumber: number}
		if i := slices.IndexFunc(earlier, func(t PolicyTerm) bool { return t.TermNumber == number }); i >= 0 {
			term = earlier[i]
		}
		terms = append(terms, term)
	}
	return terms
}

// latest returns the last cancellation of a term, nil if it was never cancelled.
func (c *PolicyCancellations) latest(term int) *Cancellation {
	if c == nil {
		return nil
	}
	i := slices.IndexFunc(c.Kept, func(k *Cancellation) bool { return k.TermNumber == term })
	if i < 0 {
		return nil
	}
	return c.Kept[i]
}

// With returns a copy in which the cancellation is the latest of its term. It leaves out those of the term that were over
// when it was recorded: no question about cover from then on depends on them.
func (c *PolicyCancellations) with(latest *Cancellation, earlier []PolicyTerm) *PolicyCancellations {
	next := &PolicyCancellations{Terms: append([]PolicyTerm{}, earlier...), Kept: []*Cancellation{latest}}
	if c != nil {
		for _, k := range c.Kept {
			isOver := k.ReinstatedOn != nil && !k.ReinstatedOn.After(latest.RecordedAt)
			if k.ID != latest.ID && (k.TermNumber != latest.TermNumber || !isOver) {
				next.Kept = append(next.Kept, k)
			}
		}
	}
	slices.SortStableFunc(next.Kept, func(a, b *Cancellation) int { return cmp.Compare(a.TermNumber, b.TermNumber) })
	return next
}

// withTerm returns a copy that keeps the dates of a term that was the current one until now; nil of a policy that was
// never cancelled.
func (c *PolicyCancellations) withTerm(ended PolicyTerm) *PolicyCancellations {
	if c == nil {
		return nil
	}
	return &PolicyCancellations{Terms: append(slices.Clone(c.Terms), ended), Kept: c.Kept}
}

// CancellationOn returns the cancellation that a policy shows on a day: the latest of the term that contains the day,
// else of the current term; nil if that term was never cancelled.
func (p *Policy) CancellationOn(now time.Time) *Cancellation {
	if p.Cancellations == nil {
		return nil
	}
	return p.Cancellations.latest(cmp.Or(p.termAt(p.Cancellations.Terms, scalar.DayOf(now)), p.TermNumber)).of(p)
}

// Of returns a copy with what the copy that the policy keeps leaves out; nil for none.
func (c *Cancellation) of(p *Policy) *Cancellation {
	if c == nil {
		return nil
	}
	whole := *c
	whole.PortfolioID, whole.PolicyID, whole.CaseID = p.PortfolioID, p.ID, p.CaseID
	return &whole
}

// Ending returns the cancellation whose date renewal follow-up takes for the term's end: the first of those that leave the
// rest of the current term without cover, if it comes before the term's end. It is nil when follow-up goes by the term's end.
func (p *Policy) Ending() *Cancellation {
	for _, gap := range p.Cancellations.gaps() {
		c := gap.Cancellation
		if c.TermNumber == p.TermNumber && gap.Until == nil && (p.EndDate == nil || c.EffectiveDate.Before(*p.EndDate)) {
			return c
		}
	}
	return nil
}

// FollowUpEnd returns the day that renewal follow-up takes for the term's end; nil when it is not known.
func (p *Policy) FollowUpEnd() *time.Time {
	if c := p.Ending(); c != nil {
		return &c.EffectiveDate
	}
	return p.EndDate
}

// InForceOn reports whether a term of the policy contains a day on which no cancellation of it holds. Of a policy that was
// never cancelled the current term alone is known. Its status is not asked.
func (p *Policy) InForceOn(day time.Time) bool {
	if p.Cancellations == nil {
		return p.currentTerm().covers(day)
	}
	return slices.ContainsFunc(p.allTerms(p.Cancellations.Terms), func(t PolicyTerm) bool {
		return t.covers(day) && !p.Cancellations.holdOn(t.TermNumber, day)
	})
}

// ResumesOn returns the day to come on which cover begins, of a policy that has none today; nil if that is not known.
func (p *Policy) ResumesOn(now time.Time) *time.Time {
	today := scalar.DayOf(now)
	if p.InForceOn(today) {
		return nil
	}
	for _, gap := range p.Gaps(now) {
		if gap.Until != nil && gap.has(today) {
			return gap.Until
		}
	}
	if p.StartDate != nil && p.StartDate.After(now) && p.InForceOn(*p.StartDate) {
		return p.StartDate
	}
	return nil
}

// CoverGap is a time without cover between the cancellation of a term and its reinstatement, or the next term, which is entered
// already.
type CoverGap struct {
	Cancellation *Cancellation // the first, if several follow each other without a day of cover between
	Until        *time.Time    // when cover begins again; nil if that is not known
}

// has reports whether the day is in the gap.
func (g CoverGap) has(day time.Time) bool {
	return !day.Before(g.Cancellation.EffectiveDate) && (g.Until == nil || day.Before(*g.Until))
}

// gaps returns the times that cancellations leave without cover, by term and day, whatever other terms insure. One that was
// undone on its day leaves none.
func (c *PolicyCancellations) gaps() (gaps []CoverGap) {
	if c == nil {
		return nil
	}
	ordered := slices.Clone(c.Kept)
	slices.Reverse(ordered) // of one day the one recorded first comes first: its notices go on
	slices.SortStableFunc(ordered, func(a, b *Cancellation) int {
		return cmp.Or(cmp.Compare(a.TermNumber, b.TermNumber), a.EffectiveDate.Compare(b.EffectiveDate))
	})
	for _, k := range ordered {
		if k.ReinstatedOn != nil && !k.ReinstatedOn.After(k.EffectiveDate) {
			continue
		}
		if len(gaps) == 0 || !gaps[len(gaps)-1].extend(k) {
			gaps = append(gaps, CoverGap{k, k.ReinstatedOn})
		}
	}
	return gaps
}

// extend makes a cancellation of a later day part of the gap; false if there is cover between.
func (g *CoverGap) extend(c *Cancellation) bool {
	if c.TermNumber != g.Cancellation.TermNumber || g.Until != nil && c.EffectiveDate.After(*g.Until) {
		return false
	}
	if g.Until != nil && (c.ReinstatedOn == nil || c.ReinstatedOn.After(*g.Until)) {
		g.Until = c.ReinstatedOn
	}
	return true
}

// isReinstated reports whether the cancellation that has the id, if any, is over or will be.
func (c *PolicyCancellations) isReinstated(id *uuid.UUID) bool {
	inEffect := func(k *Cancellation) bool { return k.ID == *id && k.ReinstatedOn == nil }
	return c != nil && id != nil && !slices.ContainsFunc(c.Kept, inEffect)
}

// holdOn reports whether a cancellation of the term holds on a day.
func (c *PolicyCancellations) holdOn(term int, day time.Time) bool {
	return c != nil && slices.ContainsFunc(c.Kept, func(k *Cancellation) bool { return k.TermNumber == term && k.HoldsOn(day) })
}

// Gaps returns the gaps of the policy that are not over.
func (p *Policy) Gaps(now time.Time) (gaps []CoverGap) {
	if p.Cancellations == nil {
		return nil
	}
	terms := p.allTerms(p.Cancellations.Terms)
	for _, gap := range p.Cancellations.gaps() {
		c := gap.Cancellation
		isOf := func(t PolicyTerm) bool { return t.TermNumber == c.TermNumber && t.covers(c.EffectiveDate) }
		isEnding := c.TermNumber == p.TermNumber && gap.Until == nil
		if isEnding || !slices.ContainsFunc(terms, isOf) {
			continue
		}
		if gap, isOpen := p.beforeNextTerm(gap, terms); isOpen && (gap.Until == nil || now.Before(*gap.Until)) {
			gaps = append(gaps, gap)
		}
	}
	return gaps
}

// beforeNextTerm returns the gap as later terms shorten it; false if one insures from its first day on.
func (p *Policy) beforeNextTerm(gap CoverGap, terms []PolicyTerm) (open CoverGap, isOpen bool) {
	from := gap.Cancellation.EffectiveDate
	for _, t := range terms {
		if t.TermNumber <= gap.Cancellation.TermNumber || t.StartDate == nil {
			continue
		}
		begins := *t.StartDate
		if t.covers(from) {
			begins = from
		}
		switch {
		case begins.Before(from), p.Cancellations.holdOn(t.TermNumber, begins):
		case begins.Equal(from):
			return gap, false
		case gap.Until == nil || begins.Before(*gap.Until):
			gap.Until = &begins
		}
	}
	return gap, true
}

// CoveredTaskOrigins returns the origins of the tasks of cancellations of earlier terms that leave no gap.
func (p *Policy) CoveredTaskOrigins(now time.Time) (origins []string) {
	if p.Cancellations == nil {
		return nil
	}
	gaps := p.Gaps(now)
	for _, c := range p.Cancellations.Kept {
		isOf := func(g CoverGap) bool { return g.Cancellation.TermNumber == c.TermNumber && g.has(c.EffectiveDate) }
		if c.TermNumber < p.TermNumber && !slices.ContainsFunc(gaps, isOf) {
			origins = append(origins, c.TaskOrigin())
		}
	}
	return origins
}

// GapOf returns the gap that a notice tells of; nil if it is of the current term's end, or of none that goes on.
func (p *Policy) GapOf(n *RenewalNotice, now time.Time) *CoverGap {
	for _, gap := range p.Gaps(now) {
		if n.Step.TellsOfEnd() && scalar.OrZero(n.CancellationID) == gap.Cancellation.ID {
			return &gap
		}
	}
	return nil
}

// HoldsOn reports whether there is no cover on the day because of the cancellation.
func (c *Cancellation) HoldsOn(day time.Time) bool {
	return !day.Before(c.EffectiveDate) && (c.ReinstatedOn == nil || day.Before(*c.ReinstatedOn))
}

// id returns the id of a cancellation, nil if there is none.
func (c *Cancellation) id() *uuid.UUID {
	if c == nil {
		return nil
	}
	return &c.ID
}
