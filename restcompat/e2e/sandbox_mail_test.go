package e2e

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/evidence"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/graph/sandbox"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

func init() {
	examples["ListSandboxLetters"] = example{asks: at("sandbox"), refused: "?to=ann&limit=1000"}
	examples["ListSandboxAnswers"] = example{asks: at("sandbox"), refused: "?state=late"}
	examples["CreateSandboxAnswer"] = example{
		asks: func(f *fixture) []ask {
			return []ask{{"sandbox", object{"policyId": f.ids["sandboxPolicy"], "after": "P10D", "with": "lowerLimit"}}}
		},
		refused: object{"policyId": unknownID, "after": "soon", "with": "renewal"},
	}
	examples["CreateWebhookFault"] = example{
		asks: func(*fixture) []ask {
			return []ask{{"sandboxEndpoint", object{"fault": "delayed", "count": 2, "by": "PT10M"}}}
		},
		refused: object{"fault": "lost", "count": 0, "by": "PT10M"},
	}
}

// newSandboxPolicy makes a case with a policy of the starter's risk profile that ends on a day.
func newSandboxPolicy(t testing.TB, in *resttest.Client, ends string, contacts []any) object {
	t.Helper()
	profile := in.Get(t, "/rest/risk-profiles")["data"].([]any)[0].(object)["id"]
	c := in.Post(t, "/rest/cases", object{"riskProfile": profile, "insuranceContacts": contacts}, http.StatusCreated)
	in.Patch(t, "/rest/cases/"+c["id"].(string), object{"status": "OPEN"})
	end, err := time.Parse(time.DateOnly, ends)
	require.NoError(t, err)
	return in.Post(t, "/rest/policies", object{
		"caseId": c["id"], "coverageLayer": "primary", "coverageTypes": []any{"building"}, "perils": []any{"fire"},
		"startDate": day(end.AddDate(-1, 0, 0)), "endDate": ends, "policyNumber": "CP-1",
		"limits": []any{limitOf("building", "perOccurrence", "1000000.00")},
	}, http.StatusCreated)
}

// newMailTrial is a sandbox whose letters have links, and whose brokers answer.
func newMailTrial(t *testing.T) *trial {
	t.Helper()
	s, log := resttest.New(t), slog.New(slog.NewTextHandler(t.Output(), nil))
	broker, err := evidence.NewBroker(s.Engine, s.Links, s.Blobs)
	require.NoError(t, err)
	links := &renewal.Links{BaseURL: s.URL, SigningKey: resttest.SigningKeys[0]}
	worker := sandbox.New(sandbox.Config{
		Store: s.Store, Blobs: s.Blobs, FollowUp: renewal.Config{MailOff: true, Links: links, Logger: log}, Now: time.Now, Logger: log,
		Actors: []sandbox.Actor{sandbox.Brokers{Store: s.Store, By: broker}},
	})
	return (&sandboxBench{s, s.As(s.HarborTest.Token), worker}).trial(t)
}

// policy is one whose first letter is due at midnight, to a broker of the address.
func (x *trial) policy(t *testing.T, address string) object {
	t.Helper()
	broker := x.in.Post(t, "/rest/brokers", object{"email": address, "displayName": address}, http.StatusCreated)
	return newSandboxPolicy(t, x.in, "2027-03-03", []any{broker["id"]})
}

// foreign refuses a request of all who may not see the sandbox.
func (x *trial) foreign(t *testing.T, method, path string, body any) {
	t.Helper()
	other := x.c.Post(t, sandboxes, object{"name": "Another"}, http.StatusCreated)["token"].(string)
	prairie := x.Caller(t, x.Prairie.Organization, model.ModeTest)
	for _, token := range []string{other, prairie} {
		x.As(token).Do(t, method, path, body).Problem(t, http.StatusNotFound, "not_found")
	}
	x.As(x.Harbor.Token).Do(t, method, path, body).Problem(t, http.StatusForbidden, "forbidden")
	x.As(x.None.Token).Do(t, method, path, body).Problem(t, http.StatusForbidden, "api_access_not_enabled")
}

