package compliance_test

import (
	"slices"
	"strconv"
	"strings"

	"github.com/covertrack/covertrack/model/catalog"
)

// naiveMember is something new that requirements ask and policies say.
type naiveMember struct {
	name  string
	slice int // from which on both evaluators know it
	add   func(d naiveDice, w *naiveWorld)
}

// naiveMembers are the members that random cases have, those up to naiveSlice are switched on.
var naiveMembers = []naiveMember{
	{"insuredNamed", 2, naiveDice.addInsureds}, {"minimumRatings", 2, naiveDice.addRatings},
	{"occurrenceForm", 2, naiveDice.addOccurrence}, {"valuation", 2, naiveDice.addValuation},
	{"maximumCoinsurancePercent", 2, naiveDice.addCoinsurance}, {"endorsements", 2, naiveDice.addEndorsements},
	{"prohibitedExclusions", 2, naiveDice.addExclusions}, {"noticeDays", 2, naiveDice.addNotice},
	{"evidence", 2, naiveDice.addEvidence}, {"placement", 2, naiveDice.addPlacement},
	{"scheduled", 3, naiveDice.addScheduled}, {"sublimits", 3, naiveDice.addSublimits},
	{"coverageTypes", 3, naiveDice.addSeveralTypes}, {"margin", 3, naiveDice.addMargin},
	{"otherValues", 3, naiveDice.addOtherValues}, {"periods", 3, naiveDice.addPeriods},
	{"minimumAggregate", 3, naiveDice.addAggregate},
	{"deductibles", 4, naiveDice.addDeductibles}, {"maximumDeductibles", 4, naiveDice.addMaximums},
	{"appliesWhen", 5, naiveDice.addConditions}, {"flood", 5, naiveDice.addFlood}, {"LOAN", 5, naiveDice.addLoan},
	{"attachment", 6, naiveDice.addAttachments},
	{"carriedOver", 2, naiveDice.addCarriedOver},
}

// addMembers adds "at most four new members".
func (d naiveDice) addMembers(w *naiveWorld) {
	var known []naiveMember
	for _, m := range naiveMembers {
		if m.slice <= naiveSlice {
			known = append(known, m)
		}
	}
	if len(known) == 0 {
		return
	}
	for range d.IntN(5) {
		at := d.IntN(len(known))
		known[at].add(d, w)
	}
	tower := slices.ContainsFunc(w.Policies, func(p naiveCover) bool {
		return slices.ContainsFunc(p.Versions, func(v naiveVersion) bool { return v.Attachment != "" })
	})
	for _, p := range w.Policies {
		for i := range p.Versions {
			p.Versions[i].ofOneCurrency(tower)
		}
	}
}

// ofOneCurrency makes rows beside a sublimit of its currency: of two rows of two currencies nobody knows which counts. So
// are those of towers.
func (v *naiveVersion) ofOneCurrency(tower bool) {
	if !tower && !slices.ContainsFunc(v.Limits, func(l naiveLimit) bool { return len(l.Perils) > 0 }) {
		return
	}
	for i := range v.Limits {
		if v.Limits[i].Amount != "" && !strings.HasSuffix(v.Limits[i].Amount, "USD") {
			v.Limits[i].Amount = "500000.00 USD"
		}
	}
}

// eachVersion changes the versions of policies, most of them.
func (d naiveDice) eachVersion(w *naiveWorld, change func(*naiveVersion)) {
	for i := range w.Policies {
		for k := range w.Policies[i].Versions {
			if d.chance(85) {
				change(&w.Policies[i].Versions[k])
			}
		}
	}
}

// aDemand is one of the requirements.
func (d naiveDice) aDemand(w *naiveWorld) *naiveWish { return &w.Demands[d.IntN(len(w.Demands))] }

func (d naiveDice) addInsureds(w *naiveWorld) {
	w.Insureds = nil
	for i := range naiveOne(d, 0, 1, 1, 2) {
		name := strconv.Itoa(i + 1)
		w.Insureds = append(w.Insureds, naiveInsured{"insured" + name, "Insured " + name})
	}
	d.aDemand(w).InsuredNamed = naiveOne(d, "ANY", "ALL")
	d.eachVersion(w, func(v *naiveVersion) {
		v.Insureds = naiveOne(d, []string{"insured1", "insured2"}, []string{"insured1"}, []string{"insured3"}, []string{})
	})
}

