package compliance_test

import (
	"fmt"
	"strings"
	"testing"
)

// buildings are assets A, B, C with what they would cost to replace.
func buildings(values ...string) string {
	var all []string
	for i, value := range values {
		all = append(all, fmt.Sprintf(`{"name": "%c", "type": "commercialRealEstate", "value": "%s.00 USD"}`, 'A'+i, value))
	}
	return `"assets": [` + strings.Join(all, ", ") + `], `
}

// demanded is a demand of some coverage type and perils that asks more.
func demanded(coverage, perils, asks string) string {
	return fmt.Sprintf(`{"coverageType": "%s", "perils": [%s], "asks": {%s}}`, coverage, perils, asks)
}

// written is a policy of some coverage types and perils over some assets that says more.
func written(name, coverage, perils, assets, says string) string {
	var at []string
	for _, a := range strings.Split(assets, "") {
		at = append(at, `"`+a+`": null`)
	}
	return fmt.Sprintf(`{"name": "%s", "terms": [{"start": "2026-01-01", "end": "2027-01-01", "coverageTypes": [%s], "perils": [%s], `+
		`"assets": {%s}, "says": {%s}}]}`,
		name, coverage, perils, strings.Join(at, ", "), says)
}

func tradeCase(assets, requirements string, policies ...string) string {
	return assets + `"requirements": [` + requirements + `], "policies": [` + strings.Join(policies, ", ") + `]`
}

