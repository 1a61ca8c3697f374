package deficiency_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/deficiency"
)

func on(day string) time.Time {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return at
}

// TestLapses is for which findings a placement may begin.
func TestLapses(t *testing.T) {
	t.Parallel()
	asset := uuid.New()
	for name, tt := range map[string]struct {
		coverage string
		code     model.FindingCode
		outcome  model.FindingOutcome
		begins   bool
	}{
		"expired":               {"building", model.FindingCodeExpired, model.FindingOutcomeFail, true},
		"never insured":         {"windstorm", model.FindingCodeNoPolicy, model.FindingOutcomeFail, true},
		"of another asset":      {"building", model.FindingCodeAssetNotCovered, model.FindingOutcomeFail, true},
		"excess alone":          {"building", model.FindingCodePrimaryMissing, model.FindingOutcomeFail, true},
		"waived":                {"building", model.FindingCodeExpired, model.FindingOutcomeWaived, false},
		"not known":             {"building", model.FindingCodeDatesUnknown, model.FindingOutcomeUnknown, false},
		"liability":             {"generalLiability", model.FindingCodeExpired, model.FindingOutcomeFail, false},
		"life":                  {"keyPersonLife", model.FindingCodeNoPolicy, model.FindingOutcomeFail, false},
		"too little flood":      {"flood", model.FindingCodeLimitTooLow, model.FindingOutcomeFail, true},
		"too little":            {"building", model.FindingCodeLimitTooLow, model.FindingOutcomeFail, false},
		"too little of a peril": {"flood", model.FindingCodePerilMissing, model.FindingOutcomeFail, false},
	} {
		told := &model.ToldFinding{Outcome: tt.outcome, Since: on("2027-01-05"), FindingIdentity: model.FindingIdentity{
			Code: tt.code, CoverageTypeID: catalog.ID("coverageType", tt.coverage), AssetID: asset,
		}}
		require.Equal(t, tt.begins, len(deficiency.Lapses([]*model.ToldFinding{told, told})) == 1, name)
	}
}

// TestLapseBegins is whether a placement begins for a lapse of January 5, as it is known on June 1, beside another of the target.
func TestLapseBegins(t *testing.T) {
	t.Parallel()
	coverage, policy := catalog.ID("coverageType", "building"), uuid.New()
	day := func(text string) *time.Time { return new(on(text)) }
	for name, tt := range map[string]struct {
		other           *model.Placement
		begins, givesUp bool
		from            string
	}{
		"waits":            {&model.Placement{State: model.PlacementStateNoticed, LapsedOn: on("2027-01-05")}, false, false, ""},
		"waits since long": {&model.Placement{State: model.PlacementStateMayPlace, LapsedOn: on("2026-03-01")}, false, false, ""},
		"waits for an older gap": {&model.Placement{
			State: model.PlacementStateMayPlace, LapsedOn: on("2026-03-01"),
			Proofs: []*model.PlacementProof{{From: on("2026-03-10"), ReceivedOn: on("2026-03-10"), To: day("2027-03-10")}},
		}, true, true, "2027-01-05"},
		"was cured by a person": {&model.Placement{State: model.PlacementStateCured, LapsedOn: on("2027-01-05"), Proofs: []*model.PlacementProof{
			{From: on("2027-01-01"), ReceivedOn: on("2027-02-01")},
		}}, false, false, ""},
		"was cured by a record that is gone": {&model.Placement{State: model.PlacementStateCured, LapsedOn: on("2027-01-05"),
			Proofs: []*model.PlacementProof{{From: on("2027-01-01"), ReceivedOn: on("2027-02-01"), PolicyID: &policy}}}, true, false, "2027-01-05"},
		"was cured of an older one": {&model.Placement{State: model.PlacementStateCured, LapsedOn: on("2026-01-05")}, true, false, "2027-01-05"},
		"is of another asset": {&model.Placement{State: model.PlacementStateNoticed, LapsedOn: on("2027-01-05"), AssetID: &policy},
			true, false, "2027-01-05"},
		"stands": {&model.Placement{State: model.PlacementStateCharged, LapsedOn: on("2027-01-05"), PlacedOn: day("2027-02-20"),
			EffectiveOn: day("2027-01-05"), EndsOn: day("2028-01-05")}, false, false, ""},
		"stood until its end": {&model.Placement{State: model.PlacementStateCharged, LapsedOn: on("2027-01-05"), PlacedOn: day("2027-02-20"),
			EffectiveOn: day("2027-01-05"), EndsOn: day("2027-05-05")}, true, false, "2027-05-05"},
		"was cancelled": {&model.Placement{State: model.PlacementStateRefunded, LapsedOn: on("2027-01-05"), PlacedOn: day("2027-02-20"),
			EffectiveOn: day("2027-01-05"), EndsOn: day("2028-01-05"), EndsEarlyOn: day("2027-03-05")}, false, false, ""},
	} {
		tt.other.CoverageTypeID, tt.other.Programme = coverage, model.PlacementProgrammeRegX
		l := &deficiency.Lapse{CoverageTypeID: coverage, On: on("2027-01-05")}
		givenUp, begins := l.Begins([]*model.Placement{tt.other}, on("2027-06-01"))
		require.Equal(t, []bool{tt.begins, tt.givesUp}, []bool{begins, givenUp != nil}, name)
		if begins {
			require.Equal(t, tt.from, l.On.Format(time.DateOnly), name)
		}
	}
}
