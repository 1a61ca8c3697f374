package model_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

// follow is renewal follow-up of one policy that ends on termEnd, as the sweep does it.
type follow struct {
	t       require.TestingT
	p       *model.Policy
	notices []*model.RenewalNotice
	sent    []string // "final" or "lapsed of -20": the step, and the cancellation's day
}

// plan plans on a day as an operation does. Nothing is left to do for a second plan.
func (f *follow) plan(day int) {
	f.notices = replan(f.p, f.notices, model.SkipLate, daysAfter(day))
	again := model.PlanRenewal(f.p, f.notices, nil, model.SkipLate, daysAfter(day))
	require.Empty(f.t, again.New)
	require.Empty(f.t, again.Changed)
}

// sweep sends what is due on a day: one letter at most.
func (f *follow) sweep(day int) {
	due, passed := model.PickDue(f.p, f.notices, daysAfter(day))
	for _, n := range passed {
		n.Skip(model.SkipLate, daysAfter(day))
	}
	for _, n := range due {
		f.sent = append(f.sent, f.name(n))
		f.check(n, day)
		n.Suppress(model.SuppressTest, daysAfter(day))
	}
}

// Name is "final", or "lapsed of -20" of a cancellation on that day.
func (f *follow) name(n *model.RenewalNotice) string {
	for _, kept := range f.p.Cancellations.Kept {
		if n.CancellationID != nil && *n.CancellationID == kept.ID {
			return fmt.Sprintf("%s of %.0f", n.Step, kept.EffectiveDate.Sub(termEnd).Hours()/24)
		}
	}
	return string(n.Step)
}

// Check fails for a wrong letter: one that asks to renew what has ended, or tells of an end that has not come.
func (f *follow) check(n *model.RenewalNotice, day int) {
	if gap := f.p.GapOf(n, daysAfter(day)); gap != nil {
		require.False(f.t, daysAfter(day).Before(gap.Cancellation.EffectiveDate), "%s on %d of a gap to come", n.Step, day)
		return
	}
	end := *f.p.FollowUpEnd()
	asks := n.Step == model.RenewalStepRequest || n.Step == model.RenewalStepReminder || n.Step == model.RenewalStepFinal
	require.Equal(f.t, asks, daysAfter(day).Before(end), "%s on %d, cover ends %s", n.Step, day, end)
	require.Equal(f.t, f.p.Ending() == nil, n.CancellationID == nil)
}

// planned writes what is planned, each with its day: "final:-15".
func (f *follow) planned() string {
	var parts []string
	for _, step := range model.AllRenewalStep {
		for _, n := range f.notices {
			if n.Step == step && n.State == model.RenewalNoticeStatePlanned {
				parts = append(parts, fmt.Sprintf("%s:%.0f", n.Step, n.DueAt.Sub(termEnd).Hours()/24))
			}
		}
	}
	return strings.Join(parts, " ")
}

func newFollow(t require.TestingT) *follow {
	f := &follow{t: t, p: followedPolicy()}
	f.p.Cancellations = &model.PolicyCancellations{}
	f.plan(-300)
	return f
}

