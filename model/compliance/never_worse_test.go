package compliance_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/covertrack/covertrack/model"
)

// neverWorse are what makes no verdict worse. Each changes one thing of a version, of its n-th row or entry, and reports
// whether there is such a thing.
var neverWorse = map[string]func(w *naiveWorld, v *naiveVersion, n int) bool{
	"a greater amount of a row": func(w *naiveWorld, v *naiveVersion, n int) bool {
		return n < len(v.Limits) && v.Limits[n].Amount != "" && amountsAreFree(w, v) && multiply(&v.Limits[n].Amount, 3, 2)
	},
	"more months": func(_ *naiveWorld, v *naiveVersion, n int) bool {
		if n >= len(v.Limits) || v.Limits[n].Months == 0 {
			return false
		}
		v.Limits[n].Months += 6
		return true
	},
	"more extended days": func(_ *naiveWorld, v *naiveVersion, n int) bool {
		if n >= len(v.Limits) || v.Limits[n].Extended == nil {
			return false
		}
		v.Limits[n].Extended = new(*v.Limits[n].Extended + 60)
		return true
	},
	"a greater margin": func(_ *naiveWorld, v *naiveVersion, n int) bool {
		if n >= len(v.Limits) || v.Limits[n].Margin == "" {
			return false
		}
		v.Limits[n].Margin = "1000.00"
		return true
	},
	"longer notice": func(_ *naiveWorld, v *naiveVersion, n int) bool {
		if n > 0 || v.Notice == nil || v.Notice.Cancellation == 0 {
			return false
		}
		v.Notice = &naiveNotice{v.Notice.Cancellation + 30, v.Notice.NonPayment}
		return true
	},
	"a lower deductible": func(_ *naiveWorld, v *naiveVersion, n int) bool {
		return n == 0 && multiply(&v.Deductible, 1, 2)
	},
	"a lower deductible of perils": func(_ *naiveWorld, v *naiveVersion, n int) bool {
		if n >= len(v.Deductibles) {
			return false
		}
		d := &v.Deductibles[n]
		if d.Hours != nil {
			d.Hours = new(1)
			return true
		}
		if d.Percent != "" {
			d.Percent = "0.50"
			return true
		}
		return multiply(&d.Amount, 1, 2)
	},
	"lower coinsurance": func(_ *naiveWorld, v *naiveVersion, n int) bool {
		if n > 0 || v.Coinsurance == "" {
			return false
		}
		v.Coinsurance = "0.00"
		return true
	},
	"a lower attachment": func(_ *naiveWorld, v *naiveVersion, n int) bool { return n == 0 && multiply(&v.Attachment, 1, 2) },
	"one more endorsement": func(w *naiveWorld, v *naiveVersion, n int) bool {
		if n > 0 || v.Endorsements == nil {
			return false
		}
		for _, wish := range w.Demands {
			v.Endorsements = union(v.Endorsements, wish.Endorsements)
		}
		return true
	},
	"one exclusion less": func(_ *naiveWorld, v *naiveVersion, n int) bool {
		if n >= len(v.Exclusions) {
			return false
		}
		v.Exclusions = slices.Delete(v.Exclusions, n, n+1)
		return true
	},
	"one more insured": func(_ *naiveWorld, v *naiveVersion, n int) bool {
		if n > 1 || len(v.Insureds) == 0 {
			return false
		}
		v.Insureds = union(v.Insureds, []string{[]string{"insured1", "insured2"}[n]})
		return true
	},
	"a better rating": func(_ *naiveWorld, v *naiveVersion, n int) bool {
		if n >= len(v.Ratings) {
			return false
		}
		r := &v.Ratings[n]
		if grade := naiveGradeOf(model.RatingAgency(r.Agency), r.Rating, nil); grade.rating < 0 {
			return false
		}
		r.Rating = naiveScales[model.RatingAgency(r.Agency)][0]
		return true
	},
	"a better size": func(_ *naiveWorld, v *naiveVersion, n int) bool {
		if n >= len(v.Ratings) || v.naiveSaid.Ratings[n].Size == "" {
			return false
		}
		v.naiveSaid.Ratings[n].Size = "XV"
		return true
	},
	"a document": func(w *naiveWorld, v *naiveVersion, n int) bool {
		if n > 1 {
			return false
		}
		paper := naivePaper{Name: "document99", Category: []string{"policy", "binder"}[n]}
		for _, p := range w.Policies {
			if slices.ContainsFunc(p.Versions, func(o naiveVersion) bool { return o.Name == v.Name }) {
				paper.Evidences = []naiveEvidenced{{p.Name, v.Term}}
			}
		}
		w.Documents = append(w.Documents, paper)
		return true
	},
	"another policy": func(w *naiveWorld, v *naiveVersion, n int) bool {
		if n > 0 {
			return false
		}
		second := *v
		second.Name, second.Term, second.Number = "version99", 1, 1
		w.Policies = append(w.Policies, naiveCover{Name: "policy99", Status: "active", Versions: []naiveVersion{second}})
		return true
	},
}

