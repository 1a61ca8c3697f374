package compliance

import (
	"math/bits"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// perilSet is a set of perils, a bit for each place in the catalog.
type perilSet uint64

// perilsOf returns the set of perils with these ids.
func perilsOf(ids []uuid.UUID) (set perilSet) {
	for _, id := range ids {
		if p, ok := catalog.Perils.ByID(id); ok {
			set |= 1 << (p.Position - 1)
		}
	}
	return set
}

// Perils returns the set's Perils in the order of the catalog.
func (s perilSet) Perils() []*catalog.Peril {
	perils := make([]*catalog.Peril, 0, bits.OnesCount64(uint64(s)))
	for rest := s; rest != 0; rest &= rest - 1 {
		perils = append(perils, catalog.Perils.Ordered[bits.TrailingZeros64(uint64(rest))])
	}
	return perils
}

// has reports whether a peril is in the set.
func (s perilSet) has(p *catalog.Peril) bool { return s&(1<<(p.Position-1)) != 0 }

// evidence is what a term of a policy insures.
type evidence struct {
	perils  perilSet        // of the whole policy
	byAsset []assetEvidence // in the order of the case's assets
}

// assetEvidence is what a term of a policy insures at one asset.
type assetEvidence struct {
	covered bool // whether `perilsByAsset` names the asset
	perils  perilSet
	stated  bool         // whether the statement of values names it
	value   scalar.Units // that it states; not known if it states none
}

// evidenceOf returns what a term insures. It is read once for all demands.
func (f *caseFile) evidenceOf(t *term) *evidence {
	if t.evidence == nil {
		t.evidence = f.readEvidence(t.version)
	}
	return t.evidence
}

func (f *caseFile) readEvidence(v *model.PolicyVersion) *evidence {
	e := &evidence{perils: f.perilsOf(v.PerilIDs), byAsset: make([]assetEvidence, len(f.assets))}
	next := 0
	for _, at := range v.AssetPerils {
		if place, ok := f.placeOf(at.AssetID, next); ok {
			e.byAsset[place] = assetEvidence{covered: true, perils: f.perilsOf(at.PerilIDs)}
			next = place + 1
		}
	}
	next = 0
	for _, of := range v.StatedValues {
		if place, ok := f.placeOf(of.Asset, next); ok && !e.byAsset[place].stated {
			e.byAsset[place].stated, e.byAsset[place].value = true, scalar.UnitsOf(of.Amount)
			next = place + 1
		}
	}
	return e
}

// perilsOf returns the set of perils with these ids. Most lists are the same as the one before, which is kept.
func (f *caseFile) perilsOf(ids []uuid.UUID) perilSet {
	if !slices.Equal(ids, f.lastIDs) {
		f.lastIDs, f.lastPerils = ids, perilsOf(ids)
	}
	return f.lastPerils
}

// placeOf returns the place of an asset among the case's, and whether it is one of them. Most policies list the assets
// as the case has them, so that a guess is right.
func (f *caseFile) placeOf(asset uuid.UUID, guess int) (place int, ok bool) {
	if guess < len(f.assets) && f.assets[guess].ID == asset {
		return guess, true
	}
	place, ok = f.places[asset]
	return place, ok
}
