package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// elsewhere is what another system has of a placement by the loan agreement that began 60 days ago: insurance was bought 20 days ago
// and charged a day later.
func elsewhere(more object) object {
	return with(object{
		"programme": "contract", "timeZone": "America/Chicago", "startedOn": dayFromNow(-60),
		"notices": []any{posted(time.Now(), -50)}, "carrier": "Example Surplus", "policyNumber": "LP-1", "amount": usd("1000000.00"),
		"premium": usd("3650.00"), "effectiveOn": dayFromNow(-60), "endsOn": dayFromNow(305), "placedOn": dayFromNow(-20),
		"charges": []any{object{"on": dayFromNow(-19), "amount": usd("3650.00")}},
	}, more)
}

// TestPlacementHistory takes what happened in another system over, by the rules of each day; a second time nothing happens.
func TestPlacementHistory(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID := s.FrameworkCase(t, s.Harbor).String()
	begun := func(coverage string, of object) object {
		return object{
			"caseId": caseID, "coverageType": coverage, "lapsedOn": dayFromNow(-60), "estimate": usd("3650.00"),
			"days": object{"cure": 30, "refund": 15}, "history": of,
		}
	}
	refuse := func(of object) *resttest.Response {
		t.Helper()
		return c.Do(t, http.MethodPost, "/rest/placements", begun("crime", of))
	}
	refuse(elsewhere(object{"placedOn": dayFromNow(-21), "charges": []any{}})).Problem(t, http.StatusConflict, "too_early")
	refuse(elsewhere(object{"notices": []any{}})).Problem(t, http.StatusConflict, "too_early")
	refuse(elsewhere(object{"timeZone": "Mars/Base", "placedOn": dayFromNow(2), "premium": nil})).Violations(t,
		"/history/timeZone invalid_value", "/history/premium required")
	refuse(elsewhere(object{"placedOn": dayFromNow(2), "premium": nil})).
		Violations(t, "/history/placedOn invalid_value", "/history/premium required")
	refuse(elsewhere(object{"charges": []any{object{"on": dayFromNow(-19), "amount": usd("3650.01")}}})).
		Violations(t, "/history/charges/0/amount invalid_value")
	wrong := begun("crime", elsewhere(object{"charges": []any{object{"on": dayFromNow(-19), "amount": usd("3650.01")}}}))
	wrong["estimate"] = object{"amount": "1", "currency": "ZZZ"}
	told := []string{"/estimate/currency invalid_value", "/history/charges/0/amount invalid_value"}
	c.Do(t, http.MethodPost, "/rest/placements", wrong).Violations(t, told...)
	c.Refused(t, `mutation($in: CreatePlacementInput!) { createPlacement(input: $in) { id } }`, object{"in": wrong}, "invalid_value", told...)
	wrong = begun("crime", elsewhere(object{"placedOn": dayFromNow(2)}))
	wrong["days"] = object{"cure": 0, "refund": 15}
	c.Do(t, http.MethodPost, "/rest/placements", wrong).Violations(t, "/days/cure invalid_value", "/history/placedOn invalid_value")

	made := c.Post(t, "/rest/placements", begun("crime", elsewhere(nil)), http.StatusCreated)
	path := "/rest/placements/" + made["id"].(string)
	require.Equal(t, []any{"charged", dayFromNow(-60), dayFromNow(-20), "America/Chicago", usd("3650.00")},
		values(made, "state", "startedOn", "placedOn", "timeZone", "owed"))
	same := c.Do(t, http.MethodPatch, path, object{"history": elsewhere(nil), "estimate": usd("3650.00")}).Object(t, http.StatusOK)
	require.Equal(t, made["updatedAt"], same["updatedAt"], "all of it is known")
	c.Do(t, http.MethodPatch, path, object{"history": elsewhere(object{"startedOn": dayFromNow(-59)})}).Violations(t, "/history immutable")
	c.Do(t, http.MethodPatch, path, object{"history": elsewhere(object{"startedOn": dayFromNow(-59)}), "borrower": object{"name": ""}}).
		Violations(t, "/borrower/name required", "/history immutable")

	more := elsewhere(object{"proofs": []any{object{"receivedOn": dayFromNow(-10), "from": dayFromNow(-30)}}})
	require.Equal(t, object{"amount": usd("3350.00"), "dueOn": dayFromNow(5)}, c.Patch(t, path, object{"history": more})["refund"])
	require.Equal(t, "open", c.Get(t, "/rest/tasks?type=refundPlacement")["data"].([]any)[0].(object)["state"])
	over := with(more, object{
		"refunds":     []any{object{"on": dayFromNow(-3), "amount": usd("3350.00")}},
		"cancelledOn": dayFromNow(-4), "endsEarlyOn": dayFromNow(-30),
	})
	require.Equal(t, "refunded", c.Patch(t, path, object{"history": over})["state"])
	require.Equal(t, "completed", c.Get(t, "/rest/tasks?type=refundPlacement")["data"].([]any)[0].(object)["state"])

	at := c.Post(t, "/rest/placements", begun("terrorism", over), http.StatusCreated)
	require.Equal(t, []any{"refunded", usd("300.00"), dayFromNow(-30), dayFromNow(-4)}, values(at, "state", "owed", "endsEarlyOn", "cancelledOn"))
	c.Do(t, http.MethodPost, "/rest/placements", begun("terrorism", elsewhere(object{"effectiveOn": dayFromNow(-40)}))).
		Problem(t, http.StatusConflict, "placement_overlaps")
}

