package compliance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
)

// The properties of section 8.3: more cover, better terms and more consent never worsen a verdict at any target.

var verdictRanks = map[model.Verdict]int{
	model.VerdictCompliant: 0, model.VerdictWaived: 1, model.VerdictUnknown: 2, model.VerdictDeficient: 3,
}

// improvements change one thing for the better. Each reports whether the case has such a thing.
var improvements = map[string]func(t *rapid.T, e *example) bool{
	"a policy is added": func(t *rapid.T, e *example) bool {
		e.Policies = append(e.Policies, drawPolicy(t, len(e.Policies)))
		return true
	},
	"a limit is raised": func(t *rapid.T, e *example) bool {
		return improveTerm(t, e, func(term *exampleTerm) bool {
			if len(term.Limits) == 0 {
				return false
			}
			l := &term.Limits[rapid.IntRange(0, len(term.Limits)-1).Draw(t, "limit")]
			m := moneyOrNil(l.Amount)
			l.Amount = "9" + m.Amount + " " + m.Currency
			return true
		})
	},
	"a peril is evidenced": func(t *rapid.T, e *example) bool {
		return improveTerm(t, e, func(term *exampleTerm) bool {
			peril := drawPerils(t)
			for _, name := range slices.Sorted(maps.Keys(term.Assets)) {
				term.Assets[name] = union(term.Assets[name], peril)
			}
			term.Perils = union(term.Perils, peril)
			return true
		})
	},
	"a deductible is lowered": func(t *rapid.T, e *example) bool {
		return improveTerm(t, e, func(term *exampleTerm) bool {
			m := moneyOrNil(term.Deductible)
			if m == nil {
				return false
			}
			term.Deductible = "1.00 " + m.Currency
			return true
		})
	},
	"a clause is added": func(t *rapid.T, e *example) bool {
		return improveTerm(t, e, func(term *exampleTerm) bool {
			term.Clauses = append(term.Clauses, drawClause(t))
			return true
		})
	},
	"a carrier is rated better": func(t *rapid.T, e *example) bool {
		return improveTerm(t, e, func(term *exampleTerm) bool {
			term.Rating = "A++"
			return true
		})
	},
	"a document comes": func(t *rapid.T, e *example) bool {
		e.Documents = append(e.Documents, drawDocument(t))
		return true
	},
	"one more insured": func(t *rapid.T, e *example) bool {
		return improveTerm(t, e, func(term *exampleTerm) bool {
			isNamed := len(term.Insureds) > 0
			term.Insureds = union(term.Insureds, []string{"Birch"})
			return isNamed
		})
	},
	"notice is longer":          saysBetter(`"noticeDays":{"cancellation":20}`, `"noticeDays":{"cancellation":40}`),
	"coinsurance is lower":      saysBetter(`"coinsurancePercent":"90.00"`, `"coinsurancePercent":"70.00"`),
	"one more endorsement":      saysBetter(`"endorsements":[]`, `"endorsements":["@endorsement/followForm"]`),
	"a total is raised":         saysBetter(`"amount":"400000.00 USD","marginPercent"`, `"amount":"900000.00 USD","marginPercent"`),
	"a margin is wider":         saysBetter(`"marginPercent":"110.00"`, `"marginPercent":"150.00"`),
	"a sublimit is raised":      saysBetter(`"amount":"300000.00 USD"}]`, `"amount":"900000.00 USD"}]`),
	"a shared row is raised":    saysBetter(`"amount":"400000.00 USD","otherValues"`, `"amount":"900000.00 USD","otherValues"`),
	"a scheduled row is raised": saysBetter(`"asset":"@9 Elm St","amount":"100000.00 USD"`, `"asset":"@9 Elm St","amount":"900000.00 USD"`),
	"a percentage is lowered":   saysBetter(`"percent":"2.00"`, `"percent":"1.00"`),
	"one exclusion less":        saysBetter(`"exclusions":["@exclusion/war"]`, `"exclusions":[]`),
	"a waiver is approved": func(t *rapid.T, e *example) bool {
		e.Waivers = append(e.Waivers, drawWaiver(t))
		return true
	},
}

// saysBetter replaces what a term says.
func saysBetter(worse, better string) func(*rapid.T, *example) bool {
	return func(t *rapid.T, e *example) bool {
		return improveTerm(t, e, func(term *exampleTerm) bool {
			said := strings.ReplaceAll(string(term.Says), ": ", ":")
			if !strings.Contains(said, worse) {
				return false
			}
			term.Says = json.RawMessage(strings.Replace(said, worse, better, 1))
			return true
		})
	}
}

func TestComplianceIsMonotone(t *testing.T) {
	t.Parallel()
	for name, improve := range improvements {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				e := drawExample(t)
				before := e.facts(t, newNames()).On(date(t, e.Day))
				better := clone(t, e)
				if !improve(t, &better) {
					return
				}
				requireNotWorse(t, before, better.facts(t, newNames()).On(date(t, e.Day)))
			})
		})
	}
}

