package model_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
)

// followedPolicy is an active policy that ends on termEnd.
func followedPolicy() *model.Policy {
	end := termEnd
	return &model.Policy{
		ID: uuid.MustParse("0190a6e0-0000-7000-8000-000000000001"), Status: model.PolicyStatusActive,
		Coverage: model.Coverage{TermNumber: 1, EndDate: &end},
	}
}

// replan plans for a policy and returns all its notices after that.
func replan(p *model.Policy, notices []*model.RenewalNotice, missed string, now time.Time) []*model.RenewalNotice {
	plan := model.PlanRenewal(p, notices, nil, missed, now)
	return append(notices, plan.New...)
}

// planned writes notices in the order of the steps: a planned one as its step alone, others with their state or reason.
func planned(notices []*model.RenewalNotice) string {
	var parts []string
	for _, step := range model.AllRenewalStep {
		for _, n := range notices {
			part := string(n.Step)
			switch {
			case n.Step != step:
				continue
			case n.SkipReason != nil:
				part += "-" + *n.SkipReason
			case n.State != model.RenewalNoticeStatePlanned:
				part += "-" + string(n.State)
			}
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " ")
}

func at(status model.PolicyStatus, before ...model.PolicyStatus) model.PolicyState {
	s := model.PolicyState{Status: status}
	if len(before) > 0 {
		s.BeforeHold = &before[0]
	}
	return s
}

const allPlanned = "request reminder final lapsed warning forcePlacementReview"

func TestPlanRenewalLate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		now  time.Time
		want string
	}{
		"early":                 {daysAfter(-61), allPlanned},
		"on the first day":      {daysAfter(-60), allPlanned},
		"a moment before":       {daysAfter(-30).Add(-time.Millisecond), allPlanned},
		"on the second":         {daysAfter(-30), "request-late reminder final lapsed warning forcePlacementReview"},
		"ten days before":       {daysAfter(-10), "request-late reminder-late final lapsed warning forcePlacementReview"},
		"the day after the end": {daysAfter(1), "request-late reminder-late final-late lapsed warning forcePlacementReview"},
		"years later":           {daysAfter(1000), "request-late reminder-late final-late lapsed-late warning-late forcePlacementReview"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := model.PlanRenewal(followedPolicy(), nil, nil, model.SkipLate, test.now)
			require.Empty(t, plan.Changed)
			require.Equal(t, test.want, planned(plan.New))
			require.Equal(t, !test.now.Before(daysAfter(-60)), plan.DueNow(test.now))
		})
	}
}

// TestPlanRenewalStory follows one policy through changes, each planned on its day.
func TestPlanRenewalStory(t *testing.T) {
	t.Parallel()
	type change struct {
		day  int
		do   func(p *model.Policy)
		want string
	}
	set := func(s model.PolicyState) func(*model.Policy) {
		return func(p *model.Policy) { p.Status, p.StatusBeforeHold = s.Status, s.BeforeHold }
	}
	end := func(days int) func(*model.Policy) {
		return func(p *model.Policy) { day := daysAfter(days); p.EndDate = &day }
	}
	hold, release := set(at(model.PolicyStatusOnHold, model.PolicyStatusActive)), set(at(model.PolicyStatusActive))
	for name, story := range map[string][]change{
		"a hold that misses nothing": {{-100, hold, allPlanned}, {-99, release, allPlanned}},
		"a hold that misses three": {
			{-59, hold, allPlanned},
			{3, release, "request-hold reminder-hold final-hold lapsed warning forcePlacementReview"},
		},
		"a new end during a hold": {
			{-59, hold, allPlanned},
			{-20, end(30), allPlanned},
			{20, release, "request-hold reminder-hold final lapsed warning forcePlacementReview"},
		},
		"deactivated and back": {
			{-40, set(at(model.PolicyStatusDeactivated)),
				"request-deactivated reminder-deactivated final-deactivated lapsed-deactivated warning-deactivated forcePlacementReview-deactivated"},
			{-10, set(at(model.PolicyStatusActive)), "request-deactivated reminder-deactivated final lapsed warning forcePlacementReview"},
		},
		"deactivated, then held: still deactivated": {
			{-70, set(at(model.PolicyStatusDeactivated)),
				"request-deactivated reminder-deactivated final-deactivated lapsed-deactivated warning-deactivated forcePlacementReview-deactivated"},
			{-69, set(at(model.PolicyStatusOnHold, model.PolicyStatusDeactivated)),
				"request-deactivated reminder-deactivated final-deactivated lapsed-deactivated warning-deactivated forcePlacementReview-deactivated"},
		},
		"no end, and one again": {
			{-40, func(p *model.Policy) { p.EndDate = nil },
				"request-endDateUnknown reminder-endDateUnknown final-endDateUnknown lapsed-endDateUnknown warning-endDateUnknown " +
					"forcePlacementReview-endDateUnknown"},
			{-30, end(40), "request reminder final lapsed warning forcePlacementReview"},
		},
		"a wrong year corrected": {
			{0, end(-300), "request-late reminder-late final-late lapsed-late warning-late forcePlacementReview"},
			{1, end(65), allPlanned},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := followedPolicy()
			notices := replan(p, nil, model.SkipLate, daysAfter(-200))
			for _, c := range story {
				missed := model.SkipLate
				if p.Status == model.PolicyStatusOnHold {
					missed = model.SkipHold
				}
				c.do(p)
				notices = replan(p, notices, missed, daysAfter(c.day))
				require.Equal(t, c.want, planned(notices), "day %d", c.day)
				require.Len(t, notices, 6)
			}
		})
	}
}

