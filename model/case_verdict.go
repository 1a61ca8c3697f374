package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// CaseVerdict is the stored verdict of a case with a risk profile (specification of compliance, section 7): what its
// Compliance said on the day it was evaluated, which holds until the day before NextChangeOn.
type CaseVerdict struct {
	bun.BaseModel `bun:"table:case_verdicts,alias:t"`

	PortfolioID   uuid.UUID `bun:",pk,type:uuid"`
	CaseID        uuid.UUID `bun:"id,pk,type:uuid"`
	RiskProfileID uuid.UUID `bun:"type:uuid"`
	Verdict       Verdict
	Codes         []FindingCode `bun:",array"` // of all findings, each once, in the order of their names
	// Gaps are the coverage types of the demands that are not compliant, each alone and with each of its codes: see Gap.
	Gaps         []string        `bun:",array"`
	Shortfalls   []*scalar.Money `bun:"type:jsonb"` // the sum over all targets, one a currency, in the order of the currencies
	NextChangeOn *time.Time      // nil if none within two years
	LookAgainOn  *time.Time      // where NextChangeOn is nil: the first day on which it may no longer be; nil if none
	FloodRows    *int            // how many rows the federal table had; nil where no demand rests on it
	EvaluatedAt  *time.Time      // nil until it is evaluated for the first time
	LoanAmount   *scalar.Money   `bun:"type:jsonb"` // the case's, as all below
	Metadata     scalar.Metadata `bun:"type:jsonb"`
	CreatedAt    time.Time
	UpdatedAt    time.Time

	Case *Case `bun:"-"`
}

// Gap names a coverage type with a demand that is not compliant, and with a code one for which that is a reason.
func Gap(coverageType uuid.UUID, code FindingCode) string {
	if code == "" {
		return coverageType.String()
	}
	return coverageType.String() + " " + string(code)
}

// IsDue reports whether the verdict may have changed by time, or was never evaluated.
func (v *CaseVerdict) IsDue(now time.Time) bool {
	isOver := func(on *time.Time) bool { return on != nil && !on.After(now) }
	return isOver(v.NextChangeOn) || isOver(v.LookAgainOn) || v.FloodRows != nil && *v.FloodRows < len(catalog.FloodProgramme)
}

// Equals reports whether two stored verdicts say the same, whenever they were evaluated.
func (v *CaseVerdict) Equals(other *CaseVerdict) bool {
	a, b := *v, *other
	a.EvaluatedAt, b.EvaluatedAt = nil, nil
	return len(Changes(a, b)) == 0 && a.UpdatedAt.Equal(b.UpdatedAt)
}
