package model

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// Publish makes a draft the latest version; the caller marks the one before. `invalid_transition` for a published one.
func (p *RiskProfile) Publish(now time.Time) error {
	if p.IsPublished {
		return fault.New(fault.CodeInvalidTransition, "This version is published already.")
	}
	p.publish(now)
	return nil
}

func (p *RiskProfile) publish(now time.Time) {
	p.IsPublished, p.IsLatestVersion, p.PublishedAt, p.UpdatedAt = true, true, &now, now
}

// NextVersion drafts the version after this one, the latest of its lineage. `invalid_transition` on a subscription.
func (p *RiskProfile) NextVersion(id uuid.UUID, now time.Time) (*RiskProfile, error) {
	if p.Type == RiskProfileTypeSubscription {
		return nil, fault.New(fault.CodeInvalidTransition, "A subscription follows its source; clone it to edit the copy.")
	}
	next := p.copy(id, now)
	next.Version++
	return next, nil
}

// Clone drafts a copy of the version in a new lineage.
func (p *RiskProfile) Clone(id, lineage uuid.UUID, in CopyRiskProfileInput, now time.Time) (*RiskProfile, error) {
	c := p.copy(id, now)
	c.LineageID, c.Version, c.Type, c.SourceID, c.SourceLineageID = lineage, 1, RiskProfileTypeClone, &p.ID, nil
	return c, c.rename(in).Err()
}

// Subscribe makes a published profile that follows this latest version's lineage. `invalid_transition` for a draft.
func (p *RiskProfile) Subscribe(id, lineage uuid.UUID, in CopyRiskProfileInput, now time.Time) (*RiskProfile, error) {
	s, err := p.Clone(id, lineage, in, now)
	if err != nil {
		return nil, err
	}
	if !p.IsPublished {
		return nil, fault.New(fault.CodeInvalidTransition, "This version is a draft; publish it before anything follows it.")
	}
	s.Type, s.SourceLineageID = RiskProfileTypeSubscription, &p.LineageID
	s.publish(now)
	return s, nil
}

// Follow makes the next, published version of a subscription from its source. It keeps its own name and description.
func (p *RiskProfile) Follow(id uuid.UUID, source *RiskProfile, now time.Time) *RiskProfile {
	next := source.copy(id, now)
	next.LineageID, next.Version, next.Type = p.LineageID, p.Version+1, p.Type
	next.Name, next.Description = p.Name, p.Description
	next.SourceID, next.SourceLineageID = &source.ID, p.SourceLineageID
	next.publish(now)
	return next
}

// copy returns an unpublished copy. The lists are shared: they are replaced, never changed.
func (p *RiskProfile) copy(id uuid.UUID, now time.Time) *RiskProfile {
	c := *p
	c.ID, c.CreatedAt, c.UpdatedAt = id, now, now
	c.IsPublished, c.IsLatestVersion, c.PublishedAt = false, false, nil
	c.AssetTypes, c.CertificateHolders = nil, nil
	return &c
}

// rename gives a copy its own name and description; null keeps the source's.
func (p *RiskProfile) rename(in CopyRiskProfileInput) (vs fault.Violations) {
	if in.Name.Value() != nil {
		patch.Name(&vs, "/name", &p.Name, in.Name, scalar.CheckName)
	}
	if in.Description.Value() != nil {
		patch.Name(&vs, "/description", &p.Description, in.Description, scalar.CheckDescription)
	}
	return vs
}
