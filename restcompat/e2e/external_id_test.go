package e2e

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestExternalIDs are kept as they are given at each noun that has one, found by their filter, and given once in a noun and
// portfolio: a refusal names the record that has it.
func TestExternalIDs(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	of := s.Case(t, s.Harbor)
	for path, input := range map[string]object{
		"/rest/cases":    {"program": s.Program(t, s.Harbor)},
		"/rest/insureds": {"corporateName": "Acme"},
		"/rest/assets":   {"caseId": of, "assetType": "vehicle"},
		"/rest/policies": legacy(of, nil),
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			with := func(key any) object {
				body := maps.Clone(input)
				body["externalId"] = key
				return body
			}
			key := "Ä/1, b?"
			made := c.Post(t, path, with(key), http.StatusCreated)
			id := made["id"].(string)
			require.Equal(t, key, made["externalId"])
			require.Nil(t, c.Post(t, path, input, http.StatusCreated)["externalId"])
			long := c.Post(t, path, with(strings.Repeat("x", 255)), http.StatusCreated)

			taken := c.Do(t, http.MethodPost, path, with(key))
			taken.Violations(t, "/externalId duplicate")
			require.Contains(t, string(taken.Body), id)
			batch := c.Do(t, http.MethodPost, path+"/batch", object{"items": []any{with("twice"), with(key), with("twice")}})
			batch.Violations(t, "/items/1/externalId duplicate", "/items/2/externalId duplicate")
			require.EqualValues(t, 0, c.Get(t, path+"?externalId=twice")["meta"].(object)["total"])
			c.Do(t, http.MethodPost, path, with("")).Violations(t, "/externalId required")
			c.Do(t, http.MethodPatch, path+"/"+id, object{"externalId": " "}).Violations(t, "/externalId required")
			c.Do(t, http.MethodPost, path, with("a\u00a0")).Violations(t, "/externalId invalid_value")
			c.Do(t, http.MethodPost, path, with("a\nb")).Violations(t, "/externalId invalid_value")
			c.Do(t, http.MethodPost, path, with(strings.Repeat("x", 256))).Violations(t, "/externalId too_long")

			found := c.Get(t, path+"?externalId="+url.QueryEscape(strings.ReplaceAll(key, ",", "\\,"))+","+strings.Repeat("x", 255))
			require.Equal(t, []string{id, long["id"].(string)}, idsOf(found["data"]))
			require.Empty(t, c.Get(t, path+"?externalId=LOS")["data"], "exactly")

			at := path + "/" + id
			c.Do(t, http.MethodPatch, path+"/"+long["id"].(string), object{"externalId": key}).Violations(t, "/externalId duplicate")
			require.Equal(t, made["updatedAt"], c.Patch(t, at, object{"externalId": key})["updatedAt"], "its own")
			require.Nil(t, c.Patch(t, at, object{"externalId": nil})["externalId"])
			require.Equal(t, key, c.Patch(t, path+"/"+long["id"].(string), object{"externalId": key})["externalId"])
			require.Equal(t, key, s.As(s.HarborTest.Token).Post(t, "/rest/insureds",
				object{"corporateName": path, "externalId": key + path},
				http.StatusCreated)["externalId"].(string)[:len(key)], "another portfolio has keys of its own")
		})
	}
}

// TestExternalIDOfPolicy is that the key belongs to the policy: a change of it is in the trail and makes no version.
func TestExternalIDOfPolicy(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	policy := c.Post(t, "/rest/policies", legacy(s.Case(t, s.Harbor), nil), http.StatusCreated)
	changed := c.Patch(t, "/rest/policies/"+policy["id"].(string), object{"externalId": "INS-1"})
	require.Equal(t, policy["currentVersion"], changed["currentVersion"])
	trail := c.Query(t, `query($id: ID!) { auditEvents(filter: {subject: [$id], action: ["policy.updated"]}) { nodes { changes } } }`,
		object{"id": policy["id"]})
	require.Equal(t, object{"externalId": object{"from": nil, "to": "INS-1"}},
		trail["auditEvents"].(object)["nodes"].([]any)[0].(object)["changes"])
	c.Do(t, http.MethodPost, "/rest/policies/"+policy["id"].(string)+"/new-term",
		object{"startDate": "2031-01-01", "endDate": "2032-01-01", "externalId": "x"}).Violations(t, "/externalId immutable")
}

