package model

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// complianceYears is how far from today a day may be for which compliance is asked.
const complianceYears = 10

// ComplianceDay returns the day that a client asks about, which is today if it names none. `invalid_value` for a day more
// than ten years from today.
func ComplianceDay(on *time.Time, now time.Time) (time.Time, error) {
	today := scalar.DayOf(now)
	if on == nil {
		return today, nil
	}
	day := scalar.DayOf(*on)
	var vs fault.Violations
	if day.Before(today.AddDate(-complianceYears, 0, 0)) || day.After(today.AddDate(complianceYears, 0, 0)) {
		vs.Say("on", fault.CodeInvalidValue, "must be a day at most %d years from today", complianceYears)
	}
	return day, vs.Err()
}

// Compliances are how a case is insured, by the days asked about; the zero time for today where none was named.
type Compliances map[time.Time]*Compliance

// DayAsked is the key of a day in Compliances.
func DayAsked(on *time.Time) time.Time {
	if on == nil {
		return time.Time{}
	}
	return scalar.DayOf(*on)
}

// Compliance is how what a lender demands of a case is met on a day (specification of compliance, section 1).
type Compliance struct {
	CaseID        uuid.UUID
	RiskProfileID *uuid.UUID // the pinned version; nil if none
	On            time.Time  // the day asked about, midnight UTC
	Verdict       Verdict
	NextChangeOn  *time.Time // the first later day on which something differs if nothing is recorded until then; nil if none
	EvaluatedAt   *time.Time // when it was stored; nil when it was not
	Demands       []*DemandCompliance
}

// DemandCompliance is how one requirement of the risk profile is met.
type DemandCompliance struct {
	Key            string // of the requirement
	CoverageTypeID uuid.UUID
	Verdict        Verdict // notApplicable without a target
	Targets        []*TargetCompliance
	// What is required of all targets together, where a limit is so: else no findings and nil.
	Findings      []*Finding
	RequiredLimit *scalar.Money
	FoundLimit    *scalar.Money
	Shortfall     *scalar.Money

	CoverageType *catalog.CoverageType
}

// Everywhere calls do with the findings of the requirement itself, and of each target with its asset; nil for the case.
func (d *DemandCompliance) Everywhere(do func(asset *uuid.UUID, findings []*Finding)) {
	do(nil, d.Findings)
	for _, t := range d.Targets {
		do(t.AssetID, t.Findings)
	}
}

// TargetCompliance is how a requirement is met at an asset, or at the case itself.
type TargetCompliance struct {
	AssetID       *uuid.UUID // nil for the case itself
	Verdict       Verdict
	LenderPlaced  bool          // whether it is compliant by policies alone that the lender placed
	RequiredLimit *scalar.Money // nil when none is required or it is not known; then all three are nil
	FoundLimit    *scalar.Money
	Shortfall     *scalar.Money // of deficient and unknown targets whose limits are all known; else nil
	Findings      []*Finding
	Blankets      []*Blanket // of the policies that count, or that the findings are about

	Asset *Asset
}

// Blanket is a limit that a target shares with others.
type Blanket struct {
	PolicyID   uuid.UUID
	Limit      *scalar.Money // the whole
	Allocated  *scalar.Money // the target's part
	Required   *scalar.Money // of all that share; nil if that of one is not known
	SharedWith []uuid.UUID   // the other targets' assets, in order of creation
}

// Finding is a check that was not passed.
type Finding struct {
	Code            FindingCode
	Outcome         FindingOutcome
	PolicyID        *uuid.UUID
	PolicyVersionID *uuid.UUID
	PerilID         *uuid.UUID
	Item            *string // which of several things it is about, as an endorsement: its key; nil where there is but one
	Required        *string // text for people: "500000.00 USD", "A-", "2026-12-20"
	Found           *string
	Message         string     // one English sentence
	WaiverID        *uuid.UUID // of an outcome waived
	Since           *time.Time // the first day of the unbroken stretch on which it is told; nil but on reads of one case
	Counted         bool       // whether it is a reason of the verdict; else it says why an umbrella does not count
	ToldSince       *time.Time // the day of the first stored verdict that tells it, of today's findings
	DueOn           *time.Time // by when it should be mended; nil where nothing is to be done, or that day is not known

	Policy *Policy
	Peril  *catalog.Peril
	Waiver *Waiver
}

// IsReasonOf reports whether the finding, which is not counted itself, says why another at the same target was not helped (trade's
// specification, 1.5).
func (f *Finding) IsReasonOf(of *Finding) bool {
	return !f.Counted && of.Counted && of.Code == FindingCodeLimitTooLow && of.Outcome != FindingOutcomeWaived
}

// Check returns `required` if nothing is to be tried, `invalid_value` for each thing but the first.
func (in TrialVerdictInput) Check() error {
	var vs fault.Violations
	found := 0
	for _, m := range []struct {
		at    string
		isSet bool
	}{
		{"/create", in.Create.Value() != nil}, {"/update", in.Update.Value() != nil},
		{"/newTerm", in.NewTerm.Value() != nil}, {"/accept", in.Accept.Value() != nil},
	} {
		if !m.isSet {
			continue
		}
		if found++; found > 1 {
			vs.Say(m.at, fault.CodeInvalidValue, "is one thing too many: try one of `create`, `update`, `newTerm` and `accept`")
		}
	}
	if found == 0 {
		vs.Say("/create", fault.CodeRequired, "is required, or one of `update`, `newTerm` and `accept`")
	}
	return vs.Err()
}
