package model_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// boughtFor is insurance of an asset that was bought for March 2027, and its policy.
func boughtFor(asset uuid.UUID) (*model.Placement, *model.Policy) {
	from, to := time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2027, 4, 1, 0, 0, 0, 0, time.UTC)
	p := &model.Placement{
		ID: uuid.New(), AssetID: &asset, CoverageTypeID: uuid.New(), Programme: model.PlacementProgrammeContract,
		State: model.PlacementStateCharged, PlacedOn: &from, EffectiveOn: &from, EndsOn: &to,
		Premium: &scalar.Money{Amount: "31.00", Currency: "USD"},
	}
	return p, &model.Policy{Status: model.PolicyStatusActive, AssetIDs: []uuid.UUID{asset}, Coverage: model.Coverage{
		TermNumber: 1, CoverageTypeIDs: []uuid.UUID{p.CoverageTypeID}, StartDate: &from, EndDate: &to,
		Placement: model.PolicyPlacementLenderPlaced,
	}}
}

// TestPlacementCheckTerms is what a change of a placement's policy may say.
func TestPlacementCheckTerms(t *testing.T) {
	t.Parallel()
	asset, other := uuid.New(), time.Date(2027, 3, 11, 0, 0, 0, 0, time.UTC)
	number := "LP-2"
	for name, test := range map[string]struct {
		change func(of *model.Policy)
		early  *time.Time // the placement does not stand from that day on
		want   []string
	}{
		"what the placement says nothing of": {func(of *model.Policy) {
			of.PolicyNumber, of.CoverageTypeIDs = &number, append(of.CoverageTypeIDs, uuid.New())
		}, nil, nil},
		"the borrower's own":      {func(of *model.Policy) { of.Placement = model.PolicyPlacementVoluntary }, nil, []string{"/placement"}},
		"a later start":           {func(of *model.Policy) { of.StartDate = &other }, nil, []string{"/startDate"}},
		"another end":             {func(of *model.Policy) { of.EndDate = &other }, nil, []string{"/endDate"}},
		"no end":                  {func(of *model.Policy) { of.EndDate = nil }, nil, []string{"/endDate"}},
		"the placement's own end": {func(of *model.Policy) { of.EndDate = &other }, &other, nil},
		"something else": {func(of *model.Policy) { of.CoverageTypeIDs, of.AssetIDs = []uuid.UUID{uuid.New()}, nil }, nil,
			[]string{"/coverageTypes", "/perilsByAsset"}},
		"all at once": {func(of *model.Policy) {
			of.Placement, of.StartDate, of.EndDate = model.PolicyPlacementVoluntary, nil, &other
		}, nil, []string{"/placement", "/startDate", "/endDate"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, of := boughtFor(asset)
			p.EndsEarlyOn = test.early
			before := *of
			test.change(of)
			var pointers []string
			for _, v := range p.CheckTerms(&before, of) {
				require.Equal(t, fault.CodeImmutable, v.Code)
				pointers = append(pointers, v.Pointer)
			}
			require.Equal(t, test.want, pointers)
		})
	}
}

// TestPlacementCheckMove is which moves a placement's policy may make beside it.
func TestPlacementCheckMove(t *testing.T) {
	t.Parallel()
	now := time.Date(2027, 3, 11, 0, 0, 0, 0, time.UTC)
	deactivate := func(of *model.Policy) { of.SetState(of.State().Deactivate(), now) }
	cancel := func(of *model.Policy) {
		of.Cancellations = &model.PolicyCancellations{Kept: []*model.Cancellation{{TermNumber: 1, EffectiveDate: now}}}
	}
	stays := func(*model.Policy) {}
	for name, test := range map[string]struct {
		before, move func(of *model.Policy)
		standsNever  bool
		isRefused    bool
	}{
		"hold":       {before: stays, move: func(of *model.Policy) { of.HoldByHand(now) }},
		"deactivate": {before: stays, move: deactivate, isRefused: true},
		"deactivate a held one": {before: func(of *model.Policy) { of.HoldByHand(now) }, move: deactivate,
			isRefused: true},
		"deactivate what never stands": {before: stays, move: deactivate, standsNever: true},
		"deactivate twice":             {before: deactivate, move: deactivate},
		"reactivate":                   {before: deactivate, move: func(of *model.Policy) { of.SetState(policyAt("active"), now) }},
		"reactivate what never stands": {before: deactivate, move: func(of *model.Policy) { of.SetState(policyAt("active"), now) },
			standsNever: true, isRefused: true},
		"cancel":    {before: stays, move: cancel, isRefused: true},
		"reinstate": {before: cancel, move: func(of *model.Policy) { of.Cancellations = nil }},
		"renew":     {before: stays, move: func(of *model.Policy) { of.TermNumber++ }, isRefused: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, of := boughtFor(uuid.New())
			if test.standsNever {
				p.EndsEarlyOn = p.EffectiveOn
			}
			test.before(of)
			before := *of
			test.move(of)
			err := p.CheckMove(&before, of)
			require.Equal(t, test.isRefused, fault.CodeOf(err) == fault.CodeInvalidTransition, "%v", err)
			if !test.isRefused {
				require.NoError(t, err)
			}
		})
	}
}