// TestImportPlacements brings placements of an exported book in with their history, one that renews another among them, takes over what
// happens later, and undoes it all.
func TestImportPlacements(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	loan := b.FrameworkCase(t, b.Harbor).String()
	first := b.c.Post(t, "/rest/placements", object{
		"caseId": loan, "coverageType": "crime", "lapsedOn": dayFromNow(-60), "estimate": usd("3650.00"),
		"days": object{"cure": 30, "refund": 15}, "history": elsewhere(nil),
		"borrower": object{"name": "Willow Park LLC", "address": exampleAddress, "email": "owner@example.com"},
	}, http.StatusCreated)
	countDaysIn(t, b.Server, b.Harbor, "UTC")
	second := b.c.Post(t, "/rest/placements", object{
		"caseId": loan, "coverageType": "crime", "lapsedOn": dayFromNow(305), "days": object{"cure": 30, "refund": 15}, "renews": first["id"],
	}, http.StatusCreated)
	names := []string{"riskProfiles.csv", "cases.csv", "placements.csv"}

	i := importerOn(t, b.Server)
	i.tenant, i.c = b.HarborTest, b.As(b.HarborTest.Token)
	id := i.bring(t, b, b.made(t, object{"format": "csv"}), names...)
	list := func() (all []object) {
		for _, p := range i.c.Get(t, "/rest/placements")["data"].([]any) {
			all = append(all, p.(object))
		}
		return all
	}
	here := list()
	require.Len(t, here, 2)
	const told = "programme state startedOn lapsedOn estimate borrower carrier premium effectiveOn endsOn placedOn charges owed duties"
	for n, was := range []object{first, second} {
		members := strings.Fields(told)
		if n == 0 {
			members = members[:len(members)-1] // who did it is who imported it
		}
		require.Equal(t, values(was, members...), values(here[n], members...))
	}
	require.Equal(t, here[0]["id"], here[1]["renews"])

	undone := i.revert(t, id)["left"].([]any)
	require.Equal(t, []any{"riskProfile"}, values(undone[0].(object), "noun"))
	require.Len(t, undone, 1)
	require.Empty(t, i.c.Get(t, "/rest/cases")["data"])
	require.Empty(t, list())
	i.bring(t, b, b.made(t, object{"format": "csv"}), names...)
	b.c.Post(t, "/rest/placements/"+first["id"].(string)+"/proofs", object{"receivedOn": dayFromNow(-1), "from": dayFromNow(-30)}, http.StatusOK)
	b.c.Patch(t, "/rest/placements/"+first["id"].(string), object{"borrower": object{"email": "ada@example.com"}})
	again := i.bring(t, b, b.made(t, object{"format": "csv"}), names...)
	require.Len(t, list(), 2)
	require.Equal(t, usd("3350.00"), list()[0]["refund"].(object)["amount"])
	require.Equal(t, "ada@example.com", list()[0]["borrower"].(object)["email"])
	left := i.revert(t, again)["left"]
	require.Equal(t, []any{object{"noun": "placement", "id": list()[0]["id"], "reason": "what happened of a placement is not taken back"}}, left)
}