// TestPlanRenewalCancelled follows policies through cancellations and reinstatements. There is a sweep a day.
func TestPlanRenewalCancelled(t *testing.T) {
	t.Parallel()
	const byTheEnd = "request:-60 reminder:-30 final:-15 lapsed:0 warning:15 forcePlacementReview:45"
	type deed struct {
		day     int
		cancel  *int // the day of the cancellation; nil for a reinstatement on its day
		planned string
	}
	on := func(day int) *int { return &day }
	for name, test := range map[string]struct {
		deeds []deed
		sent  []string
	}{
		"for a day far ahead, and taken back": {
			[]deed{
				{-290, on(-200), "request:-260 reminder:-230 final:-215 lapsed:-200 warning:-185 forcePlacementReview:-155"},
				{-270, nil, byTheEnd},
			},
			[]string{"request", "reminder", "final", "lapsed", "warning", "forcePlacementReview"},
		},
		"for a day that is near: the latest step that is due asks at once, and is not repeated": {
			[]deed{
				{-200, on(-190), "final:-205 lapsed:-190 warning:-175 forcePlacementReview:-145"},
				{-195, nil, "request:-60 reminder:-30 lapsed:0 warning:15 forcePlacementReview:45"},
			},
			[]string{"final of -190", "request", "reminder", "lapsed", "warning", "forcePlacementReview"},
		},
		"at once and for good: told of the lapse, not asked any more": {
			[]deed{{-200, on(-200), "lapsed:-200 warning:-185 forcePlacementReview:-155"}},
			[]string{"lapsed of -200", "warning of -200", "forcePlacementReview of -200"},
		},
		"long ago": {
			[]deed{{-200, on(-260), "forcePlacementReview:-215"}},
			[]string{"forcePlacementReview of -260"},
		},
		"after the request, at once": {
			[]deed{{-50, on(-50), "lapsed:-50 warning:-35 forcePlacementReview:-5"}},
			[]string{"request", "lapsed of -50", "warning of -50", "forcePlacementReview of -50"},
		},
		"at once and reinstated: the real end is reported too": {
			[]deed{
				{-200, on(-200), "lapsed:-200 warning:-185 forcePlacementReview:-155"},
				{-180, nil, byTheEnd},
			},
			[]string{"lapsed of -200", "warning of -200", "request", "reminder", "final", "lapsed", "warning", "forcePlacementReview"},
		},
		"reinstated so late that the request is due": {
			[]deed{
				{-70, on(-70), "lapsed:-70 warning:-55 forcePlacementReview:-25"},
				{-50, nil, "request:-60 reminder:-30 final:-15 lapsed:0 warning:15 forcePlacementReview:45"},
			},
			[]string{"lapsed of -70", "warning of -70", "request", "reminder", "final", "lapsed", "warning", "forcePlacementReview"},
		},
		"twice": {
			[]deed{
				{-200, on(-200), "lapsed:-200 warning:-185 forcePlacementReview:-155"},
				{-190, nil, byTheEnd},
				{-100, on(-100), "lapsed:-100 warning:-85 forcePlacementReview:-55"},
			},
			[]string{"lapsed of -200", "lapsed of -100", "warning of -100", "forcePlacementReview of -100"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFollow(t)
			for day := -300; day < 100; day++ {
				for _, d := range test.deeds {
					switch {
					case d.day != day:
						continue
					case d.cancel != nil:
						require.Empty(t, cancelFor(f.p, daysAfter(*d.cancel), daysAfter(day)))
					default:
						require.Empty(t, reinstate(f.p, f.p.Ending().EffectiveDate))
					}
					f.plan(day)
					require.Equal(t, d.planned, f.planned(), "day %d", day)
				}
				f.sweep(day)
			}
			require.Equal(t, test.sent, f.sent)
		})
	}
}

// TestPlanRenewalCancelledAgain: a further cancellation of a term takes nothing from the gap that an earlier one leaves, and what
// follows without a day of cover between is one end.
func TestPlanRenewalCancelledAgain(t *testing.T) {
	t.Parallel()
	type deed struct {
		day int
		do  func(f *follow, on, now time.Time) fault.Code
		on  int
	}
	cancelled := func(f *follow, on, now time.Time) fault.Code { return cancelFor(f.p, on, now) }
	reinstated := func(f *follow, on, _ time.Time) fault.Code { return reinstate(f.p, on) }
	next := []string{"request of -37", "reminder of -37", "final of -37", "lapsed of -37", "warning of -37", "forcePlacementReview of -37"}
	for name, test := range map[string]struct {
		deeds   []deed
		ask     int
		resumes any
		sent    []string
	}{
		"in a gap, for a day after it": {
			[]deed{{-113, cancelled, -113}, {-111, reinstated, -78}, {-111, cancelled, -37}}, -111, -78,
			append([]string{"lapsed of -113", "warning of -113"}, next...),
		},
		"all on one day": {
			[]deed{{-122, cancelled, -113}, {-122, reinstated, -103}, {-122, cancelled, -37}}, -104, -103,
			append([]string{"lapsed of -113"}, next...),
		},
		"in a gap, for a day in it": {
			[]deed{{-113, cancelled, -113}, {-111, reinstated, -78}, {-111, cancelled, -90}}, -80, nil,
			[]string{"lapsed of -113", "warning of -113", "forcePlacementReview of -113"},
		},
		"in a gap, for its last day, which is never insured": {
			[]deed{{-113, cancelled, -113}, {-111, reinstated, -78}, {-100, cancelled, -78}}, -90, nil,
			[]string{"lapsed of -113", "warning of -113", "forcePlacementReview of -113"},
		},
		"in a gap, and reinstated earlier than that ends": {
			[]deed{{-113, cancelled, -113}, {-111, reinstated, -90}, {-111, cancelled, -100}, {-109, reinstated, -95}}, -96, -90,
			[]string{"lapsed of -113", "warning of -113", "request", "reminder", "final", "lapsed", "warning", "forcePlacementReview"},
		},
		"when the gap is over, for that day: a new end": {
			[]deed{{-113, cancelled, -113}, {-111, reinstated, -78}, {-78, cancelled, -78}}, -78, nil,
			[]string{"lapsed of -113", "warning of -113", "lapsed of -78", "warning of -78", "forcePlacementReview of -78"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFollow(t)
			for day := -300; day < 100; day++ {
				for _, d := range test.deeds {
					if d.day == day {
						require.Empty(t, d.do(f, daysAfter(d.on), daysAfter(day)))
						f.plan(day)
					}
				}
				if day == test.ask {
					require.False(t, f.p.InForceOn(daysAfter(day)))
					require.Equal(t, test.resumes, daysOf(f.p.ResumesOn(daysAfter(day))))
				}
				f.sweep(day)
			}
			require.Equal(t, test.sent, f.sent)
		})
	}
}

