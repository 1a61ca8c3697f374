package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

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
		return map[string]Change{"verdict": {From: *c.From, To: c.To}, "codes": {To: c.Codes}}
	}
}
