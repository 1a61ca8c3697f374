package e2e

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// deficiencies are the tasks of a case's findings, the oldest first.
func (st *verdictStage) deficiencies(t *testing.T, caseID string) (tasks []object) {
	t.Helper()
	for _, task := range st.c.Get(t, "/rest/tasks?type=resolveDeficiency&caseId="+caseID)["data"].([]any) {
		tasks = append(tasks, task.(object))
	}
	return tasks
}

// open is the task of a case's findings that is open; nil if none.
func (st *verdictStage) open(t *testing.T, caseID string) object {
	t.Helper()
	open := slices.DeleteFunc(st.deficiencies(t, caseID), func(task object) bool {
		return task["state"] == "completed" || task["state"] == "cancelled"
	})
	require.LessOrEqual(t, len(open), 1)
	if len(open) == 0 {
		return nil
	}
	return open[0]
}

// requireDeficiencies expects a task for every case with an open finding, and none for another: in all portfolios.
func requireDeficiencies(t *testing.T, s *resttest.Server, now time.Time) {
	t.Helper()
	const cases = `SELECT count(*) FROM (SELECT c.id, c.status, coalesce(v.open, false) AS open, k.n FROM cases AS c
		LEFT JOIN LATERAL (SELECT EXISTS (SELECT FROM jsonb_array_elements(v.findings) AS f WHERE f ->> 'outcome' <> 'waived'
			AND NOT (f ->> 'code' = 'expired' AND NOT EXISTS (SELECT FROM policies AS p JOIN policy_versions AS v ON v.id = p.current_version_id
				WHERE p.id = (f ->> 'policy')::uuid AND (v.placement = 'lenderPlaced' OR p.status = 'onHold')) AND (
				EXISTS (SELECT FROM tasks AS r WHERE r.policy_id = (f ->> 'policy')::uuid AND r.type = 'renewalFollowUp'
					AND r.state IN ('open', 'inProgress', 'paused'))
				OR EXISTS (SELECT FROM renewal_notices AS n WHERE n.policy_id = (f ->> 'policy')::uuid AND n.state = 'planned'
					AND NOT EXISTS (SELECT FROM policies AS p WHERE p.id = n.policy_id AND p.term_number = n.term_number AND p.start_date > $1))))) AS open
			FROM case_verdicts AS v WHERE v.portfolio_id = c.portfolio_id AND v.id = c.id) AS v ON true
		CROSS JOIN LATERAL (SELECT count(*) AS n FROM tasks AS k WHERE k.portfolio_id = c.portfolio_id AND k.case_id = c.id
			AND k.type = 'resolveDeficiency' AND k.origin IS NOT NULL AND k.state IN ('open', 'inProgress', 'paused')) AS k) AS c WHERE `
	for law, broken := range map[string]string{
		"a case that is judged has one task while it has an open finding": "c.status IN ('OPEN', 'ONBOARDING', " +
			"'approved') AND c.n <> c.open::int",
		"one on hold keeps what it has, and opens none": "c.status = 'onHold' AND c.n > c.open::int",
		"drafts and closed cases have none":             "c.status IN ('DRAFT', 'closed') AND c.n > 0",
	} {
		require.Zero(t, count(t, s, cases+broken, now), law)
	}
	require.Zero(t,
		count(t, s, `SELECT count(*) FROM (SELECT FROM renewal_notices WHERE task_id IS NOT NULL AND state IN ('sent', 'suppressed')
		GROUP BY task_id, step, lower(recipients[1]) HAVING count(*) > 1) AS twice`), "no letter goes twice")
	require.Zero(t,
		count(t, s, `SELECT count(*) FROM renewal_notices AS n JOIN tasks AS k ON k.portfolio_id = n.portfolio_id AND k.id = n.task_id
		WHERE n.state = 'planned' AND k.state IN ('completed', 'cancelled')`), "no letter is to come about what is over")
}