func TestPlanRenewalNewTerm(t *testing.T) {
	t.Parallel()
	p := followedPolicy()
	first := replan(p, nil, model.SkipLate, daysAfter(-100))
	next := termEnd.AddDate(1, 0, 0)
	p.TermNumber, p.EndDate = 2, &next
	plan := model.PlanRenewal(p, first, nil, model.SkipLate, daysAfter(-50))
	require.Len(t, plan.Changed, 6)
	require.Equal(t, "request-newTerm reminder-newTerm final-newTerm lapsed-newTerm warning-newTerm forcePlacementReview-newTerm",
		planned(first))
	require.Equal(t, allPlanned, planned(plan.New))
	for _, n := range plan.New {
		require.Equal(t, 2, n.TermNumber)
	}
}

// TestPlanRenewalRapid checks the rules after any changes: a term has six notices, no notice that was sent is moved, at
// most one is due, and a second plan changes nothing.
func TestPlanRenewalRapid(t *testing.T) {
	t.Parallel()
	states := []model.PolicyState{
		at(model.PolicyStatusActive), at(model.PolicyStatusRenewalInProgress), at(model.PolicyStatusDeactivated),
		at(model.PolicyStatusOnHold, model.PolicyStatusActive), at(model.PolicyStatusOnHold, model.PolicyStatusDeactivated),
	}
	rapid.Check(t, func(t *rapid.T) {
		p := followedPolicy()
		now := daysAfter(-200)
		var notices []*model.RenewalNotice
		sent := map[*model.RenewalNotice]model.RenewalNotice{}
		for range rapid.IntRange(1, 12).Draw(t, "changes") {
			now = now.AddDate(0, 0, rapid.IntRange(0, 60).Draw(t, "days"))
			state := rapid.SampledFrom(states).Draw(t, "state")
			p.Status, p.StatusBeforeHold = state.Status, state.BeforeHold
			day := now.AddDate(0, 0, rapid.IntRange(-100, 200).Draw(t, "end"))
			if p.EndDate = &day; rapid.IntRange(0, 9).Draw(t, "unknown") == 0 {
				p.EndDate = nil
			}
			notices = replan(p, notices, model.SkipLate, now)
			again := model.PlanRenewal(p, notices, nil, model.SkipHold, now)
			require.Empty(t, again.New)
			require.Empty(t, again.Changed)
			due := 0
			for _, n := range notices {
				require.Equal(t, n.State == model.RenewalNoticeStatePlanned, n.SettledAt == nil)
				if was, ok := sent[n]; ok {
					require.Equal(t, was, *n, "what went out stays as it is")
				}
				if n.State == model.RenewalNoticeStatePlanned {
					require.NotNil(t, p.EndDate)
					require.NotEqual(t, model.PolicyStatusDeactivated, p.State().Underlying())
					if !n.DueAt.After(now) && p.Status.FollowedUp() {
						due++
						n.Suppress(model.SuppressTest, now)
						sent[n] = *n
					}
				}
			}
			require.LessOrEqual(t, due, 1, "never two letters at once")
		}
		if len(notices) > 0 {
			require.Len(t, notices, 6)
		}
	})
}
