package model

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// termCover is what the state machine of cancellations looks at: whether the policy is deactivated, else whether the term
// that a date is in is cancelled.
type termCover string

const (
	coverKept        termCover = "kept"        // the term was never cancelled
	coverCancelled   termCover = "cancelled"   // it is cancelled
	coverReinstated  termCover = "reinstated"  // it was cancelled and is reinstated
	coverDeactivated termCover = "deactivated" // the policy is deactivated, or held from it
)

// coverMoves are where each action leads from one state, or the code that refuses it.
type coverMoves struct{ cancel, reinstate any }

// coverTable is the state machine: a row for each state, a column for each action. Holds do not matter.
var coverTable = map[termCover]coverMoves{
	coverKept:        {coverCancelled, fault.CodePolicyNotCancelled},
	coverCancelled:   {fault.CodePolicyCancelled, coverReinstated},
	coverReinstated:  {coverCancelled, fault.CodePolicyNotCancelled},
	coverDeactivated: {fault.CodePolicyDeactivated, fault.CodePolicyDeactivated},
}

// coverRefusals tell people why an action is refused.
var coverRefusals = map[fault.Code]string{
	fault.CodePolicyDeactivated:  policyRefusals[fault.CodePolicyDeactivated],
	fault.CodePolicyCancelled:    "The policy's term is cancelled already; reinstate it before it is cancelled again.",
	fault.CodePolicyNotCancelled: "The policy's term is not cancelled.",
}

// refusal returns the error of a move that is none.
func refusal(move any) error {
	if code, refused := move.(fault.Code); refused {
		return fault.New(code, "%s", coverRefusals[code])
	}
	return nil
}

// cover returns the state of a term.
func (p *Policy) cover(term int) termCover {
	last := p.Cancellations.latest(term)
	switch {
	case p.State().Underlying() == PolicyStatusDeactivated:
		return coverDeactivated
	case last == nil:
		return coverKept
	case last.ReinstatedOn == nil:
		return coverCancelled
	default:
		return coverReinstated
	}
}

// termOf returns the term that an input's date is about, by find.
func termOf(vs *fault.Violations, day time.Time, find func(day time.Time) int) int {
	term := find(day)
	if term == 0 {
		vs.Say("/effectiveDate", fault.CodeInvalidValue,
			"is in none of the policy's terms, which begin on their `startDate` and end before their `endDate`")
	}
	return term
}

// NewCancellation makes a cancellation of the policy's term that contains the input's date. `invalid_value` when none
// does, `unknown_reference` for a document that is none of the case. Call Policy.Cancel with it.
func NewCancellation(
	id uuid.UUID, p *Policy, in CancelPolicyInput, refs CancellationReferences, now time.Time,
) (*Cancellation, error) {
	c := &Cancellation{
		ID: id, PolicyID: p.ID, CaseID: p.CaseID, EffectiveDate: scalar.DayOf(in.EffectiveDate), Reason: in.Reason,
		DocumentID: in.Document.Value(), RecordedAt: now,
	}
	var vs fault.Violations
	c.TermNumber = termOf(&vs, c.EffectiveDate, func(day time.Time) int { return p.termAt(refs.EarlierTerms, day) })
	if c.DocumentID != nil && !refs.Documents[*c.DocumentID] {
		vs.Say("/document", fault.CodeUnknownReference, "is not the id of a document of the policy's case")
	}
	return c, vs.Err()
}

// Cancel makes the cancellation the latest of its term. `policy_deactivated`, `policy_cancelled`.
func (p *Policy) Cancel(c *Cancellation, refs CancellationReferences) error {
	if err := refusal(coverTable[p.cover(c.TermNumber)].cancel); err != nil {
		return err
	}
	p.Cancellations = p.Cancellations.with(c, refs.EarlierTerms)
	return nil
}

// Reinstatement is the day on which the cover of a term begins again.
type Reinstatement struct {
	TermNumber int
	On         time.Time
}

// cancelledTerm returns the term that contains the day. If that is not cancelled, it is the one that a correction moved
// away from its cancellation, of several the one cancelled last.
func (p *Policy) cancelledTerm(earlier []PolicyTerm, day time.Time) int {
	found := p.termAt(earlier, day)
	if p.Cancellations == nil || p.cover(found) == coverCancelled {
		return found
	}
	var moved *Cancellation
	for _, t := range p.allTerms(earlier) {
		c := p.Cancellations.latest(t.TermNumber)
		isMoved := c != nil && c.ReinstatedOn == nil && !t.covers(c.EffectiveDate)
		if isMoved && (moved == nil || c.EffectiveDate.After(moved.EffectiveDate)) {
			moved, found = c, t.TermNumber
		}
	}
	return found
}

// NewReinstatement finds the term that contains the input's date, or was moved away from its cancellation. `invalid_value`
// when none does, or when the term is
// cancelled from a later day on. Call Policy.Reinstate with it.
func NewReinstatement(p *Policy, in ReinstatePolicyInput, refs CancellationReferences) (Reinstatement, error) {
	var vs fault.Violations
	r := Reinstatement{On: scalar.DayOf(in.EffectiveDate)}
	r.TermNumber = termOf(&vs, r.On, func(day time.Time) int { return p.cancelledTerm(refs.EarlierTerms, day) })
	c := p.Cancellations.latest(r.TermNumber)
	if c != nil && c.ReinstatedOn == nil && r.On.Before(c.EffectiveDate) {
		vs.Say("/effectiveDate", fault.CodeInvalidValue, "must not be before the cancellation, which is effective on %s",
			scalar.SpokenDay(c.EffectiveDate))
	}
	return r, vs.Err()
}

// Reinstate ends the cancellation of a term, and returns it as it was and as it is. `policy_deactivated`,
// `policy_not_cancelled`.
func (p *Policy) Reinstate(r Reinstatement, refs CancellationReferences) (before, after *Cancellation, err error) {
	if err := refusal(coverTable[p.cover(r.TermNumber)].reinstate); err != nil {
		return nil, nil, err
	}
	before = p.Cancellations.latest(r.TermNumber).of(p)
	ended := *before
	ended.ReinstatedOn = &r.On
	p.Cancellations = p.Cancellations.with(&ended, refs.EarlierTerms)
	return before, &ended, nil
}

// TaskOrigin returns the unique key of the cancellation's task.
func (c *Cancellation) TaskOrigin() string { return fmt.Sprintf("cancellation/%s", c.ID) }

// FollowUpTask makes the task to see to what a cancellation means for the loan, due on the day on which cover ends.
func (c *Cancellation) FollowUpTask(id uuid.UUID, now time.Time) *Task {
	kind, reason := TaskTypeCancellationFollowUp, string(c.Reason)
	task := newFollowUpTask(id, c.CaseID, &c.PolicyID, kind, reason, c.TaskOrigin(), now)
	due := c.EffectiveDate
	task.DueAt = &due
	return task
}
