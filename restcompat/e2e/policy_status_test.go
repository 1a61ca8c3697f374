package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// stateOf is "active" or "onHold/active".
func stateOf(record object) string {
	if before := record["statusBeforeHold"]; before != nil {
		return record["status"].(string) + "/" + before.(string)
	}
	return record["status"].(string)
}

// policyWays lead a new policy into each state.
var policyWays = map[string][]string{
	"active": {}, "renewalInProgress": {"patch renewalInProgress"}, "deactivated": {"deactivate"},
	"onHold/active": {"on-hold"}, "onHold/renewalInProgress": {"patch renewalInProgress", "on-hold"},
	"onHold/deactivated": {"deactivate", "on-hold"},
}

// doPolicy runs "on-hold", "cascade", "new-term", "patch active" … on a policy.
func doPolicy(t *testing.T, c *resttest.Client, path, action string) *resttest.Response {
	t.Helper()
	if status, ok := strings.CutPrefix(action, "patch "); ok {
		return c.Do(t, http.MethodPatch, path, object{"status": status})
	}
	switch action {
	case "cascade":
		c.Post(t, "/rest/cases/"+c.Get(t, path)["caseId"].(string)+"/on-hold", nil, http.StatusOK)
		return c.Do(t, http.MethodGet, path, nil)
	case "new-term":
		return c.Do(t, http.MethodPost, path+"/new-term", object{"startDate": "2027-01-01", "endDate": "2028-01-01"})
	default:
		return c.Do(t, http.MethodPost, path+"/"+action, nil)
	}
}

// TestPolicyStatus tests every cell of the policy's table of contract section 5: a row is a state, a column an action,
// "!" a refusal.
func TestPolicyStatus(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	columns := []string{"on-hold", "cascade", "release-hold", "deactivate", "reactivate", "new-term",
		"patch active", "patch renewalInProgress", "patch onHold", "patch deactivated"}
	const (
		notHeld, notDead, dead, held, action = "!policy_not_on_hold", "!policy_not_deactivated", "!policy_deactivated", "!policy_on_hold",
			"!invalid_value"

		A, R, D    = "active", "renewalInProgress", "deactivated"
		HA, HR, HD = "onHold/active", "onHold/renewalInProgress", "onHold/deactivated"
	)
	table := map[string][]string{
		A:  {HA, HA, notHeld, D, notDead, A, A, R, action, action},
		R:  {HR, HR, notHeld, D, notDead, A, A, R, action, action},
		D:  {HD, D, notHeld, D, A, dead, dead, dead, action, action},
		HA: {HA, HA, A, D, notDead, HA, held, held, action, action},
		HR: {HR, HR, R, D, notDead, HA, held, held, action, action},
		HD: {HD, HD, D, D, notDead, dead, held, held, action, action},
	}
	require.Len(t, table, len(policyWays))
	for from, cells := range table {
		for i, column := range columns {
			t.Run(from+"_"+column, func(t *testing.T) {
				t.Parallel()
				path := created(t, c, legacy(s.Case(t, s.Harbor), object{"startDate": "2026-01-01", "endDate": "2027-01-01"}))
				for _, way := range policyWays[from] {
					doPolicy(t, c, path, way).Object(t, http.StatusOK)
				}
				before := c.Get(t, path)
				require.Equal(t, from, stateOf(before))

				answer := doPolicy(t, c, path, column)
				code, refused := strings.CutPrefix(cells[i], "!")
				if refused {
					status := http.StatusConflict
					if cells[i] == action {
						status = http.StatusUnprocessableEntity
						require.Contains(t, string(answer.Body), "use the ", "the message names the action")
					}
					answer.Problem(t, status, code)
					require.Equal(t, before, c.Get(t, path), "a refusal changes nothing")
					return
				}
				after := answer.Object(t, http.StatusOK)
				require.Equal(t, cells[i], stateOf(after))
				require.Equal(t, after, c.Get(t, path))
				require.Equal(t, after["status"] == "onHold", after["onHoldAt"] != nil)
				require.Equal(t, strings.HasSuffix(cells[i], D), after["deactivatedAt"] != nil)
				require.Equal(t, after["status"] == "onHold", after["renewal"].(object)["paused"])
				if cells[i] == from && column != "new-term" {
					require.Equal(t, before, after, "repeated: the same answer, memory and times kept")
				}
			})
		}
	}
}

