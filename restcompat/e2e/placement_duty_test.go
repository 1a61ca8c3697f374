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
