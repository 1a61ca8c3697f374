package compliance_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
)

// naiveSinces are the days since which each finding of a day is told, by its identity: "A finding's since is the first day
// of the unbroken stretch, ending on the day asked about, on each day of which the evaluator tells a finding of the same
// requirement, target, code, peril and policy, whatever its outcome, by the records, waivers and profile of now; never
// before the later of the case's creation and two years before the day."
func naiveSinces(facts compliance.Facts, day time.Time) map[string]time.Time {
	sinces, open := map[string]time.Time{}, map[string]bool{}
	for identity := range naiveIdentities(naiveOn(facts, day)) {
		sinces[identity], open[identity] = day, true
	}
	year, month, date := facts.Case.CreatedAt.UTC().Date()
	first := time.Date(year, month, date, 0, 0, 0, 0, time.UTC)
	if earliest := day.AddDate(-2, 0, 0); first.Before(earliest) {
		first = earliest
	}
	for before := day.AddDate(0, 0, -1); !before.Before(first) && len(open) > 0; before = before.AddDate(0, 0, -1) {
		told := naiveIdentities(naiveOn(facts, before))
		for identity := range open {
			if told[identity] {
				sinces[identity] = before
			} else {
				delete(open, identity)
			}
		}
	}
	return sinces
}

// naiveIdentities are those of all findings: "a finding's identity is requirement, target, code, peril, item and policy".
func naiveIdentities(c *model.Compliance) map[string]bool {
	identities := map[string]bool{}
	naiveEachFinding(c, func(identity string, _ *model.Finding) { identities[identity] = true })
	return identities
}

func naiveEachFinding(c *model.Compliance, tell func(identity string, f *model.Finding)) {
	for place, d := range c.Demands {
		for _, f := range d.Findings {
			tell(fmt.Sprintf("%d itself %s", place, naiveIdentity(f)), f)
		}
		for _, t := range d.Targets {
			for _, f := range t.Findings {
				tell(fmt.Sprintf("%d at %q %s", place, naiveName(t.AssetID), naiveIdentity(f)), f)
			}
		}
	}
}

func naiveIdentity(f *model.Finding) string {
	item := ""
	if f.Item != nil {
		item = *f.Item
	}
	return fmt.Sprintf("%s %s %s of %s", f.Code, naiveName(f.PerilID), item, naiveName(f.PolicyID))
}

// TestComplianceSinceAgreesWithNaive tries each day of two years, so on fewer cases.
func TestComplianceSinceAgreesWithNaive(outer *testing.T) {
	outer.Parallel()
	naiveEach(outer, *naiveCases/100, func(t *testing.T, number int, w naiveWorld) {
		w.Created = naiveDays[number%len(naiveDays)]
		naiveRequire(t, number, w, naiveSinceDiffers)
	})
}

func naiveSinceDiffers(w naiveWorld) string {
	facts, day := w.facts(), *naiveDay(w.Day)
	judged := naiveShuffled(facts)
	c := judged.On(day)
	judged.TellSince(c)
	sinces := naiveSinces(facts, day)
	differs := ""
	naiveEachFinding(c, func(identity string, f *model.Finding) {
		want, told := sinces[identity]
		switch {
		case !told: // another test compares what is told
		case f.Since == nil:
			differs += fmt.Sprintf("%s: %s, the evaluator says nothing\n", identity, want.Format(time.DateOnly))
		case !f.Since.Equal(want):
			differs += fmt.Sprintf("%s: %s, the evaluator says %s\n", identity, want.Format(time.DateOnly), f.Since.Format(time.DateOnly))
		}
	})
	return differs
}
