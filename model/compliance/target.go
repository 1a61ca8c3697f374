package compliance

import (
	"slices"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// keyPerson is the type of the assets that life insurance is held against.
var keyPerson = catalog.ID("assetType", "keyPerson")

// targetsOf returns the assets that a demand is held against; one nil for the case itself.
func (f *caseFile) targetsOf(c *catalog.CoverageType, named []uuid.UUID) []*appraisedAsset {
	theCase := []*appraisedAsset{nil}
	switch {
	case c.CoverageGroup == catalog.CoverageGroupLife:
		return f.assetsThat(func(a *appraisedAsset) bool { return a.AssetTypeID == keyPerson })
	case c.CoverageGroup == catalog.CoverageGroupLiability:
		has := f.assetsThat(func(a *appraisedAsset) bool { return slices.Contains(named, a.AssetTypeID) })
		if len(named) > 0 && len(has) == 0 {
			return nil
		}
		return theCase
	case slices.Contains(catalog.OfCaseUnlessNamed, c.ID) && len(named) == 0:
		return theCase
	case len(named) == 0:
		named = f.RiskProfile.AssetTypeIDs
	}
	return f.assetsThat(func(a *appraisedAsset) bool {
		return a.IsTangible() && (len(named) == 0 || slices.Contains(named, a.AssetTypeID))
	})
}

// assetsThat returns the case's assets that fulfil a condition, in order of creation.
func (f *caseFile) assetsThat(holds func(*appraisedAsset) bool) (assets []*appraisedAsset) {
	assets = make([]*appraisedAsset, 0, len(f.assets))
	for _, a := range f.assets {
		if holds(a) {
			assets = append(assets, a)
		}
	}
	return assets
}

// valueFields are the fields that say what an asset would cost to replace, the one that takes precedence first.
var valueFields = []string{"replacementCost", "value", "contractAmount"}

// insurableValue returns what an asset would cost to replace, and of a key person the amount required; not known if
// none is.
func insurableValue(a *model.Asset) scalar.Units {
	fields := valueFields
	if a.AssetTypeID == keyPerson {
		fields = []string{"requiredAmount"}
	}
	for _, key := range fields {
		i := slices.IndexFunc(a.Values, func(f *model.AssetField) bool { return f.Key == key })
		if i < 0 {
			continue
		}
		if m := gjson.ParseBytes(a.Values[i].Value); m.IsObject() {
			return scalar.UnitsOf(&scalar.Money{Amount: m.Get("amount").String(), Currency: m.Get("currency").String()})
		}
	}
	return scalar.Units{}
}