// daysOf counts from the end of the term, nil for no day.
func daysOf(on *time.Time) any {
	if on == nil {
		return nil
	}
	return int(on.Sub(termEnd).Hours() / 24)
}

// TestPlanRenewalCancelledRapid follows a policy through any cancellations, reinstatements and corrections of its end: no
// letter is wrong or repeated, and whatever ends last is reported.
func TestPlanRenewalCancelledRapid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := newFollow(t)
		day := -300
		for range rapid.IntRange(1, 10).Draw(t, "deeds") {
			for range rapid.IntRange(0, 60).Draw(t, "days") {
				f.sweep(day)
				day++
			}
			switch rapid.SampledFrom([]string{"cancel", "cancel", "reinstate", "reinstate", "correct"}).Draw(t, "deed") {
			case "cancel":
				cancelFor(f.p, daysAfter(day+rapid.IntRange(-60, 120).Draw(t, "ahead")), daysAfter(day))
			case "reinstate":
				if c := f.p.Ending(); c != nil {
					reinstate(f.p, c.EffectiveDate.AddDate(0, 0, rapid.IntRange(0, 20).Draw(t, "after")))
				}
			default:
				end := daysAfter(day + rapid.IntRange(1, 200).Draw(t, "end"))
				f.p.EndDate = &end
			}
			f.plan(day)
		}
		end := *f.p.FollowUpEnd()
		f.sweep(day)
		for ; daysAfter(day).Before(end.AddDate(0, 0, 60)); day++ {
			f.sweep(day)
		}
		counts := map[string]int{}
		for _, n := range f.notices {
			require.NotEqual(t, model.RenewalNoticeStatePlanned, n.State)
			counts[n.Key()]++
		}
		for key, n := range counts {
			require.Equal(t, 1, n, key)
		}
		require.True(t, f.told(end), "the last end is reported")
	})
}

// told reports whether a letter told of the policy's end, as it is now. A letter is about the end that it was planned by.
func (f *follow) told(end time.Time) bool {
	for _, n := range f.notices {
		isOf := orNil(n.CancellationID) == orNil(idOf(f.p.Ending()))
		if n.State == model.RenewalNoticeStateSuppressed && isOf && n.DueAt.Before(end.AddDate(0, 0, 46)) {
			switch n.Step {
			case model.RenewalStepLapsed, model.RenewalStepWarning, model.RenewalStepForcePlacementReview:
				return true
			}
		}
	}
	return false
}

func idOf(c *model.Cancellation) *uuid.UUID {
	if c == nil {
		return nil
	}
	return &c.ID
}

func orNil(id *uuid.UUID) uuid.UUID {
	if id == nil {
		return uuid.Nil
	}
	return *id
}
