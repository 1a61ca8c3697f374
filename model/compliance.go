package model

import (
	"time"

	"github.com/google/uuid"
)

// Compliance is how what a lender demands of a case is met on a day (specification of compliance, section 1).
type Compliance struct {
	CaseID        uuid.UUID
	RiskProfileID *uuid.UUID // the pinned version; nil if none
	On            time.Time  // the day asked about, midnight UTC
	Verdict       Verdict
	NextChangeOn  *time.Time // the first later day on which something differs if nobody does anything; nil if none
	EvaluatedAt   *time.Time // when it was stored; nil when it was not
	Demands       []*DemandCompliance
}

// DemandCompliance is how one requirement of the risk profile is met.
type DemandCompliance struct {
	CoverageTypeID uuid.UUID
	Verdict        Verdict // notApplicable without a target
	Targets        []*TargetCompliance

	CoverageType *CoverageType
}

// TargetCompliance is how a requirement is met at an asset, or at the case itself.
type TargetCompliance struct {
	AssetID       *uuid.UUID // nil for the case itself
	Verdict       Verdict
	RequiredLimit *Money // nil when none is required or it is not known; then all three are nil
	FoundLimit    *Money
	Shortfall     *Money // of deficient and unknown targets whose limits are all known; else nil
	Findings      []*Finding

	Asset *Asset
}

// Finding is a check that was not passed.
type Finding struct {
	Code            FindingCode
	Outcome         FindingOutcome
	PolicyID        *uuid.UUID
	PolicyVersionID *uuid.UUID
	PerilID         *uuid.UUID
	Required        *string // text for people: "500000.00 USD", "A-", "2026-12-20"
	Found           *string
	Message         string     // one English sentence
	WaiverID        *uuid.UUID // of an outcome waived

	Policy *Policy
	Peril  *Peril
	Waiver *Waiver
}

// ComplianceFacts are the records that a case's compliance follows from. Order within them does not matter.
type ComplianceFacts struct {
	Case          *Case
	RiskProfile   *RiskProfile       // the version that the case pins; nil if none
	Assets        []*Asset           // of the case
	Policies      []*Policy          // of the case, of every status
	Versions      []*PolicyVersion   // of these policies, all of them
	Clauses       []*MortgageeClause // that the versions name
	Cancellations []*Cancellation    // of these policies
	Waivers       []*Waiver          // of the case, of every state
}

// On returns how the case is insured on a day. It follows from the records alone.
func (f ComplianceFacts) On(day time.Time) *Compliance { return f.on(DayOf(day), FloodProgramme) }

func (f ComplianceFacts) on(day time.Time, flood []FloodMaximum) *Compliance {
	c := &Compliance{CaseID: f.Case.ID, On: day, Verdict: VerdictNotApplicable, Demands: []*DemandCompliance{}}
	if f.RiskProfile == nil {
		return c
	}
	c.RiskProfileID = new(f.RiskProfile.ID)
	file := openCaseFile(f, flood)
	var judgements []*judgement
	for _, r := range f.RiskProfile.Requirements {
		d := file.demandOn(day, r)
		if d == nil {
			c.Demands = append(c.Demands, withoutTarget(r))
			continue
		}
		j := d.judgeOn(day)
		judgements = append(judgements, j)
		met := j.inWords()
		c.Verdict = worst(c.Verdict, met.Verdict)
		c.Demands = append(c.Demands, met)
	}
	if judgements == nil {
		c.Demands = []*DemandCompliance{}
	}
	c.NextChangeOn = nextChange(day, judgements)
	return c
}

func withoutTarget(r *Requirement) *DemandCompliance {
	return &DemandCompliance{
		CoverageTypeID: r.CoverageType, Verdict: VerdictNotApplicable, Targets: []*TargetCompliance{},
	}
}