// TestSandboxMail lists what was sent to whom, with a link that works.
func TestSandboxMail(t *testing.T) {
	t.Parallel()
	b := newMailTrial(t)
	p, refused := b.policy(t, "ann@example.com"), b.policy(t, "ben+refused@example.com")
	b.advance(t, "P1D")
	require.Len(t, b.c.Get(t, b.path+"/mail")["data"], 2, "about the policy and about the case; what was refused is nobody's")
	list := b.c.Get(t, b.path+"/mail?policyId="+p["id"].(string))
	require.EqualValues(t, 1, list["meta"].(object)["total"])
	l := list["data"].([]any)[0].(object)
	require.Equal(t, []any{
		"2027-01-02T00:00:00.000Z", []any{"ann@example.com"}, []any{}, "Harbor Example Bank", "request", p["caseId"], p["id"], nil,
	}, values(l, "sentAt", "recipients", "copies", "fromName", "step", "caseId", "policyId", "replyId"))
	notice := b.in.Get(t, "/rest/renewal-notices/"+l["noticeId"].(string))
	require.Equal(t, []any{"sent", l["subject"]}, values(notice, "state", "subject"))
	link := l["evidenceLink"].(string)
	require.Contains(t, l["text"], link)
	require.Contains(t, l["html"], link)
	require.NotContains(t, notice["body"], link, "no other record has the secret")
	failed := b.in.Get(t, "/rest/renewal-notices?state=failed&policyId="+refused["id"].(string))["data"].([]any)
	require.Len(t, failed, 1)

	followed, err := http.Get(link)
	require.NoError(t, err)
	defer func() { _ = followed.Body.Close() }()
	require.True(t, strings.HasPrefix(followed.Request.URL.Path, "/evidence/form/"), followed.Request.URL.Path)
	made := visit(t, b.Server, link).Submit(t, object{"startDate": "2027-03-03", "endDate": "2028-03-03"})
	require.Equal(t, "2027-01-02T09:00:00.000Z", b.in.Get(t, "/rest/evidence/"+made["id"].(string))["submittedAt"])

	require.Equal(t, list["data"], b.in.Get(t, b.path+"/mail?policyId="+p["id"].(string))["data"])
	require.Empty(t, b.in.Get(t, b.path+"/mail?policyId="+refused["id"].(string))["data"])
	const query = `query($id: ID!) { sandboxLetters(sandboxId: $id, first: 1) { nodes { evidenceLink } pageInfo { endCursor } } }`
	require.Equal(t, link, b.in.Query(t, query, object{"id": b.id})["sandboxLetters"].(object)["nodes"].([]any)[0].(object)["evidenceLink"])
	b.foreign(t, http.MethodGet, b.path+"/mail", nil)
}

// TestSandboxAnswers has brokers answer at their moments, by the newest usable link.
func TestSandboxAnswers(t *testing.T) {
	t.Parallel()
	b := newMailTrial(t)
	kinds := []string{"renewal", "lowerLimit", "wrongClause", "nothing"}
	answers, policy := map[string]string{}, ""
	for _, kind := range kinds {
		p := b.policy(t, "ann@example.com")
		policy = p["id"].(string)
		made := b.c.Post(t, b.path+"/answers", object{"policyId": p["id"], "after": "P10D", "with": kind}, http.StatusAccepted)
		require.Equal(t, []any{p["id"], "P10D", kind, "2027-01-11T09:00:00.000Z", "planned", nil, nil, nil, "2027-01-01T09:00:00.000Z"},
			values(made, "policyId", "after", "with", "dueAt", "state", "evidenceId", "failure", "settledAt", "createdAt"))
		answers[made["id"].(string)] = kind
	}
	unasked := newSandboxPolicy(t, b.in, "2028-04-30", nil)
	answers[b.in.Post(t, b.path+"/answers", object{"policyId": unasked["id"], "after": "P10D", "with": "renewal"},
		http.StatusAccepted)["id"].(string)] = "unasked"
	b.advance(t, "P1D")
	require.Len(t, b.c.Get(t, b.path+"/answers?state=planned")["data"], 5, "not before the moment")
	require.Equal(t, "ready", b.advance(t, "P30D")["state"])
	for _, a := range b.c.Get(t, b.path+"/answers")["data"].([]any) {
		a := a.(object)
		kind := answers[a["id"].(string)]
		require.Equal(t, []any{nil, "2027-01-11T09:00:00.000Z"}, values(a, "failure", "settledAt"))
		switch kind {
		case "unasked":
			require.Equal(t, []any{"notAsked", nil}, values(a, "state", "evidenceId"))
			continue
		case "nothing":
			require.Equal(t, []any{"done", nil}, values(a, "state", "evidenceId"))
			continue
		}
		require.Equal(t, "done", a["state"], kind)
		b.handedIn(t, a, kind)
	}
	require.Len(t, b.in.Get(t, "/rest/evidence")["data"], 3)

	bad := object{"policyId": policy, "after": "10 days", "with": "renewal"}
	b.c.Do(t, http.MethodPost, b.path+"/answers", bad).Violations(t, "/after invalid_value")
	b.c.Do(t, http.MethodPost, b.path+"/answers", with(bad, object{"policyId": uuid.NewString()})).
		Violations(t, "/policyId unknown_reference", "/after invalid_value")
	good := with(bad, object{"after": "P1D"})
	b.foreign(t, http.MethodPost, b.path+"/answers", good)
	b.foreign(t, http.MethodGet, b.path+"/answers", nil)
	b.Exec(t, "UPDATE sandboxes SET state = 'advancing', target = '2028-01-01' WHERE id = $1", b.id)
	for _, c := range []*resttest.Client{b.c, b.in} {
		c.Do(t, http.MethodPost, b.path+"/answers", good).Problem(t, http.StatusConflict, "sandbox_advancing")
	}
}

