package e2e

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// dated is a policy of a legacy case from a day to a day.
func dated(caseID any, start, end string) object {
	return legacy(caseID, object{"startDate": start, "endDate": end})
}

func cancelBody(on string) object { return object{"effectiveDate": on, "reason": "nonPayment"} }

func midnight(day string) string { return day + "T00:00:00.000Z" }

func TestPolicyCancel(t *testing.T) {
	t.Parallel()
	clock := newClock()
	clock.set(time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC))
	s := resttest.Serve(t, storagetest.NewWorld(t), clock.now)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor)
	path := created(t, c, dated(id, "2026-01-01", "2027-01-01"))
	before := c.Get(t, path)
	require.Contains(t, before, "cancellation")
	require.Nil(t, before["cancellation"])
	document := c.Document(t, id.String(), object{"categoryId": "noticeOfCancellation"})["id"]

	clock.pass(time.Hour)
	cancelled := c.Post(t, path+"/cancel", object{"effectiveDate": "2026-04-01", "reason": "nonPayment", "document": document}, http.StatusOK)
	require.Equal(t, object{
		"effectiveDate": midnight("2026-04-01"), "reason": "nonPayment", "document": document,
		"recordedAt": "2026-03-01T10:30:00.000Z", "reinstatedOn": nil,
	}, cancelled["cancellation"])
	require.Equal(t, "active", cancelled["status"], "it is in force until then")
	require.Equal(t, before["currentVersion"], cancelled["currentVersion"])
	require.Equal(t, before["endDate"], cancelled["endDate"])
	require.NotEqual(t, before["updatedAt"], cancelled["updatedAt"])
	require.Len(t, versionsOf(t, c, path), 1, "versions stay as they are")
	require.Equal(t, cancelled, c.Get(t, path))
	require.Equal(t, cancelled, c.Get(t, "/rest/policies?caseId="+id.String())["data"].([]any)[0])
	require.Equal(t, cancelled["cancellation"], c.Patch(t, path, object{"policyNumber": "P-2"})["cancellation"], "every answer has it")

	clock.pass(time.Hour)
	reinstated := c.Post(t, path+"/reinstate", object{"effectiveDate": "2026-04-10T22:00:00-05:00"}, http.StatusOK)
	require.Equal(t, object{
		"effectiveDate": midnight("2026-04-01"), "reason": "nonPayment", "document": document,
		"recordedAt": "2026-03-01T10:30:00.000Z", "reinstatedOn": midnight("2026-04-11"),
	}, reinstated["cancellation"], "of the day in UTC")

	again := c.Post(t, path+"/cancel", cancelBody("2026-04-05"), http.StatusOK)["cancellation"].(object)
	require.Equal(t, midnight("2026-04-05"), again["effectiveDate"])
	require.Nil(t, again["document"])
	require.Nil(t, again["reinstatedOn"])
	require.Equal(t, midnight("2026-04-05"),
		c.Post(t, path+"/reinstate", object{"effectiveDate": "2026-04-05"}, http.StatusOK)["cancellation"].(object)["reinstatedOn"],
		"on the cancellation's own day: no lapse")
	require.EqualValues(t, 2, count(t, s, "SELECT count(*) FROM cancellations"), "every one is kept")
}

// TestPolicyCancelEvents: both are in the audit trail of the cancellation and of the policy, and the task is too.
func TestPolicyCancelEvents(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	path := created(t, c, legacy(s.Case(t, s.Harbor), nil))
	actions := func() (all []string) {
		rows, err := s.Store.Pool().Pgx().Query(t.Context(), `SELECT action FROM audit_events
			WHERE request_id = (SELECT request_id FROM audit_events ORDER BY id DESC LIMIT 1) ORDER BY id`)
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var action string
			require.NoError(t, rows.Scan(&action))
			all = append(all, action)
		}
		return all
	}
	c.Post(t, path+"/cancel", cancelBody("2026-04-01"), http.StatusOK)
	require.ElementsMatch(t, []string{"cancellation.created", "task.created", "policy.updated"}, actions())
	c.Post(t, path+"/reinstate", object{"effectiveDate": "2026-04-02"}, http.StatusOK)
	require.ElementsMatch(t, []string{"cancellation.updated", "task.updated", "policy.updated"}, actions())
	var changes string
	require.NoError(t, s.Store.Pool().Pgx().QueryRow(t.Context(),
		"SELECT changes::text FROM audit_events WHERE action = 'cancellation.updated'").Scan(&changes))
	require.JSONEq(t, `{"reinstatedOn": {"from": null, "to": "2026-04-02T00:00:00.000Z"}}`, changes)
}