func (d naiveDice) addRatings(w *naiveWorld) {
	wish := d.aDemand(w)
	wish.MinimumRating = ""
	wish.Ratings = nil
	for range naiveOne(d, 1, 1, 2) {
		wish.Ratings = append(wish.Ratings, naiveOne(d, naiveRated{"AM_BEST", "A-", "VII"},
			naiveRated{"AM_BEST", "B++", ""}, naiveRated{"DEMOTECH", "A", ""}, naiveRated{"SP", "A-", ""}, naiveRated{"MOODYS", "Baa1", ""}))
	}
	d.eachVersion(w, func(v *naiveVersion) {
		v.Ratings = []naiveRated{}
		for range naiveOne(d, 0, 1, 1, 2) {
			v.Ratings = append(v.Ratings, naiveOne(d, naiveRated{"AM_BEST", "A", "X"}, naiveRated{"AM_BEST", "A-", "VII"},
				naiveRated{"AM_BEST", "A", ""}, naiveRated{"AM_BEST", "B+ u", "VIII"}, naiveRated{"AM_BEST", "A- g", "III"},
				naiveRated{"AM_BEST", "NR", ""}, naiveRated{"DEMOTECH", "A′", ""}, naiveRated{"DEMOTECH", "S", ""},
				naiveRated{"SP", "A+", ""}, naiveRated{"SP", "BBB", ""}, naiveRated{"MOODYS", "A3", ""}, naiveRated{"MOODYS", "Ba1", ""}))
		}
	})
}

func (d naiveDice) addOccurrence(w *naiveWorld) {
	d.aDemand(w).OccurrenceForm = true
	d.eachVersion(w, func(v *naiveVersion) { v.ClaimsMade = new(d.chance(20)) })
}

var naiveValuations = []string{"replacementCost", "actualCashValue", "agreedValue", "functionalReplacementCost"}

func (d naiveDice) addValuation(w *naiveWorld) {
	d.aDemand(w).Valuation = append(d.some(30, naiveValuations[1:]...), "replacementCost")
	d.eachVersion(w, func(v *naiveVersion) {
		v.Valuation = naiveOne(d, "replacementCost", "replacementCost", naiveOne(d, naiveValuations...))
	})
}

func (d naiveDice) addCoinsurance(w *naiveWorld) {
	d.aDemand(w).Coinsurance = naiveOne(d, "0.00", "80.00", "90.00")
	d.eachVersion(w, func(v *naiveVersion) {
		v.Coinsurance = naiveOne(d, "0.00", "0.00", "80.00", "90.00", "100.00", "")
		v.Valuation = d.maybe(40, naiveValuations...)
	})
}

func (d naiveDice) addEndorsements(w *naiveWorld) {
	keys := naiveKeys(2, catalog.Endorsements.Ordered, func(e *catalog.Endorsement) string { return e.Key })
	d.aDemand(w).Endorsements = append(d.some(40, keys[1]), keys[0])
	d.eachVersion(w, func(v *naiveVersion) { v.Endorsements = append([]string{}, d.some(80, keys...)...) })
}

func (d naiveDice) addExclusions(w *naiveWorld) {
	keys := naiveKeys(2, catalog.Exclusions.Ordered, func(e *catalog.Exclusion) string { return e.Key })
	d.aDemand(w).Exclusions = append(d.some(40, keys[1]), keys[0])
	d.eachVersion(w, func(v *naiveVersion) { v.Exclusions = append([]string{}, d.some(15, keys...)...) })
}

// naiveKeys are the first keys of a catalog.
func naiveKeys[T any](n int, of []T, key func(T) string) (keys []string) {
	for _, entry := range of[:n] {
		keys = append(keys, key(entry))
	}
	return keys
}

func (d naiveDice) addNotice(w *naiveWorld) {
	d.aDemand(w).Notice = &naiveNotice{naiveOne(d, 0, 30, 30), naiveOne(d, 10, 10, 0)}
	d.eachVersion(w, func(v *naiveVersion) {
		v.Notice = &naiveNotice{naiveOne(d, 30, 30, 60, 10, 0), naiveOne(d, 10, 10, 30, 5, 0)}
	})
}

func (d naiveDice) addEvidence(w *naiveWorld) {
	d.aDemand(w).Evidence = &naiveOnFile{Categories: []string{"policy"}, Temporary: []string{"binder"}, Days: naiveOne(d, 30, 60, 180)}
	w.Documents = nil
	for i, p := range w.Policies {
		if d.chance(15) {
			continue
		}
		paper := naivePaper{Name: "document" + strconv.Itoa(i+1), Category: naiveOne(d, "policy", "policy", "binder", "appraisal")}
		if _, ok := catalog.DocumentCategories.ByRef(paper.Category); !ok {
			paper.Category = "policy"
		}
		for _, v := range p.Versions {
			if d.chance(85) {
				paper.Evidences = append(paper.Evidences, naiveEvidenced{p.Name, v.Term})
			}
		}
		w.Documents = append(w.Documents, paper)
	}
}

