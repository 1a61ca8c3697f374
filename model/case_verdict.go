package model

import (
	"cmp"
	"maps"
	"slices"
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

	PortfolioID   uuid.UUID     `bun:",pk,type:uuid"`
	CaseID        uuid.UUID     `bun:"id,pk,type:uuid"`
	RiskProfileID uuid.UUID     `bun:"type:uuid" part:"again"`
	Verdict       Verdict       `part:"again"`
	LenderPlaced  bool          `part:"again"`              // whether a target is compliant by policies alone that the lender placed
	Codes         []FindingCode `bun:",array" part:"again"` // of all findings, each once, in the order of their names
	// Gaps are the coverage types of the demands that are not compliant, each alone and with each of its codes: see Gap.
	Gaps         []string        `bun:",array" part:"again"`
	Findings     []*ToldFinding  `bun:"type:jsonb" shows:""`     // those that are counted; nil for a verdict of before they were stored
	Statuses     []CaseStatus    `bun:",array" shows:""`         // the case's, and the one that a hold remembers
	Shortfalls   []*scalar.Money `bun:"type:jsonb" part:"again"` // the sum over all targets, one a currency, in the order of the currencies
	NextChangeOn *time.Time      `part:"again"`                  // nil if none within two years
	LookAgainOn  *time.Time      `part:"again"`                  // where NextChangeOn is nil: the first day on which it may not be
	FloodRows    *int            `part:"again"`                  // how many rows the federal table had; nil where no demand rests on it
	EvaluatedAt  *time.Time      `part:"again"`                  // nil until it is evaluated for the first time
	LoanAmount   *scalar.Money   `bun:"type:jsonb" part:"again"` // the case's, as all below
	Metadata     scalar.Metadata `bun:"type:jsonb" part:"again"`
	CreatedAt    time.Time
	UpdatedAt    time.Time `part:"again"`

	Case *Case `bun:"-"`
}

// ToldFinding is a counted finding as the stored verdict keeps it. What is nil of a finding is zero here.
type ToldFinding struct {
	FindingIdentity
	Outcome FindingOutcome `json:"outcome"`
	Since   time.Time      `json:"since"` // the day of the first stored verdict that told it, without a break since
}

// FindingIdentity is what makes a finding of one day the same as one of another.
type FindingIdentity struct {
	Requirement    string      `json:"requirement,omitempty"` // its key
	CoverageTypeID uuid.UUID   `json:"coverageType"`
	AssetID        uuid.UUID   `json:"asset,omitzero"`
	Code           FindingCode `json:"code"`
	PerilID        uuid.UUID   `json:"peril,omitzero"`
	Item           string      `json:"item,omitempty"`
	PolicyID       uuid.UUID   `json:"policy,omitzero"`
}

// IsOpen reports whether something is left to do about the finding.
func (f *ToldFinding) IsOpen() bool { return f.Outcome != FindingOutcomeWaived }

// Told returns the findings of a day that are counted, in their order.
func (c *Compliance) Told() []*ToldFinding {
	return c.told(true)
}

// Reasons returns the findings of a day that only say why a policy is not counted, in their order.
func (c *Compliance) Reasons() []*ToldFinding { return c.told(false) }

func (c *Compliance) told(counted bool) []*ToldFinding {
	var made []ToldFinding
	c.each(counted, func(id FindingIdentity, f *Finding) {
		made = append(made, ToldFinding{FindingIdentity: id, Outcome: f.Outcome, Since: *cmp.Or(f.Since, &c.On)})
	})
	told := make([]*ToldFinding, len(made))
	for i := range made {
		told[i] = &made[i]
	}
	return told
}

