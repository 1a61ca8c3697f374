package model

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/model/scalar"
)

// PlacementLetter is a notice of a placement as a letter to the borrower. Of one that a placement has more than once, as when the
// cost turned out higher, each has its number.
type PlacementLetter struct {
	bun.BaseModel `bun:"table:placement_letters,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ID          uuid.UUID `bun:",pk,type:uuid"`
	PlacementID uuid.UUID `bun:"type:uuid"`
	CaseID      uuid.UUID `bun:"type:uuid"`
	Step        string
	Number      int // among the placement's letters of the step, from 1
	Means       PlacementMeans
	Borrower    *PlacementBorrower `bun:"type:jsonb"`             // whom it is addressed to
	Estimate    *scalar.Money      `bun:"type:jsonb"`             // the annual cost that it tells
	Passages    []*LetterPassage   `bun:"type:jsonb" part:"mail"` // what it says, with bold
	LoanNumber  *string            // of the case when it was written, for the mailing house
	PrintFileID *uuid.UUID         `bun:"type:uuid" part:"mail"` // nil while it waits, and for e-mail
	MailedOn    *time.Time         `part:"mail"`                 // nil, as the next two, until the mailing house has confirmed it
	PostClass   *string            `part:"mail"`
	Proof       *string            `part:"mail"`
	Mailing
	Metadata  scalar.Metadata `bun:"type:jsonb"`
	CreatedAt time.Time
	UpdatedAt time.Time `part:"mail"`

	Placement *Placement `bun:"-"`
	Case      *Case      `bun:"-"`
}

// PlacementBorrower is whom the letters of a placement are for. What is nil is as the case says.
type PlacementBorrower struct {
	Name    *string         `json:"name,omitempty"`
	Address *scalar.Address `json:"address,omitempty"`
	Email   *string         `json:"email,omitempty"`
}

// LetterPassage is a piece of a letter.
type LetterPassage struct {
	Text string `json:"text"`
	Bold bool   `json:"bold,omitempty"`
}

// CancelOvertaken is the reason of a letter that did not go because what it says is not so any more.
const CancelOvertaken = "overtaken"

// WordingID returns the lender's wording that words the letter; nil for the law's.
func (l *PlacementLetter) WordingID() *uuid.UUID { return l.TemplateID }

// WordingVersion returns the version of that wording; nil with it.
func (l *PlacementLetter) WordingVersion() *int {
	if l.TemplateID == nil {
		return nil
	}
	return l.TemplateVersion
}

// IsFree reports whether a letter is planned, and nobody has it, or prints it.
func (l *PlacementLetter) IsFree() bool {
	return l.State == RenewalNoticeStatePlanned && l.PrintFileID == nil && !l.Reached()
}

// Cancel ends a planned letter.
func (l *PlacementLetter) Cancel(reason string, now time.Time) {
	if l.settle(RenewalNoticeStateCancelled, reason, now) {
		l.UpdatedAt = now
	}
}

// says reports whether a letter is what a draft would be, but for its day.
func (l *PlacementLetter) says(d *NoticeDraft) bool {
	return l.Step == d.Step.Key && l.Means == d.Means && reflect.DeepEqual(l.Borrower, d.Borrower) &&
		!placement.IsHigher(d.Estimate, l.Estimate)
}

// IsAsDrafted reports whether a letter is what its draft of now would be, but for its day. Where nothing is due, there is no draft.
func (l *PlacementLetter) IsAsDrafted(d *NoticeDraft) bool {
	return d != nil && len(d.Missing) == 0 && l.says(d)
}

// SettledChanges is what the trail says of a letter that is not planned any more.
func SettledChanges(l *PlacementLetter) map[string]Change {
	return map[string]Change{"state": {From: RenewalNoticeStatePlanned, To: l.State}}
}

// PutBack has a letter that the mail server took be settled in a minute, because its placement is not free to be changed now.
func (l *PlacementLetter) PutBack(now time.Time) {
	l.State, l.SettledAt, l.SkipReason = RenewalNoticeStatePlanned, nil, nil
	l.Letter.HTML = l.HTML
	l.Wait(now)
}

// MessageID returns the letter's Message-ID without angle brackets, the same for each attempt.
func (l *PlacementLetter) MessageID(domain string) string {
	return "placement." + l.ID.String() + "@" + domain
}

// UndeliverableTask makes the task to send by post what e-mail could not bring.
func (l *PlacementLetter) UndeliverableTask(id uuid.UUID, now time.Time) *Task {
	reason := fmt.Sprintf("The notice %s could not be sent by e-mail to %s. Record another address, or send it by post.", l.Step,
		scalar.OrZero(l.Borrower.Email))
	return newFollowUpTask(id, l.CaseID, nil, TaskTypePlacementDuty, reason, "placementLetter/"+l.ID.String()+"/"+TaskUndeliverable, now)
}

// Word fills the letter with the words of a draft.
func (l *PlacementLetter) Word(d *NoticeDraft) *Wording {
	l.Passages = nil
	for _, p := range d.Passages {
		l.Passages = append(l.Passages, &LetterPassage{Text: p.Text, Bold: p.Bold})
	}
	w := &Wording{Subject: d.Subject, Text: placement.Text(d.Passages)}
	if d.Own != nil {
		w.TemplateID, w.TemplateVersion = &d.Own.ID, d.Own.Version
	}
	l.Mailing.Word(w)
	return w
}

// DueStep returns the notice of which the borrower is to have a letter today; nil for none, also where the lender writes none or
// nothing is told about the case.
func (p *Placement) DueStep(lender *Lender, c *Case, today time.Time) *placement.Step {
	if lender.Placements().Letters == PlacementLettersNone || c.IsQuiet() || c.Status == CaseStatusClosed {
		return nil
	}
	return p.file().DueStep(today)
}

// PlanLetters cancels those of a placement's letters that are overtaken, and writes the one that is due; nil for none. d is what the
// letter of the step that is due would be, nil if none is. A letter goes again only for what makes its notice due anew: a higher
// cost, another address, a first day that it came before (12 CFR 1024.37(f), comment 37(d)(2)(i)(D)-1).
func (p *Placement) PlanLetters(
	id uuid.UUID, letters []*PlacementLetter, d *NoticeDraft, now time.Time,
) (cancelled []*PlacementLetter, written *PlacementLetter) {
	for _, l := range letters {
		if l.IsFree() && (d == nil || !l.says(d)) {
			l.Cancel(CancelOvertaken, now)
			cancelled = append(cancelled, l)
		}
	}
	if d == nil || !p.needsLetter(letters, d) || len(d.Missing) > 0 {
		return cancelled, nil
	}
	written = &PlacementLetter{
		ID: id, PlacementID: p.ID, CaseID: p.CaseID, Step: d.Step.Key, Number: numberOf(letters, d.Step), Means: d.Means,
		Borrower: d.Borrower, Estimate: d.Estimate, LoanNumber: d.LoanNumber, Mailing: NewMailing(), CreatedAt: now, UpdatedAt: now,
	}
	written.Word(d)
	if d.Means == PlacementMeansEmail {
		written.HandOver(now)
	}
	return cancelled, written
}

func numberOf(letters []*PlacementLetter, s *placement.Step) int {
	n := 1
	for _, l := range letters {
		if l.Step == s.Key {
			n++
		}
	}
	return n
}

func (p *Placement) needsLetter(letters []*PlacementLetter, d *NoticeDraft) bool {
	f, rules := p.file(), p.rules()
	isOf := func(l *PlacementLetter) bool {
		s := rules.Step(l.Step)
		return l.State != RenewalNoticeStateCancelled && s != nil && s.IsSame(d.Step)
	}
	of := slices.DeleteFunc(slices.Clone(letters), func(l *PlacementLetter) bool { return !isOf(l) })
	if len(of) == 0 {
		return true
	}
	last := of[len(of)-1]
	isEarly := last.MailedOn != nil && f.IsTooEarly(d.Step, *last.MailedOn)
	return last.State != RenewalNoticeStatePlanned && (isEarly || !last.says(d))
}

// Told records a letter that was handed over on a day as a notice. A placement that does not wait any more keeps its state.
func (p *Placement) Told(l *PlacementLetter, on time.Time, by string, today time.Time) {
	n := &PlacementNotice{
		Step: l.Step, HandedOverOn: on, Means: l.Means, PostClass: l.PostClass, Proof: l.Proof, Estimate: l.Estimate, By: by, LetterID: &l.ID,
	}
	p.putNotice(n)
	p.Advance(today)
}

// WaitForLetter has a placement looked at again tomorrow while its notice is due and no letter is on its way.
func (p *Placement) WaitForLetter(letters []*PlacementLetter, now time.Time) {
	isOnItsWay := func(l *PlacementLetter) bool { return l != nil && l.State == RenewalNoticeStatePlanned }
	if p.file().DueStep(p.Today(now)) == nil || slices.ContainsFunc(letters, isOnItsWay) {
		return
	}
	if tomorrow := scalar.DayBegins(p.Today(now).AddDate(0, 0, 1), p.zone()); p.NextAt == nil || tomorrow.Before(*p.NextAt) {
		p.NextAt = &tomorrow
	}
}
