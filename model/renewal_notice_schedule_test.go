package model_test

import (
	"maps"
	"net/mail"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

var termEnd = time.Date(2026, time.March, 31, 0, 0, 0, 0, time.UTC)

// daysAfter returns the end of the term plus the days.
func daysAfter(days int) time.Time { return termEnd.AddDate(0, 0, days) }

func TestSchedule(t *testing.T) {
	t.Parallel()
	want := []model.DueStep{
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

func TestRenewalStepsCheck(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change map[model.RenewalStep]int
		drop   model.RenewalStep
		want   map[string]fault.Code
	}{
		"default":        {nil, "", map[string]fault.Code{}},
		"earlier":        {map[model.RenewalStep]int{"request": -90, "reminder": -45}, "", map[string]fault.Code{}},
		"a step missing": {nil, "warning", map[string]fault.Code{"/s/warning": fault.CodeRequired}},
		"unknown step":   {map[model.RenewalStep]int{"panic": 3}, "", map[string]fault.Code{"/s/panic": fault.CodeUnknownMember}},
		"out of order":   {map[model.RenewalStep]int{"reminder": -70}, "", map[string]fault.Code{"/s/reminder": fault.CodeInvalidValue}},
		"the same day":   {map[model.RenewalStep]int{"final": -30}, "", map[string]fault.Code{"/s/final": fault.CodeInvalidValue}},
		"lapse moved":    {map[model.RenewalStep]int{"lapsed": 1}, "", map[string]fault.Code{"/s/lapsed": fault.CodeInvalidValue}},
		"out of reach": {map[model.RenewalStep]int{"request": -500, "forcePlacementReview": 367}, "",
			map[string]fault.Code{"/s/request": fault.CodeInvalidValue, "/s/forcePlacementReview": fault.CodeInvalidValue}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			steps := model.DefaultRenewalSteps()
			maps.Copy(steps, test.change)
			delete(steps, test.drop)
			got := map[string]fault.Code{}
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
	id := (&model.RenewalNotice{PolicyID: &policy, TermNumber: 2, Step: model.RenewalStepFinal}).MessageID("covertrack.example.com")
	address, err := mail.ParseAddress(id)
	require.NoError(t, err, "a Message-ID has the form of an address")
	require.Equal(t, id, address.Address)
}