// TestComplianceOfRows has the rows of limits.
func TestComplianceOfRows(t *testing.T) {
	t.Parallel()
	const fire, storm, building, insurable = `"fire"`, `"fire", "namedStorm"`, `"building"`, `"limitBasis": "INSURABLE_VALUE"`
	one := demanded("building", fire, insurable)
	rents := func(row string) string {
		return tradeCase(buildings("1"), demanded("businessIncome", fire,
			`"minimumLimit": "1200000.00 USD", "minimumMonths": 12, "minimumExtendedDays": 90`),
			written("P1", `"businessIncome"`, fire, "A", `"limits": [{"kind": "perOccurrence", `+row+`}]`))
	}
	requireTrade(t, []tradeExample{
		{"scheduled beside blanket", tradeCase(buildings("6000000", "7000000", "5000000"), one, written("P1", building, fire, "ABC",
			`"limits": [{"kind": "total", "amount": "12000000.00 USD"}, {"kind": "perOccurrence", "asset": "@A", "amount": "6000000.00 USD"}]`)),
			"building at A: compliant, required 6000000.00 USD, found 6000000.00 USD\n" +
				"building at B: compliant, required 7000000.00 USD, found 7000000.00 USD\n" +
				"building at C: compliant, required 5000000.00 USD, found 5000000.00 USD"},
		{"a named-storm sublimit", tradeCase(buildings("1"), demanded("building", storm, `"minimumLimit": "8000000.00 USD"`),
			written("P1", building, storm, "A",
				`"limits": [{"kind": "perOccurrence", "amount": "10000000.00 USD"}, {"kind": "perOccurrence", "perils": ["@peril/namedStorm"], `+
					`"amount": "2000000.00 USD"}]`)),
			"building at A: deficient, required 8000000.00 USD, found 2000000.00 USD, short 6000000.00 USD\n" +
				"limit_too_low fail namedStorm: 8000000.00 USD / 2000000.00 USD"},
		{"a sublimit alone", tradeCase(buildings("1"), demanded("building", storm, `"minimumLimit": "8000000.00 USD"`),
			written("P1", building, storm, "A",
				`"limits": [{"kind": "perOccurrence", "perils": ["@peril/namedStorm"], "amount": "9000000.00 USD"}]`)),
			"building at A: unknown, required 8000000.00 USD, found 0.00 USD\nlimit_unknown unknown P1: 8000000.00 USD /"},
		{"schedule, sublimit and blanket", tradeCase(buildings("1", "1"), demanded("building", storm, `"minimumLimit": "5000000.00 USD"`),
			written("P1", building, storm, "AB",
				`"limits": [{"kind": "total", "amount": "15000000.00 USD"}, {"kind": "perOccurrence", "asset": "@A", "amount": "5000000.00 USD"}, `+
					`{"kind": "total", "perils": ["@peril/namedStorm"], "amount": "6000000.00 USD"}]`)),
			"building at A: deficient, required 5000000.00 USD, found 3000000.00 USD, short 2000000.00 USD\n" +
				"limit_too_low fail namedStorm: 10000000.00 USD / 6000000.00 USD\n" +
				"building at B: deficient, required 5000000.00 USD, found 3000000.00 USD, short 2000000.00 USD\n" +
				"limit_too_low fail namedStorm: 10000000.00 USD / 6000000.00 USD"},
		{"a margin that bites", tradeCase(buildings("6000000", "8000000"), one, written("P1", building, fire, "AB",
			`"limits": [{"kind": "total", "amount": "20000000.00 USD", "marginPercent": "110.00"}], "statedValues": [{"asset": "@A", `+
				`"amount": "4000000.00 USD"}, {"asset": "@B", "amount": "8000000.00 USD"}]`)),
			"building at A: deficient, required 6000000.00 USD, found 4400000.00 USD, short 1600000.00 USD\n" +
				"limit_too_low fail: 6000000.00 USD / 4400000.00 USD\n" +
				"building at B: compliant, required 8000000.00 USD, found 8800000.00 USD"},
		{"a margin of what it would cost", tradeCase(buildings("6000000", "8000000"), one, written("P1", building, fire, "AB",
			`"limits": [{"kind": "total", "amount": "20000000.00 USD", "marginPercent": "110.00"}]`)),
			"building at A: compliant, required 6000000.00 USD, found 6600000.00 USD\n" +
				"building at B: compliant, required 8000000.00 USD, found 8800000.00 USD"},
		{"other values", tradeCase(buildings("6000000"), one, written("P1", building, fire, "A",
			`"limits": [{"kind": "total", "amount": "8000000.00 USD", "otherValues": "4000000.00 USD"}]`)),
			"building at A: deficient, required 6000000.00 USD, found 4800000.00 USD, short 1200000.00 USD\n" +
				"limit_too_low fail: 6000000.00 USD / 4800000.00 USD"},
		{"one blanket for building and rents", tradeCase(buildings("10000000"),
			one+", "+demanded("businessIncome", fire, `"minimumLimit": "2000000.00 USD"`),
			written("P1", `"building", "businessIncome"`, fire, "A", `"limits": [{"kind": "total", "amount": "9000000.00 USD", `+
				`"coverageTypes": ["@coverageType/building", "@coverageType/businessIncome"]}]`)),
			"building at A: deficient, required 10000000.00 USD, found 7500000.00 USD, short 2500000.00 USD\n" +
				"limit_too_low fail: 10000000.00 USD / 7500000.00 USD\n" +
				"businessIncome at A: deficient, required 2000000.00 USD, found 1500000.00 USD, short 500000.00 USD\n" +
				"limit_too_low fail: 2000000.00 USD / 1500000.00 USD"},
		{"cents of two blankets", tradeCase(buildings("1", "1", "1"), demanded("building", fire, `"minimumLimit": "333333.33 USD"`),
			written("P1", building, fire, "ABC", `"limits": [{"kind": "total", "amount": "500000.00 USD"}]`),
			written("P2", building, fire, "ABC", `"limits": [{"kind": "total", "amount": "500000.00 USD"}]`)),
			"building at A: deficient, required 333333.33 USD, found 333333.34 USD, short 0.00 USD\n" +
				"limit_too_low fail: 333333.33 USD / 333333.34 USD\n" +
				"building at B: deficient, required 333333.33 USD, found 333333.34 USD, short 0.00 USD\n" +
				"limit_too_low fail: 333333.33 USD / 333333.34 USD\n" +
				"building at C: deficient, required 333333.33 USD, found 333333.32 USD, short 0.01 USD\n" +
				"limit_too_low fail: 333333.33 USD / 333333.32 USD"},
		{"an aggregate", tradeCase("", demanded("generalLiability", `"bodilyInjury"`,
			`"minimumLimit": "1000000.00 USD", "minimumAggregate": "2000000.00 USD"`),
			written("P1", `"generalLiability"`, `"bodilyInjury"`, "A",
				`"limits": [{"kind": "perOccurrence", "amount": "1000000.00 USD"}, {"kind": "aggregate", "amount": "1000000.00 USD"}]`)),
			"generalLiability: deficient, required 1000000.00 USD, found 1000000.00 USD, short 0.00 USD\n" +
				"aggregate_too_low fail: 2000000.00 USD / 1000000.00 USD"},
		{"an aggregate that is not known", tradeCase("", demanded("generalLiability", `"bodilyInjury"`, `"minimumAggregate": "2000000.00 USD"`),
			written("P1", `"generalLiability"`, `"bodilyInjury"`, "A", `"limits": [{"kind": "perOccurrence", "amount": "1000000.00 USD"}]`)),
			"generalLiability: unknown\nlimit_unknown unknown P1: 2000000.00 USD /"},

		{"actual loss sustained", rents(`"actualLossSustained": true`),
			"businessIncome at A: unknown, required 1200000.00 USD, found 1200000.00 USD, short 0.00 USD\n" +
				"period_unknown unknown: 90 extended days /"},
		{"six months", rents(`"actualLossSustained": true, "months": 6, "extendedDays": 90`),
			"businessIncome at A: deficient, required 1200000.00 USD, found 1200000.00 USD, short 0.00 USD\n" +
				"period_too_short fail: 12 months / 6 months"},
		{"amount and periods", rents(`"amount": "1200000.00 USD", "months": 12, "extendedDays": 90`),
			"businessIncome at A: compliant, required 1200000.00 USD, found 1200000.00 USD"},
		{"no amount", rents(`"months": 12, "extendedDays": 90`), "businessIncome at A: unknown, required 1200000.00 USD, found 0.00 USD\n" +
			"limit_unknown unknown P1: 1200000.00 USD /"},
	})
}

