package compliance_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
)

// Since is the first day of the unbroken stretch on which a finding is told: held against each day before.
func TestComplianceSince(t *testing.T) {
	t.Parallel()
	told := 0
	for tries := 0; told == 0 && tries < 20; tries++ { // few of the cases drawn have one
		rapid.Check(t, func(t *rapid.T) {
			facts := drawExample(t).facts(t, newNames())
			day := date(t, "2026-01-01").AddDate(0, 0, rapid.IntRange(0, 400).Draw(t, "on"))
			created := day.AddDate(0, 0, -rapid.IntRange(-1, 120).Draw(t, "age"))
			facts.Case.CreatedAt = created.Add(9 * time.Hour)
			told += requireSince(t, facts, day, created)
		})
	}
	require.Positive(t, told, "findings that began after the case was opened")
}

// requireSince returns how many findings began later than the case.
func requireSince(t require.TestingT, facts compliance.Facts, day, first time.Time) (later int) {
	now := facts.On(day)
	facts.TellSince(now)
	for i, d := range now.Demands {
		for j, at := range d.Targets {
			for _, f := range at.Findings {
				since := day
				for since.After(first) && isTold(facts.On(since.AddDate(0, 0, -1)).Demands[i].Targets[j], f) {
					since = since.AddDate(0, 0, -1)
				}
				require.Equal(t, since, *f.Since, "%s %s", d.Key, f.Message)
				if since.After(first) {
					later++
				}
			}
		}
	}
	return later
}

func isTold(at *model.TargetCompliance, f *model.Finding) bool {
	identity := func(f *model.Finding) string {
		return fmt.Sprintf("%v|%s|%s|%s", f.Code, orEmpty(f.PerilID), orEmpty(f.Item), orEmpty(f.PolicyID))
	}
	for _, other := range at.Findings {
		if identity(other) == identity(f) {
			return true
		}
	}
	return false
}

func orEmpty[T any](v *T) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(*v)
}

// Two years is how far back since goes, and a case that is not new is no reason to go on.
func TestComplianceSinceTwoYears(t *testing.T) {
	t.Parallel()
	e := example{Day: "2028-06-01", Assets: []exampleAsset{{Name: "12 Main St", Type: "commercialRealEstate", Value: "100000.00 USD"}}}
	e.Requirements = []exampleRequirement{{CoverageType: "building"}}
	facts := e.facts(t, newNames())
	for created, since := range map[string]string{"2020-01-01": "2026-06-01", "2027-02-03": "2027-02-03", "2028-06-01": "2028-06-01"} {
		facts.Case.CreatedAt = date(t, created)
		c := facts.On(date(t, e.Day))
		require.Nil(t, c.Demands[0].Targets[0].Findings[0].Since, "it is not told unless asked for")
		facts.TellSince(c)
		require.Equal(t, date(t, since), *c.Demands[0].Targets[0].Findings[0].Since)
	}
}