// TestPolicyCancelRefused: each stage names all that is wrong with it, in the contract's order.
func TestPolicyCancelRefused(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor)
	path := created(t, c, dated(id, "2026-01-01", "2027-01-01"))
	other := c.Document(t, s.Case(t, s.Harbor).String(), nil)["id"]
	post := func(action string, body object) *resttest.Response {
		return c.Do(t, http.MethodPost, path+action, body)
	}

	post("/cancel", object{}).Violations(t, "/effectiveDate required", "/reason required")
	post("/cancel", object{"effectiveDate": nil, "reason": "boredom", "note": "x"}).
		Violations(t, "/effectiveDate required", "/note unknown_member", "/reason invalid_value")
	post("/cancel", object{"effectiveDate": "2026-02-30", "reason": "other", "document": 7}).
		Violations(t, "/document invalid_value", "/effectiveDate invalid_value")
	for _, document := range []any{other, unknownID, "nonsense"} {
		post("/cancel", with(cancelBody("2027-01-01"), object{"document": document})).
			Violations(t, "/effectiveDate invalid_value", "/document unknown_reference")
	}
	for _, out := range []string{"2025-12-31", "2027-01-01", "9999-12-31", "0001-01-01"} {
		post("/cancel", cancelBody(out)).Violations(t, "/effectiveDate invalid_value")
		post("/reinstate", object{"effectiveDate": out}).Violations(t, "/effectiveDate invalid_value")
	}
	post("/reinstate", object{}).Violations(t, "/effectiveDate required")
	post("/reinstate", object{"effectiveDate": "2026-06-01", "reason": "other"}).Violations(t, "/reason unknown_member")
	post("/reinstate", object{"effectiveDate": "2026-06-01"}).Problem(t, http.StatusConflict, "policy_not_cancelled")
	require.Nil(t, c.Get(t, path)["cancellation"], "nothing was changed")

	c.Post(t, path+"/cancel", cancelBody("2026-06-01"), http.StatusOK)
	post("/reinstate", object{"effectiveDate": "2026-05-31"}).Violations(t, "/effectiveDate invalid_value")
	c.With("If-Match", `"stale"`).Do(t, http.MethodPost, path+"/cancel", cancelBody("2027-01-01")).
		Violations(t, "/effectiveDate invalid_value")
	c.With("If-Match", `"stale"`).Do(t, http.MethodPost, path+"/cancel", cancelBody("2026-07-01")).
		Problem(t, http.StatusPreconditionFailed, "precondition_failed")
	post("/cancel", cancelBody("2026-07-01")).Problem(t, http.StatusConflict, "policy_cancelled")
}

// TestPolicyCancelStates tests every state of the policy with both actions: holds do not matter, and a deactivation comes
// before the other codes.
func TestPolicyCancelStates(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for state, ways := range policyWays {
		for _, was := range []string{"kept", "cancelled", "reinstated"} {
			t.Run(state+"_"+was, func(t *testing.T) {
				t.Parallel()
				path := created(t, c, dated(s.Case(t, s.Harbor), "2026-01-01", "2027-01-01"))
				if was != "kept" {
					c.Post(t, path+"/cancel", cancelBody("2026-06-01"), http.StatusOK)
				}
				if was == "reinstated" {
					c.Post(t, path+"/reinstate", object{"effectiveDate": "2026-06-01"}, http.StatusOK)
				}
				for _, way := range ways {
					doPolicy(t, c, path, way).Object(t, http.StatusOK)
				}
				before := c.Get(t, path)
				cancel := func() *resttest.Response { return c.Do(t, http.MethodPost, path+"/cancel", cancelBody("2026-07-01")) }
				reinstate := func() *resttest.Response {
					return c.Do(t, http.MethodPost, path+"/reinstate", object{"effectiveDate": "2026-07-01"})
				}
				if state == "deactivated" || state == "onHold/deactivated" {
					cancel().Problem(t, http.StatusConflict, "policy_deactivated")
					reinstate().Problem(t, http.StatusConflict, "policy_deactivated")
					require.Equal(t, before, c.Get(t, path))
					return
				}
				first, second, refusals := cancel, reinstate, []string{"policy_not_cancelled", "policy_cancelled"}
				if was == "cancelled" {
					first, second, refusals = reinstate, cancel, []string{"policy_cancelled", "policy_not_cancelled"}
				}
				second().Problem(t, http.StatusConflict, refusals[0])
				require.Equal(t, before, c.Get(t, path), "a refusal changes nothing")
				require.Equal(t, state, stateOf(first().Object(t, http.StatusOK)), "the status stays")
				first().Problem(t, http.StatusConflict, refusals[1])
				second().Object(t, http.StatusOK)
			})
		}
	}
}

