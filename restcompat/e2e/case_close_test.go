package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		c := f.client()
		f.ids["closedCase"] = c.Post(t, "/rest/cases", object{"program": f.ids["program"]}, http.StatusCreated)["id"].(string)
		c.Post(t, "/rest/cases/"+f.ids["closedCase"]+"/close", object{"reason": "error"}, http.StatusOK)
	})
	examples["CloseCase"] = example{
		asks: func(*fixture) []ask {
			return []ask{{"case", object{"reason": "paidOff", "on": "2026-05-31", "note": "Paid off by the buyer"}}}
		},
		refused: object{"reason": "lost", "status": "closed"},
	}
	examples["ReopenCase"] = example{asks: at("closedCase"), refused: object{"reason": "again"}}
}

// TestCaseClose closes a case that has everything, and tries each write below it.
func TestCaseClose(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	c, path := b.c, "/rest/cases/"+b.caseID
	evidence := b.submit(t, nil)
	link := c.Post(t, "/rest/policies/"+b.policy+"/evidence-links", nil, http.StatusCreated)
	document := c.Document(t, b.caseID, nil)["id"]
	asset := c.Post(t, "/rest/assets", object{"caseId": b.caseID, "assetType": "equipment"}, http.StatusCreated)["id"].(string)
	waiver := c.Post(t, "/rest/waivers", object{"caseId": b.caseID, "coverageType": "flood", "reason": "x"}, http.StatusCreated)["id"].(string)
	task := taskOf(t, c, `mutation($c: ID!) { t: createTask(input: {caseId: $c, type: caseApproval}) { id } }`, "t",
		object{"c": b.caseID})["id"]
	key := c.Upload(t, "scan.pdf", []byte("%PDF"))
	notice := b.firstNoticeOf(t)
	require.NotEmpty(t, c.Get(t, "/rest/compliance?caseId="+b.caseID)["data"])

	c.Do(t, http.MethodPost, path+"/close", object{}).Violations(t, "/reason required")
	c.Do(t, http.MethodPost, path+"/close", object{"reason": "bored"}).Violations(t, "/reason invalid_value")
	c.Do(t, http.MethodPatch, path, object{"status": "closed"}).Violations(t, "/status invalid_value")
	closed := c.Post(t, path+"/close", object{"reason": "paidOff", "on": "2026-05-31", "note": "By the buyer"}, http.StatusOK)
	require.Equal(t, object{"reason": "paidOff", "on": "2026-05-31T00:00:00.000Z", "note": "By the buyer", "closedAt": closed["updatedAt"],
		"statusBefore": "OPEN"}, closed["closure"])
	require.Equal(t, "closed", closed["status"])
	require.Equal(t, closed, c.Post(t, path+"/close", object{"reason": "sold"}, http.StatusOK), "repeated: the memory is kept")
	require.Equal(t, closed, c.Get(t, path))
	require.Equal(t, []any{closed}, c.Get(t, "/rest/cases?status=closed")["data"])

	require.Empty(t, c.Get(t, "/rest/compliance?caseId="+b.caseID)["data"], "the stored verdict goes")
	require.Equal(t, 0.0, c.Query(t, `{ complianceSummary { cases } }`, nil)["complianceSummary"].(object)["cases"])
	require.NotNil(t, c.Get(t, path+"/compliance")["verdict"], "everything stays readable")
	require.Equal(t, "cancelled", c.Get(t, "/rest/renewal-notices?policyId="+b.policy)["data"].([]any)[1].(object)["state"])
	for _, open := range tasksOf(t, c, object{"caseId": []any{b.caseID}}) {
		require.Equal(t, []any{"cancelled", "caseClosed"}, values(open, "state", "reason"))
	}
	require.NotNil(t, c.Get(t, "/rest/evidence-links/"+b.link)["revokedAt"])
	_, err := b.visitor.Enter(t)
	require.Equal(t, fault.CodeNotFound, fault.CodeOf(err))

	t.Run("nothing below it changes", func(t *testing.T) {
		policy := b.readPolicy(t)
		coverage := object{"caseId": b.caseID, "coverageLayer": "primary", "coverageTypes": []any{"flood"}, "perils": []any{}}
		for _, w := range []struct {
			method, path string
			body         any
		}{
			{"POST", "/rest/policies", coverage}, {"POST", "/rest/policies/batch", object{"items": []any{coverage}}},
			{"PATCH", "/rest/policies/" + b.policy, object{"metadata": object{"a": 1}}},
			{"POST", "/rest/policies/" + b.policy + "/new-term", b.nextTerm()},
			{"POST", "/rest/policies/" + b.policy + "/on-hold", nil}, {"POST", "/rest/policies/" + b.policy + "/deactivate", nil},
			{"POST", "/rest/policies/" + b.policy + "/cancel", object{"effectiveDate": day(b.start), "reason": "other"}},
			{"POST", "/rest/policies/" + b.policy + "/evidence-links", nil},
			{"POST", "/rest/evidence-links/" + link["id"].(string) + "/revoke", nil},
			{"POST", "/rest/assets", object{"caseId": b.caseID, "assetType": "equipment"}},
			{"POST", "/rest/assets/batch", object{"items": []any{object{"caseId": b.caseID, "assetType": "equipment"}}}},
			{"PATCH", "/rest/assets/" + asset, object{"metadata": object{"a": 1}}},
			{"POST", "/rest/documents", object{"docs": []any{object{"caseId": b.caseID, "fileName": "scan.pdf", "directUploadKey": key}}}},
			{"PATCH", "/rest/documents", object{"docs": []any{object{"id": document, "name": "Renamed"}}}},
			{"POST", "/rest/waivers", object{"caseId": b.caseID, "coverageType": "flood", "reason": "y"}},
			{"POST", "/rest/waivers/" + waiver + "/approve", nil}, {"POST", "/rest/waivers/" + waiver + "/reject", nil},
			{"POST", evidence + "/accept", object{}}, {"POST", evidence + "/reject", object{"reason": "no"}},
			{"POST", "/rest/renewal-notices/" + notice + "/send", nil},
			{"POST", path + "/on-hold", nil}, {"POST", path + "/release-hold", nil}, {"PATCH", path, object{"status": "OPEN"}},
		} {
			c.Do(t, w.method, w.path, w.body).Problem(t, http.StatusConflict, "case_closed")
		}
		ids := object{"t": task, "c": b.caseID}
		c.Refused(t, `mutation($t: ID!) { moveTask(id: $t, input: {state: open}) { id } }`, ids, "case_closed")
		c.Refused(t, `mutation($t: ID!) { updateTask(id: $t, input: {reason: "x"}) { id } }`, ids, "case_closed")
		c.Refused(t, `mutation($c: ID!) { createTask(input: {caseId: $c, type: caseApproval}) { id } }`, ids, "case_closed")
		require.Equal(t, policy, b.readPolicy(t))
		c.Do(t, http.MethodPatch, "/rest/policies/"+b.policy, object{"limits": "x"}).Violations(t, "/limits invalid_value")
	})

	reopened := c.Post(t, path+"/reopen", nil, http.StatusOK)
	require.Equal(t, []any{"OPEN", nil}, values(reopened, "status", "closure"))
	require.NotEmpty(t, c.Get(t, "/rest/compliance?caseId="+b.caseID)["data"])
	c.Do(t, http.MethodPost, path+"/reopen", nil).Problem(t, http.StatusConflict, "invalid_transition")
	c.Patch(t, "/rest/policies/"+b.policy, object{"metadata": object{"a": 1}})
	b.Place(t)
	require.Eventually(t, func() bool {
		var types []any
		for _, e := range c.Get(t, "/rest/events?type=case.closed,case.reopened&subject="+b.caseID)["data"].([]any) {
			types = append(types, e.(object)["type"])
		}
		return slices.Equal(types, []any{"case.closed", "case.reopened"})
	}, 20*time.Second, 50*time.Millisecond)
}

