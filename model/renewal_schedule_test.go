package model_test

import (
	"maps"
	"net/mail"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
)

var termEnd = time.Date(2026, time.March, 31, 0, 0, 0, 0, time.UTC)

// daysAfter is the end of the term and so many days.
func daysAfter(days int) time.Time { return termEnd.AddDate(0, 0, days) }

// plan writes notices as their steps, with "-reason" for those skipped.
func plan(notices []model.PlannedNotice) string {
	var parts []string
	for _, n := range notices {
		part := string(n.Step)
		if n.SkipReason != "" {
			part += "-" + n.SkipReason
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

func TestSchedule(t *testing.T) {
	t.Parallel()
	want := []model.PlannedNotice{
		{Step: "request", DueAt: time.Date(2026, 1, 30, 0, 0, 0, 0, time.UTC)},
		{Step: "reminder", DueAt: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)},
		{Step: "final", DueAt: time.Date(2026, 3, 16, 0, 0, 0, 0, time.UTC)},
		{Step: "lapsed", DueAt: time.Date(2026, 3, 31, 0, 0, 0, 0, time.UTC)},
		{Step: "warning", DueAt: time.Date(2026, 4, 15, 0, 0, 0, 0, time.UTC)},
		{Step: "forcePlacementReview", DueAt: time.Date(2026, 5, 15, 0, 0, 0, 0, time.UTC)},
	}
	require.Equal(t, want, model.Schedule(termEnd, nil))
	require.Equal(t, want, model.Schedule(termEnd.Add(23*time.Hour), model.DefaultRenewalSteps()), "the day counts")

	own := model.DefaultRenewalSteps()
	own[model.RenewalStepRequest] = -90
	require.Equal(t, daysAfter(-90), model.Schedule(termEnd, own)[0].DueAt)
}

func TestPlanNotices(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		now  time.Time
		want string
	}{
		"early":                 {daysAfter(-61), "request reminder final lapsed warning forcePlacementReview"},
		"on the first day":      {daysAfter(-60), "request reminder final lapsed warning forcePlacementReview"},
		"a moment before":       {daysAfter(-30).Add(-time.Millisecond), "request reminder final lapsed warning forcePlacementReview"},
		"on the second":         {daysAfter(-30), "request-late reminder final lapsed warning forcePlacementReview"},
		"twenty days before":    {daysAfter(-20), "request-late reminder final lapsed warning forcePlacementReview"},
		"ten days before":       {daysAfter(-10), "request-late reminder-late final lapsed warning forcePlacementReview"},
		"the day after the end": {daysAfter(1), "request-late reminder-late final-late lapsed warning forcePlacementReview"},
		"years later":           {daysAfter(1000), "request-late reminder-late final-late lapsed-late warning-late forcePlacementReview"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, test.want, plan(model.PlanNotices(termEnd, nil, test.now)))
		})
	}
}

func TestAfterHold(t *testing.T) {
	t.Parallel()
	unsent := model.Schedule(termEnd, nil)[1:] // the request went out before the hold
	for name, test := range map[string]struct {
		now  time.Time
		want string
	}{
		"nothing missed": {daysAfter(-31), "reminder final lapsed warning forcePlacementReview"},
		"one missed":     {daysAfter(-29), "reminder final lapsed warning forcePlacementReview"},
		"three missed":   {daysAfter(3), "reminder-hold final-hold lapsed warning forcePlacementReview"},
		"all missed":     {daysAfter(60), "reminder-hold final-hold lapsed-hold warning-hold forcePlacementReview"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, test.want, plan(model.AfterHold(unsent, test.now)))
		})
	}
	require.Empty(t, model.AfterHold(nil, termEnd))
	require.Equal(t, "final-hold lapsed", plan(model.AfterHold([]model.PlannedNotice{unsent[2], unsent[1]}, daysAfter(60))), "in any order")
	require.Equal(t, "reminder final lapsed warning forcePlacementReview", plan(unsent), "what was given is not changed")
}

