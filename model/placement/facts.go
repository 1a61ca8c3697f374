package placement

import (
	"slices"
	"time"
)

// Facts are what decides which programme is for a target. A pointer that is nil is not known.
type Facts struct {
	AssetType        string // a key of the catalog; "" for the loan itself
	CoverageType     string // a key of the catalog
	Units            *int
	FloodZone        *string // a value of the field of assets
	FederallyRelated *bool   // of the case
	BorrowerOccupied *bool   // of the asset
}

// Fact is a fact that a question asks for.
type Fact string

// The facts that decide.
const (
	FactUnits            Fact = "units"
	FactFloodZone        Fact = "floodZone"
	FactFederallyRelated Fact = "federallyRelated"
	FactBorrowerOccupied Fact = "borrowerOccupied"
)

// Question is a fact that must be known before a programme can be told.
type Question struct {
	Fact      Fact
	Programme string // that might apply
	Citation  string
}

// Choose returns the programme of a target on the day on which the lack of cover was determined. Where a fact that
// decides is not known, it returns questions and no programme: nothing is assumed. Two laws can reach one asset, for
// different coverage types.
func Choose(f Facts, day time.Time) (*Programme, []Question) {
	programmes, _ := Load()
	return choose(programmes, f, day)
}

func choose(programmes []*Programme, f Facts, day time.Time) (*Programme, []Question) {
	for _, p := range programmes {
		if !p.isValidOn(day) {
			continue
		}
		applies, questions := p.AppliesTo.holds(f)
		if !applies {
			continue
		}
		for i := range questions {
			questions[i].Programme, questions[i].Citation = p.Key, p.AppliesTo.Citation
		}
		if len(questions) > 0 {
			return nil, questions
		}
		return p, nil
	}
	return nil, nil
}

// holds reports whether the scope has the target. Where it does as far as is known, it returns what is not.
func (s Scope) holds(f Facts) (bool, []Question) {
	if len(s.AssetTypes) > 0 && !slices.Contains(s.AssetTypes, f.AssetType) ||
		len(s.CoverageTypes) > 0 && !slices.Contains(s.CoverageTypes, f.CoverageType) {
		return false, nil
	}
	var questions []Question
	ask := func(fact Fact) { questions = append(questions, Question{Fact: fact}) }
	applies := true
	for _, condition := range []struct {
		asked bool
		fact  Fact
		known bool
		holds func() bool
	}{
		{s.MaxUnits > 0, FactUnits, f.Units != nil, func() bool { return *f.Units <= s.MaxUnits }},
		{s.FloodZone != "", FactFloodZone, f.FloodZone != nil, func() bool { return IsHazardArea(*f.FloodZone) }},
		{s.FederallyRelated, FactFederallyRelated, f.FederallyRelated != nil, func() bool { return *f.FederallyRelated }},
		{s.BorrowerOccupied, FactBorrowerOccupied, f.BorrowerOccupied != nil, func() bool { return *f.BorrowerOccupied }},
	} {
		switch {
		case condition.asked && !condition.known:
			ask(condition.fact)
		case condition.asked && !condition.holds():
			applies = false
		}
	}
	return applies, questions
}

// IsHazardArea reports whether a zone of FEMA's maps is a special flood hazard area: all that begin with A or V (44 CFR 64.3).
func IsHazardArea(zone string) bool { return zone != "" && (zone[0] == 'A' || zone[0] == 'V') }