// TestCaseSetUpExternalIDs has keys at all parts of a case that is opened with what belongs to it.
func TestCaseSetUpExternalIDs(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	const setUp = `mutation($input: SetUpCaseInput!) { setUpCase(input: $input) {
		externalId insureds { externalId } assets { externalId } } }`
	input := object{
		"case":     object{"program": s.Program(t, s.Harbor), "externalId": "A"},
		"insureds": []any{object{"corporateName": "Acme", "externalId": "A"}},
		"assets":   []any{object{"assetType": "vehicle", "externalId": "A"}, object{"assetType": "vehicle"}},
	}
	require.Equal(t, object{"externalId": "A", "insureds": []any{object{"externalId": "A"}},
		"assets": []any{object{"externalId": "A"}, object{"externalId": nil}}}, c.Query(t, setUp, object{"input": input})["setUpCase"])
	c.Refused(t, setUp, object{"input": input}, "duplicate", "/insureds/0/externalId duplicate", "/case/externalId duplicate",
		"/assets/0/externalId duplicate")
}

// TestUpsertCase opens a case by the caller's key and then changes it: what is as it was is not written.
func TestUpsertCase(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c, other := s.As(s.Harbor.Token), s.As(s.HarborTest.Token)
	path := "/rest/cases/by-external-id/" + url.PathEscape("LOS 1/ä")
	c.Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
	body := object{"program": s.Program(t, s.Harbor), "loanNumber": "L-1", "metadata": object{"a": 1}}
	put := func(body any, status int) object { return c.Do(t, http.MethodPut, path, body).Object(t, status) }
	first := c.Do(t, http.MethodPut, path, body)
	made := first.Object(t, http.StatusCreated)
	require.Equal(t, "LOS 1/ä", made["externalId"])
	require.True(t, strings.HasSuffix(first.Header.Get("Location"), "/rest/cases/"+made["id"].(string)))

	got := c.Do(t, http.MethodGet, path, nil)
	require.Equal(t, made, got.Object(t, http.StatusOK))
	require.Equal(t, first.Header.Get("ETag"), got.Header.Get("ETag"))
	again := c.Do(t, http.MethodPut, path, body)
	require.Equal(t, made, again.Object(t, http.StatusOK), "updatedAt included")
	require.Empty(t, again.Header.Get("Location"))
	changed := put(object{"loanAmount": object{"amount": "5", "currency": "USD"}, "externalId": "LOS 1/ä"}, http.StatusOK)
	require.Equal(t, "L-1", changed["loanNumber"], "absent members stay")
	trail := c.Query(t, `query($id: ID!) { auditEvents(filter: {subject: [$id]}) { nodes { action } } }`, object{"id": made["id"]})
	require.Equal(t, []any{object{"action": "case.created"}, object{"action": "case.updated"}}, trail["auditEvents"].(object)["nodes"])

	c.Do(t, http.MethodPut, path, object{"externalId": "LOS-2", "riskProfile": s.RiskProfile(t, s.Harbor)}).
		Violations(t, "/externalId immutable", "/riskProfile case_type_mismatch")
	c.Do(t, http.MethodPut, path, object{"riskProfile": s.RiskProfile(t, s.Harbor)}).Violations(t, "/riskProfile case_type_mismatch")
	c.Do(t, http.MethodPut, path+"2", object{"status": "OPEN"}).Problem(t, http.StatusUnprocessableEntity, "program_xor_risk_profile")
	c.Do(t, http.MethodPut, "/rest/cases/by-external-id/"+strings.Repeat("x", 256), body).Violations(t, "/externalId too_long")
	c.Do(t, http.MethodPut, "/rest/cases/by-external-id/%20", body).Violations(t, "/externalId required")
	c.Do(t, http.MethodPut, path+"%20", body).Violations(t, "/externalId invalid_value")
	other.Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
	mine := other.Do(t, http.MethodPut, path, object{"program": s.Program(t, s.HarborTest)}).Object(t, http.StatusCreated)
	require.NotEqual(t, made["id"], mine["id"], "each portfolio has keys of its own")
	s.As(s.None.Token).Do(t, http.MethodPut, path, body).Problem(t, http.StatusForbidden, "api_access_not_enabled")

	c.With("If-Match", got.Header.Get("ETag")).Do(t, http.MethodPut, path, body).
		Problem(t, http.StatusPreconditionFailed, "precondition_failed")
	now := c.Do(t, http.MethodGet, path, nil).Header.Get("ETag")
	c.With("If-Match", now).Do(t, http.MethodPut, path, body).Object(t, http.StatusOK)
	c.With("If-Match", "*").Do(t, http.MethodPut, path+"3", body).Problem(t, http.StatusPreconditionFailed, "precondition_failed")

	const upsert = `mutation($input: CreateCaseInput!) { upsertCase(externalId: "LOS 1/ä", input: $input) { id } }`
	require.Equal(t, object{"id": made["id"]}, c.Query(t, upsert, object{"input": object{"program": body["program"]}})["upsertCase"])
}

