package compliance_test

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// naiveIs is what is true, false or unknown: "Each is true, false or unknown."
type naiveIs int

const (
	naiveFalse naiveIs = iota
	naiveUncertain
	naiveTrue
)

func naiveSure(is bool) naiveIs {
	if is {
		return naiveTrue
	}
	return naiveFalse
}

// applies is whether a requirement is for the target: "all of them". The least of them is that of all.
func (d naiveDemand) applies(target naiveTarget) naiveIs {
	when := d.requirement.AppliesWhen
	if when == nil {
		return naiveTrue
	}
	ofCase := naiveTrue
	if when.LoanAmount != nil {
		ofCase = naiveWithinBounds(naiveMoneyOf(d.facts.Case.LoanAmount), when.LoanAmount)
	}
	if target.asset != nil {
		return min(ofCase, naiveAppliesTo(when, target.asset))
	}
	if len(when.FloodZones) == 0 && len(when.States) == 0 && when.InsurableValue == nil && len(when.Fields) == 0 {
		return ofCase
	}
	// "At the case itself the conditions of assets are true if they are together true of one of the assets that the
	// requirement names by type (else of the profile's types), false if of each one false, else unknown."
	best := naiveFalse
	for _, t := range d.assets(d.named) {
		best = max(best, naiveAppliesTo(when, t.asset))
	}
	return min(ofCase, best)
}

// named is whether an asset type is one "that the requirement names by type (else of the profile's types)".
func (d naiveDemand) named(t *catalog.AssetType) bool {
	types := d.requirement.AssetTypes
	if len(types) == 0 {
		types = d.facts.RiskProfile.AssetTypeIDs
	}
	return len(types) == 0 || slices.Contains(types, t.ID)
}

// naiveTwoLetters is a state as `states` has it ("two letters"). What is not may be any: "missing data is never a pass".
var naiveTwoLetters = regexp.MustCompile("^[A-Za-z]{2}$")

// naiveAppliesTo is what the conditions of an asset are of one.
func naiveAppliesTo(when *model.AppliesWhen, asset *model.Asset) naiveIs {
	is := naiveTrue
	if len(when.FloodZones) > 0 {
		is = min(is, naiveInZone(when.FloodZones, asset))
	}
	if len(when.States) > 0 {
		var address scalar.Address
		state := naiveUncertain
		if naiveField(asset, "address", &address) && naiveTwoLetters.MatchString(address.State) {
			state = naiveSure(slices.Contains(when.States, strings.ToUpper(address.State)))
		}
		is = min(is, state)
	}
	if when.InsurableValue != nil {
		is = min(is, naiveWithinBounds(naiveInsurableValue(asset), when.InsurableValue))
	}
	for _, c := range when.Fields {
		is = min(is, naiveFieldIs(asset, c))
	}
	return is
}

// naiveInZone is "floodZones (values of the field; SFHA: those that begin with A or V)".
func naiveInZone(zones []string, asset *model.Asset) naiveIs {
	var zone string
	if !naiveField(asset, "floodZone", &zone) {
		return naiveUncertain
	}
	special := strings.HasPrefix(zone, "A") || strings.HasPrefix(zone, "V")
	return naiveSure(slices.Contains(zones, zone) || special && slices.Contains(zones, "SFHA"))
}

// naiveField reads a field of an asset; false if nobody has recorded it.
func naiveField(asset *model.Asset, key string, into any) bool {
	for _, field := range asset.Values {
		if field.Key == key && string(field.Value) != "null" {
			return json.Unmarshal(field.Value, into) == nil
		}
	}
	return false
}

// naiveWithinBounds is gte ≤ amount < lt; unknown of another currency.
func naiveWithinBounds(amount *naiveMoney, bounds *model.MoneyBounds) naiveIs {
	is := naiveTrue
	for _, bound := range []struct {
		of    *scalar.Money
		least bool
	}{{bounds.Gte, true}, {bounds.Lt, false}} {
		limit := naiveMoneyOf(bound.of)
		switch {
		case limit == nil:
		case amount == nil, amount.currency != limit.currency:
			is = min(is, naiveUncertain)
		default:
			is = min(is, naiveSure(amount.amount.Cmp(limit.amount) >= 0 == bound.least))
		}
	}
	return is
}

// naiveFieldIs is a condition of a field: "in or gte / lt".
func naiveFieldIs(asset *model.Asset, c *model.FieldCondition) naiveIs {
	field := slices.IndexFunc(asset.Values, func(f *model.AssetField) bool { return f.FieldType == c.FieldType })
	if field < 0 || string(asset.Values[field].Value) == "null" {
		return naiveUncertain
	}
	value := string(asset.Values[field].Value)
	if len(c.In) > 0 {
		return naiveSure(slices.ContainsFunc(c.In, func(v scalar.JSON) bool { return string(v) == value }))
	}
	number, err := strconv.ParseFloat(value, 64)
	if err != nil {
		panic("the naive evaluator compares numbers only")
	}
	is := true
	if c.Gte != nil {
		least, _ := strconv.ParseFloat(string(c.Gte), 64)
		is = is && number >= least
	}
	if c.Lt != nil {
		most, _ := strconv.ParseFloat(string(c.Lt), 64)
		is = is && number < most
	}
	return naiveSure(is)
}

// federalMaximum is section 3, "Flood"; nil if it is not known. The programme insures no vehicles.
func naiveFederalMaximum(asset *model.Asset) (maximum *naiveMoney, insures bool) {
	dollars := func(thousands int64) *naiveMoney { return &naiveMoney{big.NewRat(thousands*1000, 1), "USD"} }
	var units int64
	var occupancy string
	var condominium bool
	naiveField(asset, "units", &units)
	naiveField(asset, "occupancy", &occupancy)
	naiveField(asset, "condominiumAssociation", &condominium)
	key := naiveAssetType(asset).Key
	building := slices.Contains([]string{"residentialRealEstate", "multifamily", "commercialRealEstate"}, key)
	switch {
	// "vehicle none"
	case key == "vehicle":
		return nil, false
	// "condominiumAssociation of the three building types: true makes it units × 250,000, unknown without units"
	case building && condominium && units == 0:
		return nil, true
	case building && condominium:
		return dollars(250 * units), true
	// "residentialRealEstate 1 to 4 families (unless units is more than 4) 250,000"
	case key == "residentialRealEstate" && units <= 4:
		return dollars(250), true
	// "multifamily, and commercialRealEstate of occupancy apartments, other residential 500,000 (unless units is 1 to 4)"
	case (key == "multifamily" || key == "commercialRealEstate" && occupancy == "apartments") && units >= 1 && units <= 4:
		return dollars(250), true
	// "every other building and constructionProject 500,000; inventory, equipment contents 500,000"
	default:
		return dollars(500), true
	}
}
