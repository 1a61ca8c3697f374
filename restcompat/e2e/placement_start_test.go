package e2e

import (
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/verdict"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// starting has a sandbox of a lender whose placements begin by themselves.
type starting struct {
	*trial
	profile any
}

func newStarting(t *testing.T, requirements ...any) *starting {
	t.Helper()
	b := newSandboxBench(t)
	setLender(t, b.Server, b.HarborTest, object{"timeZone": "UTC", "placements": object{"startsAtLapse": true}})
	x := b.trial(t)
	return &starting{x, published(t, x.in, object{"name": "Homes", "requirements": requirements})["id"]}
}

func fireDemand() any {
	return object{"coverageType": "building", "perils": []any{"fire"}, "minimumLimit": usd("200000.00")}
}

func floodDemand() any {
	return object{"coverageType": "flood", "perils": []any{"flood"}, "minimumLimit": usd("200000.00")}
}

// home opens a case with a home of one unit, and returns both ids.
func home(t *testing.T, c *resttest.Client, profile any, loan object, fields ...any) (caseID, asset any) {
	t.Helper()
	caseID = openLoan(t, c, profile, loan)
	return caseID, addHome(t, c, caseID, fields...)
}

func openLoan(t *testing.T, c *resttest.Client, profile any, loan object) (caseID any) {
	t.Helper()
	return c.Post(t, "/rest/cases", with(object{"riskProfile": profile, "status": "OPEN"}, loan), http.StatusCreated)["id"]
}

func addHome(t *testing.T, c *resttest.Client, caseID any, fields ...any) (asset any) {
	t.Helper()
	return c.Post(t, "/rest/assets", object{
		"caseId": caseID, "assetType": "residentialRealEstate", "fields": append(fields, field("units", 1)),
	}, http.StatusCreated)["id"]
}

func field(key string, value any) any { return object{"fieldType": key, "value": value} }

// policyOf insures an asset for a year from a day on.
func policyOf(t *testing.T, c *resttest.Client, caseID, asset any, coverage, from, limit string) (path string) {
	t.Helper()
	start, err := time.Parse(time.DateOnly, from)
	require.NoError(t, err)
	peril := map[string]string{"building": "fire", "flood": "flood"}[coverage]
	return "/rest/policies/" + c.Post(t, "/rest/policies", object{
		"caseId": caseID, "policyNumber": "P-7", "coverageLayer": "primary", "coverageTypes": []any{coverage}, "perils": []any{peril},
		"perilsByAsset": []any{object{"asset": asset, "perils": []any{peril}}}, "limits": limits(coverage, limit),
		"startDate": from, "endDate": start.AddDate(1, 0, 0).Format(time.DateOnly),
	}, http.StatusCreated)["id"].(string)
}

// insuredHome opens a case with a home that a policy insures. It is on hold until then, so that no placement begins before.
func insuredHome(
	t *testing.T, c *resttest.Client, profile any, loan object, coverage, from, limit string, fields ...any,
) (caseID, asset any, policy string) {
	t.Helper()
	caseID = openLoan(t, c, profile, loan)
	path := "/rest/cases/" + caseID.(string)
	c.Post(t, path+"/on-hold", object{}, http.StatusOK)
	asset = addHome(t, c, caseID, fields...)
	require.Empty(t, placementsOf(t, c, caseID), "on hold")
	policy = policyOf(t, c, caseID, asset, coverage, from, limit)
	c.Post(t, path+"/release-hold", object{}, http.StatusOK)
	return caseID, asset, policy
}

// placementsOf are those of a case, each as its state and the first day without cover.
func placementsOf(t *testing.T, c *resttest.Client, caseID any) (list []string) {
	t.Helper()
	for _, p := range c.Get(t, "/rest/placements?caseId="+caseID.(string))["data"].([]any) {
		p := p.(object)
		list = append(list, p["programme"].(string)+" "+p["state"].(string)+" "+p["lapsedOn"].(string)[:10])
	}
	return list
}

// askedOf are the tasks of a case that ask what a placement needs.
func askedOf(t *testing.T, c *resttest.Client, caseID any) (list []string) {
	t.Helper()
	for _, task := range c.Get(t, "/rest/tasks?type=placementFacts&caseId="+caseID.(string))["data"].([]any) {
		list = append(list, task.(object)["state"].(string)+": "+task.(object)["reason"].(string))
	}
	return list
}

// TestPlacementStart begins a placement on the day on which a policy ends, once, and cures it by what the borrower buys.
func TestPlacementStart(t *testing.T) {
	t.Parallel()
	x := newStarting(t, fireDemand(), object{"coverageType": "generalLiability", "perils": []any{"bodilyInjury"}})
	caseID, asset := home(t, x.in, x.profile, object{"federallyRelated": true}, field("borrowerOccupied", true))
	require.Equal(t, []string{"regX noticed 2027-01-01"}, placementsOf(t, x.in, caseID), "of a building that was never insured")
	policyOf(t, x.in, caseID, asset, "building", "2026-01-05", "250000.00")
	require.Equal(t, []string{"regX cured 2027-01-01"}, placementsOf(t, x.in, caseID))

	x.advance(t, "P20D")
	require.Equal(t, []string{"regX cured 2027-01-01", "regX noticed 2027-01-05"}, placementsOf(t, x.in, caseID), "no liability is placed")
	x.in.Patch(t, "/rest/cases/"+caseID.(string), object{"loanNumber": "LN-2"})
	x.in.Patch(t, "/rest/cases/"+caseID.(string), object{"loanNumber": "LN-3"})
	require.Len(t, placementsOf(t, x.in, caseID), 2, "twice the same write")

	bought := policyOf(t, x.in, caseID, asset, "building", "2027-01-10", "100000.00")
	require.Equal(t, "regX noticed 2027-01-05", placementsOf(t, x.in, caseID)[1])
	second := x.in.Get(t, "/rest/placements?state=noticed")["data"].([]any)[0].(object)
	require.Empty(t, second["proofs"], "its limit is too low")
	x.in.Patch(t, bought, object{"limits": limits("building", "250000.00")})
	second = x.in.Get(t, "/rest/placements/"+second["id"].(string))
	require.Equal(t, []any{object{
		"document": nil, "evidence": nil, "policy": bought[len("/rest/policies/"):], "receivedOn": midnight("2027-01-21"),
		"from": midnight("2027-01-10"), "to": midnight("2028-01-10"),
	}}, second["proofs"])
	require.Equal(t, "noticed", second["state"], "five days are a gap")

	x.advance(t, "P355D")
	require.Equal(t, []string{"regX cured 2027-01-01", "regX cured 2027-01-05", "regX noticed 2028-01-10"}, placementsOf(t, x.in, caseID),
		"what waits for the gap alone is given up for the next lapse")
}

// TestPlacementStartCancelled begins and cures by cancellations and their ends.
func TestPlacementStartCancelled(t *testing.T) {
	t.Parallel()
	x := newStarting(t, fireDemand())
	caseID, _, policy := insuredHome(t, x.in, x.profile, object{"federallyRelated": true}, "building", "2026-06-01", "250000.00",
		field("borrowerOccupied", true))
	x.in.Post(t, policy+"/cancel", object{"effectiveDate": "2026-12-20", "reason": "nonPayment"}, http.StatusOK)
	require.Equal(t, []string{"regX noticed 2026-12-20"}, placementsOf(t, x.in, caseID))
	x.in.Post(t, policy+"/reinstate", object{"effectiveDate": "2026-12-20"}, http.StatusOK)
	require.Equal(t, []string{"regX cured 2026-12-20"}, placementsOf(t, x.in, caseID), "without a gap")

	x.in.Post(t, policy+"/cancel", object{"effectiveDate": "2026-12-20", "reason": "nonPayment"}, http.StatusOK)
	require.Equal(t, []string{"regX cured 2026-12-20", "regX noticed 2026-12-20"}, placementsOf(t, x.in, caseID), "it is cancelled anew")
	x.in.Post(t, policy+"/reinstate", object{"effectiveDate": "2026-12-24"}, http.StatusOK)
	require.Equal(t, []string{"regX cured 2026-12-20", "regX noticed 2026-12-20"}, placementsOf(t, x.in, caseID), "with a gap")
	gap := x.in.Get(t, "/rest/placements?state=noticed")["data"].([]any)[0].(object)
	require.Equal(t, midnight("2026-12-24"), gap["proofs"].([]any)[0].(object)["from"])
	x.in.Do(t, http.MethodPost, "/rest/placements/"+gap["id"].(string)+"/place", with(insurance(time.Now()), object{
		"effectiveOn": "2026-12-20", "endsOn": "2027-12-20",
	})).Problem(t, http.StatusConflict, "proof_on_file")
}

// TestPlacementStartFlood begins where flood insurance is too low in a special flood hazard area, and nowhere else.
func TestPlacementStartFlood(t *testing.T) {
	t.Parallel()
	x := newStarting(t, floodDemand())
	for zone, want := range map[string][]string{"AE": {"flood noticed 2027-01-01"}, "X": nil, "": nil} {
		var fields []any
		if zone != "" {
			fields = append(fields, field("floodZone", zone))
		}
		caseID, asset, policy := insuredHome(t, x.in, x.profile, object{}, "flood", "2026-06-01", "100000.00", fields...)
		require.Equal(t, want, placementsOf(t, x.in, caseID), zone)
		if zone == "" {
			require.Len(t, askedOf(t, x.in, caseID), 1)
			require.Contains(t, askedOf(t, x.in, caseID)[0], "open: Flood: ")
			require.Contains(t, askedOf(t, x.in, caseID)[0], "Record the flood zone of the property")
			x.in.Patch(t, "/rest/assets/"+asset.(string), object{"fields": []any{field("floodZone", "VE")}})
			want = []string{"flood noticed 2027-01-01"}
			require.Equal(t, want, placementsOf(t, x.in, caseID))
			require.Contains(t, askedOf(t, x.in, caseID)[0], "completed: ")
		}
		x.in.Patch(t, policy, object{"limits": limits("flood", "250000.00")})
		for i := range want {
			want[i] = "flood cured 2027-01-01"
		}
		require.Equal(t, want, placementsOf(t, x.in, caseID), zone)
	}
}

// TestPlacementStartAsks asks for what is not known, and begins when it is; the days of a loan agreement are the lender's.
func TestPlacementStartAsks(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	setLender(t, s, s.Harbor, object{"timeZone": "UTC", "placements": object{"startsAtLapse": true}})
	profile := published(t, c, object{"name": "Homes", "requirements": []any{fireDemand()}})["id"]
	today := time.Now().UTC().Format(time.DateOnly)
	draft, _ := home(t, c, profile, object{"status": "DRAFT"})
	require.Empty(t, askedOf(t, c, draft), "a draft")
	caseID, _ := home(t, c, profile, object{})
	require.Empty(t, placementsOf(t, c, caseID))
	asked := askedOf(t, c, caseID)
	require.Len(t, asked, 1)
	require.Contains(t, asked[0], " has no cover since "+time.Now().UTC().Format("January 2, 2006")+", and no placement has begun. ")
	require.Contains(t, asked[0], "Record whether the loan is federally related: it decides whether the programme regX applies (12 CFR")
	require.Contains(t, asked[0], "Record whether the borrower lives in the property")
	c.Patch(t, "/rest/cases/"+caseID.(string), object{"federallyRelated": false})
	require.Contains(t, askedOf(t, c, caseID)[0], "open: ")
	require.Contains(t, askedOf(t, c, caseID)[0], "Record the days of the loan agreement: no law has days for this target.")

	setLender(t, s, s.Harbor, object{"placements": object{"days": object{"cure": 20, "refund": 10}}})
	keeper := verdict.NewKeeper(verdict.Config{Store: s.Store, Now: time.Now, Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	require.NoError(t, keeper.Judge(t.Context(), s.Harbor.Portfolio.ID(), nil), "as the job does that the change has ordered")
	require.Equal(t, []string{"contract noticed " + today}, placementsOf(t, c, caseID))
	require.Contains(t, askedOf(t, c, caseID)[0], "completed: ")
	begun := c.Get(t, "/rest/placements")["data"].([]any)[0].(object)
	require.Equal(t, object{"cure": 20.0, "refund": 10.0}, begun["agreedDays"])

	other := s.As(s.Prairie.Token)
	theirs := published(t, other, object{"name": "Homes", "requirements": []any{fireDemand()}})["id"]
	foreign, _ := home(t, other, theirs, object{"federallyRelated": false})
	require.Empty(t, placementsOf(t, other, foreign), "its lender has not turned it on")
	require.Empty(t, askedOf(t, other, foreign))
	require.Len(t, c.Get(t, "/rest/placements")["data"], 1)
}

// TestPlacementOverlap has money given back as soon as the records show the borrower's own cover.
func TestPlacementOverlap(t *testing.T) {
	t.Parallel()
	x, _, path := homeOfTrial(t)
	placed := x.place(t, path)
	x.in.Post(t, path+"/charge", object{}, http.StatusOK)
	policyOf(t, x.in, placed["caseId"], placed["asset"], "building", "2027-01-27", "250000.00")
	overlaps := x.in.Get(t, path)
	require.Equal(t, object{"amount": usd("3350.00"), "dueOn": "2027-03-05T00:00:00.000Z"}, overlaps["refund"])
	require.Len(t, x.in.Get(t, "/rest/tasks?type=refundPlacement&state=open")["data"], 1, "at once")
	require.Equal(t, "2027-01-27T00:00:00.000Z", x.in.Get(t, "/rest/policies/"+placed["policy"].(string))["endDate"])
}

// TestPlacementEvidence cures by evidence that is accepted, as of the day on which it was handed in.
func TestPlacementEvidence(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	countDaysIn(t, b.Server, b.Harbor, "UTC")
	b.clock.pass(25 * 24 * time.Hour)
	handedIn := b.clock.now()
	path := "/rest/placements/" + b.c.Post(t, "/rest/placements", object{
		"caseId": b.caseID, "coverageType": "building", "lapsedOn": day(b.end), "days": object{"cure": 30, "refund": 15},
	}, http.StatusCreated)["id"].(string)
	evidence := b.submit(t, b.everything())
	b.clock.pass(3 * 24 * time.Hour)
	require.Equal(t, "noticed", b.c.Get(t, path)["state"], "nobody has looked at it")
	b.accept(t, evidence, object{})
	cured := b.c.Get(t, path)
	require.Equal(t, "cured", cured["state"])
	require.Equal(t, []any{object{
		"document": nil, "evidence": evidence[len("/rest/evidence/"):], "policy": b.policy, "receivedOn": shown(handedIn),
		"from": shown(b.end), "to": shown(b.end.AddDate(1, 0, 0)),
	}}, cured["proofs"])

	insured := b.c.Post(t, "/rest/placements", object{
		"caseId": b.caseID, "coverageType": "building", "lapsedOn": day(b.end), "days": object{"cure": 30, "refund": 15},
	}, http.StatusCreated)
	require.Equal(t, "cured", insured["state"], "the proof is on file already")
}