// TestComplianceOfDeductibles has check 7, peril by peril.
func TestComplianceOfDeductibles(t *testing.T) {
	t.Parallel()
	const both, building = `"fire", "windHail"`, `"building"`
	wind := demanded("building", both, `"limitBasis": "INSURABLE_VALUE", "maximumDeductible": "25000.00 USD", `+
		`"deductibles": [{"perils": ["@peril/windHail"], "maximumPercent": "3.00"}]`)
	p1 := written("P1", building, both, "A", `"limits": [{"kind": "perOccurrence", "amount": "2000000.00 USD"}], `+
		`"deductibles": [{"amount": "25000.00 USD"}, {"perils": ["@peril/windHail"], "percent": "5.00", "of": "INSURED_VALUE"}]`)
	w1 := func(percent string) string {
		return written("W1", building, `"windHail"`, "A", `"limits": [{"kind": "perOccurrence", "amount": "2000000.00 USD"}], `+
			`"deductibles": [{"perils": ["@peril/windHail"], "percent": "`+percent+`", "of": "INSURED_VALUE"}]`)
	}
	ofLimit := func(limit string) string {
		return tradeCase(buildings("1"), demanded("building", `"fire"`, `"minimumLimit": "1000000.00 USD", "maximumDeductible": "25000.00 USD"`),
			written("P1", building, `"fire"`, "A", `"limits": [{"kind": "perOccurrence", `+
				`"amount": "`+limit+`.00 USD"}], "deductibles": [{"percent": "2.00", "of": "LIMIT"}]`))
	}
	const tooHigh = "deductible_too_high fail P1 windHail: 60000.00 USD / 100000.00 USD"
	const found = ", required 2000000.00 USD, found 2000000.00 USD"
	requireTrade(t, []tradeExample{
		{"wind deductible", tradeCase(buildings("2000000"), wind, p1), "building at A: deficient" + found + ", short 0.00 USD\n" + tooHigh},
		{"a wind policy beside it", tradeCase(buildings("2000000"), wind, p1, w1("2.00")), "building at A: compliant" + found},
		{"a wind policy that bears too much as well", tradeCase(buildings("2000000"), wind, p1, w1("4.00")),
			"building at A: deficient" + found + ", short 0.00 USD\n" + tooHigh + "\ndeductible_too_high fail W1: 60000.00 USD / 80000.00 USD"},
		{"of a limit", ofLimit("1000000"), "building at A: compliant, required 1000000.00 USD, found 1000000.00 USD"},
		{"of a greater limit", ofLimit("2000000"), "building at A: deficient, required 1000000.00 USD, found 2000000.00 USD, short 0.00 USD\n" +
			"deductible_too_high fail P1: 25000.00 USD / 40000.00 USD"},
		{"two currencies", tradeCase(buildings("1000000"), demanded("building", `"fire"`, `"maximumDeductible": "25000.00 USD"`),
			written("P1", building, `"fire"`, "A", `"deductibles": [{"percent": "2.00", "of": "INSURED_VALUE"}], "statedValues": [{"asset": "@A", `+
				`"amount": "1000000.00 CAD"}]`)),
			"building at A: unknown\ncurrency_differs unknown P1: 25000.00 USD / 20000.00 CAD"},
		{"at least", tradeCase(buildings("1000000"), demanded("building", `"fire"`, `"maximumDeductible": "25000.00 USD"`),
			written("P1", building, `"fire"`, "A", `"deductibles": [{"percent": "2.00", "of": "INSURED_VALUE", "minimum": "50000.00 USD"}]`)),
			"building at A: deficient\ndeductible_too_high fail P1: 25000.00 USD / 50000.00 USD"},
		{"one peril is waived", tradeCase(buildings("2000000"), wind, p1) +
			`, "waivers": [{"coverageType": "building", "details": ["@peril/windHail"]}]`,
			"building at A: waived" + found + "\n" + strings.Replace(tooHigh, "fail", "waived", 1)},
		{"no deductible", tradeCase(buildings("1"), demanded("building", `"fire"`, `"maximumDeductible": "25000.00 USD"`),
			written("P1", building, `"fire"`, "A", `"deductibles": []`)),
			"building at A: compliant"},
		{"hours where an amount is accepted", tradeCase(buildings("1"),
			demanded("businessIncome", `"fire"`, `"maximumDeductible": "25000.00 USD"`),
			written("P1", `"businessIncome"`, `"fire"`, "A", `"deductibles": [{"hours": 72}]`)),
			"businessIncome at A: unknown\ndeductible_unknown unknown P1: 25000.00 USD / "},
		{"hours", tradeCase(buildings("1"), demanded("businessIncome", `"fire"`,
			`"deductibles": [{"perils": ["@peril/fire"], "maximumHours": 72}]`),
			written("P1", `"businessIncome"`, `"fire"`, "A", `"deductibles": [{"hours": 96}]`)),
			"businessIncome at A: deficient\ndeductible_too_high fail P1: 72 hours / 96 hours"},
		{"told beside limits that are too low", tradeCase(buildings("3000000"), wind, p1, w1("2.00")),
			"building at A: deficient, required 3000000.00 USD, found 2000000.00 USD, short 1000000.00 USD\n" +
				"deductible_too_high fail P1 windHail: 90000.00 USD / 150000.00 USD (not counted)\n" +
				"limit_too_low fail: 3000000.00 USD / 2000000.00 USD"},
	})
}