// TestImportPlacementStart brings a home without cover in, and its placement later: none begins by itself beside it, neither before nor
// once the home is released. Where none is brought in, one begins with the release.
func TestImportPlacementStart(t *testing.T) {
	t.Parallel()
	for name, later := range map[string][]string{"with its placement": {"placements.csv"}, "without": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newExportBench(t)
			setLender(t, b.Server, b.Harbor, object{"timeZone": "UTC", "placements": object{"startsAtLapse": true}})
			profile := published(t, b.c, object{"name": "Homes", "requirements": []any{fireDemand()}})["id"]
			caseID, _ := home(t, b.c, profile, object{"federallyRelated": true}, field("borrowerOccupied", true))
			begun := placementsOf(t, b.c, caseID)
			require.Equal(t, []string{"regX noticed " + time.Now().UTC().Format(time.DateOnly)}, begun)
			made := b.made(t, object{"format": "csv"})

			i := importerOn(t, b.Server)
			i.tenant, i.c = b.HarborTest, b.As(b.HarborTest.Token)
			imports := []any{i.bring(t, b, made, "riskProfiles.csv", "cases.csv", "assets.csv")}
			here := i.c.Get(t, "/rest/cases")["data"].([]any)[0].(object)["id"]
			require.Empty(t, placementsOf(t, i.c, here), "it is quiet")
			if later != nil {
				imports = append(imports, i.bring(t, b, made, later...))
				require.Equal(t, begun, placementsOf(t, i.c, here))
			}
			for _, id := range imports {
				i.release(t, id)
			}
			require.Equal(t, begun, placementsOf(t, i.c, here))
		})
	}
}

// TestPlacementHistoryOfMuch refuses a placement with too many entries: each look works out the rules from all of them.
func TestPlacementHistoryOfMuch(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	begun := func(of object) object {
		return object{
			"caseId": s.FrameworkCase(t, s.Harbor).String(), "coverageType": "crime", "lapsedOn": dayFromNow(-60),
			"estimate": usd("3650.00"), "days": object{"cure": 30, "refund": 15}, "history": of,
		}
	}
	proofs := func(n int) (all []any) {
		for i := range n {
			all = append(all, object{"receivedOn": dayFromNow(-1), "from": dayFromNow(-i), "to": dayFromNow(1 - i)})
		}
		return all
	}
	var paid, told []any
	for i := range 501 {
		paid = append(paid, object{"on": dayFromNow(-19), "amount": usd("0.01")})
		told = append(told, posted(time.Now(), -i))
	}
	began := time.Now()
	c.Do(t, http.MethodPost, "/rest/placements", begun(elsewhere(object{
		"proofs": proofs(5000), "charges": paid, "refunds": paid, "instalments": paid, "notices": told,
	}))).Violations(t, "/history/notices too_long", "/history/proofs too_long", "/history/charges too_long", "/history/refunds too_long",
		"/history/instalments too_long")
	require.Less(t, time.Since(began), 10*time.Second)

	made := c.Post(t, "/rest/placements", begun(elsewhere(object{"proofs": proofs(100)})), http.StatusCreated)
	path := "/rest/placements/" + made["id"].(string)
	c.Do(t, http.MethodPost, path+"/proofs", object{"receivedOn": dayFromNow(-2), "from": dayFromNow(-1)}).Violations(t, " quota_exceeded")
	known := c.Do(t, http.MethodPatch, path, object{"history": elsewhere(object{"proofs": proofs(100)})})
	known.Object(t, http.StatusOK)
	c.Do(t, http.MethodPatch, path, object{"history": elsewhere(object{"proofs": proofs(101)[1:]})}).
		Violations(t, "/history/proofs/99 quota_exceeded")
}
