package sandbox

import (
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/model/scalar"
)

// MaxAnswers is how many answers of a sandbox may be to come.
const MaxAnswers = 1000

// Answer is what a broker does about a policy at a moment of the clock.
type Answer struct {
	bun.BaseModel `bun:"table:sandbox_answers,alias:t"`

	PortfolioID uuid.UUID               `bun:",pk,type:uuid"`
	ID          uuid.UUID               `bun:",pk,type:uuid"`
	PolicyID    uuid.UUID               `bun:"type:uuid"`
	With        model.SandboxAnswerKind `bun:"kind"`
	After       string
	DueAt       time.Time
	State       model.SandboxAnswerState
	EvidenceID  *uuid.UUID `bun:"type:uuid"`
	Failure     *string
	SettledAt   *time.Time // nil while it is planned
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// NewAnswer makes an answer that is to come, in a sandbox that has so many of them. `invalid_value`, `unknown_reference`,
// `quota_exceeded`.
func NewAnswer(id uuid.UUID, in model.CreateSandboxAnswerInput, hasPolicy bool, planned int, now time.Time) (*Answer, error) {
	var vs fault.Violations
	if !hasPolicy {
		vs.Say("/policyId", fault.CodeUnknownReference, "is not the id of a policy of the sandbox")
	}
	d, ok := ParseDuration(in.After)
	due := d.After(now)
	switch {
	case !ok:
		vs.Say("/after", fault.CodeInvalidValue, "must be a duration as ISO 8601 has it, like P10D, P1M or PT12H")
	case due.After(now.AddDate(longestStep, 0, 0)):
		vs.Say("/after", fault.CodeInvalidValue, "must be at most %d years", longestStep)
	}
	if planned >= MaxAnswers {
		vs.Add("", fault.CodeQuotaExceeded, "At most %d answers of a sandbox are to come.", MaxAnswers)
	}
	return &Answer{
		ID: id, PolicyID: in.PolicyID, With: in.With, After: in.After, DueAt: due, State: model.SandboxAnswerStatePlanned,
		CreatedAt: now, UpdatedAt: now,
	}, vs.Err()
}

// Settle ends an answer. evidence is what was handed in, nil for nothing.
func (a *Answer) Settle(state model.SandboxAnswerState, evidence *uuid.UUID, now time.Time) {
	a.State, a.EvidenceID, a.SettledAt, a.UpdatedAt = state, evidence, &now, now
}

// Fail ends an answer that the page has refused.
func (a *Answer) Fail(reason string, now time.Time) {
	a.Settle(model.SandboxAnswerStateFailed, nil, now)
	a.Failure = &reason
}

// Reply is what a broker hands in: a document, and what is typed about it.
type Reply struct {
	FileName     string
	Category     string
	StartDate    time.Time
	EndDate      time.Time
	PolicyNumber *string
	Limits       []*model.Limit
	Note         string
	Lines        []string // of the document
}

// WrongHolder is the mortgagee that a wrong clause names.
const WrongHolder = "Another Example Bank, N.A., its successors and/or assigns"

// Reply returns what a broker hands in about the policy, whose next term begins where its present one ends. holder is the mortgagee
// that the lender asks for. Each limit that is lower is a tenth of what it was. nil for no answer.
func (a *Answer) Reply(p *model.Policy, holder string) *Reply {
	if a.With == model.SandboxAnswerKindNothing {
		return nil
	}
	r := &Reply{FileName: "declarations.pdf", Category: "declarations", PolicyNumber: p.PolicyNumber, Limits: p.Limits}
	r.StartDate, r.EndDate = nextTerm(p, a.DueAt)
	switch a.With {
	case model.SandboxAnswerKindLowerLimit:
		r.Limits = lowered(p.Limits)
		r.Note = "The policy was renewed with lower limits."
	case model.SandboxAnswerKindWrongClause:
		holder = WrongHolder
		r.Note = "The mortgagee clause names " + WrongHolder + "."
	default:
		r.Note = "The policy was renewed."
	}
	r.Lines = r.lines(p, holder)
	return r
}

// nextTerm returns the days of the term after the present one, which is as long; a year from a day on if none is known.
func nextTerm(p *model.Policy, day time.Time) (start, end time.Time) {
	if p.EndDate == nil {
		return scalar.DayOf(day), scalar.DayOf(day).AddDate(1, 0, 0)
	}
	if start = *p.EndDate; p.StartDate == nil {
		return start, start.AddDate(1, 0, 0)
	}
	months := 12*(start.Year()-p.StartDate.Year()) + int(start.Month()) - int(p.StartDate.Month())
	if months > 0 && p.StartDate.AddDate(0, months, 0).Equal(start) {
		return start, start.AddDate(0, months, 0)
	}
	return start, start.Add(start.Sub(*p.StartDate))
}

// lowered returns the limits with a tenth of their amounts.
func lowered(limits []*model.Limit) []*model.Limit {
	lower := make([]*model.Limit, len(limits))
	for i, l := range limits {
		one := *l
		if l.Amount != nil {
			amount, _ := decimal.NewFromString(l.Amount.Amount) // as it was stored
			one.Amount = &scalar.Money{Amount: amount.Shift(-1).Truncate(2).String(), Currency: l.Amount.Currency}
		}
		lower[i] = &one
	}
	return lower
}

// lines are the words of the document.
func (r *Reply) lines(p *model.Policy, holder string) []string {
	lines := []string{
		"POLICY DECLARATIONS", "", "Policy: " + p.DisplayName, "Policy number: " + scalar.OrZero(r.PolicyNumber),
		"Term: " + scalar.SpokenDay(r.StartDate) + " to " + scalar.SpokenDay(r.EndDate),
	}
	if p.Carrier != nil {
		lines = append(lines, "Carrier: "+p.Carrier.Name)
	}
	for _, l := range r.Limits {
		if l.Amount != nil {
			lines = append(lines, "Limit, "+string(l.Kind)+": "+l.Amount.Spoken())
		}
	}
	return append(lines, "Mortgagee: "+holder, "", "A document of a sandbox. It evidences nothing.")
}

// AnswerConnection is a page of answers.
type AnswerConnection = page.Connection[Answer]

// AnswerEdge is one answer of a page, with its cursor.
type AnswerEdge = page.Edge[Answer]
