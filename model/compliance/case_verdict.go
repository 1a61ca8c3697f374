package compliance

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// NewCaseVerdict returns what is stored of a case's compliance. The case has a risk profile.
func NewCaseVerdict(f Facts, c *model.Compliance, at time.Time) *model.CaseVerdict {
	v := &model.CaseVerdict{
		PortfolioID: f.Case.PortfolioID, CaseID: c.CaseID, RiskProfileID: *c.RiskProfileID, Verdict: c.Verdict,
		NextChangeOn: c.NextChangeOn, FloodRows: f.floodRows(), EvaluatedAt: &at, LoanAmount: f.Case.LoanAmount,
		Metadata: f.Case.Metadata, CreatedAt: f.Case.CreatedAt, UpdatedAt: f.Case.UpdatedAt,
		Findings: c.Told(), Statuses: f.Case.Statuses(),
	}
	if v.NextChangeOn == nil {
		v.LookAgainOn = f.lookAgainOn(c.On)
	}
	v.Codes, v.Gaps = []model.FindingCode{}, []string{}
	for _, d := range c.Demands {
		addDemand(v, d)
		v.LenderPlaced = v.LenderPlaced || slices.ContainsFunc(d.Targets, func(t *model.TargetCompliance) bool { return t.LenderPlaced })
	}
	v.Codes, v.Gaps = sortedOnce(v.Codes), sortedOnce(v.Gaps)
	v.Shortfalls = shortfallsOf(c)
	return v
}

// addDemand notes a demand that is not compliant, with the codes of its findings.
func addDemand(v *model.CaseVerdict, d *model.DemandCompliance) {
	if d.Verdict == model.VerdictCompliant || d.Verdict == model.VerdictNotApplicable {
		return
	}
	var codes []model.FindingCode
	d.Everywhere(func(_ *uuid.UUID, findings []*model.Finding) {
		for _, f := range findings {
			if f.Counted && !slices.Contains(codes, f.Code) {
				codes = append(codes, f.Code)
			}
		}
	})
	v.Codes, v.Gaps = append(v.Codes, codes...), append(v.Gaps, model.Gap(d.CoverageTypeID, ""))
	for _, code := range codes {
		v.Gaps = append(v.Gaps, model.Gap(d.CoverageTypeID, code))
	}
}

// shortfallsOf sums up what is missing, currency by currency.
func shortfallsOf(c *model.Compliance) []*scalar.Money {
	var sums []scalar.Units
	for _, d := range c.Demands {
		sums = scalar.AddUnits(sums, scalar.UnitsOf(d.Shortfall))
		for _, t := range d.Targets {
			sums = scalar.AddUnits(sums, scalar.UnitsOf(t.Shortfall))
		}
	}
	return scalar.MoneyOf(sums)
}

// sortedOnce sorts values and leaves each once.
func sortedOnce[T cmp.Ordered](values []T) []T {
	slices.Sort(values)
	return slices.Compact(values)
}

// floodRows returns how many rows the federal table has, if a demand rests on it.
func (f *Facts) floodRows() *int {
	rests := func(r *model.Requirement) bool { return r.LimitBasis != nil && *r.LimitBasis == model.LimitBasisFlood }
	if f.RiskProfile == nil || !slices.ContainsFunc(f.RiskProfile.Requirements, rests) {
		return nil
	}
	return new(len(catalog.FloodProgramme))
}
