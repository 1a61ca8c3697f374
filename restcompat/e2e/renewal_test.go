package e2e

import (
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// renewals is a server on a clock, and what follows renewals up on it.
type renewals struct {
	*resttest.Server
	clock    *testClock
	follower *renewal.Follower
	tenant   *storagetest.Tenant
	client   *resttest.Client
	caseID   any
	contact  string // the case's, a broker
}

// termEnd is the end of the terms of these tests, and newRenewals starts a hundred days before it.
var termEnd = time.Date(2031, 6, 30, 0, 0, 0, 0, time.UTC)

func newRenewals(t *testing.T, pick func(w *storagetest.World) *storagetest.Tenant) *renewals {
	t.Helper()
	r := &renewals{clock: newClock()}
	r.clock.set(termEnd.AddDate(0, 0, -100).Add(9 * time.Hour))
	r.Server = resttest.Serve(t, storagetest.NewWorld(t), r.clock.now)
	r.follower = renewal.NewFollower(renewal.Config{Store: r.Store, MailOff: true, Now: r.clock.now,
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	r.tenant = pick(r.World)
	r.client = r.As(r.tenant.Token)
	r.contact = r.Broker(t, r.tenant).String()
	r.caseID = r.newCase(t, object{"insuranceContacts": []any{r.contact}})
	return r
}

func live(w *storagetest.World) *storagetest.Tenant { return w.Harbor }

func (r *renewals) newCase(t *testing.T, more object) any {
	t.Helper()
	return r.client.Post(t, "/rest/cases", with(object{"status": "OPEN", "program": r.Program(t, r.tenant)}, more), http.StatusCreated)["id"]
}

func (r *renewals) newPolicy(t *testing.T, more object) string {
	t.Helper()
	body := with(object{"caseId": r.caseID, "productType": "property", "startDate": "2030-06-30", "endDate": "2031-06-30"}, more)
	return r.client.Post(t, "/rest/policies", body, http.StatusCreated)["id"].(string)
}

func (r *renewals) act(t *testing.T, policy, action string, body any) {
	t.Helper()
	r.client.Post(t, "/rest/policies/"+policy+"/"+action, body, http.StatusOK)
}

// day moves the clock to noon of a day relative to the end of the term, and sweeps.
func (r *renewals) day(t *testing.T, days int) {
	t.Helper()
	r.clock.set(termEnd.AddDate(0, 0, days).Add(12 * time.Hour))
	r.sweep(t)
}

func (r *renewals) sweep(t *testing.T) {
	t.Helper()
	_, err := r.follower.Sweep(t.Context())
	require.NoError(t, err)
}

// story is the outcome of each notice of a policy, `term.step state reason` each, in the order of terms and steps.
func (r *renewals) story(t *testing.T, policy string) (lines []string) {
	t.Helper()
	data := r.client.Query(t, `query($p: [ID!]) { renewalNotices(filter: {policyId: $p}) { nodes {
		termNumber step state skipReason dueAt settledAt policy { id } case { id } } } }`, object{"p": []any{policy}})
	for _, node := range data["renewalNotices"].(object)["nodes"].([]any) {
		n := node.(object)
		require.Equal(t, policy, n["policy"].(object)["id"])
		line := fmt.Sprintf("%v.%v %v", n["termNumber"], n["step"], n["state"])
		if n["skipReason"] != nil {
			line += fmt.Sprintf(" %v", n["skipReason"])
		}
		require.Equal(t, n["state"] == "planned", n["settledAt"] == nil)
		lines = append(lines, line)
	}
	return lines
}

// tasks are the policy's tasks, `type state reason` each.
func (r *renewals) tasks(t *testing.T, policy string) (lines []string) {
	t.Helper()
	data := r.client.Query(t, `query($p: [ID!]) { tasks(filter: {policyId: $p}) { nodes { type state reason } } }`, object{"p": []any{policy}})
	for _, node := range data["tasks"].(object)["nodes"].([]any) {
		n := node.(object)
		lines = append(lines, fmt.Sprintf("%v %v %v", n["type"], n["state"], n["reason"]))
	}
	return lines
}

// renewal is `nextNoticeAt lastStep paused blockedBy`.
func (r *renewals) renewal(t *testing.T, policy string) string {
	t.Helper()
	data := r.client.Query(t, `query($p: ID!) { policy(id: $p) { renewal { nextNoticeAt lastStep paused blockedBy } } }`, object{"p": policy})
	n := data["policy"].(object)["renewal"].(object)
	return fmt.Sprintf("%v %v %v %v", n["nextNoticeAt"], n["lastStep"], n["paused"], n["blockedBy"])
}

func TestRenewalTerm(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	policy := r.newPolicy(t, nil)
	planned := []string{"1.request planned", "1.reminder planned", "1.final planned", "1.lapsed planned", "1.warning planned",
		"1.forcePlacementReview planned"}
	require.Equal(t, planned, r.story(t, policy))
	require.Equal(t, "2031-05-01T00:00:00.000Z <nil> false <nil>", r.renewal(t, policy))
	r.day(t, -61)
	require.Equal(t, planned, r.story(t, policy), "nothing is due")
	r.day(t, -60)
	require.Equal(t, "1.request suppressed mailOff", r.story(t, policy)[0])
	require.Equal(t, "2031-05-31T00:00:00.000Z request false <nil>", r.renewal(t, policy))
	for _, day := range []int{-60, -30, -15, -1} {
		r.day(t, day)
	}
	require.Empty(t, r.tasks(t, policy))
	r.day(t, 0)
	require.Equal(t, []string{"renewalFollowUp open lapsed"}, r.tasks(t, policy))
	r.day(t, 15)
	require.Equal(t, []string{"renewalFollowUp open lapsed"}, r.tasks(t, policy))
	r.day(t, 45)
	require.Equal(t, []string{"renewalFollowUp open lapsed", "forcePlacementReview open forcePlacementReview"}, r.tasks(t, policy))
	var all []string
	for _, line := range planned {
		all = append(all, line[:len(line)-len("planned")]+"suppressed mailOff")
	}
	require.Equal(t, all, r.story(t, policy))
	require.Equal(t, "<nil> forcePlacementReview false allStepsDone", r.renewal(t, policy))
}

func TestRenewalText(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, func(w *storagetest.World) *storagetest.Tenant { return w.HarborTest })
	policy := r.newPolicy(t,
		object{"displayName": `<b>"Property"</b> & more`, "policyNumber": "P-100", "carrier": object{"name": "A Carrier"}})
	r.day(t, -60)
	data := r.client.Query(t, `query($p: [ID!]) { renewalNotices(filter: {policyId: $p, step: [request]}) { nodes {
		state skipReason recipients copies subject body } } }`, object{"p": []any{policy}})
	n := data["renewalNotices"].(object)["nodes"].([]any)[0].(object)
	require.Equal(t, "suppressed", n["state"])
	require.Equal(t, "testPortfolio", n["skipReason"], "nothing in a test portfolio is delivered")
	require.Equal(t, []any{"broker-" + r.contact + "@example.com"}, n["recipients"])
	require.Empty(t, n["copies"])
	require.Equal(t, "Harbor Example Bank: evidence of renewal for the insured property (policy P-100, expires June 30, 2031)", n["subject"])
	require.Contains(t, n["body"], `<b>"Property"</b> & more`)
	require.Regexp(t, `Policy number +P-100\nCarrier +A Carrier\n`, n["body"])
	require.Contains(t, n["body"], "Harbor Example Bank")
}

func TestRenewalLate(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	r.clock.set(termEnd.AddDate(0, 0, 16))
	policy := r.newPolicy(t, nil)
	require.Equal(t, []string{
		"1.request skipped late", "1.reminder skipped late", "1.final skipped late", "1.lapsed skipped late",
		"1.warning planned", "1.forcePlacementReview planned",
	}, r.story(t, policy))
	r.sweep(t)
	require.Equal(t, "1.warning suppressed mailOff", r.story(t, policy)[4])
	require.Equal(t, []string{"renewalFollowUp open lapsed"}, r.tasks(t, policy),
		"the lapse is followed up although its notice was passed over")
	t.Run("a sweep after a long silence", func(t *testing.T) {
		r.clock.set(termEnd.AddDate(0, 0, -100))
		policy := r.newPolicy(t, nil)
		r.day(t, 1)
		require.Equal(t, []string{
			"1.request skipped late", "1.reminder skipped late", "1.final skipped late",
			"1.lapsed suppressed mailOff", "1.warning planned", "1.forcePlacementReview planned",
		}, r.story(t, policy))
	})
}

func TestRenewalHold(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	policy := r.newPolicy(t, nil)
	r.day(t, -60)
	r.act(t, policy, "on-hold", nil)
	require.Equal(t, "<nil> request true policyOnHold", r.renewal(t, policy))
	r.day(t, -14)
	require.Equal(t, []string{"1.request suppressed mailOff", "1.reminder planned", "1.final planned"}, r.story(t, policy)[:3])
	r.act(t, policy, "release-hold", nil)
	require.Equal(t, []string{"1.request suppressed mailOff", "1.reminder skipped hold", "1.final planned"}, r.story(t, policy)[:3])
	r.sweep(t)
	require.Equal(t, []string{"1.request suppressed mailOff", "1.reminder skipped hold", "1.final suppressed mailOff"}, r.story(t, policy)[:3])
	r.day(t, 0)
	require.Equal(t, []string{"renewalFollowUp open lapsed"}, r.tasks(t, policy))
	t.Run("of the case", func(t *testing.T) {
		r.client.Post(t, fmt.Sprintf("/rest/cases/%v/on-hold", r.caseID), nil, http.StatusOK)
		require.Equal(t, []string{"renewalFollowUp paused lapsed"}, r.tasks(t, policy))
		r.day(t, 20)
		require.Equal(t, "1.warning planned", r.story(t, policy)[4])
		r.client.Post(t, fmt.Sprintf("/rest/cases/%v/release-hold", r.caseID), nil, http.StatusOK)
		r.sweep(t)
		require.Equal(t, "1.warning planned", r.story(t, policy)[4], "the policy is not released")
		r.act(t, policy, "release-hold", nil)
		require.Equal(t, []string{"renewalFollowUp open lapsed"}, r.tasks(t, policy))
		r.sweep(t)
		require.Equal(t, "1.warning suppressed mailOff", r.story(t, policy)[4])
	})
}

func TestRenewalOtherMoves(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	t.Run("renewalInProgress", func(t *testing.T) {
		policy := r.newPolicy(t, nil)
		r.client.Patch(t, "/rest/policies/"+policy, object{"status": "renewalInProgress"})
		r.day(t, -60)
		require.Equal(t, "1.request suppressed mailOff", r.story(t, policy)[0])
	})
	t.Run("new term", func(t *testing.T) {
		policy := r.newPolicy(t, nil)
		r.day(t, -30)
		r.act(t, policy, "new-term", object{"startDate": "2031-06-30", "endDate": "2032-06-30"})
		require.Equal(t, []string{
			"1.request skipped late", "1.reminder suppressed mailOff", "1.final cancelled newTerm", "1.lapsed cancelled newTerm",
			"1.warning cancelled newTerm", "1.forcePlacementReview cancelled newTerm",
			"2.request planned", "2.reminder planned", "2.final planned", "2.lapsed planned", "2.warning planned", "2.forcePlacementReview planned",
		}, r.story(t, policy))
		require.Equal(t, "2032-05-01T00:00:00.000Z <nil> false <nil>", r.renewal(t, policy))
	})
	t.Run("deactivate and reactivate", func(t *testing.T) {
		r.clock.set(termEnd.AddDate(0, 0, -100))
		policy := r.newPolicy(t, nil)
		r.day(t, -60)
		r.act(t, policy, "deactivate", nil)
		require.Equal(t, []string{
			"1.request suppressed mailOff", "1.reminder cancelled deactivated", "1.final cancelled deactivated",
			"1.lapsed cancelled deactivated", "1.warning cancelled deactivated", "1.forcePlacementReview cancelled deactivated",
		}, r.story(t, policy))
		require.Equal(t, "<nil> request false policyDeactivated", r.renewal(t, policy))
		r.day(t, -14)
		r.act(t, policy, "reactivate", nil)
		require.Equal(t, []string{
			"1.request suppressed mailOff", "1.reminder cancelled deactivated", "1.final planned",
			"1.lapsed planned", "1.warning planned", "1.forcePlacementReview planned",
		}, r.story(t, policy))
	})
	t.Run("another end", func(t *testing.T) {
		r.clock.set(termEnd.AddDate(0, 0, -100))
		policy := r.newPolicy(t, nil)
		r.day(t, -29)
		require.Equal(t, []string{"1.request skipped late", "1.reminder suppressed mailOff"}, r.story(t, policy)[:2])
		r.client.Patch(t, "/rest/policies/"+policy, object{"endDate": "2031-12-31"})
		require.Equal(t, []string{"1.request planned", "1.reminder suppressed mailOff", "1.final planned"}, r.story(t, policy)[:3],
			"what reached nobody is planned again, what was sent is not")
		require.Equal(t, "2031-11-01T00:00:00.000Z reminder false <nil>", r.renewal(t, policy))
		r.client.Patch(t, "/rest/policies/"+policy, object{"endDate": nil})
		require.Equal(t, []string{"1.request cancelled endDateUnknown", "1.reminder suppressed mailOff"}, r.story(t, policy)[:2])
		require.Equal(t, []string{"collectEvidence open endDateUnknown"}, r.tasks(t, policy))
		r.client.Patch(t, "/rest/policies/"+policy, object{"endDate": "2031-12-31"})
		require.Equal(t, "1.request planned", r.story(t, policy)[0])
	})
}

func TestRenewalRecipients(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	user := func(role string, active bool) string {
		id := r.User(t, r.tenant, role)
		if !active {
			_, err := r.Store.Pool().Pgx().Exec(t.Context(), "UPDATE users SET active = false WHERE id = $1", id)
			require.NoError(t, err)
		}
		return id.String()
	}
	analyst, viewer, gone := user("analyst", true), user("viewer", true), user("admin", false)
	mail := func(id string) any { return "user-" + id + "@example.com" }
	tests := map[string]struct {
		onCase, onPolicy object
		to, copies       []any
	}{
		"the case's contacts": {object{"insuranceContacts": []any{viewer, r.contact}}, nil,
			[]any{mail(viewer), "broker-" + r.contact + "@example.com"}, []any{}},
		"the policy's contacts": {object{"insuranceContacts": []any{r.contact}}, object{"insuranceContacts": []any{viewer}},
			[]any{mail(viewer)}, []any{}},
		"in copy": {object{"insuranceContacts": []any{viewer}, "insuranceContactsCC": []any{analyst, viewer}}, nil,
			[]any{mail(viewer)}, []any{mail(analyst)}},
		"an inactive contact of the policy": {object{"insuranceContacts": []any{viewer}}, object{"insuranceContacts": []any{gone}},
			[]any{mail(viewer)}, []any{}},
		"self-managed": {object{"managementType": "selfManaged", "insuranceContacts": []any{viewer}, "insuranceContactsCC": []any{viewer}}, nil,
			[]any{mail(analyst)}, []any{}},
		"lender-placed": {object{"insuranceContacts": []any{viewer}, "insuranceContactsCC": []any{viewer}},
			object{"insuranceContacts": []any{r.contact}, "placement": "lenderPlaced"}, []any{mail(analyst)}, []any{}},
		"nobody":      {nil, nil, []any{}, []any{}},
		"only a copy": {object{"insuranceContactsCC": []any{viewer}}, nil, []any{}, []any{}},
	}
	policies := map[string]string{}
	for name, test := range tests {
		policies[name] = r.newPolicy(t, with(object{"caseId": r.newCase(t, test.onCase)}, test.onPolicy))
	}
	r.day(t, -60)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			data := r.client.Query(t, `query($p: ID!) { policy(id: $p) { renewalNotices { recipients copies } } }`, object{"p": policies[name]})
			n := data["policy"].(object)["renewalNotices"].([]any)[0].(object)
			require.Equal(t, test.to, n["recipients"])
			require.Equal(t, test.copies, n["copies"])
			if len(test.to) == 0 {
				require.Equal(t, "1.request skipped noRecipient", r.story(t, policies[name])[0])
				require.Equal(t, []string{"collectEvidence open noRecipient"}, r.tasks(t, policies[name]))
			} else {
				require.Empty(t, r.tasks(t, policies[name]))
			}
		})
	}
}

