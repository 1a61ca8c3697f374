package compliance_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/covertrack/covertrack/model/catalog"
)

// naiveDice makes random worlds. They are small, so that ties, equal days and sums that are just reached are common:
// policies are as demanded, but for a few things.
type naiveDice struct{ *rand.Rand }

// chance is true in so many of a hundred cases.
func (d naiveDice) chance(percent int) bool { return d.IntN(100) < percent }

func naiveOne[T any](d naiveDice, of ...T) T { return of[d.IntN(len(of))] }

// some are the texts of which each is taken with the chance.
func (d naiveDice) some(percent int, of ...string) (taken []string) {
	for _, text := range of {
		if d.chance(percent) {
			taken = append(taken, text)
		}
	}
	return taken
}

// maybe is one of the texts with the chance, else "".
func (d naiveDice) maybe(percent int, of ...string) string {
	if !d.chance(percent) {
		return ""
	}
	return naiveOne(d, of...)
}

var (
	naiveDays = []string{
		"2025-01-01", "2025-06-15", "2025-12-31", "2026-01-01", "2026-03-01", "2026-06-14", "2026-06-15", "2026-06-16",
		"2026-07-01", "2026-12-31", "2027-01-01", "2027-06-15",
	}
	naiveTypesOfClause = []string{"mortgagee", "lendersLossPayable", "lossPayee"}
	naiveForms         = []string{"Special", "Broad", "Basic"}
	naiveReadable      = []string{
		"A++", "A+", "A", "A-", "B++", "B+", "B", "C+", "D", "a- xv", " A+ ", "A+ (XV)", "A, IX", "B++: V", "A/VIII",
		"A- [X]",
	}
	naiveUnreadable = []string{"NR", "A*", "A -", "AXV", "excellent", "A 15", "A+ (", "A-XV", "A++ +"}
)

// amount is of dollars, and seldom of something else.
func (d naiveDice) amount(of ...string) string {
	switch dice := d.IntN(100); {
	case dice < 4:
		return naiveOne(d, of...) + " EUR"
	case dice < 5:
		return naiveOne(d, "70000000 JPY", "80000001 JPY")
	case dice < 6:
		return naiveOne(d, "999999999999999999.99 USD", "100000000000000000.01 USD")
	default:
		return naiveOne(d, of...) + " USD"
	}
}

// world makes a case.
func (d naiveDice) world() naiveWorld {
	w := naiveWorld{Day: naiveOne(d, "2026-06-15", "2026-06-15", "2026-06-15", naiveOne(d, naiveDays...))}
	if d.chance(85) {
		w.Loan = d.amount("1000000.00", "500000.00", "300000.00", "600000.01", naiveOne(d, "0.00", "333333.33", "333333.33"))
	}
	if d.chance(15) {
		w.AssetTypes = []string{"commercialRealEstate", "residentialRealEstate", "equipment", "constructionProject"}
	}
	for i := range d.IntN(3) {
		w.Holders = append(w.Holders, naiveHolder{"holder" + strconv.Itoa(i+1), d.some(60, naiveTypesOfClause...)})
	}
	for range naiveOne(d, 1, 1, 1, 2) {
		w.Demands = append(w.Demands, d.demand(w.Holders))
	}
	for i := range naiveOne(d, 0, 1, 1, 2, 2, 3) {
		w.Assets = append(w.Assets, d.asset(i+1, w.Demands[0].Coverage == "keyPersonLife"))
	}
	for i := range naiveOne(d, 0, 1, 2, 2, 3) {
		w.Clauses = append(w.Clauses, d.clause(i+1, w))
	}
	for i := range naiveOne(d, 0, 1, 1, 2, 2, 2, 3, 3, 4, 5) {
		w.addPolicy(d, i+1)
	}
	for i := range naiveOne(d, 0, 0, 1, 1, 2, 3) {
		w.Waivers = append(w.Waivers, d.waiver(i+1, w))
	}
	d.addMembers(&w)
	for i := range w.Assets {
		if w.Assets[i].Type == "vehicle" && naiveSlice < 5 {
			w.Assets[i].Type = "equipment"
		}
	}
	return w
}

