package book

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// RiskProfile adds a draft. A holder that the input names must be in the book.
func (b *Book) RiskProfile(in model.CreateRiskProfileInput, at time.Time) *model.RiskProfile {
	holders := b.holdersOf(in.CertificateHolders.Value())
	p, err := model.NewRiskProfile(b.id(at), b.id(at), in, holders, at)
	return b.addProfile(p, err)
}

// Publish publishes a draft, in place of the version before it.
func (b *Book) Publish(p *model.RiskProfile, at time.Time) {
	for _, other := range b.profiles {
		if other.LineageID == p.LineageID && other.IsLatestVersion {
			other.IsLatestVersion, other.UpdatedAt = false, at
		}
	}
	b.note("a publication", p.Publish(at))
	b.known.RiskProfiles[p.ID] = p.IsPublished
}

// NextVersion drafts the version after the latest one.
func (b *Book) NextVersion(p *model.RiskProfile, at time.Time) *model.RiskProfile {
	return b.addProfile(p.NextVersion(b.id(at), at))
}

// Clone drafts a copy.
func (b *Book) Clone(p *model.RiskProfile, in model.CopyRiskProfileInput, at time.Time) *model.RiskProfile {
	return b.addProfile(p.Clone(b.id(at), b.id(at), in, at))
}

// Subscribe adds a profile, published, that follows another one.
func (b *Book) Subscribe(p *model.RiskProfile, in model.CopyRiskProfileInput, at time.Time) *model.RiskProfile {
	return b.addProfile(p.Subscribe(b.id(at), b.id(at), in, at))
}

// Amend changes a draft.
func (b *Book) Amend(p *model.RiskProfile, in model.UpdateRiskProfileInput, at time.Time) {
	b.note("an amendment", p.Patch(in, b.holdersOf(p.CertificateHolderIDs)))
	p.UpdatedAt = at
}

func (b *Book) addProfile(p *model.RiskProfile, err error) *model.RiskProfile {
	b.profiles[p.ID] = p
	b.known.RiskProfiles[p.ID] = p.IsPublished
	return add(b, storage.RiskProfiles, p, err)
}

// holdersOf returns those of the holders that are in the book.
func (b *Book) holdersOf(ids []uuid.UUID) (holders []*model.CertificateHolder) {
	for _, id := range ids {
		if h := b.holders[id]; h != nil {
			holders = append(holders, h)
		}
	}
	return holders
}
