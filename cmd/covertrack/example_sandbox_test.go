package main

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/graph/sandbox"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// trials are sandboxes as a reader of the examples makes them. The demo data have none: the token of a sandbox is shown only to
// who makes it.
type trials struct {
	in                   *resttest.Client // the first one, in which a letter was sent and a broker is to answer
	first, second, third string           // to look at, to advance, and to remove
	policy, endpoint     string           // of the first
}

// newTrials makes the sandboxes of a test portfolio at the time of the server.
func newTrials(t *testing.T, s *resttest.Server, now time.Time) *trials {
	t.Helper()
	c := s.As(s.HarborTest.Token)
	create := func(name string) resttest.Object {
		return c.Post(t, "/rest/sandboxes", resttest.Object{"name": name}, http.StatusCreated)
	}
	made := create("Our first renewal")
	x := &trials{in: s.As(made["token"].(string)), first: made["id"].(string)}
	x.second, x.third = create("A year ahead")["id"].(string), create("Last week's trial")["id"].(string)

	broker := x.in.Post(t, "/rest/brokers", resttest.Object{
		"email": "casey.moore@example.com", "displayName": "Casey Moore",
	}, http.StatusCreated)
	profile := x.in.Get(t, "/rest/risk-profiles")["data"].([]any)[0].(resttest.Object)["id"]
	loan := x.in.Post(t, "/rest/cases", resttest.Object{
		"riskProfile": profile, "loanNumber": "LN-1001", "insuranceContacts": []any{broker["id"]},
	}, http.StatusCreated)
	x.in.Patch(t, "/rest/cases/"+loan["id"].(string), resttest.Object{"status": "OPEN"})
	policy := x.in.Post(t, "/rest/policies", resttest.Object{
		"caseId": loan["id"], "coverageLayer": "primary", "coverageTypes": []any{"building"}, "perils": []any{"fire"}, "policyNumber": "CP-1001",
		"startDate": now.AddDate(-1, 0, 61).Format(time.DateOnly), "endDate": now.AddDate(0, 0, 61).Format(time.DateOnly),
	}, http.StatusCreated)
	x.policy = policy["id"].(string)
	x.endpoint = x.in.Post(t, "/rest/webhook-endpoints", resttest.Object{
		"url": "https://hooks.example.com/covertrack", "types": []any{"case.held"},
	}, http.StatusCreated)["id"].(string)
	x.in.Post(t, "/rest/sandboxes/"+x.first+"/advance", resttest.Object{"by": "P1D"}, http.StatusAccepted)
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	require.NoError(t, sandbox.New(sandbox.Config{
		Store: s.Store, Blobs: s.Blobs, Now: func() time.Time { return now }, Logger: log,
		FollowUp: renewal.Config{Logger: log, Links: &renewal.Links{BaseURL: s.URL, SigningKey: resttest.SigningKeys[0]}},
	}).Run(t.Context()))
	x.in.Post(t, "/rest/sandboxes/"+x.first+"/answers", resttest.Object{"policyId": x.policy, "after": "P7D", "with": "lowerLimit"},
		http.StatusAccepted)
	return x
}

// requests are the examples of the sandboxes' endpoints.
func (x *trials) requests(d *demoRecords) map[string]exampleRequest {
	const own = "First make a sandbox (`POST /rest/sandboxes`), and put in its id and the id of a policy that is in it."
	at := func(id, body string) exampleRequest {
		made := d.body(body).with(own)
		made.id = id
		return made
	}
	return map[string]exampleRequest{
		"CreateSandbox":       d.body(`{"name": "Renewals of spring", "from": "copy"}`),
		"ListSandboxes":       {},
		"GetSandbox":          {id: x.first},
		"AdvanceSandbox":      at(x.second, `{"by": "P45D"}`),
		"DeleteSandbox":       {id: x.third},
		"ListSandboxLetters":  {id: x.first},
		"ListSandboxAnswers":  {id: x.first},
		"CreateSandboxAnswer": at(x.first, `{"policyId": "`+x.policy+`", "after": "P10D", "with": "renewal"}`),
		"CreateWebhookFault":  at(x.endpoint, `{"fault": "delayed", "count": 2, "by": "PT10M"}`),
	}
}

// client is who sends the example of an endpoint: a fault is ordered in the sandbox itself.
func (x *trials) client(method, path string, usual *resttest.Client) *resttest.Client {
	if method == http.MethodPost && strings.HasSuffix(path, "/faults") {
		return x.in
	}
	return usual
}

// own puts the reader's own records into what an example sends: the note of the example asks for that.
func (x *trials) own(method, address string, payload any) (string, any) {
	rest, ok := strings.CutPrefix(address, "/rest/sandboxes/")
	if _, below, isOne := strings.Cut(rest, "?"); ok && isOne {
		id := x.first
		switch {
		case method == http.MethodDelete:
			id = x.third
		case strings.Contains(rest, "/advance"):
			id = x.second
		}
		_, list, _ := strings.Cut(strings.TrimSuffix(rest, "?"+below), "/")
		address = "/rest/sandboxes/" + strings.TrimSuffix(id+"/"+list, "/") + "?" + below
	}
	if strings.Contains(address, "/faults") {
		address = idForm.ReplaceAllString(address, x.endpoint)
	}
	if body, ok := payload.([]byte); ok && strings.Contains(address, "/answers") {
		payload = idForm.ReplaceAll(body, []byte(x.policy))
	}
	return address, payload
}
