package compliance_test

import (
	"fmt"
	"strings"
	"testing"
)

// inZones are commercial buildings, each "value zone"; without a zone nobody has recorded it.
func inZones(buildings ...string) string {
	var all []string
	for i, b := range buildings {
		value, zone, found := strings.Cut(b, " ")
		fields := "null"
		if found {
			fields = fmt.Sprintf(`{"floodZone": "%s"}`, zone)
		}
		all = append(all, fmt.Sprintf(`{"name": "%c", "type": "commercialRealEstate", "value": "%s.00 USD", "fields": %s}`, 'A'+i, value, fields))
	}
	return `"assets": [` + strings.Join(all, ", ") + `], `
}

// inStates are commercial buildings, each in a state; without one nobody has recorded it.
func inStates(states ...string) string {
	all := make([]string, len(states))
	for i, state := range states {
		all[i] = fmt.Sprintf(`{"name": "%c", "type": "commercialRealEstate", "state": "%s"}`, 'A'+i, state)
	}
	return `"assets": [` + strings.Join(all, ", ") + `], `
}

// TestComplianceOfStates has what an asset's address says of its state. What is not two letters may be any.
func TestComplianceOfStates(t *testing.T) {
	t.Parallel()
	inFlorida := demanded("building", `"fire"`, `"appliesWhen": {"states": ["FL"]}`)
	unknown := func(name string) string {
		return "building at " + name + ": unknown\napplicability_unknown unknown: state /\nno_policy fail\n"
	}
	requireTrade(t, []tradeExample{
		{"in two letters", tradeCase(inStates("FL", "fl", "GA"), inFlorida),
			"building at A: deficient\nno_policy fail\nbuilding at B: deficient\nno_policy fail"},
		{"in other words", tradeCase(inStates("Florida", "FLA", "fl.", "F1"), inFlorida),
			unknown("A") + unknown("B") + unknown("C") + unknown("D")},
		{"not recorded", tradeCase(inStates(""), inFlorida), unknown("A")},
	})
}

