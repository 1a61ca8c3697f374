package compliance

import (
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// Facts are the records that a case's compliance follows from. Order within them does not matter.
type Facts struct {
	Case          *model.Case
	RiskProfile   *model.RiskProfile       // the version that the case pins; nil if none
	Assets        []*model.Asset           // of the case
	Policies      []*model.Policy          // of the case, of every status
	Versions      []*model.PolicyVersion   // of these policies, all of them
	Clauses       []*model.MortgageeClause // that the versions name; only if a requirement AsksForClause
	Cancellations []*model.Cancellation    // of these policies
	Waivers       []*model.Waiver          // of the case, of every state
	Documents     []*model.Document        // of the case, those that are evidence of terms; only if a requirement AsksForEvidence
	Insureds      []*model.Insured         // for their names: those of the case at least; only if words are made and one AsksForInsured
}

// On returns how the case is insured on a day. It follows from the records alone.
func (f Facts) On(day time.Time) *model.Compliance {
	return f.on(scalar.DayOf(day), catalog.FloodProgramme, true)
}

// ToStore is On without what is told to readers only: blankets at compliant targets, limits, and the words of findings.
func (f Facts) ToStore(day time.Time) *model.Compliance {
	return f.on(scalar.DayOf(day), catalog.FloodProgramme, false)
}

func (f Facts) on(day time.Time, flood []catalog.FloodMaximum, tellsAll bool) *model.Compliance {
	c := &model.Compliance{CaseID: f.Case.ID, On: day, Verdict: model.VerdictNotApplicable, Demands: []*model.DemandCompliance{}}
	if f.RiskProfile == nil {
		return c
	}
	c.RiskProfileID = new(f.RiskProfile.ID)
	file := OpenCaseFile(f, flood)
	file.tellsAll = tellsAll
	var judgements []*judgement
	for _, r := range f.RiskProfile.Requirements {
		d := file.DemandOn(day, r)
		if d == nil {
			c.Demands = append(c.Demands, withoutTarget(r))
			continue
		}
		judgements = append(judgements, d.judgeOn(day))
		c.Demands = append(c.Demands, nil)
	}
	tellBlankets(judgements)
	told := judgements
	for i := range c.Demands {
		if c.Demands[i] == nil {
			c.Demands[i], told = told[0].inWords(), told[1:]
			c.Verdict = worst(c.Verdict, c.Demands[i].Verdict)
		}
	}
	if judgements == nil {
		c.Demands = []*model.DemandCompliance{}
	}
	c.NextChangeOn = nextChange(day, judgements)
	return c
}

func withoutTarget(r *model.Requirement) *model.DemandCompliance {
	return &model.DemandCompliance{
		Key: r.Key, CoverageTypeID: r.CoverageType, Verdict: model.VerdictNotApplicable,
		Targets: []*model.TargetCompliance{}, Findings: []*model.Finding{},
	}
}
