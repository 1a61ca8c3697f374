package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/graph/placing"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// loanOfTrial has a case of the sandbox, whose lender counts days in Chicago, and returns its id.
func loanOfTrial(t testing.TB) (*trial, string) {
	b := newSandboxBench(t)
	countDaysIn(t, b.Server, b.HarborTest, "America/Chicago")
	x := b.trial(t)
	profile := x.in.Get(t, "/rest/risk-profiles")["data"].([]any)[0].(object)["id"]
	return x, x.in.Post(t, "/rest/cases", object{"riskProfile": profile, "status": "OPEN"}, http.StatusCreated)["id"].(string)
}

// events are the changes of a record, by the system or by people.
func events(t testing.TB, c *resttest.Client, id, by string) (list []object) {
	for _, e := range c.Get(t, "/rest/audit-events?limit=200&subject="+id)["data"].([]any) {
		if event := e.(object); event["actorKind"] == by {
			list = append(list, event)
		}
	}
	return list
}

// TestPlacementDays is a placement whose days pass: it may be placed from the first moment of its day in the lender's zone, and the
// trail says when that was, once.
func TestPlacementDays(t *testing.T) {
	t.Parallel()
	x, caseID := loanOfTrial(t)
	start, err := time.Parse(time.RFC3339, trialStart)
	require.NoError(t, err)
	path := beginPlacement(t, x.in, caseID, "crime", start)
	x.in.Post(t, path+"/notices", posted(start, 0), http.StatusOK)
	x.advance(t, "P29D")
	require.Equal(t, "noticed", x.in.Get(t, path)["state"])
	x.advance(t, "P2D")
	require.Equal(t, "mayPlace", x.in.Get(t, path)["state"])
	moved := events(t, x.in, path[len("/rest/placements/"):], "system")
	require.Len(t, moved, 1)
	require.Equal(t, "2027-01-31T06:00:00.000Z", moved[0]["at"], "midnight in Chicago")
	require.Equal(t, object{"state": object{"from": "noticed", "to": "mayPlace"}}, moved[0]["changes"])
}

// TestPlacementNodes has two nodes look at the same placements: each moves once.
func TestPlacementNodes(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	countDaysIn(t, s, s.Harbor, "UTC")
	caseID := s.FrameworkCase(t, s.Harbor).String()
	var ids []string
	for _, coverage := range []string{"crime", "terrorism", "inlandMarine"} {
		path := beginPlacement(t, c, caseID, coverage, time.Now())
		c.Post(t, path+"/notices", posted(time.Now(), -10), http.StatusOK)
		ids = append(ids, path[len("/rest/placements/"):])
	}
	later := time.Now().AddDate(0, 0, 20)
	for range 3 {
		var nodes errgroup.Group
		for range 2 {
			nodes.Go(func() error {
				return placing.New(placing.Config{Store: s.Store, Now: func() time.Time { return later }}).Sweep(t.Context())
			})
		}
		require.NoError(t, nodes.Wait())
	}
	for _, id := range ids {
		require.Equal(t, "mayPlace", c.Get(t, "/rest/placements/"+id)["state"])
		require.Len(t, events(t, c, id, "system"), 1)
	}
}

// openTasks are the open tasks of placements, as "what there is to do, due when".
func openTasks(t testing.TB, c *resttest.Client) (list []string) {
	for _, task := range c.Get(t, "/rest/tasks?type=placementDuty&type=refundPlacement&state=open")["data"].([]any) {
		list = append(list, task.(object)["reason"].(string)+" "+task.(object)["dueAt"].(string)[:10])
	}
	return list
}

// homeOfTrial has a home of the sandbox whose cover ended four days before the start, under a loan of Regulation X.
func homeOfTrial(t testing.TB) (x *trial, caseID, path string) {
	x, caseID = loanOfTrial(t)
	x.in.Patch(t, "/rest/cases/"+caseID, object{"federallyRelated": true})
	home := x.in.Post(t, "/rest/assets", object{"caseId": caseID, "assetType": "residentialRealEstate", "fields": []any{
		object{"fieldType": "units", "value": 1}, object{"fieldType": "borrowerOccupied", "value": true},
	}}, http.StatusCreated)["id"]
	begun := x.in.Post(t, "/rest/placements", object{
		"caseId": caseID, "asset": home, "coverageType": "building", "lapsedOn": "2026-12-28", "estimate": usd("3650.00"),
	}, http.StatusCreated)
	return x, caseID, "/rest/placements/" + begun["id"].(string)
}

// place sends both notices of the placement of homeOfTrial, each on its day, and places the insurance.
func (x *trial) place(t testing.TB, path string) object {
	t.Helper()
	x.in.Post(t, path+"/notices", notified("first", "2027-01-01"), http.StatusOK)
	x.advance(t, "P32D")
	x.in.Post(t, path+"/notices", notified("reminder", "2027-02-01"), http.StatusOK)
	x.advance(t, "P16D")
	return x.in.Post(t, path+"/place", homePolicy(), http.StatusOK)
}

