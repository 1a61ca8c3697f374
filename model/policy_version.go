package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// PolicyVersion is an immutable snapshot of a policy's coverage.
type PolicyVersion struct {
	bun.BaseModel `bun:"table:policy_versions,alias:t"`

	PortfolioID   uuid.UUID `bun:",pk,type:uuid"`
	ID            uuid.UUID `bun:",pk,type:uuid" part:"facts"`
	PolicyID      uuid.UUID `bun:"type:uuid" part:"facts"`
	CaseID        uuid.UUID `bun:"type:uuid" part:"facts"`
	VersionNumber int       `shows:"versionNumber" part:"facts"`
	Reason        PolicyVersionReason
	Coverage
	IsCurrent bool `bun:",scanonly" shows:"isCurrent"`
	CreatedAt time.Time
	UpdatedAt time.Time // the same as CreatedAt: a version never changes

	Policy *Policy `bun:"-"`
	Case   *Case   `bun:"-"`
}

// NextVersion makes the policy's new current version; nil if its coverage is as before. before is nil for a new policy.
func (p *Policy) NextVersion(id uuid.UUID, before *Policy, now time.Time) *PolicyVersion {
	v := &PolicyVersion{
		ID: id, PolicyID: p.ID, CaseID: p.CaseID, VersionNumber: p.VersionNumber + 1, Reason: PolicyVersionReasonCorrection,
		Coverage: p.Coverage, IsCurrent: true, CreatedAt: now, UpdatedAt: now,
	}
	switch {
	case before == nil:
		v.Reason = PolicyVersionReasonCreated
	case p.TermNumber != before.TermNumber:
		v.Reason = PolicyVersionReasonNewTerm
	case len(Changes(before.Coverage, p.Coverage)) == 0:
		return nil
	}
	p.CurrentVersionID, p.VersionNumber = v.ID, v.VersionNumber
	return v
}