func TestRenewalAudit(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	policy := r.newPolicy(t, nil)
	r.day(t, 0)
	data := r.As(r.Support).With("X-Portfolio", r.tenant.Portfolio.ID().String()).Query(t,
		`{ auditEvents(filter: {subjectType: ["renewalNotice", "task"]}) { nodes { actorKind actorName action } } }`, nil)
	var actions []any
	for _, node := range data["auditEvents"].(object)["nodes"].([]any) {
		n := node.(object)
		require.Equal(t, "system covertrack", fmt.Sprint(n["actorKind"], " ", n["actorName"]))
		actions = append(actions, n["action"])
	}
	require.ElementsMatch(t, []any{"renewalNotice.skipped", "renewalNotice.skipped", "renewalNotice.skipped", "renewalNotice.suppressed",
		"task.created"}, actions)
	require.NotEmpty(t, policy)
}

func TestRenewalNoticesList(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	first, second := r.newPolicy(t, nil), r.newPolicy(t, object{"caseId": r.newCase(t, nil)})
	r.day(t, -60)
	total := func(client *resttest.Client, filter string) any {
		data := client.Query(t, `{ renewalNotices(filter: `+filter+`, limit: 5) { pageInfo { total } } }`, nil)
		return data["renewalNotices"].(object)["pageInfo"].(object)["total"]
	}
	for filter, want := range map[string]int{
		`{}`:                            12,
		`{policyId: ["` + first + `"]}`: 6,
		`{policyId: ["` + first + `", "` + second + `"]}`: 12,
		`{policyId: ["nonsense"]}`:                        0,
		fmt.Sprintf(`{caseId: ["%v"]}`, r.caseID):         6,
		`{step: [lapsed, request]}`:                       4,
		`{state: [planned]}`:                              10,
		`{state: [skipped, suppressed]}`:                  2,
		`{dueAt: {lt: "2031-05-31T00:00:00Z"}}`:           2,
		`{dueAt: {lte: "2031-05-31T00:00:00Z"}}`:          4,
	} {
		require.EqualValues(t, want, total(r.client, filter), filter)
	}
	require.EqualValues(t, 0, total(r.As(r.HarborTest.Token), `{policyId: ["`+first+`"]}`), "another portfolio's")
}

func TestRenewalOwnSteps(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	before := r.newPolicy(t, nil)
	data := r.As(r.Operator).Query(t, `mutation($id: ID!) { updateLender(id: $id, input: { renewalSteps: [
		{step: request, days: -90}, {step: reminder, days: -45}, {step: final, days: -10},
		{step: lapsed, days: 0}, {step: warning, days: 20}, {step: forcePlacementReview, days: 60}
	] }) { name } }`, object{"id": r.tenant.Organization.LenderID})
	require.NotEmpty(t, data)
	after := r.newPolicy(t, nil)
	require.Equal(t, "2031-05-01T00:00:00.000Z <nil> false <nil>", r.renewal(t, before), "what is planned keeps its day")
	require.Equal(t, "2031-04-01T00:00:00.000Z <nil> false <nil>", r.renewal(t, after))
	r.act(t, before, "on-hold", nil)
	r.act(t, before, "release-hold", nil)
	require.Equal(t, "2031-04-01T00:00:00.000Z <nil> false <nil>", r.renewal(t, before), "until its policy changes")
	r.day(t, -90)
	require.Equal(t, "1.request suppressed mailOff", r.story(t, after)[0])
}