// each calls do with each finding that is counted, or with each that is not, in their order.
func (c *Compliance) each(counted bool, do func(FindingIdentity, *Finding)) {
	for _, d := range c.Demands {
		d.Everywhere(func(asset *uuid.UUID, findings []*Finding) {
			for _, f := range findings {
				if f.Counted != counted {
					continue
				}
				do(FindingIdentity{
					Requirement: d.Key, Item: scalar.OrZero(f.Item), CoverageTypeID: d.CoverageTypeID, AssetID: scalar.OrZero(asset), Code: f.Code,
					PerilID: scalar.OrZero(f.PerilID), PolicyID: scalar.OrZero(f.PolicyID),
				}, f)
			}
		})
	}
}

// SinceStored gives the findings of today their first days, as the stored verdict knows them.
func (c *Compliance) SinceStored(v *CaseVerdict) {
	since := v.sinceOf()
	c.each(true, func(id FindingIdentity, f *Finding) {
		if day, ok := since[id]; ok {
			f.ToldSince = &day
		}
	})
}

func (v *CaseVerdict) sinceOf() map[FindingIdentity]time.Time {
	since := make(map[FindingIdentity]time.Time, len(v.Findings))
	for _, f := range v.Findings {
		since[f.FindingIdentity] = f.Since
	}
	return since
}

// KeepSince lets the findings that the verdict before has told go on: they are told since then.
func (v *CaseVerdict) KeepSince(before *CaseVerdict) *CaseVerdict {
	if before == nil || len(before.Findings) == 0 {
		return v
	}
	if v.tellsAs(before) {
		for i, f := range before.Findings {
			v.Findings[i].Since = f.Since
		}
		return v
	}
	since := before.sinceOf()
	for _, f := range v.Findings {
		if day, ok := since[f.FindingIdentity]; ok {
			f.Since = day
		}
	}
	return v
}

// TellsSince reports whether one of the open findings is told since a day.
func (v *CaseVerdict) TellsSince(day time.Time) bool {
	return slices.ContainsFunc(v.Findings, func(f *ToldFinding) bool { return f.IsOpen() && f.Since.Equal(day) })
}

// tellsAs reports whether two verdicts tell the same findings in the same order, since whenever.
func (v *CaseVerdict) tellsAs(before *CaseVerdict) bool {
	return slices.EqualFunc(v.Findings, before.Findings, func(a, b *ToldFinding) bool {
		return a.FindingIdentity == b.FindingIdentity && a.Outcome == b.Outcome
	})
}

// Repeats reports whether the findings and statuses are those of the stored verdict: no work follows from them that has not
// followed already, and they need not be stored again (part "again").
func (v *CaseVerdict) Repeats(stored *CaseVerdict) bool {
	return stored != nil && stored.Findings != nil && v.tellsAs(stored) && slices.Equal(v.Statuses, stored.Statuses) &&
		slices.EqualFunc(v.Findings, stored.Findings, func(a, b *ToldFinding) bool { return a.Since.Equal(b.Since) })
}

// toldAlike reports whether two verdicts tell the same of the same targets: what they name as amiss, whatever the policies,
// the amounts and the order. What an old verdict told is not known.
func toldAlike(a, b *CaseVerdict) bool {
	if a.Findings == nil || b.Findings == nil {
		return true
	}
	return a.tellsAs(b) || maps.Equal(a.toldSet(), b.toldSet())
}

// toldSet has what the history of a verdict looks at of each finding.
func (v *CaseVerdict) toldSet() map[ToldFinding]bool {
	set := make(map[ToldFinding]bool, len(v.Findings))
	for _, f := range v.Findings {
		id := f.FindingIdentity
		id.Requirement, id.Item, id.PolicyID = "", "", uuid.Nil
		set[ToldFinding{FindingIdentity: id, Outcome: f.Outcome}] = true
	}
	return set
}

// OfCases returns what the filter says of cases, whatever their verdicts.
func (f ComplianceFilter) OfCases() ComplianceFilter {
	return ComplianceFilter{
		ID: f.ID, CaseID: f.CaseID, Status: f.Status, CreatedAt: f.CreatedAt, UpdatedAt: f.UpdatedAt, Metadata: f.Metadata,
	}
}

