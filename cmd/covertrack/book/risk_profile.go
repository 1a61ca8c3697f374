package book

import (
	"time"

	"github.com/covertrack/covertrack/model"
)

// RiskProfile adds a draft. A holder that the input names must be in the book.
func (b *Book) RiskProfile(in model.CreateRiskProfileInput, at time.Time) *model.RiskProfile {
	var holders []*model.CertificateHolder
	for _, id := range in.CertificateHolders.Value() {
		if h := b.known.holders[id]; h != nil {
			holders = append(holders, h)
		}
	}
	p, err := model.NewRiskProfile(b.ids.at(at), b.ids.at(at), in, holders, at)
	b.note("risk profile", err)
	return b.addProfile(p)
}

// Publish publishes a draft, in place of the version before it.
func (b *Book) Publish(p *model.RiskProfile, at time.Time) {
	for _, other := range b.known.profiles {
		if other.LineageID == p.LineageID && other.IsLatestVersion {
			other.IsLatestVersion, other.UpdatedAt = false, at
		}
	}
	b.note("publication", p.Publish(at))
}

// NextVersion drafts the version after the latest one.
func (b *Book) NextVersion(p *model.RiskProfile, at time.Time) *model.RiskProfile {
	next, err := p.NextVersion(b.ids.at(at), at)
	b.note("next version", err)
	return b.addProfile(next)
}

// Clone drafts a copy.
func (b *Book) Clone(p *model.RiskProfile, in model.CopyRiskProfileInput, at time.Time) *model.RiskProfile {
	c, err := p.Clone(b.ids.at(at), b.ids.at(at), in, at)
	b.note("clone", err)
	return b.addProfile(c)
}

// Subscribe adds a profile, published, that follows another one.
func (b *Book) Subscribe(p *model.RiskProfile, in model.CopyRiskProfileInput, at time.Time) *model.RiskProfile {
	s, err := p.Subscribe(b.ids.at(at), b.ids.at(at), in, at)
	b.note("subscription", err)
	return b.addProfile(s)
}

func (b *Book) addProfile(p *model.RiskProfile) *model.RiskProfile {
	b.known.profiles[p.ID] = p
	b.known.allowed[p.ID] = model.CoverageTypesAllowed(p.Requirements)
	b.unsent.profiles = append(b.unsent.profiles, p)
	return p
}

// Amend changes a draft.
func (b *Book) Amend(p *model.RiskProfile, in model.UpdateRiskProfileInput, at time.Time) {
	var holders []*model.CertificateHolder
	for _, id := range p.CertificateHolderIDs {
		holders = append(holders, b.known.holders[id])
	}
	b.note("amendment", p.Patch(in, holders))
	b.known.allowed[p.ID] = model.CoverageTypesAllowed(p.Requirements)
	p.UpdatedAt = at
}