// TestUpsertCaseEscapes has keys with what paths escape: each is one key, and that which it looks like without escapes is another.
func TestUpsertCaseEscapes(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	found := map[string]any{}
	for _, key := range []string{
		"100%", "50%25", "50%", "A%2FB", "A/B", "%", "%zz", "a+b c", "a b c", "%2525", "..a", "é%C3%A9",
	} {
		path := "/rest/cases/by-external-id/" + url.PathEscape(key)
		made := c.Do(t, http.MethodPut, path, object{"program": s.Program(t, s.Harbor)}).Object(t, http.StatusCreated)
		require.Equal(t, key, made["externalId"])
		require.Equal(t, made, c.Get(t, path), key)
		require.Empty(t, found[key])
		found[key] = made["id"]
	}
	for key, id := range found {
		require.Equal(t, id, c.Get(t, "/rest/cases/by-external-id/"+url.PathEscape(key))["id"], key)
	}
}

// TestPathText is that a path whose text cannot be stored leads to nothing, and that nothing is stored by it.
func TestPathText(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	for _, text := range []string{"%00", "a%00b", "%FF", "a%FFb", "%ED%A0%80", "%C0%80"} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			path := "/rest/cases/by-external-id/" + text
			c.Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
			c.Do(t, http.MethodPut, path, object{"program": s.Program(t, s.Harbor)}).Violations(t, "/externalId invalid_value")
			c.With("Idempotency-Key", "k"+strings.ReplaceAll(text, "%", "")).Do(t, http.MethodPut, path, object{"moon": 1}).
				Violations(t, "/externalId invalid_value", "/moon unknown_member")
			c.Do(t, http.MethodGet, "/rest/cases/"+text, nil).Problem(t, http.StatusNotFound, "not_found")
			c.Do(t, http.MethodPatch, "/rest/cases/"+text, object{"loanNumber": "1"}).Problem(t, http.StatusNotFound, "not_found")
			c.Do(t, http.MethodPost, "/rest/policies/"+text+"/on-hold", nil).Problem(t, http.StatusNotFound, "not_found")
			c.Do(t, http.MethodGet, "/rest/webhook-endpoints/"+text+"/deliveries", nil).Problem(t, http.StatusNotFound, "not_found")
		})
	}
}

// TestUpsertCaseAtOnce has several callers open the case of one new key: one opens it, and the others find it.
func TestUpsertCaseAtOnce(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c, body := s.As(s.Harbor.Token), object{"program": s.Program(t, s.Harbor)}
	statuses := make([]int, 6)
	var wait sync.WaitGroup
	for i := range statuses {
		wait.Go(func() { statuses[i] = c.Do(t, http.MethodPut, "/rest/cases/by-external-id/LOS-1", body).Status })
	}
	wait.Wait()
	slices.Sort(statuses)
	require.Equal(t, []int{200, 200, 200, 200, 200, 201}, statuses)
	require.EqualValues(t, 1, c.Get(t, "/rest/cases?externalId=LOS-1")["meta"].(object)["total"])
}
