package sandbox

import (
	"errors"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
)

func TestDuration(t *testing.T) {
	t.Parallel()
	january := time.Date(2027, time.January, 31, 6, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"P45D": "2027-03-17T06:00:00Z", "P1M": "2027-02-28T06:00:00Z", "P1Y": "2028-01-31T06:00:00Z", "P2W": "2027-02-14T06:00:00Z",
		"PT18H": "2027-02-01T00:00:00Z", "P1DT1M1S": "2027-02-01T06:01:01Z", "P0D": "2027-01-31T06:00:00Z",
	} {
		d, ok := ParseDuration(text)
		require.True(t, ok, text)
		require.Equal(t, want, d.After(january).Format(time.RFC3339), text)
	}
	for _, text := range []string{"", "P", "PT", "P1DT", "45D", "P-1D", "P1.5D", "p1d", "P1D ", "P1H", "PT1D", "P999999D"} {
		_, ok := ParseDuration(text)
		require.False(t, ok, text)
	}
}

func TestAdvance(t *testing.T) {
	t.Parallel()
	now := time.Date(2027, time.January, 1, 0, 0, 0, 0, time.UTC)
	at := func(days int) graphql.Omittable[*time.Time] { return graphql.OmittableOf(new(now.AddDate(0, 0, days))) }
	by := func(text string) graphql.Omittable[*string] { return graphql.OmittableOf(&text) }
	for name, test := range map[string]struct {
		in   model.AdvanceSandboxInput
		code fault.Code
		at   string
	}{
		"both":      {model.AdvanceSandboxInput{To: at(1), By: by("P1D")}, fault.CodeInvalidValue, "/by"},
		"neither":   {model.AdvanceSandboxInput{}, fault.CodeRequired, "/to"},
		"now":       {model.AdvanceSandboxInput{To: at(0)}, fault.CodeInvalidValue, "/to"},
		"nothing":   {model.AdvanceSandboxInput{By: by("P0D")}, fault.CodeInvalidValue, "/by"},
		"malformed": {model.AdvanceSandboxInput{By: by("45 days")}, fault.CodeInvalidValue, "/by"},
		"too long":  {model.AdvanceSandboxInput{By: by("P2Y1D")}, fault.CodeInvalidValue, "/by"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &Sandbox{Now: now, State: model.SandboxStateReady}
			refused, _ := errors.AsType[*fault.Error](s.Advance(test.in, false, now))
			require.Equal(t, test.code, refused.Code)
			require.Equal(t, test.at, refused.Violations[0].Pointer)
			require.Equal(t, model.SandboxStateReady, s.State)
		})
	}
	s := &Sandbox{Now: now, State: model.SandboxStateFailed, Failure: new("x")}
	require.Equal(t, fault.CodeInvalidTransition, fault.CodeOf(s.Advance(model.AdvanceSandboxInput{By: by("P1D")}, true, now)))
	require.NoError(t, s.Advance(model.AdvanceSandboxInput{By: by("P2Y")}, false, now))
	require.Equal(t, now.AddDate(2, 0, 0), *s.Target)
	require.Nil(t, s.Failure)
	require.Equal(t, fault.CodeSandboxAdvancing, fault.CodeOf(s.Advance(model.AdvanceSandboxInput{By: by("P1D")}, false, now)))
}

func TestReach(t *testing.T) {
	t.Parallel()
	organization, lender, portfolio := uuid.New(), uuid.New(), uuid.New()
	of := func(mode model.Mode, organization uuid.UUID) *model.Principal {
		return &model.Principal{Mode: mode, OrganizationID: organization, LenderID: lender, PortfolioID: portfolio}
	}
	for name, test := range map[string]struct {
		caller *model.Principal
		sees   Reach
		makes  bool
	}{
		"test token":    {of(model.ModeTest, organization), Reach{OrganizationID: organization}, true},
		"live token":    {of(model.ModeLive, organization), Reach{}, false},
		"sandbox token": {of(model.ModeSandbox, organization), Reach{PortfolioID: portfolio}, false},
		"analyst":       {of(model.ModeLive, uuid.Nil), Reach{LenderID: lender}, true},
	} {
		reach, _ := ReachOf(test.caller)
		require.Equal(t, test.sees, reach, name)
		_, err := ToMake(test.caller)
		require.Equal(t, test.makes, err == nil, name)
	}
}

func TestQuotas(t *testing.T) {
	t.Parallel()
	own := QuotasOf(model.Quotas{Claimed: 1000, Records: 5, CaseAssets: 2000})
	require.Equal(t, model.Quotas{Claimed: 100, Unclaimed: 7, Records: 1, CaseAssets: 2000}, own.Or(model.Quotas{Unclaimed: 7}))
}
