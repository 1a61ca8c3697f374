package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

const sandboxes = "/rest/sandboxes"

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		// An organization has 20 at most, and a test may add many fixtures.
		f.server.Exec(t, `DELETE FROM sandboxes WHERE organization_id = $1 AND (SELECT count(*) FROM sandboxes WHERE organization_id = $1) > 15
			AND id NOT IN (SELECT id FROM sandboxes WHERE organization_id = $1 ORDER BY id LIMIT 6)`, f.tenant.Organization.ID)
		f.ids["testToken"] = f.server.Caller(t, f.tenant.Organization, model.ModeTest)
		for _, noun := range []string{"sandboxToDelete", "sandbox"} {
			made := f.server.As(f.ids["testToken"]).Post(t, sandboxes, object{"name": "A trial", "now": "2026-03-01T00:00:00Z"}, http.StatusCreated)
			f.ids[noun], f.ids["sandboxToken"] = made["id"].(string), made["token"].(string)
		}
		in := f.server.As(f.ids["sandboxToken"])
		f.ids["sandboxPolicy"] = newSandboxPolicy(t, in, "2026-06-01", nil)["id"].(string)
		f.ids["sandboxEndpoint"] = in.Post(t, endpoints, object{"url": "https://hooks.example.com/"}, http.StatusCreated)["id"].(string)
	})
	examples["ListSandboxes"] = example{asks: at(""), refused: "?state=ready"}
	examples["GetSandbox"] = example{asks: at("sandbox"), refused: "?verbose=1"}
	examples["CreateSandbox"] = example{
		asks: func(*fixture) []ask {
			return []ask{{body: object{"name": "A year", "from": "copy", "now": "2026-03-01T00:00:00Z"}}}
		},
		refused: object{"name": " ", "from": "live", "now": "soon"},
	}
	examples["AdvanceSandbox"] = example{
		asks:    func(*fixture) []ask { return []ask{{"sandbox", object{"by": "P45D"}}} },
		refused: object{"by": "45 days", "for": "fun"},
	}
	examples["DeleteSandbox"] = example{asks: at("sandboxToDelete"), refused: object{"comment": "no"}}
}

// TestSandbox makes a portfolio with a token of its own, in which requests are of the time of its clock.
func TestSandbox(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.HarborTest.Token)
	made := c.Post(t, sandboxes, object{"name": "A year", "now": "2027-03-01T09:00:00Z"}, http.StatusCreated)
	id, token := made["id"].(string), made["token"].(string)
	path := sandboxes + "/" + id
	require.Regexp(t, "^sandbox_[0-9A-Za-z]{36}$", token)
	require.Equal(t, []any{id, "empty", "ready", nil, nil, "2027-03-01T09:00:00.000Z", "2027-03-01T09:00:00.000Z"},
		[]any{made["portfolioId"], made["from"], made["state"], made["target"], made["failure"], made["now"], made["reachedAt"]})
	expires, err := time.Parse(time.RFC3339, made["expiresAt"].(string))
	require.NoError(t, err)
	require.WithinDuration(t, time.Now().AddDate(0, 0, 30), expires, time.Hour)
	shown := c.Get(t, path)
	require.Nil(t, shown["token"])
	require.Equal(t, []any{shown}, c.Get(t, sandboxes)["data"])

	in := s.As(token)
	viewer := in.Query(t, "{ viewer { mode portfolioId } }", nil)["viewer"]
	require.Equal(t, object{"mode": "sandbox", "portfolioId": id}, viewer)
	require.Len(t, in.Get(t, "/rest/risk-profiles")["data"], 1, "what every new portfolio has")
	group := in.Post(t, "/rest/insured-groups", object{"name": "Here alone"}, http.StatusCreated)
	require.Equal(t, "2027-03-01T09:00:00.000Z", group["createdAt"])
	event := in.Get(t, "/rest/audit-events?subject="+group["id"].(string))["data"].([]any)[0].(object)
	require.Equal(t, "2027-03-01T09:00:00.000Z", event["at"])
	require.Empty(t, c.Get(t, "/rest/insured-groups")["data"])
	require.Equal(t, []any{c.Get(t, path)}, in.Get(t, sandboxes)["data"], "its own token sees it alone")
	in.Do(t, http.MethodPost, sandboxes, object{"name": "Another"}).Problem(t, http.StatusForbidden, "forbidden")

	require.Equal(t, http.StatusNoContent, c.Do(t, http.MethodDelete, path, nil).Status)
	c.Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
	in.Do(t, http.MethodGet, "/rest/insured-groups", nil).Problem(t, http.StatusUnauthorized, "unauthorized")
}