// TestDeficiencyTask: a case has one task while it has an open finding, which the program alone ends, and which says what there
// is to do now, by when, and by what it was completed.
func TestDeficiencyTask(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	id := st.newCase(t, nil)
	task := st.open(t, id)
	require.Equal(t, []any{"open", "2030-03-08T00:00:00.000Z", nil},
		values(task, "state", "dueAt", "completedBy"))
	require.Contains(t, task["text"], "General Liability: No policy ")
	asset := st.newAsset(t, id, "800000.00")
	require.Contains(t, st.open(t, id)["text"], "Building, ", "it tells of the new building too")
	path := "/rest/tasks/" + task["id"].(string)
	for _, state := range []string{"completed", "cancelled"} {
		st.c.Do(t, http.MethodPost, path+"/move", object{"state": state}).Problem(t, http.StatusConflict, "invalid_transition")
	}
	require.Equal(t, "inProgress", st.c.Post(t, path+"/move", object{"state": "inProgress"}, http.StatusOK)["state"])
	require.Equal(t, http.StatusNotFound, st.As(st.Prairie.Token).Do(t, http.MethodGet, path, nil).Status)
	require.Equal(t, http.StatusForbidden, st.As(st.None.Token).Do(t, http.MethodGet, path, nil).Status)

	st.clock.pass(3 * 24 * time.Hour)
	st.newPolicy(t, st.cover(id, "building", "fire", "800000.00", asset))
	st.newPolicy(t, st.cover(id, "flood", "flood", "400000.00", asset))
	require.Equal(t, "2030-03-08T00:00:00.000Z", st.open(t, id)["dueAt"], "liability is due since the first day")
	liability := st.newPolicy(t, with(st.cover(id, "generalLiability", "bodilyInjury", "1000000.00"), object{"limits": absent}))
	late := st.open(t, id)
	require.Equal(t, []any{task["id"], "2030-03-18T00:00:00.000Z"}, values(late, "id", "dueAt"), "two weeks for what is not known")
	require.NotContains(t, late["text"], "No policy")
	findings := st.c.Get(t, "/rest/cases/"+id+"/compliance")["demands"].([]any)[1].(object)["targets"].([]any)[0].(object)["findings"]
	require.Equal(t, []any{"limit_too_low", "2030-03-31T00:00:00.000Z"}, values(findings.([]any)[0].(object), "code", "dueOn"))

	operator := st.As(st.Operator)
	lender := object{"id": st.Harbor.Organization.LenderID, "days": []any{object{"code": "limit_too_low", "days": 9}}}
	operator.Query(t, `mutation($id: ID!, $days: [FindingCodeDaysInput!]) { updateLender(id: $id, input: {deficiencyDays: $days}) { name } }`,
		lender)
	require.NoError(t, st.keeper.Judge(t.Context(), st.Harbor.Portfolio.ID(), nil))
	require.Equal(t, "2030-03-10T00:00:00.000Z", st.open(t, id)["dueAt"], "nine days from the first day of a limit that was always too low")
	requireRefused(t, operator.GraphQL(t, `mutation($id: ID!) { updateLender(id: $id, input: {deficiencyDays: [
		{code: expired, days: 367}, {code: expired, days: 1}], deficiencySteps: [{step: letter, days: 3}, {step: reminder, days: 2},
			{step: last, days: 0}]}) { name } }`,
		object{"id": lender["id"]}), "validation_failed", "/deficiencyDays/0/days invalid_value", "/deficiencyDays/1/code duplicate",
		"/deficiencySteps/reminder invalid_value", "/deficiencySteps/forcePlacementReview required")

	waiver := st.newWaiver(t, id, object{"coverageType": "flood"})
	st.c.Post(t, "/rest/waivers/"+waiver+"/approve", nil, http.StatusOK)
	require.NotContains(t, st.open(t, id)["text"], "Flood")
	st.c.Patch(t, "/rest/policies/"+liability, object{"limits": limits("generalLiability", "1000000.00")})
	require.Nil(t, st.open(t, id))
	done := st.c.Get(t, path)
	by := done["completedBy"].(object)
	require.Equal(t, []any{"completed", nil, "policy.updated", liability, "serviceAccount"},
		append(values(done, "state", "text"), values(by, "action", "subjectId", "actorKind")...))
	require.Equal(t, "policy.updated", st.c.Get(t, "/rest/audit-events/"+by["eventId"].(string))["action"])

	st.c.Post(t, "/rest/policies/"+liability+"/deactivate", nil, http.StatusOK)
	require.NotEqual(t, task["id"], st.open(t, id)["id"], "another deficiency is another task")
	st.requireRight(t)
}