// clause makes one that is often as demanded.
func (d naiveDice) clause(number int, w naiveWorld) naiveClause {
	c := naiveClause{
		"clause" + strconv.Itoa(number), naiveOne(d, "holder1", "holder2", "holder3"), naiveOne(d, naiveTypesOfClause...),
	}
	wish := naiveOne(d, w.Demands...)
	if wish.ClauseType != "" && d.chance(70) {
		c.Type = wish.ClauseType
		c.Holder = d.holder(c.Type, w.Holders)
	}
	if wish.Holder != "" && d.chance(70) || c.Holder == "" {
		c.Holder = naiveOne(d, wish.Holder, wish.Holder, "holder1")
	}
	if c.Holder == "" {
		c.Holder = "holder3"
	}
	return c
}

// Demand makes one that the specification allows.
func (d naiveDice) demand(holders []naiveHolder) naiveWish {
	wish := naiveWish{Coverage: naiveOne(d, "building", "building", "building", "flood", "windstorm", "businessIncome",
		"generalLiability", "generalLiability", "generalLiability", "umbrellaExcess", "umbrellaExcess", "autoLiability",
		"crime", "autoPhysicalDamage", "keyPersonLife", "keyPersonLife", "buildersRisk", "liquorLiability")}
	coverage, _ := catalog.CoverageTypes.ByRef(wish.Coverage)
	if d.chance(25) {
		wish.AssetTypes = d.some(70, "commercialRealEstate", "residentialRealEstate", "equipment", "inventory", "keyPerson")
	}
	if d.chance(95) {
		for range naiveOne(d, 1, 1, 2, 2, 3) {
			if key := naiveOne(d, coverage.Perils...).Key; !slices.Contains(wish.Perils, key) {
				wish.Perils = append(wish.Perils, key)
			}
		}
	}
	if d.chance(70) {
		wish.MinimumLimit = d.amount("1000000.00", "500000.00", "250000.00", "333333.33", "0.01", "0.00")
	}
	if d.chance(35) {
		wish.LimitBasis = d.basis(wish, coverage.CoverageGroup)
		wish.LimitPercent = d.maybe(60, "100.00", "80.00", "33.33", "125.00", "0.01")
	}
	if d.chance(25) {
		wish.MaximumDeductible = d.amount("10000.00", "25000.00")
	}
	wish.DeductiblePercent = d.maybe(15, "1.00", "2.50", "0.00", "5.00")
	wish.ClauseType = d.maybe(30, naiveTypesOfClause...)
	wish.MinimumRating = d.maybe(25, "A", "A-", "B++", "B")
	if d.chance(30) {
		wish.FormTypes = d.some(60, naiveForms...)
	}
	if d.chance(20) {
		wish.Holder = d.holder(wish.ClauseType, holders)
	}
	return wish
}

// holder is one "of the profile where that names any and supports the type", "" if there is none.
func (d naiveDice) holder(clauseType string, holders []naiveHolder) string {
	if len(holders) == 0 {
		return naiveOne(d, "holder1", "holder2")
	}
	for _, h := range holders {
		if clauseType == "" || slices.Contains(h.Types, clauseType) {
			return h.Name
		}
	}
	return ""
}

// basis is one that fits: "A basis with an insurable value needs a demand that is held against assets, and FLOOD one
// that is not of life".
func (d naiveDice) basis(wish naiveWish, group catalog.CoverageGroup) string {
	atCase := group == catalog.CoverageGroupLiability ||
		(wish.Coverage == "crime" || wish.Coverage == "autoPhysicalDamage") && len(wish.AssetTypes) == 0
	switch {
	case atCase:
		return "LOAN_AMOUNT"
	case group == catalog.CoverageGroupLife:
		return naiveOne(d, "LOAN_AMOUNT", "INSURABLE_VALUE", "LESSER")
	default:
		return naiveOne(d, "LOAN_AMOUNT", "INSURABLE_VALUE", "LESSER", "FLOOD")
	}
}