// amountsAreFree is whether a greater amount is promised to make nothing worse: not "where a policy has a basic limit and a
// sublimit for a demanded peril and the requirement has minimumMonths, minimumExtendedDays or maximumDeductiblePercent", and
// not where "a deductible is a percentage of LIMIT".
func amountsAreFree(w *naiveWorld, v *naiveVersion) bool {
	if slices.ContainsFunc(v.Deductibles, func(d naiveBorne) bool { return d.Of == "LIMIT" }) {
		return false
	}
	sublimit := slices.ContainsFunc(v.Limits, func(l naiveLimit) bool { return len(l.Perils) > 0 })
	return !sublimit || !slices.ContainsFunc(w.Demands, func(d naiveWish) bool {
		return d.MinimumMonths > 0 || d.MinimumExtended > 0 || d.DeductiblePercent != ""
	})
}

// multiply makes an amount so many times as great.
func multiply(text *string, times, of int64) bool {
	money := naiveMoneyOf(naiveCash(*text))
	if money == nil || len(money.amount.FloatString(0)) > 12 {
		return false
	}
	money.amount = naiveRound(new(big.Rat).Mul(money.amount, big.NewRat(times, of)), money.currency, false)
	*text = money.money().String()
	return true
}

// TestComplianceNeverWorse tries each on random cases with what requirements ask and policies say besides.
func TestComplianceNeverWorse(outer *testing.T) {
	outer.Parallel()
	for name, better := range neverWorse {
		outer.Run(name, func(t *testing.T) {
			t.Parallel()
			naiveEach(t, *naiveCases/50, func(t *testing.T, number int, w naiveWorld) {
				naiveRequire(t, number, w, func(w naiveWorld) string { return worsens(w, better) })
			})
		})
	}
}

// worsens is what becomes worse by a change at any place of a case; "" if nothing does.
func worsens(w naiveWorld, better func(*naiveWorld, *naiveVersion, int) bool) string {
	before := w.facts().On(*naiveDay(w.Day))
	for i := range w.Policies {
		for k := range w.Policies[i].Versions {
			for n := range 4 {
				changed := naiveCopy(w)
				if !better(&changed, &changed.Policies[i].Versions[k], n) {
					break
				}
				if worse := worseOf(before, changed.facts().On(*naiveDay(w.Day))); worse != "" {
					return fmt.Sprintf("%s\n%+v\nbecomes\n%+v", worse, w.Policies[i].Versions[k], changed.Policies[i].Versions[k])
				}
			}
		}
	}
	return ""
}

func worseOf(before, after *model.Compliance) string {
	var worse []string
	say := func(what string, was, is model.Verdict) {
		if slices.Index(naiveVerdicts, is) > slices.Index(naiveVerdicts, was) {
			worse = append(worse, fmt.Sprintf("%s: was %s, is %s", what, was, is))
		}
	}
	for i, d := range before.Demands {
		say("requirement "+naiveCoverage(d.CoverageTypeID).Key, d.Verdict, after.Demands[i].Verdict)
		for k, t := range d.Targets {
			say("at "+naiveName(t.AssetID), t.Verdict, after.Demands[i].Targets[k].Verdict)
		}
	}
	return strings.Join(worse, "\n")
}
