package e2e

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
)

// letters are the letters about a case's findings, `step state reason recipient` each.
func (st *verdictStage) letters(t *testing.T, caseID string) (lines []string) {
	t.Helper()
	for _, n := range st.c.Get(t, "/rest/renewal-notices?sort=dueAt&caseId="+caseID)["data"].([]any) {
		n := n.(object)
		if n["taskId"] == nil {
			continue
		}
		lines = append(lines, fmt.Sprint(n["step"], " ", n["state"], " ", n["skipReason"], " ", n["recipients"]))
	}
	return lines
}

// follower carries out what is due, without a mail server.
func (st *verdictStage) follower(t *testing.T) func() {
	t.Helper()
	follower := renewal.NewFollower(renewal.Config{Store: st.Store, MailOff: true, Now: st.clock.now,
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	return func() {
		t.Helper()
		st.sweep(t)
		_, err := follower.Sweep(t.Context())
		require.NoError(t, err)
	}
}

// contact is a broker that can be written to, and its address.
func (st *verdictStage) contact(t *testing.T) (id, address string) {
	t.Helper()
	id = st.Broker(t, st.Harbor).String()
	return id, "broker-" + id + "@example.com"
}

// TestDeficiencyLettersLenderPlaced has a deficient policy that the lender placed. The letter goes to the borrower's agent, with no
// link to that policy, and so does a letter about its end.
func TestDeficiencyLettersLenderPlaced(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	sweep := st.follower(t)
	agent, toAgent := st.contact(t)
	carrier, _ := st.contact(t)
	id := st.newCase(t, object{"insuranceContacts": []any{agent}})
	asset := st.newAsset(t, id, "800000.00")
	flood := st.newPolicy(t, with(st.cover(id, "flood", "flood", "400000.00", asset),
		object{"insuranceContacts": []any{carrier}, "placement": "lenderPlaced"}))
	st.clock.pass(24 * time.Hour)
	sweep()
	require.Equal(t, "deficiency suppressed mailOff ["+toAgent+"]", st.letters(t, id)[0])
	require.Contains(t, st.letter(t, id, "deficiency", toAgent)["body"], "Flood limit")
	st.clock.set(time.Date(2030, 6, 1, 12, 0, 0, 0, time.UTC))
	sweep()
	text := st.c.Get(t, "/rest/tasks?type=resolveDeficiency&state=open&caseId="+id)["data"].([]any)[0].(object)["text"]
	require.Contains(t, text, "Flood, Commercial Real Estate: The policy's term is over.",
		"its end is a finding while the lender's people are told of it")
	for _, n := range st.c.Get(t, "/rest/renewal-notices?caseId="+id)["data"].([]any) {
		require.NotContains(t, n.(object)["recipients"], "broker-"+carrier+"@example.com")
	}
	require.NotEmpty(t, st.c.Get(t, "/rest/renewal-notices?policyId="+flood)["data"])
}

// TestDeficiencyLetters: each recipient gets one letter a step, with every open finding that it can mend, once; a hold keeps
// letters, the last finding cancels the rest.
func TestDeficiencyLetters(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	sweep := st.follower(t)
	first, toFirst := st.contact(t)
	second, toSecond := st.contact(t)
	id := st.newCase(t, object{"insuranceContacts": []any{first}, "loanNumber": "LN-77"})
	asset := st.newAsset(t, id, "800000.00")
	flood := st.newPolicy(t, with(st.cover(id, "flood", "flood", "400000.00", asset), object{"insuranceContacts": []any{second}}))
	require.Equal(t, []string{"deficiency planned <nil> []", "deficiencyReminder planned <nil> []", "deficiencyFinal planned <nil> []",
		"forcePlacementReview planned <nil> []"}, st.letters(t, id))
	sweep()
	require.Equal(t, "deficiency planned <nil> []", st.letters(t, id)[0], "not before its day")
	var days []any
	for _, n := range st.c.Get(t, "/rest/renewal-notices?sort=dueAt&state=planned&caseId="+id)["data"].([]any) {
		if n.(object)["taskId"] != nil {
			days = append(days, n.(object)["dueAt"])
		}
	}
	require.Equal(t, []any{midnight("2030-03-02"), midnight("2030-03-16"), midnight("2030-03-31"), midnight("2030-04-15")}, days)
	st.clock.pass(24 * time.Hour)
	for range 2 {
		sweep()
	}
	require.ElementsMatch(t, []string{"deficiency suppressed mailOff [" + toFirst + "]", "deficiency suppressed mailOff [" + toSecond + "]"},
		st.letters(t, id)[:2])
	letters := map[string]object{}
	for _, n := range st.c.Get(t, "/rest/renewal-notices?state=suppressed&caseId="+id)["data"].([]any) {
		letters[n.(object)["recipients"].([]any)[0].(string)] = n.(object)
	}
	whole, part := letters[toFirst]["body"].(string), letters[toSecond]["body"].(string)
	require.Contains(t, letters[toFirst]["subject"], "loan LN-77")
	require.Contains(t, whole, "Building")
	require.Contains(t, whole, "ACORD 28")
	require.Contains(t, whole, "ACORD 25")
	require.NotContains(t, whole, "Flood limit")
	require.Contains(t, part, "Flood limit")
	require.Contains(t, part, "declarations page of the flood policy")
	require.NotContains(t, part, "ACORD 28")
	require.Contains(t, part, "March 16, 2030", "answers are wanted by the next letter")
	preview := st.c.Get(t, "/rest/policies/"+flood+"/letter?step=deficiencyReminder")
	require.Contains(t, preview["text"], "Flood limit")
	require.Equal(t, http.StatusNotFound, st.As(st.Prairie.Token).Do(t, http.MethodGet, "/rest/policies/"+flood+"/letter?step=deficiency",
		nil).Status)

	path := "/rest/cases/" + id
	st.c.Post(t, path+"/on-hold", nil, http.StatusOK)
	st.clock.pass(15 * 24 * time.Hour)
	sweep()
	reminder := st.c.Get(t, "/rest/renewal-notices?step=deficiencyReminder&caseId="+id)["data"].([]any)[0].(object)
	require.Equal(t, []any{"planned", "caseOnHold"}, values(reminder, "state", "blockedBy"))
	send := "/rest/renewal-notices/" + letters[toSecond]["id"].(string) + "/send"
	st.c.Do(t, http.MethodPost, send, nil).Problem(t, http.StatusConflict, "case_on_hold")
	st.c.Post(t, path+"/release-hold", object{"policies": true}, http.StatusOK)
	require.Equal(t, http.StatusNotFound, st.As(st.Prairie.Token).Do(t, http.MethodPost, send, nil).Status)
	st.newPolicy(t, st.cover(id, "generalLiability", "bodilyInjury", "300000.00"))
	sweep()
	next := st.letter(t, id, "deficiencyReminder", toFirst)["body"]
	require.NotContains(t, whole, "$300,000")
	require.Contains(t, next, "$300,000", "a finding that comes later joins the next letter")
	require.Len(t, st.letters(t, id), 6, "the reminder of two, and two steps to come")
	require.EqualValues(t, 2, st.c.Post(t, send, nil, http.StatusOK)["attemptNumber"])
	sweep()
	again := st.c.Get(t, "/rest/renewal-notices/"+letters[toSecond]["id"].(string))
	require.Equal(t, []any{"suppressed", 2.0, []any{toSecond}}, values(again, "state", "attemptNumber", "recipients"))

	st.c.Patch(t, "/rest/policies/"+flood, object{"limits": limits("flood", "500000.00")})
	st.newPolicy(t, st.cover(id, "building", "fire", "800000.00", asset))
	st.newPolicy(t, st.cover(id, "generalLiability", "bodilyInjury", "1000000.00"))
	require.Nil(t, st.open(t, id))
	require.Equal(t, []string{"deficiencyFinal cancelled resolved []", "forcePlacementReview cancelled resolved []"}, st.letters(t, id)[4:])
	st.c.Do(t, http.MethodPost, send, nil).Problem(t, http.StatusConflict, "invalid_transition")
	st.clock.pass(60 * 24 * time.Hour)
	sweep()
	require.Len(t, st.letters(t, id), 6, "nothing more")
	st.requireRight(t)
}

// TestDeficiencyLetterSteps: a lender's own steps; a letter without findings is skipped, as who has a renewal letter of a policy
// is not told of it again for a week; the last step opens its task.
func TestDeficiencyLetterSteps(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	sweep := st.follower(t)
	steps := []any{object{"step": "letter", "days": 34}, object{"step": "reminder", "days": 0}, object{"step": "last", "days": 40},
		object{"step": "forcePlacementReview", "days": 41}}
	st.As(st.Operator).Query(t, `mutation($id: ID!, $steps: [DeficiencyStepDaysInput!]) { updateLender(id: $id, `+
		`input: {deficiencySteps: $steps}) { name } }`,
		object{"id": st.Harbor.Organization.LenderID, "steps": steps})
	broker, address := st.contact(t)
	profile := published(t, st.c, object{"requirements": st.demands()[2:]})["id"]
	id := st.newCase(t, object{"riskProfile": profile, "insuranceContacts": []any{broker}})
	st.newPolicy(t, st.cover(id, "generalLiability", "bodilyInjury", "1000000.00"))
	require.NotContains(t, strings.Join(st.letters(t, id), "\n"), "deficiencyReminder", "0 turns a step off")
	require.Empty(t, slices.DeleteFunc(st.letters(t, id), func(line string) bool { return strings.Contains(line, "cancelled resolved") }))
	policy := st.c.Get(t, "/rest/policies?caseId="+id)["data"].([]any)[0].(object)["id"].(string)
	st.c.Patch(t, "/rest/policies/"+policy, object{"limits": []any{}})
	st.clock.set(time.Date(2030, 4, 3, 10, 0, 0, 0, time.UTC))
	sweep() // the renewal is asked for
	st.clock.pass(48 * time.Hour)
	sweep()
	require.Contains(t, st.letters(t, id), "deficiency skipped noFindings []")
	st.clock.set(time.Date(2030, 4, 10, 12, 0, 0, 0, time.UTC))
	sweep()
	require.Contains(t, st.letters(t, id), "deficiencyFinal suppressed mailOff ["+address+"]")
	st.clock.pass(24 * time.Hour)
	sweep()
	require.Contains(t, st.letters(t, id), "forcePlacementReview skipped taskOnly []")
	review := st.c.Get(t, "/rest/tasks?type=forcePlacementReview&state=open&caseId="+id)["data"].([]any)
	require.Len(t, review, 1)
	require.Nil(t, review[0].(object)["policyId"])
	st.requireRight(t)
}

// TestDeficiencyLettersMissed: of the steps that a hold has kept, the latest alone is sent after it.
func TestDeficiencyLettersMissed(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	sweep := st.follower(t)
	broker, to := st.contact(t)
	id := st.newCase(t, object{"insuranceContacts": []any{broker}})
	st.c.Post(t, "/rest/cases/"+id+"/on-hold", nil, http.StatusOK)
	st.clock.pass(20 * 24 * time.Hour)
	sweep()
	require.Equal(t, "deficiency planned <nil> []", st.letters(t, id)[0])
	st.c.Post(t, "/rest/cases/"+id+"/release-hold", nil, http.StatusOK)
	sweep()
	require.Equal(t, []string{"deficiency skipped hold []", "deficiencyReminder suppressed mailOff [" + to + "]"}, st.letters(t, id)[:2])
	st.requireRight(t)
}

// TestDeficiencyLettersResent: many letters are sent again at once, of each recipient the latest, each once.
func TestDeficiencyLettersResent(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	sweep := st.follower(t)
	first, _ := st.contact(t)
	second, _ := st.contact(t)
	id := st.newCase(t, object{"insuranceContacts": []any{first, second}})
	follower := renewal.NewFollower(renewal.Config{Store: st.Store, Now: st.clock.now,
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	resend := func(isPreview bool) (steps []model.RenewalStep) {
		resent, err := follower.ResendAll(t.Context(), renewal.Repeat{
			Since: verdictDay, States: []model.RenewalNoticeState{model.RenewalNoticeStateSuppressed, model.RenewalNoticeStateSkipped},
			By: model.Actor{Kind: model.ActorKindSystem, Name: "a test"}, Preview: isPreview,
		})
		require.NoError(t, err)
		for _, r := range resent {
			require.Nil(t, r.Policy)
			steps = append(steps, r.Notice.Step)
		}
		return steps
	}
	require.Empty(t, resend(false))
	st.clock.pass(24 * time.Hour)
	sweep()
	both := func(step model.RenewalStep) []model.RenewalStep { return []model.RenewalStep{step, step} }
	for _, isPreview := range []bool{true, false} {
		require.Equal(t, both(model.RenewalStepDeficiency), resend(isPreview))
	}
	require.Empty(t, resend(false), "they are on their way")
	sweep()
	for _, n := range st.c.Get(t, "/rest/renewal-notices?step=deficiency&caseId="+id)["data"].([]any) {
		require.Equal(t, []any{"suppressed", 2.0}, values(n.(object), "state", "attemptNumber"))
	}
	st.clock.pass(14 * 24 * time.Hour)
	sweep()
	require.Equal(t, both(model.RenewalStepDeficiencyReminder), resend(true), "not what came before")
	st.clock.pass(45 * 24 * time.Hour)
	sweep()
	require.NotContains(t, resend(true), model.RenewalStepForcePlacementReview, "it has no letter")
	st.c.Post(t, "/rest/cases/"+id+"/on-hold", nil, http.StatusOK)
	require.Empty(t, resend(false))
	st.requireRight(t)
}

// TestDeficiencyLettersOneMailbox: who is recorded twice, with one address in two spellings, gets one letter, also another time.
func TestDeficiencyLettersOneMailbox(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	sweep := st.follower(t)
	broker := func(email string) string {
		return st.c.Post(t, "/rest/brokers", object{"email": email, "displayName": email}, http.StatusCreated)["id"].(string)
	}
	first, second := broker("Jane@Agency.example.com"), broker("jane@agency.example.com")
	tom := broker("tom@agency.example.com")
	id := st.newCase(t, object{"insuranceContacts": []any{first}, "insuranceContactsCC": []any{tom}})
	asset := st.newAsset(t, id, "800000.00")
	st.newPolicy(t, with(st.cover(id, "flood", "flood", "400000.00", asset), object{"insuranceContacts": []any{second, tom}}))
	st.clock.pass(24 * time.Hour)
	sweep()
	written := func() object {
		all, to := st.c.Get(t, "/rest/renewal-notices?step=deficiency&caseId="+id)["data"].([]any), map[string]object{}
		for _, n := range all {
			to[strings.ToLower(n.(object)["recipients"].([]any)[0].(string))] = n.(object)
		}
		require.Len(t, all, 2)
		jane, tom := to["jane@agency.example.com"], to["tom@agency.example.com"]
		require.Equal(t, []any{[]any{"tom@agency.example.com"}, []any{}}, []any{jane["copies"], tom["copies"]}, "who has it gets no copy")
		return jane
	}
	letter := written()
	require.Contains(t, letter["body"], "Building")
	require.Contains(t, letter["body"], "Flood limit")
	for _, id := range []string{first, second} {
		st.c.Patch(t, "/rest/brokers/"+id, object{"email": "JANE@agency.example.com"})
	}
	st.c.Post(t, "/rest/renewal-notices/"+letter["id"].(string)+"/send", nil, http.StatusOK)
	sweep()
	require.Equal(t, []any{"suppressed", 2.0}, values(written(), "state", "attemptNumber"))
}
