package model

import (
	"slices"

	"github.com/google/uuid"
)

// shownPerils has each peril as policies show it, evidenced and not, in catalog order. They are shared: a page of policies
// shows thousands.
var shownPerils = func() (shown []shownPeril) {
	for _, p := range perils.ordered {
		shown = append(shown, shownPeril{
			peril:   p,
			applied: &PolicyPeril{ID: p.ID, Key: p.Key, Name: p.Name, Applied: true},
			absent:  &PolicyPeril{ID: p.ID, Key: p.Key, Name: p.Name},
		})
	}
	return shown
}()

type shownPeril struct {
	peril           *Peril
	applied, absent *PolicyPeril
}

// Show fills in what is derived from the catalog: the coverage types, and for the policy and for each asset every peril of
// them, evidenced or not, for `applied: false` means something only then (contract section 3, Policy).
func (c *Coverage) Show() {
	c.CoverageTypes = coverageTypesByID(c.CoverageTypeIDs)
	var listed []shownPeril
	for _, s := range shownPerils {
		if s.peril.belongsTo(c.CoverageTypes) {
			listed = append(listed, s)
		}
	}
	c.Perils = show(listed, c.PerilIDs)
	c.PerilsByAsset = make([]*AssetPerils, len(c.AssetPerils))
	for i, e := range c.AssetPerils {
		c.PerilsByAsset[i] = &AssetPerils{AssetID: e.AssetID, Perils: show(listed, e.PerilIDs)}
	}
}

func show(listed []shownPeril, evidenced []uuid.UUID) []*PolicyPeril {
	shown := make([]*PolicyPeril, len(listed))
	for i, s := range listed {
		shown[i] = s.absent
		if slices.Contains(evidenced, s.peril.ID) {
			shown[i] = s.applied
		}
	}
	return shown
}
