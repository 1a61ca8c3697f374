package compliance_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
)

// TestOwnCover holds the days of a borrower's own cover against a look at each day by itself.
func TestOwnCover(t *testing.T) {
	t.Parallel()
	ended := 0
	for tries := 0; ended == 0 && tries < 20; tries++ {
		rapid.Check(t, func(t *rapid.T) {
			facts := drawExample(t).facts(t, newNames())
			for i := range facts.Versions {
				if rapid.IntRange(0, 3).Draw(t, "placed") == 0 {
					facts.Versions[i].Placement = model.PolicyPlacementLenderPlaced
				}
			}
			from := date(t, "2025-06-01").AddDate(0, 0, rapid.IntRange(0, 500).Draw(t, "from"))
			requirement := rapid.SampledFrom(facts.RiskProfile.Requirements).Draw(t, "requirement")
			targets := []*uuid.UUID{nil}
			for _, a := range facts.Assets {
				targets = append(targets, &a.ID)
			}
			asset := rapid.SampledFrom(targets).Draw(t, "target")
			covers := facts.OwnCover(requirement.CoverageType, asset, from)
			for n := range 900 {
				day := from.AddDate(0, 0, n)
				told := slices.ContainsFunc(covers, func(c compliance.OwnCover) bool {
					return !day.Before(c.From) && (c.To == nil || day.Before(*c.To))
				})
				require.Equal(t, isOwnCoverOn(facts, requirement.CoverageType, asset, day), told, day.Format(time.DateOnly))
			}
			for i, c := range covers {
				if c.To != nil {
					ended++
					require.True(t, c.From.Before(*c.To))
					require.True(t, i+1 == len(covers) || !covers[i+1].From.Before(*c.To))
				}
			}
		})
	}
	require.Positive(t, ended)
}

// isOwnCoverOn looks at one day.
func isOwnCoverOn(f compliance.Facts, coverage uuid.UUID, asset *uuid.UUID, day time.Time) bool {
	var own []*model.PolicyVersion
	for _, v := range f.Versions {
		isReplaced := slices.ContainsFunc(f.Versions, func(o *model.PolicyVersion) bool {
			return o.PolicyID == v.PolicyID && o.TermNumber == v.TermNumber && o.VersionNumber > v.VersionNumber
		})
		if !isReplaced && !v.IsLenderPlaced() {
			own = append(own, v)
		}
	}
	f.Versions = own
	short := false
	for _, d := range f.On(day).Demands {
		if d.CoverageTypeID != coverage {
			continue
		}
		d.Everywhere(func(at *uuid.UUID, findings []*model.Finding) {
			for _, found := range findings {
				isHere := (at == nil) == (asset == nil) && (at == nil || *at == *asset)
				short = short || isHere && found.Counted && found.Outcome != model.FindingOutcomeWaived &&
					(found.Code.LacksCover() || found.Code == model.FindingCodeLimitTooLow)
			}
		})
	}
	return !short && slices.ContainsFunc(f.Policies, func(p *model.Policy) bool { return insuresOn(f, p, coverage, asset, day) })
}

// insuresOn reports whether a policy is in force on a day, and covers the target.
func insuresOn(f compliance.Facts, p *model.Policy, coverage uuid.UUID, asset *uuid.UUID, day time.Time) bool {
	isOver := p.State().Underlying() == model.PolicyStatusDeactivated && !day.Before(p.DeactivatedAt.Truncate(24*time.Hour))
	var counts *model.PolicyVersion
	for _, v := range f.Versions {
		if v.PolicyID != p.ID || v.StartDate == nil || v.EndDate == nil || day.Before(*v.StartDate) || !day.Before(*v.EndDate) {
			continue
		}
		if counts == nil || v.TermNumber > counts.TermNumber {
			counts = v
		}
	}
	if isOver || counts == nil || !slices.Contains(counts.CoverageTypeIDs, coverage) { // an umbrella alone is no cover
		return false
	}
	for _, c := range f.Cancellations {
		wasNot := c.ReinstatedOn != nil && c.ReinstatedOn.Equal(c.EffectiveDate)
		if c.PolicyID == p.ID && c.TermNumber == counts.TermNumber && !wasNot && c.HoldsOn(day) {
			return false
		}
	}
	return asset == nil || slices.ContainsFunc(counts.AssetPerils, func(at model.EvidencedPerils) bool {
		return at.AssetID == *asset
	})
}
