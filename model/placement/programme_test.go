package placement_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/placement"
)

func TestLoad(t *testing.T) {
	t.Parallel()
	programmes, err := placement.Load()
	require.NoError(t, err)
	require.Len(t, programmes, 3)
	for _, p := range programmes {
		for _, s := range p.Steps {
			require.Empty(t, s.CheckWording("/body", s.Built()), "%s %s: the law's own model", p.Key, s.Key)
		}
	}
	require.Nil(t, placement.ByKey("regZ"))
}

func TestChoose(t *testing.T) {
	t.Parallel()
	today := time.Date(2026, time.May, 1, 0, 0, 0, 0, time.UTC)
	home := placement.Facts{
		AssetType: "residentialRealEstate", CoverageType: "building", Units: new(1), FloodZone: new("AE"),
		FederallyRelated: new(true), BorrowerOccupied: new(true),
	}
	with := func(change func(f *placement.Facts)) placement.Facts {
		f := home
		change(&f)
		return f
	}
	for name, test := range map[string]struct {
		facts placement.Facts
		want  string
	}{
		"hazard on a home":                {home, "regX"},
		"flood on the same home":          {with(func(f *placement.Facts) { f.CoverageType = "flood" }), "flood"},
		"flood outside the hazard area":   {with(func(f *placement.Facts) { f.CoverageType, f.FloodZone = "flood", new("X") }), "contract"},
		"five families":                   {with(func(f *placement.Facts) { f.Units = new(5) }), "contract"},
		"not occupied, and units unknown": {with(func(f *placement.Facts) { f.BorrowerOccupied, f.Units = new(false), nil }), "contract"},
		"not federally related":           {with(func(f *placement.Facts) { f.FederallyRelated = new(false) }), "contract"},
		"a warehouse":                     {placement.Facts{AssetType: "commercialRealEstate", CoverageType: "building"}, "contract"},
		"occupancy unknown":               {with(func(f *placement.Facts) { f.BorrowerOccupied = nil }), "[borrowerOccupied]"},
		"nothing known": {
			placement.Facts{AssetType: "residentialRealEstate", CoverageType: "building"}, "[units federallyRelated borrowerOccupied]",
		},
		"zone unknown": {with(func(f *placement.Facts) { f.CoverageType, f.FloodZone = "flood", nil }), "[floodZone]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, questions := placement.Choose(test.facts, today)
			if p != nil {
				require.Equal(t, test.want, p.Key)
				require.Empty(t, questions)
				return
			}
			var facts []placement.Fact
			for _, q := range questions {
				require.NotEmpty(t, q.Citation)
				facts = append(facts, q.Fact)
			}
			require.Equal(t, test.want, fmt.Sprint(facts))
		})
	}
	old, _ := placement.Choose(home, time.Date(2017, time.October, 18, 0, 0, 0, 0, time.UTC))
	require.Equal(t, "contract", old.Key, "before the first day of the rules")
}