// TestComplianceOfFlood has conditions, and what is required of a loan.
func TestComplianceOfFlood(t *testing.T) {
	t.Parallel()
	flood := func(name, asset, limit string) string {
		return written(name, `"flood"`, `"flood"`, asset, `"limits": [{"kind": "perOccurrence", "amount": "`+limit+`.00 USD"}]`)
	}
	sfha := func(per string) string {
		return demanded("flood", `"flood"`, `"limitBasis": "FLOOD", "limitPercent": "100.00", `+
			`"limitPer": "`+per+`", "appliesWhen": {"floodZones": ["SFHA"]}`)
	}
	const loan = `"loanAmount": "900000.00 USD", `
	all := inZones("600000 AE", "400000 AE", "300000 AE", "500000 X")
	two := []string{flood("P1", "A", "500000"), flood("P2", "B", "300000")}
	requireTrade(t, []tradeExample{
		{"over the loan", loan + tradeCase(all, sfha("LOAN"), append(two, flood("P3", "C", "100000"))...),
			"flood itself: compliant, required 900000.00 USD, found 900000.00 USD\nflood at A: compliant\nflood at B: compliant\n" +
				"flood at C: compliant"},
		{"a building without flood", loan + tradeCase(all, sfha("LOAN"), two...),
			"flood itself: deficient, required 900000.00 USD, found 800000.00 USD, short 100000.00 USD\n" +
				"limit_too_low fail: 900000.00 USD / 800000.00 USD\n" +
				"flood at A: compliant\nflood at B: compliant\nflood at C: deficient\nasset_not_covered fail P1"},
		{"each building", loan + tradeCase(all, sfha("TARGET"), append(two, flood("P3", "C", "100000"))...),
			"flood at A: compliant, required 500000.00 USD, found 500000.00 USD\n" +
				"flood at B: deficient, required 400000.00 USD, found 300000.00 USD, short 100000.00 USD\n" +
				"limit_too_low fail: 400000.00 USD / 300000.00 USD\n" +
				"flood at C: deficient, required 300000.00 USD, found 100000.00 USD, short 200000.00 USD\n" +
				"limit_too_low fail: 300000.00 USD / 100000.00 USD"},
		{"what is still owed", loan + `"caseSays": {"outstandingBalance": "400000.00 USD"}, ` +
			tradeCase(inZones("600000 AE"), sfha("LOAN"), flood("P1", "A", "400000")),
			"flood itself: compliant, required 400000.00 USD, found 400000.00 USD\nflood at A: compliant"},
		{"the zone is not recorded", loan + tradeCase(inZones("600000"), sfha("TARGET")),
			"flood at A: unknown\napplicability_unknown unknown: flood zone /\nno_policy fail"},
		{"the zone is not recorded, and it is insured", loan + tradeCase(inZones("600000"), sfha("TARGET"), flood("P1", "A", "500000")),
			"flood at A: compliant, required 500000.00 USD, found 500000.00 USD"},
		{"two demands, one blanket", tradeCase(`"assets": [{"name": "A", "type": "commercialRealEstate", "value": "5000000.00 USD", `+
			`"state": "FL"}, {"name": "B", "type": "commercialRealEstate", "value": "5000000.00 USD", "state": "GA"}], `,
			demanded("building", `"fire"`, `"limitBasis": "INSURABLE_VALUE", "limitPercent": "100.00", "appliesWhen": {"states": ["FL"]}`)+", "+
				demanded("building", `"fire"`, `"limitBasis": "INSURABLE_VALUE", "limitPercent": "90.00", "appliesWhen": {"states": ["GA"]}`),
			written("P1", `"building"`, `"fire"`, "AB", `"limits": [{"kind": "total", "amount": "6000000.00 USD"}]`)),
			"building at A: deficient, required 5000000.00 USD, found 3157894.74 USD, short 1842105.26 USD\n" +
				"limit_too_low fail: 9500000.00 USD / 6000000.00 USD\n" +
				"building at B: deficient, required 4500000.00 USD, found 2842105.26 USD, short 1657894.74 USD\n" +
				"limit_too_low fail: 9500000.00 USD / 6000000.00 USD"},
	})
}

// TestComplianceOfTowers has check 10c.
func TestComplianceOfTowers(t *testing.T) {
	t.Parallel()
	layer := func(name, attachment, limit string) string {
		p := written(name, `"generalLiability"`, `"bodilyInjury"`, "A",
			`"limits": [{"kind": "perOccurrence", "amount": "`+limit+`.00 USD"}]`+attachment)
		if attachment != "" {
			p = strings.Replace(p, `"start"`, `"layer": "excess", "start"`, 1)
		}
		return p
	}
	at := func(amount string) string { return `, "attachment": "` + amount + `.00 USD"` }
	demand := demanded("generalLiability", `"bodilyInjury"`, `"minimumLimit": "10000000.00 USD"`)
	gapped := []string{layer("GL", "", "1000000"), layer("U1", at("1000000"), "4000000"), layer("U2", at("6000000"), "5000000")}
	const gap = "attachment_gap fail U2: 6000000.00 USD / 5000000.00 USD"
	requireTrade(t, []tradeExample{
		{"a gap", tradeCase("", demand, gapped...),
			"generalLiability: deficient, required 10000000.00 USD, found 5000000.00 USD, short 5000000.00 USD\n" +
				"limit_too_low fail: 10000000.00 USD / 5000000.00 USD\n" + gap},
		{"filled", tradeCase("", demand, append(gapped, layer("U3", at("5000000"), "1000000"))...),
			"generalLiability: compliant, required 10000000.00 USD, found 11000000.00 USD"},
		{"waived", tradeCase("", demand, gapped...) + `, "waivers": [{"coverageType": "generalLiability", "codes": ["attachment_gap"]}]`,
			"generalLiability: waived, required 10000000.00 USD, found 10000000.00 USD\n" + strings.Replace(gap, "fail", "waived", 1)},
	})
}