// Time alone worsens nothing while no term, cover or waiver ends and no term begins that replaces another.
func TestComplianceDoesNotWorsenWithTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := drawExample(t)
		facts := e.facts(t, newNames())
		day := date(t, e.Day)
		later := day.AddDate(0, 0, rapid.IntRange(1, 60).Draw(t, "days"))
		if endsBetween(t, e, day, later) {
			return
		}
		requireNotWorse(t, facts.On(day), facts.On(later))
	})
}

// NextChangeOn is the first later day on which something differs: held against each of the next days.
func TestComplianceNextChange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) { requireNextChange(t, drawExample(t), 120) })
}

func requireNextChange(t *rapid.T, e example, days int) {
	facts := e.facts(t, newNames())
	now := facts.On(date(t, e.Day))
	last := now.On.AddDate(0, 0, days)
	for day := now.On.AddDate(0, 0, 1); !day.After(last); day = day.AddDate(0, 0, 1) {
		if differs(now, facts.On(day)) {
			require.NotNil(t, now.NextChangeOn, day)
			require.Equal(t, day, *now.NextChangeOn)
			return
		}
	}
	require.True(t, now.NextChangeOn == nil || now.NextChangeOn.After(last), now.NextChangeOn)
}

// The same with many policies for one demand, most of which do not matter on most days.
func TestComplianceNextChangeOfManyPolicies(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := drawExample(t)
		e.Requirements = e.Requirements[:1]
		for place := range rapid.IntRange(6, 12).Draw(t, "more") {
			p := drawPolicy(t, len(e.Policies)+place)
			for i := range p.Terms {
				p.Terms[i].CoverageTypes = union(p.Terms[i].CoverageTypes, []string{e.Requirements[0].CoverageType})
			}
			e.Policies = append(e.Policies, p)
		}
		requireNextChange(t, e, 400)
	})
}

// The order of the records does not matter, and what On returns does not change.
func TestComplianceIgnoresOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		facts := drawExample(t).facts(t, newNames())
		day := date(t, "2026-06-01")
		want := facts.On(day)
		slices.Reverse(facts.Assets)
		slices.Reverse(facts.Policies)
		slices.Reverse(facts.Versions)
		slices.Reverse(facts.Clauses)
		slices.Reverse(facts.Cancellations)
		slices.Reverse(facts.Waivers)
		require.Equal(t, want, facts.On(day))
	})
}

func requireNotWorse(t *rapid.T, before, after *model.Compliance) {
	for i, d := range before.Demands {
		for j, at := range d.Targets {
			then := after.Demands[i].Targets[j]
			require.LessOrEqual(t, verdictRanks[then.Verdict], verdictRanks[at.Verdict], "%v\n%v", at, then)
		}
	}
}

// differs reports whether the verdict, a finding or the shortfall of a target differs.
func differs(a, b *model.Compliance) bool {
	text := func(c *model.Compliance) (s string) {
		for _, d := range c.Demands {
			for _, at := range d.Targets {
				s += fmt.Sprint(at.Verdict, amountText(at.Shortfall), ";")
				for _, f := range at.Findings {
					s += fmt.Sprint(f.Code, f.Outcome, f.PerilID, f.Counted, ",")
					if f.Item != nil {
						s += *f.Item
					}
				}
			}
		}
		return s
	}
	return text(a) != text(b)
}

func clone(t *rapid.T, e example) (copied example) {
	text, err := json.Marshal(e)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &copied))
	return copied
}

func improveTerm(t *rapid.T, e *example, improve func(*exampleTerm) bool) bool {
	if len(e.Policies) == 0 {
		return false
	}
	terms := e.Policies[rapid.IntRange(0, len(e.Policies)-1).Draw(t, "policy")].Terms
	return improve(&terms[rapid.IntRange(0, len(terms)-1).Draw(t, "term")])
}

func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// endsBetween reports whether a term, a cover or a waiver ends, or a term begins that may replace another, after the first
// day and up to the last.
func endsBetween(t *rapid.T, e example, first, last time.Time) bool {
	within := func(text string) bool {
		day := dateOrNil(t, text)
		return day != nil && day.After(first) && !day.After(last)
	}
	for _, p := range e.Policies {
		for _, term := range p.Terms {
			// The first term may replace the second, whose dates are not known.
			if within(term.End) || within(p.Deactivated) || len(p.Terms) > 1 && within(term.Start) {
				return true
			}
		}
	}
	for _, c := range e.Cancellations {
		if within(c.On) {
			return true
		}
	}
	for _, r := range e.Requirements { // a binder may run out
		if bytes.Contains(r.Asks, []byte("temporaryDays")) {
			return true
		}
	}
	return slices.ContainsFunc(e.Waivers, func(w exampleWaiver) bool {
		return w.Expires != "" && within(date(t, w.Expires).AddDate(0, 0, 1).Format(time.DateOnly))
	})
}