// TestCaseStatusOnHold tests the cells of the case's table that begin on hold; TestCaseStatus tests the others.
func TestCaseStatusOnHold(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for _, before := range []string{"DRAFT", "OPEN", "ONBOARDING", "approved"} {
		t.Run(before, func(t *testing.T) {
			t.Parallel()
			path := "/rest/cases/" + s.Insert(t, s.Harbor, "cases", map[string]any{
				"display_name": "A case", "status": before, "management_type": "serviceManaged", "program_id": s.Program(t, s.Harbor),
			}).String()
			c.Post(t, path+"/on-hold", nil, http.StatusOK)
			for _, to := range []string{"DRAFT", "OPEN", "ONBOARDING", "approved"} {
				c.Do(t, http.MethodPatch, path, object{"status": to}).Problem(t, http.StatusConflict, "case_on_hold")
			}
			c.Do(t, http.MethodPatch, path, object{"status": "onHold"}).Violations(t, "/status invalid_value")
			require.Equal(t, "onHold/"+before, stateOf(c.Post(t, path+"/on-hold", nil, http.StatusOK)))
			require.Equal(t, before, stateOf(c.Post(t, path+"/release-hold", nil, http.StatusOK)))
			c.Do(t, http.MethodPost, path+"/release-hold", nil).Problem(t, http.StatusConflict, "case_not_on_hold")
		})
	}
}

func TestCaseHoldCascade(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor).String()
	paths := map[string]string{}
	for state, ways := range policyWays {
		paths[state] = created(t, c, legacy(id, object{"endDate": "2027-01-01"}))
		for _, way := range ways {
			doPolicy(t, c, paths[state], way).Object(t, http.StatusOK)
		}
	}
	elsewhere := created(t, c, legacy(s.Case(t, s.Harbor), nil))
	states := func() map[string]string {
		now := map[string]string{}
		for state, path := range paths {
			now[state] = stateOf(c.Get(t, path))
		}
		return now
	}
	heldAlready, dead := c.Get(t, paths["onHold/active"]), c.Get(t, paths["deactivated"])
	held := map[string]string{
		"active": "onHold/active", "renewalInProgress": "onHold/renewalInProgress", "deactivated": "deactivated",
		"onHold/active": "onHold/active", "onHold/renewalInProgress": "onHold/renewalInProgress", "onHold/deactivated": "onHold/deactivated",
	}

	c.Post(t, "/rest/cases/"+id+"/on-hold", nil, http.StatusOK)
	require.Equal(t, held, states())
	require.Equal(t, heldAlready, c.Get(t, paths["onHold/active"]), "what was on hold stays untouched")
	require.Equal(t, dead, c.Get(t, paths["deactivated"]), "what was deactivated stays untouched")
	require.Equal(t, "active", c.Get(t, elsewhere)["status"], "another case's policies too")

	require.Equal(t, "active", stateOf(c.Post(t, paths["active"]+"/release-hold", nil, http.StatusOK)),
		"a policy is released while the case is held")
	require.Equal(t, "onHold", c.Get(t, "/rest/cases/"+id)["status"])
	c.Post(t, "/rest/cases/"+id+"/on-hold", nil, http.StatusOK)
	require.Equal(t, held, states(), "a repeated hold applies the cascade again")

	c.Post(t, "/rest/cases/"+id+"/release-hold", nil, http.StatusOK)
	require.Equal(t, held, states(), "policies are released one by one")
	require.Equal(t, "renewalInProgress", stateOf(c.Post(t, paths["renewalInProgress"]+"/release-hold", nil, http.StatusOK)))
	require.Equal(t, "onHold/active", stateOf(c.Get(t, paths["active"])), "others stay as they are")

	events := c.Query(t, `{ auditEvents(filter: {subjectType: ["policy"]}) { nodes { action subjectId changes } } }`,
		nil)["auditEvents"].(object)["nodes"].([]any)
	cascaded := events[len(events)-4].(object) // after it a release, the second cascade, another release
	require.Equal(t, "policy.updated", cascaded["action"])
	require.Equal(t, object{"from": nil, "to": cascaded["changes"].(object)["statusBeforeHold"].(object)["to"]},
		cascaded["changes"].(object)["statusBeforeHold"])
}

func TestPolicyHoldAndItsCase(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor).String()
	path, held, sibling := created(t, c, legacy(id, nil)), created(t, c, legacy(id, nil)), created(t, c, legacy(id, nil))
	c.Post(t, held+"/on-hold", nil, http.StatusOK)
	around := func() []object { return []object{c.Get(t, "/rest/cases/"+id), c.Get(t, held), c.Get(t, sibling)} }
	before := around()
	for _, action := range []string{"/on-hold", "/release-hold"} {
		c.Post(t, path+action, nil, http.StatusOK)
		require.Equal(t, before, around(), "neither the case nor its other policies change")
	}
}