func TestRenewalStepsCheck(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change map[model.RenewalStep]int
		drop   model.RenewalStep
		want   map[string]model.Code
	}{
		"default":        {nil, "", map[string]model.Code{}},
		"earlier":        {map[model.RenewalStep]int{"request": -90, "reminder": -45}, "", map[string]model.Code{}},
		"a step missing": {nil, "warning", map[string]model.Code{"/s/warning": model.CodeRequired}},
		"unknown step":   {map[model.RenewalStep]int{"panic": 3}, "", map[string]model.Code{"/s/panic": model.CodeUnknownMember}},
		"out of order":   {map[model.RenewalStep]int{"reminder": -70}, "", map[string]model.Code{"/s/reminder": model.CodeInvalidValue}},
		"the same day":   {map[model.RenewalStep]int{"final": -30}, "", map[string]model.Code{"/s/final": model.CodeInvalidValue}},
		"lapse moved":    {map[model.RenewalStep]int{"lapsed": 1}, "", map[string]model.Code{"/s/lapsed": model.CodeInvalidValue}},
		"out of reach": {map[model.RenewalStep]int{"request": -500, "forcePlacementReview": 367}, "",
			map[string]model.Code{"/s/request": model.CodeInvalidValue, "/s/forcePlacementReview": model.CodeInvalidValue}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			steps := model.DefaultRenewalSteps()
			maps.Copy(steps, test.change)
			delete(steps, test.drop)
			got := map[string]model.Code{}
			for _, v := range steps.Check("/s") {
				got[v.Pointer] = v.Code
			}
			require.Equal(t, test.want, got)
		})
	}
}

func TestRenewalStepsInTheDatabase(t *testing.T) {
	t.Parallel()
	stored, err := model.DefaultRenewalSteps().Value()
	require.NoError(t, err)
	var read model.RenewalSteps
	require.NoError(t, read.Scan(stored))
	require.Equal(t, model.DefaultRenewalSteps(), read)
	stored, err = model.RenewalSteps(nil).Value()
	require.NoError(t, err)
	require.Nil(t, stored)
	require.NoError(t, read.Scan(nil))
	require.Nil(t, read)
}

func TestRenewalTasks(t *testing.T) {
	t.Parallel()
	want := map[model.RenewalStep]model.TaskType{"lapsed": "renewalFollowUp", "forcePlacementReview": "forcePlacementReview"}
	for _, step := range model.AllRenewalStep {
		task, opens := step.OpensTask()
		require.Equal(t, want[step], task)
		require.Equal(t, want[step] != "", opens)
	}
}

func TestNoticeKey(t *testing.T) {
	t.Parallel()
	policy := uuid.MustParse("0190a6e0-0000-7000-8000-000000000001")
	require.Equal(t, "renewal/"+policy.String()+"/2/final", model.NoticeKey(policy, 2, model.RenewalStepFinal))
	id := model.NoticeMessageID(policy, 2, model.RenewalStepFinal, "covertrack.example.com")
	address, err := mail.ParseAddress(id)
	require.NoError(t, err, "a Message-ID has the form of an address")
	require.Equal(t, id, address.Address)
}

func TestMissedSteps(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := termEnd.Add(time.Duration(rapid.IntRange(-100*24, 100*24).Draw(t, "hours")) * time.Hour)
		notices := model.PlanNotices(termEnd, nil, now)
		require.Len(t, notices, len(model.AllRenewalStep))
		sendNow := 0
		for i, n := range notices {
			require.Equal(t, model.AllRenewalStep[i], n.Step)
			switch {
			case n.DueAt.After(now):
				require.Empty(t, n.SkipReason, "what is to come is never skipped")
			case n.SkipReason == "":
				sendNow++
			}
		}
		require.LessOrEqual(t, sendNow, 1, "never two letters at once")
		require.Equal(t, notices[0].DueAt.After(now), sendNow == 0, "and one if any was due")
	})
}
