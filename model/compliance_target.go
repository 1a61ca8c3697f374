package model

import (
	"slices"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"
)

// keyPerson is the type of the assets that life insurance is held against.
var keyPerson = catalogID("assetType", "keyPerson")

// ofCaseUnlessNamed are the property coverages that are held against the case unless the demand names asset types.
var ofCaseUnlessNamed = []uuid.UUID{
	catalogID("coverageType", "crime"), catalogID("coverageType", "autoPhysicalDamage"),
}

// targetsOf returns the assets that a demand is held against; one nil for the case itself.
func (f *caseFile) targetsOf(c *CoverageType, named []uuid.UUID) []*appraisedAsset {
	theCase := []*appraisedAsset{nil}
	switch {
	case c.CoverageGroup == CoverageGroupLife:
		return f.assetsThat(func(a *appraisedAsset) bool { return a.AssetTypeID == keyPerson })
	case c.CoverageGroup == CoverageGroupLiability:
		has := f.assetsThat(func(a *appraisedAsset) bool { return slices.Contains(named, a.AssetTypeID) })
		if len(named) > 0 && len(has) == 0 {
			return nil
		}
		return theCase
	case slices.Contains(ofCaseUnlessNamed, c.ID) && len(named) == 0:
		return theCase
	case len(named) == 0:
		named = f.RiskProfile.AssetTypeIDs
	}
	return f.assetsThat(func(a *appraisedAsset) bool {
		return a.isTangible() && (len(named) == 0 || slices.Contains(named, a.AssetTypeID))
	})
}

// isHeldAgainstCase reports whether a demand that names these asset types is held against the case itself, if at all.
func (c *CoverageType) isHeldAgainstCase(named []uuid.UUID) bool {
	return c.CoverageGroup == CoverageGroupLiability || slices.Contains(ofCaseUnlessNamed, c.ID) && len(named) == 0
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

func (a *Asset) isTangible() bool {
	t, ok := AssetTypes.ByID(a.AssetTypeID)
	return ok && t.Classification == AssetClassificationTangible
}

// valueFields are the fields that say what an asset would cost to replace, the one that takes precedence first.
var valueFields = []string{"replacementCost", "value", "contractAmount"}

// insurableValue returns what an asset would cost to replace, and of a key person the amount required; not known if
// none is.
func insurableValue(a *Asset) units {
	fields := valueFields
	if a.AssetTypeID == keyPerson {
		fields = []string{"requiredAmount"}
	}
	for _, key := range fields {
		i := slices.IndexFunc(a.Values, func(f *AssetField) bool { return f.Key == key })
		if i < 0 {
			continue
		}
		if m := gjson.ParseBytes(a.Values[i].Value); m.IsObject() {
			return unitsOf(&Money{Amount: m.Get("amount").String(), Currency: m.Get("currency").String()})
		}
	}
	return units{}
}
