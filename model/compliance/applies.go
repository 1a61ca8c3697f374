package compliance

import (
	"cmp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
	"github.com/tidwall/gjson"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
)

// truth is how conditions are: the least of them is how all of them are together.
type truth int

const (
	isFalse truth = iota
	isOpen
	isTrue
)

func truthOf(is bool) truth {
	if is {
		return isTrue
	}
	return isFalse
}

// conditions are whether a requirement is for a target, and what is not known of it.
type conditions struct {
	truth
	missing []string
}

// and adds a condition; what it rests on is missing where it is open.
func (c *conditions) and(is truth, of string) {
	if is == isOpen && !slices.Contains(c.missing, of) {
		c.missing = append(c.missing, of)
	}
	c.truth = min(c.truth, is)
}

// appliesTo holds a requirement's conditions against a target.
func (f *caseFile) appliesTo(r *model.Requirement, asset *appraisedAsset) conditions {
	c := conditions{truth: isTrue}
	when := r.AppliesWhen
	if when == nil {
		return c
	}
	if when.LoanAmount != nil {
		c.and(within(scalar.UnitsOf(f.Case.LoanAmount), when.LoanAmount), "loan amount")
	}
	switch {
	case asset != nil:
		c.holdAgainst(when, asset)
	case len(when.FloodZones)+len(when.States)+len(when.Fields) > 0 || when.InsurableValue != nil:
		c.holdAgainstAny(when, f.assetsNamed(r))
	}
	return c
}

// assetsNamed returns the assets of the types that the requirement names, else of the profile's.
func (f *caseFile) assetsNamed(r *model.Requirement) []*appraisedAsset {
	named := r.AssetTypes
	if len(named) == 0 {
		named = f.RiskProfile.AssetTypeIDs
	}
	return f.assetsThat(func(a *appraisedAsset) bool { return len(named) == 0 || slices.Contains(named, a.AssetTypeID) })
}

// holdAgainstAny is for the case itself: true if the conditions are together true of one asset, false if of each one false.
func (c *conditions) holdAgainstAny(when *model.AppliesWhen, assets []*appraisedAsset) {
	best := conditions{truth: isFalse}
	for _, a := range assets {
		of := conditions{truth: isTrue}
		of.holdAgainst(when, a)
		if of.truth == isOpen {
			best.missing = append(best.missing, of.missing...)
		}
		best.truth = max(best.truth, of.truth)
	}
	if best.truth == isOpen {
		for _, missing := range best.missing {
			c.and(isOpen, missing)
		}
	}
	c.truth = min(c.truth, best.truth)
}

// holdAgainst holds the conditions of an asset against one.
func (c *conditions) holdAgainst(when *model.AppliesWhen, a *appraisedAsset) {
	if len(when.FloodZones) > 0 {
		zone := a.field("floodZone").String()
		isSpecial := strings.HasPrefix(zone, "A") || strings.HasPrefix(zone, "V")
		c.and(knownOr(zone != "", slices.Contains(when.FloodZones, zone) || isSpecial && slices.Contains(when.FloodZones, "SFHA")), "flood zone")
	}
	if len(when.States) > 0 {
		state := strings.TrimSpace(a.field("address").Get("state").String())
		isNamed := slices.ContainsFunc(when.States, func(s string) bool { return strings.EqualFold(s, state) })
		c.and(knownOr(isTwoLetters(state), isNamed), "state")
	}
	if when.InsurableValue != nil {
		c.and(within(a.value, when.InsurableValue), "insurable value")
	}
	for _, condition := range when.Fields {
		c.and(a.holds(condition), fieldLabel(condition))
	}
}

// isTwoLetters reports whether a text is how conditions name states. "Florida" and "FLA" may be one that a condition names.
func isTwoLetters(state string) bool {
	isOther := func(r rune) bool { return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') }
	return len(state) == 2 && !strings.ContainsFunc(state, isOther)
}

func knownOr(known, is bool) truth {
	if !known {
		return isOpen
	}
	return truthOf(is)
}

// within reports whether an amount is within bounds; open without one, or in another currency.
func within(amount scalar.Units, bounds *model.MoneyBounds) truth {
	is := isTrue
	hold := func(bound *scalar.Money, fits func(order int) bool) {
		limit := scalar.UnitsOf(bound)
		switch {
		case !limit.IsKnown():
		case amount.Currency != limit.Currency:
			is = min(is, isOpen)
		default:
			is = min(is, truthOf(fits(amount.N.Cmp(limit.N))))
		}
	}
	hold(bounds.Gte, func(order int) bool { return order >= 0 })
	hold(bounds.Lt, func(order int) bool { return order < 0 })
	return is
}

// field returns the value of a field; none where nobody has recorded it.
func (a *appraisedAsset) field(key string) gjson.Result {
	for _, f := range a.Values {
		if f.Key == key {
			return gjson.ParseBytes(f.Value)
		}
	}
	return gjson.Result{}
}

// holds reports whether a field says what a condition asks.
func (a *appraisedAsset) holds(c *model.FieldCondition) truth {
	i := slices.IndexFunc(a.Values, func(f *model.AssetField) bool { return f.FieldType == c.FieldType })
	if i < 0 {
		return isOpen
	}
	value := gjson.ParseBytes(a.Values[i].Value)
	if len(c.In) > 0 {
		return truthOf(slices.ContainsFunc(c.In, func(in scalar.JSON) bool { return equalValues(value, gjson.ParseBytes(in)) }))
	}
	is := isTrue
	hold := func(bound scalar.JSON, fits func(order int) bool) {
		if bound == nil {
			return
		}
		order, ok := compareValues(value, gjson.ParseBytes(bound))
		is = min(is, knownOr(ok, fits(order)))
	}
	hold(c.Gte, func(order int) bool { return order >= 0 })
	hold(c.Lt, func(order int) bool { return order < 0 })
	return is
}

func equalValues(a, b gjson.Result) bool {
	if order, ok := compareValues(a, b); ok {
		return order == 0
	}
	return a.Raw == b.Raw
}

// compareValues compares two numbers, amounts of one currency, or texts such as dates.
func compareValues(a, b gjson.Result) (order int, ok bool) {
	switch {
	case a.IsObject() && b.IsObject():
		of := func(v gjson.Result) scalar.Units {
			return scalar.UnitsOf(&scalar.Money{Amount: v.Get("amount").String(), Currency: v.Get("currency").String()})
		}
		return of(a).N.Cmp(of(b).N), of(a).IsKnown() && of(a).Currency == of(b).Currency
	case a.Type == gjson.Number && b.Type == gjson.Number:
		x, errX := decimal.NewFromString(a.Raw)
		y, errY := decimal.NewFromString(b.Raw)
		return x.Cmp(y), errX == nil && errY == nil
	default:
		return cmp.Compare(a.Str, b.Str), a.Type == gjson.String && b.Type == gjson.String
	}
}

func fieldLabel(c *model.FieldCondition) string {
	for _, t := range catalog.AssetTypes.All() {
		for _, f := range t.FieldTypes {
			if f.ID == c.FieldType {
				return strings.ToLower(f.Label)
			}
		}
	}
	return "a field"
}