func (d naiveDice) asset(number int, person bool) naiveAsset {
	a := naiveAsset{Name: "asset" + strconv.Itoa(number), Created: d.IntN(3), Values: map[string]string{}}
	a.Type = naiveOne(d, "commercialRealEstate", "commercialRealEstate", "commercialRealEstate", "residentialRealEstate",
		"residentialRealEstate", "equipment", "constructionProject", "inventory", "vehicle", "keyPerson",
		"businessOperations")
	if person && d.chance(70) {
		a.Type = "keyPerson"
	}
	key := map[string]string{
		"commercialRealEstate": "replacementCost", "residentialRealEstate": "replacementCost", "equipment": "value",
		"inventory": "value", "constructionProject": "contractAmount", "keyPerson": "requiredAmount",
	}[a.Type]
	if key != "" && d.chance(80) {
		a.Values[key] = d.amount("1000000.00", "500000.00", "250000.00", "200000.01", "0.00")
	}
	return a
}

// addPolicy adds a policy with its terms and cancellations, made for one of the demands.
func (w *naiveWorld) addPolicy(d naiveDice, number int) {
	p := naiveCover{Name: "policy" + strconv.Itoa(number), Status: "active"}
	switch {
	case d.chance(5):
		p.Status, p.HeldFrom = "onHold", naiveOne(d, "active", "renewalInProgress")
	case d.chance(8):
		p.Status = "deactivated"
		if d.chance(30) {
			p.Status, p.HeldFrom = "onHold", "deactivated"
		}
		p.Deactivated = naiveOne(d, naiveDays...) + naiveOne(d, "T00:00:00Z", "T12:00:00Z", "T23:30:00-05:00")
	}
	wish := naiveOne(d, w.Demands...)
	layer := naiveOne(d, "primary", "primary", "primary", "excess", "umbrella")
	if number == 1 && d.chance(70) {
		layer = "primary"
	}
	terms := d.terms()
	for _, dates := range terms {
		if d.chance(8) {
			wish, layer = naiveOne(d, w.Demands...), naiveOne(d, "primary", "excess", "umbrella")
		}
		for range naiveOne(d, 1, 1, 1, 1, 2) {
			v := d.version(*w, wish, layer)
			v.Number = len(p.Versions) + 1
			v.Name, v.Term = fmt.Sprintf("version%d%d", number, v.Number), dates.term
			v.Start, v.End = dates.start, dates.end
			p.Versions = append(p.Versions, v)
		}
	}
	w.Policies = append(w.Policies, p)
	if d.chance(15) {
		w.cancel(d, p.Name, naiveOne(d, terms...))
	}
}

type naiveTermDates struct {
	term       int
	start, end string
}

// terms are those of a policy: each known start is after the ones before, each end after its start.
func (d naiveDice) terms() (terms []naiveTermDates) {
	starts := [][]string{
		{"2026-01-01"}, {"2026-01-01"}, {"2026-01-01"}, {"2026-01-01"}, {"2026-01-01"}, {"2025-06-15"}, {"2026-06-15"},
		{"2026-06-16"}, {"2025-01-01"}, {"2025-06-15", "2026-06-15"}, {"2025-01-01", "2026-01-01"},
		{"2026-01-01", "2027-01-01"}, {"2025-12-31", "2026-07-01"},
		{"2025-01-01", "2025-12-31", "2026-12-31"},
	}
	chain := naiveOne(d, starts...)
	unknown := naiveOne(d, 5, 5, 5, 5, 40)
	for i, start := range chain {
		t := naiveTermDates{term: i + 1, start: start, end: naiveDay(start).AddDate(1, 0, 0).Format(time.DateOnly)}
		if d.chance(20) {
			t.end = naiveOne(d, naiveDays...)
			if t.end <= t.start {
				t.end = naiveDay(start).AddDate(0, 0, 1).Format(time.DateOnly)
			}
		}
		if d.chance(unknown) {
			t.start = ""
		}
		if d.chance(unknown) {
			t.end = ""
		}
		terms = append(terms, t)
	}
	return terms
}