// ShowsUnjudged reports whether the filter says nothing that only a judged case can meet.
func (f ComplianceFilter) ShowsUnjudged() bool {
	isAny := f.Verdict.Value() == nil || slices.Contains(f.Verdict.Value(), VerdictNotApplicable)
	return isAny && f.Code.Value() == nil && f.CoverageType.Value() == nil && f.NextChangeOn.Value() == nil &&
		f.LenderPlaced.Value() == nil
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

// Equals reports whether two stored verdicts say the same, whenever they were evaluated. Since when they say it, and which of
// several policies they name, does not matter: that may change with time alone.
func (v *CaseVerdict) Equals(other *CaseVerdict) bool {
	a, b := *v, *other
	a.EvaluatedAt, b.EvaluatedAt = nil, nil
	a.Findings, b.Findings = nil, nil
	if (v.Findings == nil) != (other.Findings == nil) || !toldAlike(v, other) {
		return false
	}
	return len(Changes(a, b)) == 0 && a.UpdatedAt.Equal(b.UpdatedAt)
}

// VerdictChange is one change of a case's stored verdict, or of the findings that it rests on. It is never changed or removed.
type VerdictChange struct {
	bun.BaseModel `bun:"table:verdict_changes,alias:t"`

	PortfolioID   uuid.UUID     `bun:",pk,type:uuid"`
	ID            uuid.UUID     `bun:",pk,type:uuid"`
	CaseID        uuid.UUID     `bun:"type:uuid"`
	From          *Verdict      `bun:"from_verdict"` // nil: it is the first one, or the first since the case was reopened
	To            Verdict       `bun:"to_verdict"`
	Codes         []FindingCode `bun:",array"`    // of the findings then
	RiskProfileID uuid.UUID     `bun:"type:uuid"` // the version that was pinned then
	AuditEventID  uuid.UUID     `bun:"type:uuid"` // that records the change, with who made it and by which request
	At            time.Time

	before []FindingCode // of the findings before; nil for the first
}

// ChangeFrom returns how the verdict differs from the one stored before, nil for none; nil if verdict and findings are the same.
// The audit event has the id given, and so has the change: it is what the event tells of.
func (v *CaseVerdict) ChangeFrom(before *CaseVerdict, event uuid.UUID) *VerdictChange {
	var from *Verdict
	var codes []FindingCode
	if before != nil && before.EvaluatedAt != nil {
		if before.Verdict == v.Verdict && toldAlike(before, v) {
			return nil
		}
		from, codes = &before.Verdict, before.Codes
	}
	return &VerdictChange{
		PortfolioID: v.PortfolioID, ID: event, CaseID: v.CaseID, From: from, To: v.Verdict, Codes: v.Codes,
		RiskProfileID: v.RiskProfileID, AuditEventID: event, At: *v.EvaluatedAt,
		before: codes,
	}
}

// Removed returns the change that a stored verdict goes with its case, which is closed: nothing is demanded of that. It is
// nil if none is stored.
func (v *CaseVerdict) Removed(event uuid.UUID, now time.Time) *VerdictChange {
	if v == nil {
		return nil
	}
	gone := CaseVerdict{
		PortfolioID: v.PortfolioID, CaseID: v.CaseID, RiskProfileID: v.RiskProfileID, Verdict: VerdictNotApplicable,
		Codes: []FindingCode{}, Findings: []*ToldFinding{}, EvaluatedAt: &now,
	}
	return gone.ChangeFrom(v, event)
}

// IsOfFindings reports whether the findings alone have changed.
func (c *VerdictChange) IsOfFindings() bool { return c.From != nil && *c.From == c.To }

// Changes returns the change as the audit trail has it.
func (c *VerdictChange) Changes() map[string]Change {
	switch {
	case c.From == nil:
		return map[string]Change{"verdict": {To: c.To}, "codes": {To: c.Codes}}
	case c.IsOfFindings():
		return map[string]Change{"codes": {From: c.before, To: c.Codes}}
	default:
		return map[string]Change{"verdict": {From: *c.From, To: c.To}, "codes": {From: c.before, To: c.Codes}}
	}
}