// mayBePlaced has a placement whose notices were sent long enough ago.
func mayBePlaced(t testing.TB) (c *resttest.Client, caseID, path string) {
	t.Helper()
	s := resttest.New(t)
	c = s.As(s.Harbor.Token)
	countDaysIn(t, s, s.Harbor, "UTC")
	caseID = s.FrameworkCase(t, s.Harbor).String()
	path = beginPlacement(t, c, caseID, "crime", time.Now())
	c.Post(t, path+"/notices", posted(time.Now(), -60), http.StatusOK)
	return c, caseID, path
}

func notified(step, on string) object {
	return object{
		"step": step, "handedOverOn": on, "means": "post", "postClass": "firstClass", "proof": "batch 7", "estimate": usd("3650.00"),
	}
}

// homePolicy is insurance for a year from the day on which cover of the home ended.
func homePolicy() object {
	return object{
		"carrier": "Example Surplus", "policyNumber": "LP-1", "effectiveOn": "2026-12-28", "endsOn": "2027-12-28",
		"amount": usd("250000.00"), "premium": usd("3650.00"), "perils": []any{"fire"},
	}
}

// TestPlacementDuties is a home whose lender waits until it is told: each duty is a task on its day, which the act completes.
func TestPlacementDuties(t *testing.T) {
	t.Parallel()
	x, caseID, path := homeOfTrial(t)
	require.Empty(t, openTasks(t, x.in))
	x.advance(t, "P1D")
	require.Equal(t, []string{`The notice "First notice" may go since January 1, 2027 and has not gone, or does not count ` +
		"(12 CFR 1024.37(c)(1)(i)). 2027-01-01"}, openTasks(t, x.in))
	require.Len(t, x.in.Get(t, "/rest/placements?hasOpenDuty=true")["data"], 1)
	x.in.Post(t, path+"/notices", notified("first", "2027-01-02"), http.StatusOK)
	require.Empty(t, openTasks(t, x.in))
	require.Empty(t, x.in.Get(t, "/rest/placements?hasOpenDuty=true")["data"])
	x.advance(t, "P31D")
	require.Equal(t, []string{`The notice "Reminder" may go since February 1, 2027 and has not gone, or does not count ` +
		"(12 CFR 1024.37(c)(1)(ii), (d)(1)). 2027-02-01"}, openTasks(t, x.in))
	x.in.Post(t, path+"/notices", notified("reminder", "2027-02-02"), http.StatusOK)
	require.Empty(t, openTasks(t, x.in))
	x.advance(t, "P15D")
	require.Equal(t, []string{"All notices are out and their days were over on February 17, 2027 (12 CFR 1024.37(c)(1)(iii), (d)(1)). " +
		"Place insurance, or record the borrower's own cover. 2027-02-17"}, openTasks(t, x.in))

	placed := x.in.Post(t, path+"/place", homePolicy(), http.StatusOK)
	require.Empty(t, openTasks(t, x.in))
	policy := x.in.Get(t, "/rest/policies/"+placed["policy"].(string))
	require.Equal(t, []any{caseID, "lenderPlaced", "LP-1", "2026-12-28T00:00:00.000Z", "2027-12-28T00:00:00.000Z"},
		values(policy, "caseId", "placement", "policyNumber", "startDate", "endDate"))
	x.in.Post(t, path+"/charge", object{}, http.StatusOK)
	x.advance(t, "P1D")
	x.in.Post(t, path+"/proofs", object{"receivedOn": "2027-02-18", "from": "2027-01-27"}, http.StatusOK)
	require.ElementsMatch(t, []string{
		"End the placed insurance with its carrier by March 5, 2027 (12 CFR 1024.37(g)): the borrower has cover of its own from " +
			"January 27, 2027. 2027-03-05",
		"Give back $3,350 by March 5, 2027. 2027-03-05",
	}, openTasks(t, x.in))
	ended := x.in.Get(t, "/rest/policies/"+placed["policy"].(string))
	require.Equal(t, "2027-01-27T00:00:00.000Z", ended["endDate"], "the policy counts for the days without other cover alone")
	x.in.Post(t, path+"/cancel", object{"from": "2027-01-27"}, http.StatusOK)
	x.in.Post(t, path+"/refund", object{}, http.StatusOK)
	require.Empty(t, openTasks(t, x.in))
	require.Empty(t, x.in.Get(t, "/rest/placements?hasOpenDuty=true")["data"])
	x.advance(t, "P90D")
	require.Empty(t, openTasks(t, x.in))
}