// TestPolicyCancelTerms: each term is cancelled by itself, and the policy shows that of today's.
func TestPolicyCancelTerms(t *testing.T) {
	t.Parallel()
	clock := newClock()
	clock.set(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	s := resttest.Serve(t, storagetest.NewWorld(t), clock.now)
	c := s.As(s.Harbor.Token)
	path := created(t, c, dated(s.Case(t, s.Harbor), "2025-07-01", "2026-07-01"))
	c.Post(t, path+"/new-term", object{"startDate": "2026-07-01", "endDate": "2027-07-01"}, http.StatusOK)
	c.Patch(t, path, object{"endDate": "2027-08-01"})
	shown := func(month time.Month) any {
		clock.set(time.Date(2026, month, 1, 9, 0, 0, 0, time.UTC))
		cancellation, _ := c.Get(t, path)["cancellation"].(object)
		return cancellation["effectiveDate"]
	}
	c.Do(t, http.MethodPost, path+"/cancel", cancelBody("2027-08-01")).Violations(t, "/effectiveDate invalid_value")
	c.Post(t, path+"/cancel", cancelBody("2027-07-31"), http.StatusOK)
	require.Nil(t, shown(3), "the next term's does not show in this one")
	require.Equal(t, midnight("2027-07-31"), shown(8))
	clock.set(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	c.Post(t, path+"/cancel", cancelBody("2026-05-01"), http.StatusOK)
	require.Equal(t, midnight("2026-05-01"), shown(4))
	require.Equal(t, midnight("2027-07-31"), shown(7))
	c.Do(t, http.MethodPost, path+"/cancel", cancelBody("2026-06-30")).Problem(t, http.StatusConflict, "policy_cancelled")
	c.Post(t, path+"/reinstate", object{"effectiveDate": "2027-07-31"}, http.StatusOK)
	c.Do(t, http.MethodPost, path+"/reinstate", object{"effectiveDate": "2027-07-31"}).Problem(t, http.StatusConflict, "policy_not_cancelled")
	c.Post(t, path+"/reinstate", object{"effectiveDate": "2026-05-02"}, http.StatusOK)

	c.Post(t, path+"/cancel", cancelBody("2027-01-01"), http.StatusOK)
	term := c.Post(t, path+"/new-term", object{"startDate": "2026-12-01", "endDate": "2027-12-01"}, http.StatusOK)
	require.EqualValues(t, 3, term["termNumber"])
	require.Equal(t, midnight("2027-01-01"), shown(11))
	require.Nil(t, shown(12), "a new term has none")
	c.Post(t, path+"/cancel", cancelBody("2027-01-01"), http.StatusOK)
	requireSoundPolicies(t, s)
}

// TestPolicyCancelRepeated: a key answers again what it answered, and of several at once one wins.
func TestPolicyCancelRepeated(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	path := created(t, c, dated(s.Case(t, s.Harbor), "2026-01-01", "2027-01-01"))
	keyed := c.With("Idempotency-Key", "cancel-1")
	first := keyed.Do(t, http.MethodPost, path+"/cancel", cancelBody("2026-06-01"))
	require.Equal(t, http.StatusOK, first.Status)
	second := keyed.Do(t, http.MethodPost, path+"/cancel", cancelBody("2026-06-01"))
	require.Equal(t, "true", second.Header.Get("Idempotent-Replayed"))
	require.Equal(t, string(first.Body), string(second.Body))
	keyed.Do(t, http.MethodPost, path+"/cancel", cancelBody("2026-06-02")).Problem(t, http.StatusUnprocessableEntity, "idempotency_key_reused")
	tag := c.Do(t, http.MethodGet, path, nil).Header.Get("ETag")
	c.With("If-Match", tag).Post(t, path+"/reinstate", object{"effectiveDate": "2026-06-01"}, http.StatusOK)

	for _, action := range []string{"cancel", "reinstate"} {
		body, code := cancelBody("2026-06-01"), "policy_cancelled"
		if action == "reinstate" {
			body, code = object{"effectiveDate": "2026-06-01"}, "policy_not_cancelled"
		}
		var all sync.WaitGroup
		answers := make([]*resttest.Response, 8)
		for i := range answers {
			all.Go(func() { answers[i] = untilServed(t, c, path+"/"+action, body) })
		}
		all.Wait()
		won := 0
		for _, answer := range answers {
			if answer.Status == http.StatusOK {
				won++
				continue
			}
			answer.Problem(t, http.StatusConflict, code)
		}
		require.Equal(t, 1, won, action)
	}
	require.EqualValues(t, 2, count(t, s, "SELECT count(*) FROM cancellations"))
	require.EqualValues(t, 2, count(t, s, "SELECT count(*) FROM tasks WHERE type = 'cancellationFollowUp'"))
	requireSoundPolicies(t, s)
}

// TestPolicyCancelGraphQL: the other door does the same.
func TestPolicyCancelGraphQL(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Case(t, s.Harbor)
	path := created(t, c, dated(id, "2026-01-01", "2027-01-01"))
	document := c.Document(t, id.String(), object{"name": "The notice"})["id"]
	const fields = `{ id cancellation { policyId caseId termNumber effectiveDate reason documentId document { name } reinstatedOn } }`
	data := c.Query(t, `mutation($id: ID!, $in: CancelPolicyInput!) { cancelPolicy(id: $id, input: $in) `+fields+` }`,
		object{"id": path[len("/rest/policies/"):], "in": object{"effectiveDate": "2026-06-01", "reason": "rewritten", "document": document}})
	want := object{
		"policyId": path[len("/rest/policies/"):], "caseId": id.String(), "termNumber": float64(1), "effectiveDate": midnight("2026-06-01"),
		"reason": "rewritten", "documentId": document, "document": object{"name": "The notice"}, "reinstatedOn": nil,
	}
	require.Equal(t, want, data["cancelPolicy"].(object)["cancellation"])
	data = c.Query(t, `query($id: ID!) { case(id: $id) { policies `+fields+` } }`, object{"id": id})
	require.Equal(t, want, data["case"].(object)["policies"].([]any)[0].(object)["cancellation"])
	data = c.Query(t, `mutation($id: ID!) { reinstatePolicy(id: $id, input: {effectiveDate: "2026-06-03"}) `+fields+` }`,
		object{"id": path[len("/rest/policies/"):]})
	require.Equal(t, midnight("2026-06-03"), data["reinstatePolicy"].(object)["cancellation"].(object)["reinstatedOn"])
}

// TestPolicyCancelTask: cancelling opens a task, reinstating completes it, whatever somebody did with it meanwhile.
func TestPolicyCancelTask(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for moved, want := range map[string]string{"": "completed", "inProgress": "completed", "paused": "completed", "cancelled": "cancelled"} {
		t.Run("moved to "+moved, func(t *testing.T) {
			t.Parallel()
			path := created(t, c, dated(s.Case(t, s.Harbor), "2026-01-01", "2027-01-01"))
			task := func() object {
				tasks := c.Get(t, "/rest/tasks?type=cancellationFollowUp&policyId="+path[len("/rest/policies/"):])["data"].([]any)
				require.Len(t, tasks, 1)
				return tasks[0].(object)
			}
			c.Post(t, path+"/cancel", cancelBody("2026-06-01"), http.StatusOK)
			require.Equal(t, []any{"open", "nonPayment", midnight("2026-06-01")}, []any{task()["state"], task()["reason"], task()["dueAt"]})
			if moved != "" {
				c.Post(t, fmt.Sprintf("/rest/tasks/%v/move", task()["id"]), object{"state": moved}, http.StatusOK)
			}
			c.Post(t, path+"/reinstate", object{"effectiveDate": "2026-06-01"}, http.StatusOK)
			require.Equal(t, want, task()["state"])
		})
	}
}

// TestPolicyReinstateMoved: a correction that moves the term away from its cancellation is no dead end.
func TestPolicyReinstateMoved(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	path := created(t, c, dated(s.Case(t, s.Harbor), "2026-01-01", "2027-01-01"))
	c.Post(t, path+"/cancel", cancelBody("2026-09-01"), http.StatusOK)
	c.Patch(t, path, object{"endDate": "2026-08-01"})
	c.Do(t, http.MethodPost, path+"/cancel", cancelBody("2026-06-01")).Problem(t, http.StatusConflict, "policy_cancelled")
	for _, tooEarly := range []string{"2026-06-01", "2026-08-15"} {
		c.Do(t, http.MethodPost, path+"/reinstate", object{"effectiveDate": tooEarly}).Violations(t, "/effectiveDate invalid_value")
	}
	cancellation := c.Post(t, path+"/reinstate", object{"effectiveDate": "2026-09-01"}, http.StatusOK)["cancellation"].(object)
	require.Equal(t, midnight("2026-09-01"), cancellation["reinstatedOn"])
	c.Do(t, http.MethodPost, path+"/reinstate", object{"effectiveDate": "2026-09-01"}).Violations(t, "/effectiveDate invalid_value")
	c.Post(t, path+"/cancel", cancelBody("2026-06-01"), http.StatusOK)
}

// TestPolicyTermAfterStartCleared: a start that a correction cleared is not known, and refuses no new term.
func TestPolicyTermAfterStartCleared(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	path := created(t, c, dated(s.Case(t, s.Harbor), "2025-01-01", "2026-01-01"))
	c.Post(t, path+"/new-term", object{"startDate": "2026-06-01", "endDate": "2027-06-01"}, http.StatusOK)
	c.Patch(t, path, object{"startDate": nil})
	refused := c.Do(t, http.MethodPost, path+"/new-term", object{"startDate": "2025-01-01", "endDate": "2027-01-01"})
	refused.Violations(t, "/startDate invalid_value")
	c.Post(t, path+"/new-term", object{"startDate": "2026-02-01", "endDate": "2027-02-01"}, http.StatusOK)
}

// TestFindingSaysHowCoverEnded is that a finding has the end that there was: no cancellation that was undone on its own day, none
// of a term that expired, and the months before a next term that is entered already.
func TestFindingSaysHowCoverEnded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	s := resttest.Serve(t, storagetest.NewWorld(t), func() time.Time { return now })
	c := s.As(s.Harbor.Token)
	profile := draft(t, c, object{"requirements": []any{object{"coverageType": "generalLiability"}}})["id"]
	mutate(t, c, publishProfile, object{"id": profile})
	type step struct {
		action string
		body   object
	}
	for name, test := range map[string]struct {
		start, end string
		steps      []step
		says       string
	}{
		"expired": {"2024-05-01", "2025-05-01", nil, "expired on May 1, 2025."},
		"deactivated": {"2026-01-01", "2027-01-01", []step{
			{"cancel", cancelBody("2026-09-01")}, {"reinstate", object{"effectiveDate": "2026-09-01"}}, {"deactivate", object{}},
		}, "was deactivated on June 1, 2026."},
		"renewed early": {"2025-08-01", "2026-08-01", []step{
			{"new-term", object{"startDate": "2026-08-01", "endDate": "2027-08-01"}}, {"cancel", cancelBody("2026-05-01")},
		}, "was cancelled as of May 1, 2026; its next term begins on August 1, 2026."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kase := c.Post(t, "/rest/cases", object{"riskProfile": profile, "status": "OPEN"}, http.StatusCreated)["id"]
			path := created(t, c, framework(kase, object{
				"coverageTypes": []any{"generalLiability"}, "perils": []any{}, "startDate": test.start, "endDate": test.end,
			}))
			for _, step := range test.steps {
				c.Post(t, path+"/"+step.action, step.body, http.StatusOK)
			}
			demand := c.Get(t, "/rest/cases/"+kase.(string)+"/compliance")["demands"].([]any)[0].(object)
			findings := demand["findings"].([]any)
			for _, target := range demand["targets"].([]any) {
				findings = append(findings, target.(object)["findings"].([]any)...)
			}
			require.Len(t, findings, 1)
			require.Equal(t, "Policy General Liability "+test.says, findings[0].(object)["message"])
		})
	}
}
