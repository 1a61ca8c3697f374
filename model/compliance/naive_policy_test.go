package compliance_test

import (
	"slices"

	"github.com/covertrack/covertrack/model/catalog"
)

// version makes what a policy insures: as the demand wants it, but for a few things.
func (d naiveDice) version(w naiveWorld, wish naiveWish, layer string) naiveVersion {
	v := naiveVersion{Layer: layer, Coverage: []string{wish.Coverage}, ByAsset: map[string][]string{}}
	switch {
	case layer == "umbrella" && d.chance(60):
		v.Coverage = []string{"umbrellaExcess"}
	case d.chance(8):
		v.Coverage = []string{naiveOne(d, "terrorism", "generalLiability", "building")}
	}
	extra := naiveOne(d, "building", "umbrellaExcess", "generalLiability")
	if d.chance(20) && !slices.Contains(v.Coverage, extra) {
		v.Coverage = append(v.Coverage, extra)
	}
	d.addPerils(&v, w, wish)
	v.Form = d.maybe(95, naiveOne(d, "Unknown", "Special"), "Special", naiveOne(d, append(wish.FormTypes, "Special")...))
	v.Rating = d.maybe(93, naiveOne(d, naiveReadable...), naiveOne(d, naiveReadable...), "A++", "A++", "A+ (XV)")
	switch dice := d.IntN(100); {
	case dice < 4:
		v.Rating = naiveOne(d, naiveUnreadable...)
	case dice < 8:
		v.Rating = naiveOne(d, naiveRatings...) + naiveOne(d, "", " ", ", ", "-", "(")
		v.Rating += naiveOne(d, "", "X", "iv", "IX)", "7")
	}
	for _, c := range w.Clauses {
		if d.chance(80) {
			v.Clauses = append(v.Clauses, c.Name)
		}
	}
	if d.chance(90) {
		v.Deductible = d.amount("10000.00", "5000.00", "5000.00", "2500.00", "25000.00", "0.00", "25000.01")
	}
	d.addLimits(&v, wish)
	return v
}

// addPerils evidences the demanded perils at most of the assets. A policy's perils are those of its assets at least.
func (d naiveDice) addPerils(v *naiveVersion, w naiveWorld, wish naiveWish) {
	demanded := wish.Perils
	if len(demanded) == 0 {
		coverage, _ := catalog.CoverageTypes.ByRef(wish.Coverage)
		for _, peril := range coverage.Perils {
			demanded = append(demanded, peril.Key)
		}
	}
	each := naiveOne(d, 100, 100, 100, 100, 85, 50)
	v.Perils = d.some(each, demanded...)
	for _, asset := range w.Assets {
		if !d.chance(90) {
			continue
		}
		v.ByAsset[asset.Name] = v.Perils
		if d.chance(15) {
			v.ByAsset[asset.Name] = d.some(60, v.Perils...)
		}
	}
}

// addLimits gives limits of one or more kinds, of the coverage type or of the whole policy.
func (d naiveDice) addLimits(v *naiveVersion, wish naiveWish) {
	for range naiveOne(d, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3) {
		limit := naiveLimit{
			Coverage: naiveOne(d, wish.Coverage, wish.Coverage, v.Coverage[0], v.Coverage[len(v.Coverage)-1], ""),
			Kind:     naiveOne(d, "perOccurrence", "perOccurrence", "total", "total", "aggregate"),
			Amount: d.amount("500000.00", "1000000.00", "1000000.00", "250000.00", "333333.33", "2000000.00", "166666.67",
				"5000000.00", "0.00"),
		}
		same := func(l naiveLimit) bool { return l.Coverage == limit.Coverage && l.Kind == limit.Kind }
		ofPolicy := limit.Coverage == "" || slices.Contains(v.Coverage, limit.Coverage)
		if ofPolicy && !slices.ContainsFunc(v.Limits, same) {
			v.Limits = append(v.Limits, limit)
		}
	}
}
