package model

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
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
	Gaps         []string   `bun:",array"`
	Shortfalls   []*Money   `bun:"type:jsonb"` // the sum over all targets, one a currency, in the order of the currencies
	NextChangeOn *time.Time // nil if none within two years
	LookAgainOn  *time.Time // where NextChangeOn is nil: the first day on which it may no longer be; nil if none
	FloodRows    *int       // how many rows the federal table had; nil where no demand rests on it
	EvaluatedAt  *time.Time // nil until it is evaluated for the first time
	LoanAmount   *Money     `bun:"type:jsonb"` // the case's, as all below
	Metadata     Metadata   `bun:"type:jsonb"`
	CreatedAt    time.Time
	UpdatedAt    time.Time

	Case *Case `bun:"-"`
}

type (
	// CaseVerdictConnection is a page of a list.
	CaseVerdictConnection = Connection[CaseVerdict]
	// CaseVerdictEdge is one record of a page, with its cursor.
	CaseVerdictEdge = Edge[CaseVerdict]
)

// NewCaseVerdict returns what is stored of a case's compliance. The case has a risk profile.
func NewCaseVerdict(f ComplianceFacts, c *Compliance, at time.Time) *CaseVerdict {
	v := &CaseVerdict{
		PortfolioID: f.Case.PortfolioID, CaseID: c.CaseID, RiskProfileID: *c.RiskProfileID, Verdict: c.Verdict,
		NextChangeOn: c.NextChangeOn, FloodRows: f.floodRows(), EvaluatedAt: &at, LoanAmount: f.Case.LoanAmount,
		Metadata: f.Case.Metadata, CreatedAt: f.Case.CreatedAt, UpdatedAt: f.Case.UpdatedAt,
	}
	if v.NextChangeOn == nil {
		v.LookAgainOn = f.lookAgainOn(c.On)
	}
	v.Codes, v.Gaps = []FindingCode{}, []string{}
	for _, d := range c.Demands {
		v.addDemand(d)
	}
	v.Codes, v.Gaps = sortedOnce(v.Codes), sortedOnce(v.Gaps)
	v.Shortfalls = shortfallsOf(c)
	return v
}

// addDemand notes a demand that is not compliant, with the codes of its findings.
func (v *CaseVerdict) addDemand(d *DemandCompliance) {
	if d.Verdict == VerdictCompliant || d.Verdict == VerdictNotApplicable {
		return
	}
	v.Gaps = append(v.Gaps, Gap(d.CoverageTypeID, ""))
	for _, t := range d.Targets {
		for _, f := range t.Findings {
			v.Codes = append(v.Codes, f.Code)
			v.Gaps = append(v.Gaps, Gap(d.CoverageTypeID, f.Code))
		}
	}
}

// Gap names a coverage type with a demand that is not compliant, and with a code one for which that is a reason.
func Gap(coverageType uuid.UUID, code FindingCode) string {
	if code == "" {
		return coverageType.String()
	}
	return coverageType.String() + " " + string(code)
}

// shortfallsOf sums up what is missing, currency by currency.
func shortfallsOf(c *Compliance) []*Money {
	var sums []units
	for _, d := range c.Demands {
		for _, t := range d.Targets {
			sums = addUnits(sums, unitsOf(t.Shortfall))
		}
	}
	return moneyOf(sums)
}

// addUnits adds an amount to the sum of its currency. One that is not known is left out.
func addUnits(sums []units, amount units) []units {
	if !amount.isKnown() {
		return sums
	}
	i := slices.IndexFunc(sums, func(s units) bool { return s.currency == amount.currency })
	if i < 0 {
		return append(sums, amount)
	}
	sums[i] = sums[i].with(sums[i].n.Add(amount.n))
	return sums
}

// moneyOf returns amounts in the order of their currencies.
func moneyOf(sums []units) []*Money {
	slices.SortFunc(sums, func(a, b units) int { return strings.Compare(a.code(), b.code()) })
	money := make([]*Money, len(sums))
	for i, s := range sums {
		money[i] = s.money()
	}
	return money
}

// sortedOnce sorts values and leaves each once.
func sortedOnce[T cmp.Ordered](values []T) []T {
	slices.Sort(values)
	return slices.Compact(values)
}

// floodRows returns how many rows the federal table has, if a demand rests on it.
func (f *ComplianceFacts) floodRows() *int {
	rests := func(r *Requirement) bool { return r.LimitBasis != nil && *r.LimitBasis == LimitBasisFlood }
	if f.RiskProfile == nil || !slices.ContainsFunc(f.RiskProfile.Requirements, rests) {
		return nil
	}
	return new(len(FloodProgramme))
}

// IsDue reports whether the verdict may have changed by time, or was never evaluated.
func (v *CaseVerdict) IsDue(now time.Time) bool {
	isOver := func(on *time.Time) bool { return on != nil && !on.After(now) }
	return isOver(v.NextChangeOn) || isOver(v.LookAgainOn) || v.FloodRows != nil && *v.FloodRows < len(FloodProgramme)
}

// Equals reports whether two stored verdicts say the same, whenever they were evaluated.
func (v *CaseVerdict) Equals(other *CaseVerdict) bool {
	a, b := *v, *other
	a.EvaluatedAt, b.EvaluatedAt = nil, nil
	return len(Changes(a, b)) == 0 && a.UpdatedAt.Equal(b.UpdatedAt)
}
