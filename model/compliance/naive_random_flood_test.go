package compliance_test

import "github.com/covertrack/covertrack/model/catalog"

func (d naiveDice) addConditions(w *naiveWorld) {
	wish := d.aDemand(w)
	if d.chance(50) {
		limit := wish.MinimumLimit
		*wish = w.Demands[0]
		if wish.LimitPer == "" {
			wish.MinimumLimit = limit
		}
	}
	when := &naiveConditions{}
	switch naiveOne(d, 0, 0, 1, 2, 3, 4) {
	case 0:
		when.FloodZones = []string{naiveOne(d, "SFHA", "X")}
	case 1:
		when.States = []string{naiveOne(d, "FL", "GA")}
	case 2:
		when.LoanAmount = &naiveBounds{d.amount("500000.00", "1000000.00"), d.maybe(30, d.amount("1000000.00"))}
	case 3:
		when.InsurableValue = &naiveBounds{"", d.amount("500000.00", "1000000.00")}
	case 4:
		when.Fields = []naiveFieldHas{naiveOne(d, naiveFieldHas{Field: "units", Least: "5"},
			naiveFieldHas{Field: "occupancy", In: []string{"apartments"}})}
	}
	wish.When = when
	d.addFields(w)
}

// addFields says more of assets.
func (d naiveDice) addFields(w *naiveWorld) {
	for i := range w.Assets {
		w.Assets[i].Fields = map[string]string{}
		for _, field := range []struct {
			key    string
			chance int
			values []string
		}{
			{"floodZone", 75, []string{"AE", "AE", "X", "VE"}}, {"state", 80, []string{"FL", "FL", "GA", "fl", "Florida", "F."}},
			{"units", 50, []string{"1", "4", "5", "12"}}, {"occupancy", 60, []string{"apartments", "apartments", "office"}},
			{"condominiumAssociation", 15, []string{"true", "false"}},
		} {
			if d.chance(field.chance) {
				w.Assets[i].Fields[field.key] = naiveOne(d, field.values...)
			}
		}
	}
}

func (d naiveDice) addFlood(w *naiveWorld) {
	wish := d.aDemand(w)
	if coverage, _ := catalog.CoverageTypes.ByRef(wish.Coverage); coverage.CoverageGroup == catalog.CoverageGroupCatastrophe ||
		wish.Coverage == "building" {
		wish.LimitBasis = "FLOOD"
	}
	w.Owed = d.maybe(60, d.amount("400000.00", "750000.00"))
	d.addFields(w)
}

func (d naiveDice) addLoan(w *naiveWorld) {
	wish := d.aDemand(w)
	if coverage, _ := catalog.CoverageTypes.ByRef(wish.Coverage); coverage.CoverageGroup == catalog.CoverageGroupCatastrophe ||
		wish.Coverage == "building" {
		wish.LimitBasis, wish.LimitPercent, wish.MinimumLimit, wish.LimitPer = "FLOOD", "100.00", "", "LOAN"
	}
	d.addFields(w)
}