// firstNoticeOf is the id of the policy's first notice.
func (b *evidenceBench) firstNoticeOf(t *testing.T) string {
	return b.c.Get(t, "/rest/renewal-notices?policyId="+b.policy)["data"].([]any)[0].(object)["id"].(string)
}

// TestCaseCloseRemembers closes a held case: reopened, it is held as before.
func TestCaseCloseRemembers(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor).String()
	path, policy := "/rest/cases/"+id, created(t, c, legacy(id, nil))
	held := c.Post(t, path+"/on-hold", nil, http.StatusOK)
	closed := c.Post(t, path+"/close", object{"reason": "transferred"}, http.StatusOK)
	require.Equal(t, []any{"closed", held["statusBeforeHold"], held["onHoldAt"]}, values(closed, "status", "statusBeforeHold", "onHoldAt"))
	reopened := c.Post(t, path+"/reopen", nil, http.StatusOK)
	require.Equal(t, values(held, "status", "statusBeforeHold", "onHoldAt"), values(reopened, "status", "statusBeforeHold", "onHoldAt"))
	require.Equal(t, "onHold", c.Get(t, policy)["status"])
}

// TestCaseReopenFollowsUp tells what is due when the case is reopened, and not what was missed.
func TestCaseReopenFollowsUp(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	policy, undated := r.newPolicy(t, nil), r.newPolicy(t, object{"startDate": nil, "endDate": nil})
	path := fmt.Sprintf("/rest/cases/%v", r.caseID)
	r.day(t, -70)
	require.Len(t, r.tasks(t, undated), 1)
	r.client.Post(t, path+"/close", object{"reason": "sold"}, http.StatusOK)
	r.day(t, -14)
	require.Equal(t, "1.request cancelled caseClosed", r.story(t, policy)[0])
	r.client.Post(t, path+"/reopen", nil, http.StatusOK)
	r.sweep(t)
	require.Equal(t, []string{"1.request cancelled caseClosed", "1.reminder cancelled caseClosed", "1.final suppressed mailOff",
		"1.lapsed planned"},
		r.story(t, policy)[:4])
	require.Equal(t, []string{"collectEvidence cancelled caseClosed", "collectEvidence open endDateUnknown"}, r.tasks(t, undated))
}