// handedIn looks at the evidence of an answer.
func (x *trial) handedIn(t *testing.T, a object, kind string) {
	t.Helper()
	e := x.in.Get(t, "/rest/evidence/"+a["evidenceId"].(string))
	proposed, file := e["proposed"].(object), e["files"].([]any)[0].(object)
	require.Equal(t, []any{a["policyId"], "proposed", "2027-01-11T09:00:00.000Z"}, values(e, "policyId", "state", "submittedAt"))
	require.Equal(t, []any{"2027-03-03T00:00:00.000Z", "2028-03-03T00:00:00.000Z", "CP-1"},
		values(proposed, "startDate", "endDate", "policyNumber"))
	amount := proposed["limits"].([]any)[0].(object)["amount"].(object)["amount"]
	if kind == "lowerLimit" {
		require.Equal(t, "100000.00", amount)
	} else {
		require.Equal(t, "1000000.00", amount)
	}
	require.Equal(t, kind == "wrongClause", strings.Contains(proposed["note"].(string), "Another Example Bank"))
	document, err := http.Get(file["url"].(string))
	require.NoError(t, err)
	defer func() { _ = document.Body.Close() }()
	content, err := io.ReadAll(document.Body)
	require.NoError(t, err)
	require.Equal(t, "%PDF-", string(content[:5]))
}

// TestWebhookFault takes orders that deliveries fail, in a sandbox alone.
func TestWebhookFault(t *testing.T) {
	t.Parallel()
	b := newMailTrial(t)
	path, _ := webhook(t, b.in, nil)
	made := b.in.Post(t, path+"/faults", object{"fault": "delayed", "by": "PT10M", "count": 2}, http.StatusAccepted)
	require.Equal(t, []any{"delayed", "PT10M", 2.0, 2.0}, values(made, "fault", "by", "count", "remaining"))
	require.Equal(t, strings.TrimPrefix(path, endpoints+"/"), made["endpointId"])
	b.in.Do(t, http.MethodPost, path+"/faults", object{"fault": "delayed", "count": 0}).Violations(t, "/count invalid_value", "/by required")
	for range 19 {
		b.in.Post(t, path+"/faults", object{"fault": "lost"}, http.StatusAccepted)
	}
	b.in.Do(t, http.MethodPost, path+"/faults", object{"fault": "lost"}).Problem(t, http.StatusUnprocessableEntity, "quota_exceeded")
	for _, token := range []string{b.HarborTest.Token, b.Prairie.Token} {
		b.As(token).Do(t, http.MethodPost, path+"/faults", object{"fault": "lost"}).Problem(t, http.StatusNotFound, "not_found")
	}
	b.As(b.None.Token).Do(t, http.MethodPost, path+"/faults", object{"fault": "lost"}).
		Problem(t, http.StatusForbidden, "api_access_not_enabled")
	own, _ := webhook(t, b.c, nil)
	b.c.Do(t, http.MethodPost, own+"/faults", object{"fault": "lost"}).Problem(t, http.StatusForbidden, "forbidden")
}
