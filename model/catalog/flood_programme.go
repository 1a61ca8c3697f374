package catalog

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/scalar"
)

// FloodMaximum is what the federal flood programme insures at most from a day on, in USD (44 CFR 61.6).
type FloodMaximum struct {
	From        time.Time // the first day on which it counts, until the next row's
	Residential string    // of a building of residential real estate
	Other       string    // of any other tangible asset
}

// FloodProgramme are the maximums of the federal flood programme, oldest first. Add a row when they change.
var FloodProgramme = []FloodMaximum{
	{From: time.Date(1994, time.October, 1, 0, 0, 0, 0, time.UTC), Residential: "250000.00", Other: "500000.00"},
}

// residentialType is the asset type with a maximum of its own.
var residentialType = ID("assetType", "residentialRealEstate")

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

// Of returns the maximum for an asset type; nil for one that is not tangible.
func (m *FloodMaximum) Of(assetType uuid.UUID) *scalar.Money {
	t, ok := AssetTypes.ByID(assetType)
	switch {
	case m == nil || !ok || t.Classification != AssetClassificationTangible:
		return nil
	case assetType == residentialType:
		return &scalar.Money{Amount: m.Residential, Currency: "USD"}
	default:
		return &scalar.Money{Amount: m.Other, Currency: "USD"}
	}
}
