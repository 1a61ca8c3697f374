//go:build program

package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestFollowUpDeficiency goes the whole way of a certificate that does not name the borrower: verdict, task, letter, link, mended
// evidence, verdict, and no further letter. The program is killed at each arrow; nothing comes twice, and nothing is lost.
func TestFollowUpDeficiency(t *testing.T) {
	t.Parallel()
	f := newFollowUp(t)
	loan, borrower := f.loanWithoutCertificate(t)
	certificate := fmt.Sprintf(`{"caseId": %q, "coverageLayer": "primary", "coverageTypes": ["generalLiability"], "insureds": [],
		"perils": ["bodilyInjury"], "startDate": %q, "endDate": %q}`, loan, dayFromNow(-60), dayFromNow(300))
	f.twice(t, "POST", "/rest/policies", certificate)
	policy := f.one(t, "/rest/policies?caseId="+loan)["id"].(string)

	require.Equal(t, "deficient", f.verdict(t, loan))
	require.Equal(t, "open", f.one(t, "/rest/tasks?type=resolveDeficiency&caseId="+loan)["state"])
	require.Len(t, f.list(t, "/rest/renewal-notices?step=deficiency&caseId="+loan), 1)

	f.stop(t)
	run := []string{"renewals", "run", "--now", dayFromNow(1), "--smtp-url", f.smtp, "--base-url", "http://" + f.addr, "--data-dir", f.dir}
	sending := make(chan *process, 1)
	f.atLetter <- func() { _ = (<-sending).Process.Kill() }
	killed := start(t, nil, run...)
	sending <- killed
	first := f.nextLetter(t)
	require.Equal(t, -1, killed.ended(t), "before it could record that the mail server has the letter")
	line(t, nil, run...)
	again := f.nextLetter(t)
	require.Equal(t, first, again, "mail programs show it once, and its link is the same")
	require.Contains(t, first.text, "Alder Holdings LLC")
	line(t, nil, run...)
	require.Empty(t, f.letters)

	f.serve(t)
	require.Equal(t, "sent", f.one(t, "/rest/renewal-notices?step=deficiency&caseId="+loan)["state"])
	page := f.open(t, first.link(t))
	f.restart(t)
	f.killDuring(t, func() { page.sendHalf(t) })
	require.Empty(t, f.list(t, "/rest/evidence"))
	page.send(t, map[string]string{"note": "The borrower is named now."})
	f.restart(t)
	proposed := f.one(t, "/rest/evidence?state=proposed")
	require.Equal(t, "open", f.one(t, "/rest/tasks?type=reviewDocument&caseId="+loan)["state"])
	require.Equal(t, "deficient", f.verdict(t, loan), "what is proposed changes nothing")

	f.twice(t, "POST", "/rest/evidence/"+proposed["id"].(string)+"/accept", "{}")
	f.twice(t, "PATCH", "/rest/policies/"+policy, fmt.Sprintf(`{"insureds": [%q]}`, borrower))
	require.Equal(t, "compliant", f.verdict(t, loan))
	done := f.one(t, "/rest/tasks?type=resolveDeficiency&caseId="+loan)
	require.Equal(t, "completed", done["state"])
	require.Equal(t, "policy.updated", done["completedBy"].(map[string]any)["action"])
	require.Equal(t, "completed", f.one(t, "/rest/tasks?type=reviewDocument&caseId="+loan)["state"])
	require.Len(t, f.list(t, "/rest/documents?caseId="+loan), 2)
	states := map[any]int{}
	for _, n := range f.list(t, "/rest/renewal-notices?caseId="+loan) {
		if n["taskId"] != nil {
			states[n["state"]]++
		}
	}
	require.Equal(t, map[any]int{"sent": 1, "cancelled": 3}, states)
	f.stop(t)
	run[3] = dayFromNow(50)
	require.Contains(t, line(t, nil, run...), "nothing is due")
	require.Empty(t, f.letters, "nothing more is sent")
}

// dayFromNow is a day as requests name it.
func dayFromNow(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }

// twice sends a request under a key while the program is killed, and again under the same key to the next one, which is killed too.
func (f *followUp) twice(t *testing.T, method, path, body string) {
	t.Helper()
	key, first, done := fmt.Sprint(method, path), f.server, make(chan struct{})
	f.killDuring(t, func() {
		go func() {
			defer close(done)
			_, _, _ = first.send(method, path, f.token, body, "Idempotency-Key", key)
		}()
	})
	<-done
	status, text, err := f.send(method, path, f.token, body, "Idempotency-Key", key)
	require.NoError(t, err)
	require.Less(t, status, 300, text)
	f.restart(t)
}

// loanWithoutCertificate makes a case whose borrower a liability policy must name, with a broker to ask.
func (f *followUp) loanWithoutCertificate(t *testing.T) (loan, borrower string) {
	t.Helper()
	profile := f.graphql(t, `mutation { made: createRiskProfile(input: {name: "Offices", requirements: [{coverageType: "generalLiability",
		perils: ["bodilyInjury"], insuredNamed: ALL}]}) { id } }`)
	f.graphql(t, fmt.Sprintf("mutation { made: publishRiskProfile(id: %q) { id } }", profile))
	broker := f.graphql(t,
		`mutation { made: createBroker(input: {firstName: "Robin", lastName: "Example", email: "robin@broker.example.com"}) { id } }`)
	borrower = f.made(t, "/rest/insureds", `{"corporateName": "Alder Holdings LLC"}`)
	return f.made(t, "/rest/cases", fmt.Sprintf(`{"riskProfile": %q, "status": "OPEN", "insuranceContacts": [%q], "insureds": [%q]}`,
		profile, broker, borrower)), borrower
}