// TestDeficiencyTaskAndItsCase: drafts get no task, a hold pauses it, closing cancels it and reopening opens one again.
func TestDeficiencyTaskAndItsCase(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	id := st.newCase(t, object{"status": "DRAFT"})
	path := "/rest/cases/" + id
	require.Nil(t, st.open(t, id))
	st.c.Patch(t, path, object{"status": "OPEN"})
	first := st.open(t, id)["id"]
	st.c.Post(t, path+"/on-hold", nil, http.StatusOK)
	require.Equal(t, []any{first, "paused", "open"}, values(st.open(t, id), "id", "state", "stateBeforeHold"))
	st.newAsset(t, id, "800000.00")
	require.Contains(t, st.open(t, id)["text"], "Flood")
	st.c.Post(t, path+"/release-hold", nil, http.StatusOK)
	require.Equal(t, []any{first, "open", nil}, values(st.open(t, id), "id", "state", "stateBeforeHold"))
	st.c.Patch(t, path, object{"managementType": "selfManaged"})
	require.NotEqual(t, first, st.open(t, id)["id"], "the tasks of who had it are cancelled")
	waiver := st.newWaiver(t, id, nil)
	st.c.Post(t, path+"/close", object{"reason": "sold"}, http.StatusOK)
	require.Nil(t, st.open(t, id))
	st.c.Post(t, path+"/reopen", nil, http.StatusOK)
	require.Equal(t, "open", st.open(t, id)["state"])
	asked := st.c.Get(t, "/rest/tasks?type=caseApproval&caseId="+id)["data"].([]any)
	require.Equal(t, []any{waiver, "cancelled", waiver, "open"},
		append(values(asked[0].(object), "waiver", "state"), values(asked[1].(object), "waiver", "state")...))
	held := st.newCase(t, nil)
	st.c.Post(t, "/rest/cases/"+held+"/on-hold", nil, http.StatusOK)
	for _, cover := range []string{"generalLiability"} {
		st.newPolicy(t, st.cover(held, cover, "bodilyInjury", "1000000.00"))
	}
	require.Equal(t, "completed", st.deficiencies(t, held)[0]["state"], "also on hold")
	st.requireRight(t)
}

// TestWaiverTask: the request opens a task for who may decide, and each decision completes it.
func TestWaiverTask(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	id := st.newCase(t, nil)
	for _, decision := range []string{"approve", "reject"} {
		waiver := st.newWaiver(t, id, nil)
		tasks := st.c.Get(t, "/rest/tasks?state=open&type=caseApproval&caseId="+id)["data"].([]any)
		require.Len(t, tasks, 1)
		require.Equal(t, []any{waiver, "waiverRequested", "2030-03-08T00:00:00.000Z"}, values(tasks[0].(object), "waiver", "reason", "dueAt"))
		st.c.Post(t, "/rest/waivers/"+waiver+"/"+decision, nil, http.StatusOK)
		done := st.c.Get(t, "/rest/tasks/"+tasks[0].(object)["id"].(string))
		require.Equal(t, []any{"completed", "waiver.updated"}, []any{done["state"], done["completedBy"].(object)["action"]})
	}
}

// TestDeficiencySince: a finding that holds since before it was recorded is due by its first day, which a job works out.
func TestDeficiencySince(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	c := st.newInsured(t)
	st.clock.pass(40 * 24 * time.Hour)
	jobs := count(t, st.Server, "SELECT count(*) FROM river_job WHERE kind = 'verdict_wake'")
	st.c.Patch(t, "/rest/policies/"+c.flood, object{"limits": limits("flood", "400000.00")})
	require.Equal(t, "2030-05-10T00:00:00.000Z", st.open(t, c.id)["dueAt"], "thirty days from the write")
	require.Equal(t, jobs+1, count(t, st.Server, "SELECT count(*) FROM river_job WHERE kind = 'verdict_wake'"))
	require.NoError(t, st.keeper.Judge(t.Context(), st.Harbor.Portfolio.ID(), []uuid.UUID{uuid.MustParse(c.id)}))
	require.Equal(t, "2030-04-17T00:00:00.000Z", st.open(t, c.id)["dueAt"], "a week from the opening")
	finding := st.c.Get(t,
		"/rest/cases/"+c.id+"/compliance")["demands"].([]any)[1].(object)["targets"].([]any)[0].(object)["findings"].([]any)[0].(object)
	require.Equal(t, []any{"2030-03-01T00:00:00.000Z", "2030-03-31T00:00:00.000Z"}, values(finding, "since", "dueOn"))
	st.c.Patch(t, "/rest/policies/"+c.flood, object{"policyNumber": "P-8"})
	require.Equal(t, "2030-04-17T00:00:00.000Z", st.open(t, c.id)["dueAt"], "it is kept")
	st.requireRight(t)
}