// TestPlacementCuredPolicy is insurance that was placed and cured before a charge: its policy is ended at once, and that with the
// carrier is a duty.
func TestPlacementCuredPolicy(t *testing.T) {
	t.Parallel()
	x, _, path := homeOfTrial(t)
	placed := x.place(t, path)
	cured := x.in.Post(t, path+"/proofs", object{"receivedOn": "2027-02-17", "from": "2026-12-01"}, http.StatusOK)
	require.Equal(t, "cured", cured["state"])
	require.Equal(t, "deactivated", x.in.Get(t, "/rest/policies/"+placed["policy"].(string))["status"])
	require.Len(t, x.in.Get(t, "/rest/placements?hasOpenDuty=true&state=cured")["data"], 1)
	require.Len(t, openTasks(t, x.in), 1)
	x.in.Post(t, path+"/cancel", object{"from": "2026-12-28"}, http.StatusOK)
	require.Empty(t, openTasks(t, x.in))
}

// TestPlacementRenewal has a placement renewed: the notice of it is asked for before its last day, and the next term follows it.
func TestPlacementRenewal(t *testing.T) {
	t.Parallel()
	x, caseID, path := homeOfTrial(t)
	x.place(t, path)
	home := x.in.Post(t, path+"/charge", object{}, http.StatusOK)["asset"]
	x.advance(t, "P252D")
	require.Empty(t, openTasks(t, x.in))
	x.advance(t, "P1D")
	require.Equal(t, []string{"The placed insurance ends on December 28, 2027. Send the notice of its renewal by November 13, 2027 " +
		"(12 CFR 1024.37(e)(1)), or let it end. 2027-11-13"}, openTasks(t, x.in))
	next := x.in.Post(t, "/rest/placements", object{
		"caseId": caseID, "asset": home, "coverageType": "building", "lapsedOn": "2027-12-28", "renews": path[len("/rest/placements/"):],
		"estimate": usd("3650.00"),
	}, http.StatusCreated)["id"].(string)
	x.in.Post(t, "/rest/placements/"+next+"/notices", notified("renewal", "2027-10-29"), http.StatusOK)
	require.Equal(t, "2027-10-29T00:00:00.000Z", x.in.Get(t, path)["renewedOn"])
	require.Empty(t, openTasks(t, x.in))
	x.advance(t, "P60D")
	require.Equal(t, "mayPlace", x.in.Get(t, "/rest/placements/"+next)["state"])
	placed := x.in.Post(t, "/rest/placements/"+next+"/place",
		with(homePolicy(), object{"effectiveOn": "2027-12-28", "endsOn": "2028-12-28", "policyNumber": "LP-2"}), http.StatusOK)
	require.NotEqual(t, x.in.Get(t, path)["policy"], placed["policy"])
}

// TestPlacementLetEnd lets placed insurance end: once its term is over there is nothing to renew.
func TestPlacementLetEnd(t *testing.T) {
	t.Parallel()
	x, _, path := homeOfTrial(t)
	x.place(t, path)
	x.in.Post(t, path+"/charge", object{}, http.StatusOK)
	x.advance(t, "P312D")
	require.Len(t, openTasks(t, x.in), 1, "it ends tomorrow")
	x.advance(t, "P2D")
	require.Empty(t, openTasks(t, x.in))
	require.Empty(t, x.in.Get(t, "/rest/placements?hasOpenDuty=true")["data"])
	over := x.in.Get(t, path)
	require.Equal(t, "charged", over["state"])
	for _, d := range over["duties"].([]any) {
		require.NotEqual(t, "renewalNotice", d.(object)["what"])
	}
}

// TestPlacementResumed has the tasks of placements and waivers open again, and once, after the case has changed hands, and after it was
// closed in error.
func TestPlacementResumed(t *testing.T) {
	t.Parallel()
	c, caseID, path := mayBePlaced(t)
	at := "/rest/cases/" + caseID
	c.Post(t, "/rest/waivers", object{"caseId": caseID, "coverageType": "flood", "reason": "Agreed"}, http.StatusCreated)
	work := func() (kinds []string) {
		for _, task := range c.Get(t, "/rest/tasks?state=open&type=placementDuty&type=caseApproval&caseId="+caseID)["data"].([]any) {
			kinds = append(kinds, task.(object)["type"].(string))
		}
		return kinds
	}
	both := []string{"caseApproval", "placementDuty"}
	require.ElementsMatch(t, both, work())
	for _, by := range []string{"selfManaged", "serviceManaged"} {
		c.Patch(t, at, object{"managementType": by})
		require.ElementsMatch(t, both, work(), by)
	}
	require.Len(t, c.Get(t, "/rest/tasks?state=cancelled&type=placementDuty")["data"], 2)
	c.Post(t, at+"/close", object{"reason": "error"}, http.StatusOK)
	require.Empty(t, work())
	c.Post(t, at+"/reopen", nil, http.StatusOK)
	require.ElementsMatch(t, both, work())
	c.Post(t, path+"/place", insurance(time.Now()), http.StatusOK)
	require.Equal(t, []string{"caseApproval"}, work())
}
