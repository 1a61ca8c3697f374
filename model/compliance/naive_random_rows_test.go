package compliance_test

import (
	"github.com/covertrack/covertrack/model/catalog"
)

// addScheduled adds a row for one asset.
func (d naiveDice) addScheduled(w *naiveWorld) {
	if len(w.Assets) == 0 {
		return
	}
	asset := naiveOne(d, w.Assets...).Name
	d.eachVersion(w, func(v *naiveVersion) {
		if _, covered := v.ByAsset[asset]; covered {
			d.addRow(v, naiveRowTerms{Asset: asset})
		}
	})
}

// addRow adds a row like none that is there.
func (d naiveDice) addRow(v *naiveVersion, terms naiveRowTerms) {
	row := naiveLimit{
		Coverage: naiveOne(d, v.Coverage...), Kind: naiveOne(d, "perOccurrence", "total", "aggregate"),
		Amount: d.amount("500000.00", "1000000.00", "250000.00", "333333.33"), naiveRowTerms: terms,
	}
	if len(terms.Types) > 0 {
		row.Coverage = ""
	}
	for _, other := range v.Limits {
		if other.Coverage == row.Coverage && other.Kind == row.Kind && other.Asset == row.Asset &&
			len(other.Perils) == len(row.Perils) && len(other.Types) == len(row.Types) {
			return
		}
	}
	v.Limits = append(v.Limits, row)
}

func (d naiveDice) addSublimits(w *naiveWorld) {
	d.eachVersion(w, func(v *naiveVersion) {
		if len(v.Perils) == 0 {
			return
		}
		terms := naiveRowTerms{Perils: []string{naiveOne(d, v.Perils...)}}
		if len(w.Assets) > 0 && d.chance(20) {
			if asset := naiveOne(d, w.Assets...).Name; v.ByAsset[asset] != nil {
				terms.Asset = asset
			}
		}
		d.addRow(v, terms)
	})
}

func (d naiveDice) addAggregate(w *naiveWorld) {
	d.aDemand(w).MinimumAggregate = d.amount("1000000.00", "500000.00", "250000.00", "0.00")
	d.eachVersion(w, func(v *naiveVersion) {
		if d.chance(70) {
			row := naiveLimit{Coverage: v.Coverage[0], Kind: "aggregate", Amount: d.amount("1000000.00", "500000.00", "2000000.00")}
			for _, other := range v.Limits {
				if other.Coverage == row.Coverage && other.Kind == row.Kind && other.Asset == "" && len(other.Perils) == 0 {
					return
				}
			}
			v.Limits = append(v.Limits, row)
		}
	})
}

// addDeductibles gives policies deductibles by perils.
func (d naiveDice) addDeductibles(w *naiveWorld) {
	d.eachVersion(w, func(v *naiveVersion) {
		v.Deductibles, v.Deductible = []naiveBorne{}, ""
		if len(v.Perils) > 0 && d.chance(80) {
			entry := d.borne()
			entry.Perils = []string{naiveOne(d, v.Perils...)}
			v.Deductibles = append(v.Deductibles, entry)
		}
		if d.chance(85) {
			v.Deductibles = append(v.Deductibles, d.borne())
		}
	})
	if wish := d.aDemand(w); wish.MaximumDeductible == "" && d.chance(60) {
		wish.MaximumDeductible = d.amount("10000.00", "25000.00")
	}
}

func (d naiveDice) borne() naiveBorne {
	switch dice := d.IntN(100); {
	case dice < 40:
		return naiveBorne{Amount: d.amount("5000.00", "10000.00", "25000.00", "50000.00")}
	case dice < 90:
		return naiveBorne{
			Percent: naiveOne(d, "1.00", "2.00", "2.50", "5.00"), Of: naiveOne(d, "LIMIT", "INSURED_VALUE"),
			Minimum: d.maybe(20, d.amount("5000.00", "25000.00")),
		}
	default:
		return naiveBorne{Hours: new(naiveOne(d, 24, 72))}
	}
}

// addMaximums gives a requirement maximums by perils.
func (d naiveDice) addMaximums(w *naiveWorld) {
	wish := d.aDemand(w)
	coverage, _ := catalog.CoverageTypes.ByRef(wish.Coverage)
	peril := naiveOne(d, coverage.Perils...).Key
	if len(wish.Perils) > 0 {
		peril = naiveOne(d, wish.Perils...)
	}
	most := naiveMost{Perils: []string{peril}}
	for most.Amount == "" && most.Percent == "" && most.Hours == 0 {
		most.Amount = d.maybe(50, d.amount("10000.00", "25000.00"))
		most.Percent = d.maybe(50, "2.00", "5.00", "1.00")
		if coverage.CoverageGroup == catalog.CoverageGroupTimeElement && d.chance(40) {
			most.Hours = naiveOne(d, 24, 72)
		}
	}
	wish.MaximumDeductibles = []naiveMost{most}
	d.addDeductibles(w)
}