func (d naiveDice) addPlacement(w *naiveWorld) {
	d.eachVersion(w, func(v *naiveVersion) { v.Placement = naiveOne(d, "voluntary", "lenderPlaced") })
}

func (d naiveDice) addSeveralTypes(w *naiveWorld) {
	d.eachVersion(w, func(v *naiveVersion) {
		extra := naiveOne(d, "building", "businessIncome", "generalLiability", "autoLiability", naiveOne(d, w.Demands...).Coverage)
		if extra == v.Coverage[0] {
			return
		}
		if len(v.Coverage) == 1 {
			v.Coverage = append(v.Coverage, extra)
		}
		if d.chance(60) {
			v.Limits = nil
		}
		d.addRow(v, naiveRowTerms{Types: []string{v.Coverage[0], v.Coverage[1]}})
	})
}

// addMargin adds margin clauses. Whether a part is shown that is held against a value of another currency is not compared.
func (d naiveDice) addMargin(w *naiveWorld) {
	d.eachVersion(w, func(v *naiveVersion) {
		v.StatedValues = map[string]string{}
		for _, a := range w.Assets {
			foreign := false
			for _, value := range a.Values {
				foreign = foreign || !strings.HasSuffix(value, "USD")
			}
			if foreign || d.chance(60) {
				v.StatedValues[a.Name] = naiveOne(d, "500000.00", "250000.00", "1000000.00", "333333.33") + " USD"
			}
		}
		for i := range v.Limits {
			if v.Limits[i].Kind == "total" && strings.HasSuffix(v.Limits[i].Amount, "USD") {
				v.Limits[i].Margin = naiveOne(d, "100.00", "110.00", "125.00", "1000.00")
			}
		}
	})
}

func (d naiveDice) addOtherValues(w *naiveWorld) {
	d.eachVersion(w, func(v *naiveVersion) {
		for i := range v.Limits {
			if v.Limits[i].Kind == "total" {
				v.Limits[i].Other = d.amount("500000.00", "1000000.00", "333333.33")
			}
		}
	})
}

func (d naiveDice) addPeriods(w *naiveWorld) {
	w.rename("building", "businessIncome")
	for i := range w.Demands {
		if w.Demands[i].Coverage == "businessIncome" {
			w.Demands[i].MinimumMonths, w.Demands[i].MinimumExtended = naiveOne(d, 0, 12, 12, 18), naiveOne(d, 0, 30, 90)
		}
	}
	d.eachVersion(w, func(v *naiveVersion) {
		for i := range v.Limits {
			row := &v.Limits[i]
			if row.Coverage != "businessIncome" {
				continue
			}
			row.Sustained, row.Months = d.chance(30), naiveOne(d, 0, 6, 12, 12, 18)
			row.Extended = naiveOne(d, nil, new(0), new(30), new(90))
			if d.chance(30) && (row.Sustained || row.Months > 0) {
				row.Amount = ""
			}
		}
	})
}

// rename makes what is of one coverage type of another.
func (w *naiveWorld) rename(from, to string) {
	change := func(key *string) {
		if *key == from {
			*key = to
		}
	}
	for i := range w.Demands {
		change(&w.Demands[i].Coverage)
	}
	for i := range w.Waivers {
		change(&w.Waivers[i].Coverage)
	}
	for _, p := range w.Policies {
		for i := range p.Versions {
			v := &p.Versions[i]
			for k := range v.Coverage {
				change(&v.Coverage[k])
			}
			if slices.Contains(v.Coverage[1:], v.Coverage[0]) {
				v.Coverage = v.Coverage[:1]
			}
			for k := range v.Limits {
				change(&v.Limits[k].Coverage)
			}
		}
	}
}

func (d naiveDice) addAttachments(w *naiveWorld) {
	d.eachVersion(w, func(v *naiveVersion) {
		if v.Layer != "primary" {
			v.Attachment = naiveOne(d, "1000000.00", "500000.00", "2000000.00", "0.00", "1500000.00") + " USD"
		}
	})
}

func (d naiveDice) addCarriedOver(w *naiveWorld) {
	w.CarriedOver = naiveOne(d, "UNKNOWN", "UNKNOWN", "ACCEPT")
	d.eachVersion(w, func(v *naiveVersion) { v.CarriedOver = d.some(20, "carrier", "limits", "deductibles") })
}
