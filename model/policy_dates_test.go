package model_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// anyDay is a day of the years 1 to 9999, those of the edges more often.
func anyDay() *rapid.Generator[time.Time] {
	first, last := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
	days := int(last.Unix()-first.Unix()) / (24 * 60 * 60)
	return rapid.Map(rapid.OneOf(rapid.IntRange(0, days), rapid.IntRange(0, 800), rapid.IntRange(days-800, days)), func(n int) time.Time {
		return first.AddDate(0, 0, n)
	})
}

// TestPolicyEndRapid is that every end of a term that is accepted has steps that can be written, whatever the lender's
// steps are, and that no end is refused without need.
func TestPolicyEndRapid(outer *testing.T) {
	outer.Parallel()
	rapid.Check(outer, func(t *rapid.T) {
		end := anyDay().Draw(t, "end")
		p := newPolicy(outer, legacyRefs(), func(*model.CreatePolicyInput) {})
		vs := p.Patch(model.UpdatePolicyInput{EndDate: on(end.Format(time.DateOnly))}, legacyRefs())
		widest := model.RenewalSteps{"request": -366, "forcePlacementReview": 366}
		fits := true
		for _, step := range model.Schedule(end, widest) {
			fits = fits && step.DueAt.Year() >= 1 && step.DueAt.Year() <= 9999
		}
		if fits {
			require.Empty(t, vs)
			return
		}
		require.Len(t, vs, 1)
		require.Equal(t, "/endDate", vs[0].Pointer)
		require.Equal(t, fault.CodeInvalidValue, vs[0].Code)
	})
}

// TestPolicyGapRapid is that a gap of any length is counted day by day.
func TestPolicyGapRapid(outer *testing.T) {
	outer.Parallel()
	rapid.Check(outer, func(t *rapid.T) {
		end := anyDay().Filter(func(d time.Time) bool { return d.Year() > 3 && d.Year() < 9900 }).Draw(t, "end")
		gap := rapid.IntRange(0, 3_000_000).Filter(func(n int) bool { return end.AddDate(0, 0, n+1).Year() < 9990 }).Draw(t, "gap")
		p := newPolicy(outer, legacyRefs(), func(in *model.CreatePolicyInput) { in.EndDate = on(end.Format(time.DateOnly)) })
		refs, first := legacyRefs(), p.Coverage
		refs.PreviousTerm = &first
		require.Empty(t, p.StartTerm(model.CreatePolicyTermInput{StartDate: end.AddDate(0, 0, gap), EndDate: end.AddDate(0, 0, gap+1)}, refs))
		require.Equal(t, gap, p.GapDays)
	})
}
