package e2e

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/scalar"
)

// TestEvidencePause: the first submission lets the notices of the term wait, and no other makes that longer.
func TestEvidencePause(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	paused := func(since time.Time) []any {
		return []any{true, "evidenceInReview", since.UTC().AddDate(0, 0, 5).Format(scalar.TimeLayout)}
	}
	require.Equal(t, notPaused, b.renewal(t))
	first := b.clock.now()
	one := b.submit(t, nil)
	require.Equal(t, paused(first), b.renewal(t))
	b.clock.set(first.Add(24 * time.Hour))
	two := b.submit(t, nil)
	require.Equal(t, paused(first), b.renewal(t), "never extended")
	b.c.Post(t, one+"/reject", object{"reason": "No"}, http.StatusOK)
	require.Equal(t, paused(first), b.renewal(t), "one is undecided")
	b.c.Post(t, two+"/reject", object{"reason": "No"}, http.StatusOK)
	require.Equal(t, notPaused, b.renewal(t))

	second := b.clock.now()
	three := b.submit(t, nil)
	require.Equal(t, paused(second), b.renewal(t), "the first since the last decision")
	b.clock.set(second.AddDate(0, 0, 5).Add(-time.Millisecond))
	require.Equal(t, paused(second), b.renewal(t))
	b.clock.set(second.AddDate(0, 0, 5))
	require.Equal(t, notPaused, b.renewal(t), "it ends by itself")
	b.submit(t, nil)
	require.Equal(t, notPaused, b.renewal(t), "and does not begin again before somebody decides")

	b.clock.set(second)
	b.c.Post(t, "/rest/policies/"+b.policy+"/on-hold", nil, http.StatusOK)
	require.Equal(t, []any{true, "policyOnHold", nil}, b.renewal(t))
	b.c.Post(t, "/rest/policies/"+b.policy+"/release-hold", nil, http.StatusOK)
	require.Equal(t, paused(second), b.renewal(t))
	b.c.Post(t, "/rest/policies/"+b.policy+"/new-term", b.nextTerm(), http.StatusOK)
	require.Equal(t, notPaused, b.renewal(t), "the pause is of the term")
	b.c.Post(t, three+"/reject", object{"reason": "No"}, http.StatusOK)
	require.Equal(t, notPaused, b.renewal(t))
}

// TestEvidencePausesNotices has the sweeps of the time of a review leave the policy out, and those after it go on.
func TestEvidencePausesNotices(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	policy := r.newPolicy(t, nil)
	other := r.newPolicy(t, nil)
	r.day(t, -31)
	made := r.client.Post(t, "/rest/policies/"+policy+"/evidence-links", nil, http.StatusCreated)
	visitor := visit(t, r.Server, made["url"].(string))
	first := visitor.Submit(t, nil)
	for _, days := range []int{-30, -28} {
		r.day(t, days)
		require.Equal(t, "1.reminder planned", r.story(t, policy)[1], "%d days", days)
		require.Equal(t, "1.reminder suppressed mailOff", r.story(t, other)[1])
	}
	r.day(t, -26)
	require.Equal(t, "1.reminder suppressed mailOff", r.story(t, policy)[1], "after the pause it is sent late")
	visitor.Submit(t, nil)
	r.day(t, -15)
	require.Equal(t, "1.final suppressed mailOff", r.story(t, policy)[2], "the link's holder cannot pause again and again")

	for _, e := range r.client.Get(t, "/rest/evidence")["data"].([]any) {
		r.client.Post(t, "/rest/evidence/"+e.(object)["id"].(string)+"/reject", object{"reason": "No"}, http.StatusOK)
	}
	r.day(t, -1)
	visitor.Submit(t, object{"endDate": "2032-06-30"})
	r.day(t, 0)
	require.Equal(t, "1.lapsed planned", r.story(t, policy)[3])
	last := r.client.Get(t, "/rest/evidence?state=proposed")["data"].([]any)[0].(object)
	require.NotEqual(t, first["id"], last["id"])
	r.client.Post(t, fmt.Sprintf("/rest/evidence/%s/accept", last["id"]), object{}, http.StatusOK)
	require.Equal(t, "1.lapsed cancelled newTerm", r.story(t, policy)[3])
	r.day(t, 45)
	for _, line := range r.story(t, policy)[3:] {
		require.NotContains(t, line, "suppressed", "nothing more is sent")
	}
}

// TestEvidenceReplyToNobody opens a task where nobody can be written to why evidence was not accepted: the link was sent by hand,
// and the case has no contact.
func TestEvidenceReplyToNobody(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	policy := r.newPolicy(t, object{"caseId": r.newCase(t, nil)})
	made := r.client.Post(t, "/rest/policies/"+policy+"/evidence-links", nil, http.StatusCreated)
	path := "/rest/evidence/" + visit(t, r.Server, made["url"].(string)).Submit(t, nil)["id"].(string)
	r.client.Post(t, path+"/reject", object{"reason": "No"}, http.StatusOK)
	require.NoError(t, r.follower.Deliver(t.Context()))
	reply := r.client.Get(t, path)["reply"].(object)
	require.Equal(t, []any{"skipped", "noRecipient"}, []any{reply["state"], reply["skipReason"]})
	require.Contains(t, r.tasks(t, policy), "collectEvidence open noRecipient")
}