// TestCaseReleaseWithPolicies releases what the case's hold had held, and nothing else.
func TestCaseReleaseWithPolicies(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor).String()
	path := "/rest/cases/" + id
	with, itself, dead, released := created(t, c, legacy(id, nil)), created(t, c, legacy(id, nil)), created(t, c, legacy(id, nil)),
		created(t, c, legacy(id, nil))
	c.Patch(t, with, object{"status": "renewalInProgress"})
	c.Post(t, itself+"/on-hold", nil, http.StatusOK)
	c.Post(t, dead+"/deactivate", nil, http.StatusOK)
	c.Post(t, path+"/on-hold", nil, http.StatusOK)
	later := created(t, c, legacy(id, nil))
	c.Post(t, released+"/release-hold", nil, http.StatusOK)
	c.Post(t, released+"/on-hold", nil, http.StatusOK)

	c.Do(t, http.MethodPost, path+"/release-hold", object{"policies": "yes"}).Violations(t, "/policies invalid_value")
	require.Equal(t, "OPEN", c.Post(t, path+"/release-hold", object{"policies": true}, http.StatusOK)["status"])
	for policy, state := range map[string]string{
		with: "renewalInProgress", itself: "onHold/active", dead: "deactivated", later: "active", released: "onHold/active",
	} {
		require.Equal(t, state, stateOf(c.Get(t, policy)))
	}
	c.Do(t, http.MethodPost, path+"/release-hold", object{"policies": true}).Problem(t, http.StatusConflict, "case_not_on_hold")
}

// TestCaseCloseConcurrently closes a case while policies are created: each either was there before, and is not followed
// up, or is refused.
func TestCaseCloseConcurrently(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor).String()
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			answer := c.Do(t, http.MethodPost, "/rest/policies", legacy(id, object{"startDate": "2090-01-01", "endDate": "2091-01-01"}))
			if answer.Status != http.StatusCreated {
				answer.Problem(t, http.StatusConflict, "case_closed")
			}
		})
	}
	wait.Go(func() { c.Post(t, "/rest/cases/"+id+"/close", object{"reason": "sold"}, http.StatusOK) })
	wait.Wait()
	require.Empty(t, c.Get(t, "/rest/renewal-notices?state=planned&caseId="+id)["data"])
}