// TestDeficiencyOfRenewal: the end of a policy is the renewal's while that is followed up, and the case's after it.
func TestDeficiencyOfRenewal(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	c := st.newInsured(t)
	follower := renewal.NewFollower(renewal.Config{Store: st.Store, MailOff: true, Now: st.clock.now,
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	day := func(date string) {
		now, err := time.Parse(time.DateOnly, date)
		require.NoError(t, err)
		st.clock.set(now.Add(time.Hour))
		st.sweep(t)
		_, err = follower.Sweep(t.Context())
		require.NoError(t, err)
		require.NoError(t, st.keeper.Judge(t.Context(), st.Harbor.Portfolio.ID(), []uuid.UUID{uuid.MustParse(c.id)}))
	}
	day("2030-06-02")
	require.Equal(t, "deficient", st.verdict(t, c.id))
	require.Nil(t, st.open(t, c.id), "the renewals are followed up")
	day("2030-07-20")
	tasks := st.c.Get(t, "/rest/tasks?type=renewalFollowUp&state=open&caseId="+c.id)["data"].([]any)
	require.Len(t, tasks, 3)
	require.Nil(t, st.open(t, c.id), "by a task, after the last notice")
	st.c.Post(t, "/rest/tasks/"+tasks[0].(object)["id"].(string)+"/move", object{"state": "completed"}, http.StatusOK)
	require.NotNil(t, st.open(t, c.id))
	for _, policy := range []string{c.property, c.flood} {
		st.c.Patch(t, "/rest/policies/"+policy, object{"endDate": "2031-06-01"})
	}
	st.c.Post(t, "/rest/policies/"+c.liability+"/new-term", object{"startDate": "2030-06-01", "endDate": "2031-06-01"}, http.StatusOK)
	require.Empty(t, st.c.Get(t, "/rest/tasks?type=renewalFollowUp&state=open&caseId="+c.id)["data"], "there is cover again")
	require.Equal(t, "compliant", st.verdict(t, c.id))
	require.Nil(t, st.open(t, c.id))
	st.requireRight(t)
}

// TestDeficiencyOfHeldPolicy: nobody follows up the renewal of a policy on hold, so its end is the case's until the release.
func TestDeficiencyOfHeldPolicy(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	c := st.newInsured(t)
	sweep := st.follower(t)
	contact, _ := st.contact(t)
	path := "/rest/policies/" + c.liability
	st.c.Patch(t, path, object{"insuranceContacts": []any{contact}})
	st.c.Post(t, path+"/on-hold", nil, http.StatusOK)
	st.clock.set(time.Date(2030, 6, 2, 1, 0, 0, 0, time.UTC))
	st.sweep(t)
	sweep()
	require.Equal(t, "deficient", st.verdict(t, c.id))
	text := st.open(t, c.id)["text"]
	require.Contains(t, text, "General Liability")
	require.NotContains(t, text, "Building", "the other renewals are followed up")
	st.requireRight(t)
	st.clock.pass(48 * time.Hour)
	sweep()
	require.Len(t, st.c.Get(t, "/rest/renewal-notices?step=deficiency&state=suppressed&caseId="+c.id)["data"], 1, "it is asked for")

	st.c.Post(t, path+"/release-hold", nil, http.StatusOK)
	require.Nil(t, st.open(t, c.id), "its notices are to come again")
	st.requireRight(t)
	sweep()
	require.Len(t, st.c.Get(t, "/rest/tasks?type=renewalFollowUp&state=open&policyId="+c.liability)["data"], 1)
	st.c.Post(t, path+"/on-hold", nil, http.StatusOK)
	require.Contains(t, st.open(t, c.id)["text"], "General Liability", "a task that waits for the release follows nothing up")
	st.requireRight(t)
}

// TestDeficiencyOfGap: the days before a term to come are the case's once nobody follows them up: the notices of that term tell of
// another end.
func TestDeficiencyOfGap(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	c := st.newInsured(t)
	for _, policy := range []string{c.property, c.flood} {
		st.c.Patch(t, "/rest/policies/"+policy, object{"endDate": "2031-06-01"})
	}
	st.clock.set(time.Date(2030, 6, 1, 9, 0, 0, 0, time.UTC))
	st.follower(t)()
	st.c.Post(t, "/rest/policies/"+c.liability+"/new-term", object{"startDate": "2030-08-01", "endDate": "2031-08-01"}, http.StatusOK)
	require.Nil(t, st.open(t, c.id), "the renewal's task is open until then")
	tasks := st.c.Get(t, "/rest/tasks?type=renewalFollowUp&state=open&caseId="+c.id)["data"].([]any)
	require.Len(t, tasks, 1)
	st.c.Post(t, "/rest/tasks/"+tasks[0].(object)["id"].(string)+"/move", object{"state": "completed"}, http.StatusOK)
	require.Contains(t, st.open(t, c.id)["text"], "General Liability")
	st.requireRight(t)
	st.clock.set(time.Date(2030, 8, 1, 9, 0, 0, 0, time.UTC))
	st.sweep(t)
	require.Nil(t, st.open(t, c.id))
	st.requireRight(t)
}

// TestDeficiencyOfLoan: what a requirement finds of the loan as a whole is told by its task, and by letters of both kinds.
func TestDeficiencyOfLoan(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	sweep := st.follower(t)
	broker, to := st.contact(t)
	profile := published(t, st.c, object{"requirements": []any{object{
		"coverageType": "flood", "perils": []any{"flood"}, "limitBasis": "FLOOD", "limitPercent": "100", "limitPer": "LOAN",
	}}})["id"]
	id := st.newCase(t, object{"riskProfile": profile, "insuranceContacts": []any{broker}})
	policy := st.newPolicy(t, st.cover(id, "flood", "flood", "300000.00", st.newAsset(t, id, "800000.00"), st.newAsset(t, id, "900000.00")))
	demand := st.c.Get(t, "/rest/cases/"+id+"/compliance")["demands"].([]any)[0].(object)
	for _, target := range demand["targets"].([]any) {
		require.Empty(t, target.(object)["findings"])
	}
	finding := demand["findings"].([]any)[0].(object)
	require.Equal(t, "limit_too_low", finding["code"])
	require.Contains(t, st.open(t, id)["text"], "Flood")
	asked := st.c.Get(t, "/rest/policies/"+policy+"/letter?step=request")["text"]
	require.Contains(t, asked, "limits that add up to at least $1,000,000 for all properties together")
	require.Contains(t, asked, finding["message"])
	st.clock.pass(24 * time.Hour)
	sweep()
	require.Equal(t, "deficiency suppressed mailOff ["+to+"]", st.letters(t, id)[0])
	require.Contains(t, st.letter(t, id, "deficiency", "")["body"], finding["message"])
	st.c.Patch(t, "/rest/policies/"+policy, object{"limits": limits("flood", "500000.00")})
	require.Nil(t, st.open(t, id))
	st.requireRight(t)
}

// TestDeficiencyReasonsBeside: why an umbrella is not counted is told beside the limit that is too low, by the task and by letters.
func TestDeficiencyReasonsBeside(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	sweep := st.follower(t)
	broker, toBroker := st.contact(t)
	other, _ := st.contact(t)
	profile := published(t, st.c, object{"requirements": []any{object{
		"coverageType": "generalLiability", "perils": []any{"bodilyInjury"}, "minimumLimit": dollars("5000000.00"), "minimumRating": "A-",
	}}})["id"]
	id := st.newCase(t, object{"riskProfile": profile, "insuranceContacts": []any{broker}})
	short := st.newPolicy(t, st.cover(id, "generalLiability", "bodilyInjury", "1000000.00"))
	require.NotContains(t, st.open(t, id)["text"], "not counted")
	umbrella := st.newPolicy(t, with(st.cover(id, "generalLiability", "bodilyInjury", "5000000.00"), object{
		"coverageLayer": "umbrella", "carrier": object{"name": "Low Mutual", "amBestRating": "C"}, "insuranceContacts": []any{other},
	}))
	findings := st.c.Get(t, "/rest/cases/"+id+"/compliance")["demands"].([]any)[0].(object)["targets"].([]any)[0].(object)["findings"].([]any)
	at := slices.IndexFunc(findings, func(f any) bool { return f.(object)["counted"] == false })
	require.GreaterOrEqual(t, at, 0, findings)
	beside := findings[at].(object)
	require.Equal(t, []any{"rating_too_low", umbrella}, values(beside, "code", "policyId"))
	text := st.open(t, id)["text"].(string)
	require.Contains(t, text, "not counted")
	require.Equal(t, 1, strings.Count(text, "\n"), text)
	st.clock.pass(24 * time.Hour)
	sweep()
	require.Contains(t, st.letter(t, id, "deficiency", toBroker)["body"], beside["message"], "though others look after the umbrella")
	require.Contains(t, st.c.Get(t, "/rest/policies/"+short+"/letter")["text"], beside["message"])
	st.requireRight(t)
}
