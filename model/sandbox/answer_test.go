package sandbox_test

import (
	"errors"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/model/scalar"
)

var at = time.Date(2027, time.May, 1, 12, 0, 0, 0, time.UTC)

func day(month time.Month, d int) *time.Time {
	return new(time.Date(2027, month, d, 0, 0, 0, 0, time.UTC))
}

func TestReply(t *testing.T) {
	t.Parallel()
	p := &model.Policy{Coverage: model.Coverage{
		DisplayName: "Property", PolicyNumber: new("CP-1"), Carrier: &model.Carrier{Name: "A Carrier"},
		StartDate: new(day(time.June, 30).AddDate(-1, 0, 0)), EndDate: day(time.June, 30),
		Limits: []*model.Limit{
			{Kind: model.LimitKindPerOccurrence, Amount: &scalar.Money{Amount: "1000000", Currency: "USD"}},
			{Kind: model.LimitKindAggregate},
		},
	}}
	for with, want := range map[model.SandboxAnswerKind]struct{ amount, holder string }{
		model.SandboxAnswerKindRenewal:     {"1000000", "Mortgagee: A Bank"},
		model.SandboxAnswerKindLowerLimit:  {"100000", "Mortgagee: A Bank"},
		model.SandboxAnswerKindWrongClause: {"1000000", "Mortgagee: " + sandbox.WrongHolder},
	} {
		r := (&sandbox.Answer{With: with, DueAt: at}).Reply(p, "A Bank")
		require.Equal(t, *day(time.June, 30), r.StartDate)
		require.Equal(t, day(time.June, 30).AddDate(1, 0, 0), r.EndDate)
		require.Equal(t, "CP-1", *r.PolicyNumber)
		require.Equal(t, want.amount, r.Limits[0].Amount.Amount)
		require.Nil(t, r.Limits[1].Amount)
		require.Contains(t, r.Lines, want.holder)
		require.Contains(t, r.Lines, "Term: June 30, 2027 to June 30, 2028")
	}
	require.Equal(t, "1000000", p.Limits[0].Amount.Amount, "the policy stays")
	require.Nil(t, (&sandbox.Answer{With: model.SandboxAnswerKindNothing}).Reply(p, ""))

	p.StartDate = day(time.May, 31)
	require.Equal(t, *day(time.July, 30), (&sandbox.Answer{}).Reply(p, "").EndDate, "as long as the term before, 30 days")
	p.EndDate = nil
	require.Equal(t, *day(time.May, 1), (&sandbox.Answer{DueAt: at}).Reply(p, "").StartDate)
}

// pointers are what an error points at, with the codes.
func pointers(err error) (list []string) {
	refused, _ := errors.AsType[*fault.Error](err)
	if refused == nil {
		return nil
	}
	for _, v := range refused.Violations {
		list = append(list, v.Pointer+" "+string(v.Code))
	}
	return list
}

func TestNewAnswer(t *testing.T) {
	t.Parallel()
	a, err := sandbox.NewAnswer(uuid.New(), model.CreateSandboxAnswerInput{After: "P10D", With: model.SandboxAnswerKindNothing}, true, 0, at)
	require.NoError(t, err)
	require.Equal(t, at.AddDate(0, 0, 10), a.DueAt)
	require.Equal(t, model.SandboxAnswerStatePlanned, a.State)
	_, err = sandbox.NewAnswer(uuid.New(), model.CreateSandboxAnswerInput{After: "10 days"}, false, sandbox.MaxAnswers, at)
	require.Equal(t, []string{"/policyId unknown_reference", "/after invalid_value", " quota_exceeded"}, pointers(err))
	_, err = sandbox.NewAnswer(uuid.New(), model.CreateSandboxAnswerInput{After: "P3Y"}, true, 0, at)
	require.Equal(t, []string{"/after invalid_value"}, pointers(err))
}

func TestNewFault(t *testing.T) {
	t.Parallel()
	of := func(kind model.WebhookFaultKind, count *int, by *string) model.CreateWebhookFaultInput {
		return model.CreateWebhookFaultInput{Fault: kind, Count: graphql.OmittableOf(count), By: graphql.OmittableOf(by)}
	}
	f, err := sandbox.NewFault(uuid.New(), uuid.New(), of(model.WebhookFaultKindDelayed, nil, new("PT10M")), 0, at)
	require.NoError(t, err)
	require.Equal(t, 1, f.Remaining)
	require.Equal(t, at.Add(10*time.Minute), f.Until(at))
	for name, test := range map[string]struct {
		in   model.CreateWebhookFaultInput
		open int
		want []string
	}{
		"no delay":     {of(model.WebhookFaultKindDelayed, nil, nil), 0, []string{"/by required"}},
		"a delay":      {of(model.WebhookFaultKindLost, nil, new("PT1S")), 0, []string{"/by invalid_value"}},
		"no duration":  {of(model.WebhookFaultKindDelayed, nil, new("soon")), 0, []string{"/by invalid_value"}},
		"a long delay": {of(model.WebhookFaultKindDelayed, nil, new("P2D")), 0, []string{"/by invalid_value"}},
		"none":         {of(model.WebhookFaultKindLost, new(0), nil), 0, []string{"/count invalid_value"}},
		"too many":     {of(model.WebhookFaultKindLost, new(101), nil), sandbox.MaxFaults, []string{"/count invalid_value", " quota_exceeded"}},
	} {
		_, err := sandbox.NewFault(uuid.New(), uuid.New(), test.in, test.open, at)
		require.Equal(t, test.want, pointers(err), name)
	}
}
