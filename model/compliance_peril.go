package model

import (
	"math/bits"
	"slices"

	"github.com/google/uuid"
)

// perilSet is a set of perils, a bit for each place in the catalog.
type perilSet uint64

// perilsOf returns the set of perils with these ids.
func perilsOf(ids []uuid.UUID) (set perilSet) {
	for _, id := range ids {
		if p, ok := Perils.ByID(id); ok {
			set |= 1 << (p.Position - 1)
		}
	}
	return set
}

// perils returns the set's perils in the order of the catalog.
func (s perilSet) perils() []*Peril {
	perils := make([]*Peril, 0, bits.OnesCount64(uint64(s)))
	for rest := s; rest != 0; rest &= rest - 1 {
		perils = append(perils, Perils.ordered[bits.TrailingZeros64(uint64(rest))])
	}
	return perils
}

// evidence is what a term of a policy insures.
type evidence struct {
	perils  perilSet        // of the whole policy
	byAsset []assetEvidence // in the order of the case's assets
}

// assetEvidence is what a term of a policy insures at one asset.
type assetEvidence struct {
	covered bool // whether `perilsByAsset` names the asset
	perils  perilSet
}

// evidenceOf returns what a version insures. places are those of the case's assets.
func evidenceOf(v *PolicyVersion, places map[uuid.UUID]int) *evidence {
	e := &evidence{perils: perilsOf(v.PerilIDs), byAsset: make([]assetEvidence, len(places))}
	ids, perils := v.PerilIDs, e.perils // most assets have the perils of the one before
	for _, at := range v.AssetPerils {
		if !slices.Equal(ids, at.PerilIDs) {
			ids, perils = at.PerilIDs, perilsOf(at.PerilIDs)
		}
		if place, ok := places[at.AssetID]; ok {
			e.byAsset[place] = assetEvidence{covered: true, perils: perils}
		}
	}
	return e
}