// TestSandboxReach holds who sees which sandboxes.
func TestSandboxReach(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	make := func(c *resttest.Client) object {
		return c.Post(t, sandboxes, object{"name": "One"}, http.StatusCreated)
	}
	c := s.As(s.HarborTest.Token)
	one, two := make(c), make(c)
	path := sandboxes + "/" + one["id"].(string)
	prairie := s.As(s.Caller(t, s.Prairie.Organization, model.ModeTest))
	for name, other := range map[string]*resttest.Client{"another lender": prairie, "another sandbox": s.As(two["token"].(string))} {
		other.Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
		other.Do(t, http.MethodPost, path+"/advance", object{"by": "P1D"}).Problem(t, http.StatusNotFound, "not_found")
		other.Do(t, http.MethodDelete, path, nil).Problem(t, http.StatusNotFound, "not_found")
		for _, shown := range other.Get(t, sandboxes)["data"].([]any) {
			require.NotEqual(t, one["id"], shown.(object)["id"], name)
		}
	}
	live := s.As(s.Harbor.Token)
	live.Do(t, http.MethodGet, sandboxes, nil).Problem(t, http.StatusForbidden, "forbidden")
	live.Do(t, http.MethodPost, sandboxes, object{"name": "x"}).Problem(t, http.StatusForbidden, "forbidden")
	s.As(s.None.Token).Do(t, http.MethodGet, sandboxes, nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	viewer := s.As(s.Account(t, s.HarborTest, model.RoleViewer))
	viewer.Do(t, http.MethodPost, sandboxes, object{"name": "x"}).Problem(t, http.StatusForbidden, "forbidden")
	require.Len(t, viewer.Get(t, sandboxes)["data"], 2)

	const list, create = "{ sandboxes { nodes { id } } }", `mutation { createSandbox(input: {name: "Mine"}) { id token } }`
	analyst := s.AsPerson(s.Person(t, s.Harbor, model.RoleAnalyst), s.Harbor)
	mine := analyst.Query(t, create, nil)["createSandbox"].(object)["id"].(string)
	require.Len(t, analyst.Query(t, list, nil)["sandboxes"].(object)["nodes"], 3)
	chosen := analyst.With("X-Portfolio", mine)
	viewed := chosen.Query(t, "{ viewer { mode portfolios { mode } } }", nil)["viewer"]
	require.Equal(t, object{"mode": "sandbox", "portfolios": []any{
		object{"mode": "live"}, object{"mode": "test"}, object{"mode": "sandbox"},
	}}, viewed)
	foreign := s.AsPerson(s.Person(t, s.Prairie, model.RoleAnalyst), s.Prairie).With("X-Portfolio", mine)
	require.Equal(t, "not_found", resttest.FirstError(t, foreign.GraphQL(t, "{ viewer { mode } }", nil)))
	staff := s.As(s.Operator).With("X-Portfolio", s.Harbor.Portfolio.ID().String())
	require.Len(t, staff.Query(t, list, nil)["sandboxes"].(object)["nodes"], 3)
	require.Len(t, staff.Query(t, "{ lenders { id } portfolios { id } }", nil)["lenders"], 2, "no list has the lenders of sandboxes")
}

// TestSandboxLender tries other steps in a sandbox, which change nothing of the lender itself.
func TestSandboxLender(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	made := s.As(s.HarborTest.Token).Post(t, sandboxes, object{"name": "Steps"}, http.StatusCreated)
	in := s.As(made["token"].(string))
	const update = `mutation($id: ID!) { updateLender(id: $id, input: {reviewDays: 9}) { name reviewDays } }`
	changed := in.Query(t, update, object{"id": made["id"]})["updateLender"]
	require.Equal(t, object{"name": "Harbor Example Bank", "reviewDays": float64(9)}, changed)
	real := s.Harbor.Organization.LenderID.String()
	in.Refused(t, update, object{"id": real}, "forbidden")
	s.As(s.HarborTest.Token).Refused(t, update, object{"id": made["id"]}, "forbidden")
	for _, lender := range s.As(s.Operator).Query(t, "{ lenders { id reviewDays } }", nil)["lenders"].([]any) {
		require.EqualValues(t, 5, lender.(object)["reviewDays"])
	}
	in.Post(t, sandboxes+"/"+made["id"].(string)+"/advance", object{"by": "P1D"}, http.StatusAccepted)
	in.Refused(t, update, object{"id": made["id"]}, "sandbox_advancing")
}

// TestSandboxAdvance refuses what is no way ahead, and every write while the clock moves.
func TestSandboxAdvance(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.HarborTest.Token)
	made := c.Post(t, sandboxes, object{"name": "A year", "now": "2027-03-01T00:00:00Z"}, http.StatusCreated)
	in, path := s.As(made["token"].(string)), sandboxes+"/"+made["id"].(string)
	advance := func(body any) *resttest.Response { return c.Do(t, http.MethodPost, path+"/advance", body) }
	advance(object{}).Violations(t, "/to required")
	advance(object{"to": "2027-03-02T00:00:00Z", "by": "P1D"}).Violations(t, "/by invalid_value")
	advance(object{"to": "2027-03-01T00:00:00Z"}).Violations(t, "/to invalid_value")
	advance(object{"by": "P2Y1D"}).Violations(t, "/by invalid_value")
	advance(object{"by": "a month", "when": "now"}).Violations(t, "/when unknown_member", "/by invalid_value")

	moving := advance(object{"by": "P45D"}).Object(t, http.StatusAccepted)
	require.Equal(t, []any{"advancing", "2027-04-15T00:00:00.000Z"}, []any{moving["state"], moving["target"]})
	advance(object{"by": "P1D"}).Problem(t, http.StatusConflict, "sandbox_advancing")
	in.Do(t, http.MethodPost, "/rest/insured-groups", object{"name": "x"}).Problem(t, http.StatusConflict, "sandbox_advancing")
	require.Equal(t, "sandbox_advancing",
		resttest.FirstError(t, in.GraphQL(t, `mutation { createInsuredGroup(input: {name: "x"}) { id } }`, nil)))
	require.Empty(t, in.Get(t, "/rest/insured-groups")["data"])
	c.Do(t, http.MethodDelete, path, nil).Problem(t, http.StatusConflict, "sandbox_advancing")
}

