package catalog

import (
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"github.com/covertrack/covertrack/model/scalar"
)

// FloodMaximum is what the federal flood programme insures at most from a day on, in USD (44 CFR 61.6).
type FloodMaximum struct {
	From             time.Time // the first day on which it counts, until the next row's
	Family           string    // of a residential building for one to four families
	OtherResidential string    // of any other residential building
	Other            string    // of any other building
	Contents         string    // of contents
	CondominiumUnit  string    // of each unit of a building of a condominium association
}

// FloodProgramme are the maximums of the federal flood programme, oldest first. Add a row when they change.
var FloodProgramme = []FloodMaximum{
	{
		From: time.Date(1994, time.October, 1, 0, 0, 0, 0, time.UTC), Family: "250000.00", OtherResidential: "250000.00",
		Other: "500000.00", Contents: "500000.00", CondominiumUnit: "250000.00",
	},
	{ // the Biggert-Waters Act, section 100204
		From: time.Date(2014, time.June, 1, 0, 0, 0, 0, time.UTC), Family: "250000.00", OtherResidential: "500000.00",
		Other: "500000.00", Contents: "500000.00", CondominiumUnit: "250000.00",
	},
}

// FloodMaximumOn returns the row that counts on a day; nil before the first.
func FloodMaximumOn(table []FloodMaximum, day time.Time) *FloodMaximum {
	var counts *FloodMaximum
	for i := range table {
		if !table[i].From.After(day) {
			counts = &table[i]
		}
	}
	return counts
}

// FloodRisk is what the maximum of an asset depends on.
type FloodRisk struct {
	AssetType              uuid.UUID
	Units                  int    // 0 where they are not known
	Occupancy              string // "" where it is not known
	CondominiumAssociation bool
}

// Of returns the maximum of an asset: nil where it is not known. The programme does not insure what is not insurable:
// vehicles, and what is not tangible.
func (m *FloodMaximum) Of(a FloodRisk) (maximum *scalar.Money, insurable bool) {
	t, ok := AssetTypes.ByID(a.AssetType)
	if m == nil || !ok {
		return nil, false
	}
	switch t.Key {
	case "residentialRealEstate", "multifamily", "commercialRealEstate":
		if a.CondominiumAssociation {
			return m.ofCondominium(a.Units), true
		}
		return dollars(m.ofBuilding(t.Key, a)), true
	case "constructionProject":
		return dollars(m.Other), true
	case "inventory", "equipment":
		return dollars(m.Contents), true
	default:
		return nil, false
	}
}

// ofBuilding returns the maximum of a building of one of the three types that is no condominium association's.
func (m *FloodMaximum) ofBuilding(assetType string, a FloodRisk) string {
	isFamily := a.Units >= 1 && a.Units <= 4
	switch {
	case assetType == "commercialRealEstate" && a.Occupancy != "apartments":
		return m.Other
	case isFamily, assetType == "residentialRealEstate" && a.Units == 0:
		return m.Family
	default:
		return m.OtherResidential
	}
}

func (m *FloodMaximum) ofCondominium(units int) *scalar.Money {
	if units < 1 {
		return nil
	}
	return dollars(decimal.RequireFromString(m.CondominiumUnit).Mul(decimal.NewFromInt(int64(units))).StringFixed(2))
}

func dollars(amount string) *scalar.Money { return &scalar.Money{Amount: amount, Currency: "USD"} }