// cancel adds a cancellation of a term, and sometimes its reinstatement and another cancellation.
func (w *naiveWorld) cancel(d naiveDice, policy string, t naiveTermDates) {
	within := slices.DeleteFunc(append(slices.Clone(naiveDays), t.start), func(day string) bool {
		return day == "" || day < t.start || t.end != "" && day >= t.end
	})
	if d.chance(10) { // the term's dates were corrected since
		within = slices.Clone(naiveDays)
	}
	if len(within) == 0 {
		return
	}
	c := naiveCancellation{Policy: policy, Term: t.term, Effective: naiveOne(d, within...)}
	if d.chance(40) {
		later := slices.DeleteFunc(within, func(day string) bool { return day < c.Effective })
		c.Reinstated = naiveOne(d, later...)
		if again := naiveOne(d, later...); again > c.Reinstated && d.chance(40) {
			w.Cancellations = append(w.Cancellations, naiveCancellation{Policy: policy, Term: t.term, Effective: again})
		}
	}
	w.Cancellations = append(w.Cancellations, c)
}

// naiveNewCodes are those of the second round that both evaluators know.
func naiveNewCodes() []string {
	codes := []string{
		"insured_not_named", "insured_unknown", "claims_made", "form_unknown", "valuation_not_accepted", "valuation_unknown",
		"coinsurance_too_high", "coinsurance_unknown", "endorsement_missing", "endorsement_unknown", "excluded",
		"exclusion_unknown", "notice_too_short", "notice_unknown", "evidence_missing", "evidence_temporary",
		"rating_too_low", "rating_unknown", "not_confirmed",
	}
	if naiveSlice >= 3 {
		codes = append(codes, "aggregate_too_low", "period_too_short", "period_unknown", "limit_too_low", "limit_unknown")
	}
	if naiveSlice >= 4 {
		codes = append(codes, "deductible_too_high", "deductible_unknown", "currency_differs", "peril_missing")
	}
	if naiveSlice >= 6 {
		codes = append(codes, "attachment_gap")
	}
	return codes
}

// details are perils of the requirement, or items.
func (d naiveDice) details(w naiveWorld) []string {
	wish := naiveOne(d, w.Demands...)
	if len(wish.Perils) > 0 && d.chance(60) && naiveSlice >= 4 {
		return []string{naiveOne(d, wish.Perils...)}
	}
	keys := naiveKeys(2, catalog.Exclusions.Ordered, func(e *catalog.Exclusion) string { return e.Key })
	return []string{naiveOne(d, "cancellation", naiveOne(d, keys...))}
}

// waiver makes one of those that a client may write.
func (d naiveDice) waiver(number int, w naiveWorld) naiveConsent {
	c := naiveConsent{
		Name: "waiver" + strconv.Itoa(number), Coverage: naiveOne(d, w.Demands...).Coverage,
		State:   naiveOne(d, "approved", "approved", "approved", "approved", "requested", "rejected", "revoked"),
		Expires: d.maybe(40, naiveDays...),
	}
	if len(w.Assets) > 0 && d.chance(25) {
		c.Asset = naiveOne(d, w.Assets...).Name
	}
	codes := []string{
		"dates_unknown", "asset_not_covered", "clause_missing", "rating_too_low", "rating_unknown", "form_not_accepted",
		"form_unknown", "deductible_too_high", "deductible_unknown", "currency_differs", "peril_missing", "limit_too_low",
		"limit_unknown", "required_amount_unknown",
	}
	if naiveSlice > 1 && d.chance(50) {
		codes = naiveNewCodes()
	}
	switch {
	case d.chance(15):
	case d.chance(20):
		c.Codes = append(d.some(10, codes...), "no_policy")
	default:
		c.Codes = append(d.some(20, codes...), naiveOne(d, codes...))
		slices.Sort(c.Codes)
		c.Codes = slices.Compact(c.Codes)
	}
	if naiveSlice > 1 && d.chance(10) && !slices.Contains(c.Codes, "no_policy") {
		c.Details = d.details(w)
	}
	return c
}
