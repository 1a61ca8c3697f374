package importing

import (
	"slices"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// Counts are how many rows had which outcome.
type Counts struct {
	Create    int `json:"create"`
	Change    int `json:"change"`
	Unchanged int `json:"unchanged"`
	Refused   int `json:"refused"`
	Skipped   int `json:"skipped"`
	Missing   int `json:"missing"` // loans of the book that a complete file does not have
}

// Add counts rows of an outcome.
func (c *Counts) Add(o model.ImportOutcome, rows int) {
	switch o {
	case model.ImportOutcomeCreate:
		c.Create += rows
	case model.ImportOutcomeChange:
		c.Change += rows
	case model.ImportOutcomeUnchanged:
		c.Unchanged += rows
	case model.ImportOutcomeRefused:
		c.Refused += rows
	}
}

// Verdicts are what an import does to the verdicts of cases.
type Verdicts struct {
	BecomeDeficient       int             `json:"becomeDeficient"`
	BecomeDeficientAmount []*scalar.Money `json:"becomeDeficientAmount"` // the sums of the loans' amounts
	BecomeCompliant       int             `json:"becomeCompliant"`
	Other                 int             `json:"other"`
}

// Add counts a case whose verdict becomes another one, with its loan's amount, if it has one.
func (v *Verdicts) Add(to model.Verdict, amount *scalar.Money) {
	switch to {
	case model.VerdictCompliant:
		v.BecomeCompliant++
	case model.VerdictDeficient:
		v.BecomeDeficient++
		var sums []scalar.Units
		for _, m := range v.BecomeDeficientAmount {
			sums = scalar.AddUnits(sums, scalar.UnitsOf(m))
		}
		v.BecomeDeficientAmount = scalar.MoneyOf(scalar.AddUnits(sums, scalar.UnitsOf(amount)))
	default:
		v.Other++
	}
}

// ReasonColumn is the column of a file of refused rows that says why.
const ReasonColumn = "covertrack: why this row was refused"

// Result is what became of a row, or is to become of it.
type Result struct {
	bun.BaseModel `bun:"table:import_results,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ImportID    uuid.UUID `bun:",pk,type:uuid"`
	Position    int       `bun:",pk"`
	Outcome     model.ImportOutcome
	File        int
	Row         int      `bun:"row_number"`
	Reasons     []Reason `bun:"type:jsonb"`
	Changes     []Change `bun:"type:jsonb"`
}

// Join adds what became of a record of the row. A row that makes its loan creates, whatever else it does; else one that changes what
// is there changes, whatever it makes beside that (spec moving, 1.2 and 1.6).
func (r *Result) Join(outcome model.ImportOutcome, changes []Change) {
	r.Changes = append(r.Changes, changes...)
	makesLoan := slices.ContainsFunc(r.Changes, func(c Change) bool { return c.IsNew && c.Noun == string(NounCase) })
	switch {
	case makesLoan:
		r.Outcome = model.ImportOutcomeCreate
	case outcome == model.ImportOutcomeChange, r.Outcome == model.ImportOutcomeUnchanged:
		r.Outcome = outcome
	}
}

// Change is a member of a record before and after; of a new record without members.
type Change struct {
	Noun   string      `json:"noun"`
	ID     uuid.UUID   `json:"id"`
	IsNew  bool        `json:"isNew"`
	Member string      `json:"member,omitempty"`
	Before scalar.JSON `json:"before,omitempty"`
	After  scalar.JSON `json:"after,omitempty"`
}