// TestSandboxOrigins has what the test portfolio is set up with, and no more than 20 of an organization.
func TestSandboxOrigins(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.HarborTest.Token)
	s.RiskProfile(t, s.HarborTest)
	s.Case(t, s.HarborTest)
	s.RiskProfile(t, s.Harbor)
	copied := s.As(c.Post(t, sandboxes, object{"name": "x", "from": "copy"}, http.StatusCreated)["token"].(string))
	require.Equal(t, c.Get(t, "/rest/risk-profiles")["data"], copied.Get(t, "/rest/risk-profiles")["data"])
	require.Empty(t, copied.Get(t, "/rest/cases")["data"])
	made := c.Post(t, sandboxes, object{"name": "x", "from": "demo", "now": "2028-02-29T12:00:00Z"}, http.StatusCreated)
	sample := s.As(made["token"].(string))
	cases := sample.Get(t, "/rest/cases?sort=-createdAt")["data"].([]any)
	require.Len(t, cases, 12)
	require.Less(t, cases[0].(object)["createdAt"], "2028-02-29T12")
	require.Greater(t, cases[0].(object)["createdAt"], "2027-")
	for range 18 {
		c.Post(t, sandboxes, object{"name": "x"}, http.StatusCreated)
	}
	c.Do(t, http.MethodPost, sandboxes, object{"name": "x"}).Problem(t, http.StatusUnprocessableEntity, "quota_exceeded")
	c.With("Idempotency-Key", "k").Do(t, http.MethodPost, sandboxes, object{"name": "x"}).Violations(t, "Idempotency-Key invalid_value")
}

// TestSandboxIsolation asks every endpoint in a sandbox for the records of the live and the test portfolio of its lender: they are
// answered like unknown ones, and no list has them.
func TestSandboxIsolation(t *testing.T) {
	t.Parallel()
	own, _, test := usual.fixtures(t)
	s := own.server
	in := s.As(s.As(own.ids["testToken"]).Post(t, sandboxes, object{"name": "Alone"}, http.StatusCreated)["token"].(string))
	for _, ep := range s.REST.Endpoints() {
		if isOfSandboxes(ep) {
			continue
		}
		for _, other := range []*fixture{own, test} {
			for _, a := range other.asks(ep) {
				switch {
				case a.noun != "":
					unknown := in.Do(t, ep.Method, other.pathWith(ep, unknownID), a.payload())
					require.GreaterOrEqual(t, unknown.Status, 400, ep.Operation)
					requireSame(t, unknown, in.Do(t, ep.Method, other.path(ep, a.noun), a.payload()))
				case ep.Method == http.MethodGet:
					body := string(in.Do(t, ep.Method, other.path(ep, ""), nil).Body)
					for noun, id := range other.ids {
						require.NotContains(t, body, id, "%s shows the %s of another portfolio", ep.Operation, noun)
					}
				}
			}
		}
	}
}
