package letter

import (
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// Asked is what a page asks to be typed besides dates, number and limits: only what a requirement rests on.
type Asked struct {
	Ratings          []model.RatingAgency // of the carrier, who is asked for too; none where neither is
	Deductibles      []*AskedDeductible   // that of all other perils first; none where none is asked for
	CoverageFormType bool
	ClaimsMade       bool
	Endorsements     []*catalog.Endorsement
}

// AskedDeductible is a deductible of some perils, or of all others. No peril is in two.
type AskedDeductible struct {
	Perils  []*catalog.Peril
	Current *model.Deductible // today's; nil for none
}

// Asked returns what the requirements rest on that the policy serves today.
func (f Facts) Asked() *Asked {
	var served []*model.Requirement
	for _, s := range f.openDemands(scalar.DayOf(f.Now)).served {
		served = append(served, s.Requirement)
	}
	return AskedBy(served, &f.Policy.Coverage)
}

// AskedBy returns what requirements rest on of what a policy of these terms can say. Of layers above the primary one form,
// deductible and endorsements are not required.
func AskedBy(served []*model.Requirement, c *model.Coverage) *Asked {
	a := &Asked{Ratings: []model.RatingAgency{}, Deductibles: []*AskedDeductible{}, Endorsements: []*catalog.Endorsement{}}
	for _, r := range served {
		if r.MinimumRating != nil {
			a.addRating(model.RatingAgencyAmBest)
		}
		for _, least := range r.MinimumRatings {
			a.addRating(least.Agency)
		}
	}
	if c.IsOfLayer(model.CoverageLayerPrimary) {
		a.addTerms(served, c)
	}
	return a
}

func (a *Asked) addRating(agency model.RatingAgency) {
	if !slices.Contains(a.Ratings, agency) {
		a.Ratings = append(a.Ratings, agency)
	}
}

// addTerms adds what is required of the primary layer alone.
func (a *Asked) addTerms(served []*model.Requirement, c *model.Coverage) {
	borne := [][]uuid.UUID{}
	isBorne := false
	for _, r := range served {
		a.CoverageFormType = a.CoverageFormType || len(r.FormTypes) > 0
		a.ClaimsMade = a.ClaimsMade || r.OccurrenceForm != nil
		isBorne = isBorne || r.MaximumDeductible != nil || r.MaximumDeductiblePercent != nil || len(r.Deductibles) > 0
		for _, d := range r.Deductibles {
			borne = append(borne, d.Perils)
		}
		if c.IsLenderPlaced() {
			continue
		}
		for _, e := range catalog.Endorsements.WithIDs(r.Endorsements) {
			if !slices.Contains(a.Endorsements, e) {
				a.Endorsements = append(a.Endorsements, e)
			}
		}
	}
	if isBorne {
		a.addDeductibles(borne, c.AllDeductibles())
	}
}

// addDeductibles adds one for the perils of each that the policy has, and one for those of each requirement that none has.
func (a *Asked) addDeductibles(borne [][]uuid.UUID, current []*model.Deductible) {
	others := &AskedDeductible{Perils: []*catalog.Peril{}}
	a.Deductibles = append(a.Deductibles, others)
	taken := map[uuid.UUID]bool{}
	add := func(perils []uuid.UUID, today *model.Deductible) {
		perils = slices.DeleteFunc(slices.Clone(perils), func(id uuid.UUID) bool { return taken[id] })
		for _, id := range perils {
			taken[id] = true
		}
		if len(perils) > 0 {
			a.Deductibles = append(a.Deductibles, &AskedDeductible{Perils: catalog.Perils.WithIDs(perils), Current: today})
		}
	}
	for _, d := range current {
		if d.Perils == nil {
			others.Current = d
		}
		add(d.Perils, d)
	}
	for _, perils := range borne {
		add(perils, nil)
	}
}
