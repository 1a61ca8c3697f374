package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func TestPolicyNewTerm(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	f, l := s.FrameworkCase(t, s.Harbor), s.Case(t, s.Harbor)
	asset := s.Asset(t, s.Harbor, f).String()
	first := object{"startDate": "2026-01-01", "endDate": "2027-01-01"}

	t.Run("coverage_is_copied", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, framework(f, with(object{
			"displayName": "Mine", "policyNumber": "P-1", "premium": object{"amount": "7", "currency": "USD"}, "metadata": object{"a": 1},
			"insuranceContacts": []any{s.User(t, s.Harbor, "admin")}, "perils": absent,
			"perilsByAsset": []any{object{"asset": asset, "perils": []any{"fire"}}},
		}, first)))
		before := c.Get(t, path)
		after := c.Post(t, path+"/new-term", object{"startDate": "2027-01-01", "endDate": "2028-01-01"}, http.StatusOK)
		require.Equal(t, after, c.Get(t, path))
		require.Equal(t, []any{2.0, "2027-01-01T00:00:00.000Z", "2028-01-01T00:00:00.000Z"},
			[]any{after["termNumber"], after["startDate"], after["endDate"]})
		for _, member := range []string{"termNumber", "startDate", "endDate", "currentVersion", "updatedAt", "renewal", "carriedOver"} {
			delete(before, member)
			delete(after, member)
		}
		require.Equal(t, before, after, "everything else is as it was")
		versions := versionsOf(t, c, path)
		require.Equal(t, []any{"newTerm", 2.0, 2.0, 0.0, true}, []any{versions[1]["reason"], versions[1]["versionNumber"],
			versions[1]["termNumber"], versions[1]["gapDays"], versions[1]["isCurrent"]})
		require.Equal(t, []any{false, "2026-01-01T00:00:00.000Z"}, []any{versions[0]["isCurrent"], versions[0]["startDate"]})
	})
	t.Run("given_coverage_replaces", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, framework(f, first))
		user := s.User(t, s.Harbor, "admin").String()
		after := c.Post(t, path+"/new-term", object{
			"startDate": "2027-02-01", "endDate": "2028-02-01", "coverageTypes": []any{"flood"}, "perils": []any{"flood"},
			"insuranceContacts": []any{user},
			"metadata":          object{"b": 2}, "policyNumber": "P-2",
		}, http.StatusOK)
		require.Equal(t, []any{"Flood", "flood", []any{user}, object{"b": 2.0}, "P-2"}, []any{after["displayName"], applied(after["perils"]),
			after["insuranceContacts"], after["metadata"], after["policyNumber"]})
		require.EqualValues(t, 31, versionsOf(t, c, path)[1]["gapDays"])
	})
	t.Run("a_term_begins_after_all_earlier_ones", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, legacy(l, first))
		early := object{"startDate": "2025-06-01", "endDate": "2028-01-01"}
		refused := c.Do(t, http.MethodPost, path+"/new-term", early)
		refused.Violations(t, "/startDate invalid_value")
		require.Contains(t, string(refused.Body), "`startDate` must be after the start of each earlier term; "+
			"the last of them started on January 1, 2026.")
		c.Do(t, http.MethodPost, path+"/new-term", with(early, object{"startDate": "2026-01-01"})).Violations(t, "/startDate invalid_value")
		c.Post(t, path+"/new-term", with(early, object{"startDate": "2026-01-02"}), http.StatusOK)
		c.Do(t, http.MethodPatch, path, object{"startDate": "2025-12-31"}).Violations(t, "/startDate invalid_value")
		c.Do(t, http.MethodPost, path+"/new-term", early).Violations(t, "/startDate invalid_value")
		c.Post(t, path+"/new-term", with(early, object{"startDate": "2026-01-03"}), http.StatusOK)
	})
	t.Run("a_start_that_was_never_known", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, legacy(l, nil))
		c.Post(t, path+"/new-term", object{"startDate": "2020-01-01", "endDate": "2021-01-01"}, http.StatusOK)
		c.Patch(t, path, object{"startDate": "2019-01-01"})
		c.Post(t, path+"/new-term", object{"startDate": "2019-06-01", "endDate": "2021-01-01"}, http.StatusOK)
	})
	t.Run("a_start_that_was_a_mistake", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, legacy(l, object{"startDate": "2062-01-01"}))
		c.Patch(t, path, object{"startDate": "2026-01-01"})
		c.Patch(t, path, object{"startDate": nil})
		c.Post(t, path+"/new-term", object{"startDate": "2027-01-01", "endDate": "2028-01-01"}, http.StatusOK)
	})
	t.Run("a_corrected_start_corrects_the_gap", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, legacy(l, first))
		c.Post(t, path+"/new-term", object{"startDate": "2027-01-11", "endDate": "2028-01-01"}, http.StatusOK)
		c.Patch(t, path, object{"startDate": "2027-01-04"})
		c.Patch(t, path, object{"policyNumber": "P-9"})
		c.Patch(t, path, object{"startDate": nil})
		var gaps []any
		for _, v := range versionsOf(t, c, path) {
			gaps = append(gaps, v["gapDays"])
		}
		require.Equal(t, []any{0.0, 10.0, 3.0, 3.0, 0.0}, gaps)
		c.Do(t, http.MethodPatch, path, object{"startDate": "2026-01-01"}).Violations(t, "/startDate invalid_value")
	})
	t.Run("after_a_term_without_dates", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, legacy(l, nil))
		after := c.Post(t, path+"/new-term", first, http.StatusOK)
		require.EqualValues(t, 2, after["termNumber"])
	})
	t.Run("deprecation", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, legacy(l, first))
		answer := c.Do(t, http.MethodPost, path+"/new-term",
			object{"startDate": "2027-01-01", "endDate": "2028-01-01", "productType": "liability"})
		require.Equal(t, "General Liability", answer.Object(t, http.StatusOK)["displayName"])
		require.NotEmpty(t, answer.Header.Get("Deprecation"))
	})

	held := created(t, c, framework(f, first))
	refusals := map[string]struct {
		body object
		want []string
	}{
		"no_dates":         {object{}, []string{"/startDate required", "/endDate required"}},
		"null_dates":       {object{"startDate": nil, "endDate": nil}, []string{"/endDate required", "/startDate required"}},
		"the_same_start":   {first, []string{"/startDate invalid_value"}},
		"an_earlier_start": {object{"startDate": "2025-12-31", "endDate": "2027-01-01"}, []string{"/startDate invalid_value"}},
		"ends_before":      {object{"startDate": "2027-01-01", "endDate": "2026-12-01"}, []string{"/endDate invalid_value"}},
		"both_dates": {object{"startDate": "2026-01-01", "endDate": "2025-12-01"},
			[]string{"/startDate invalid_value", "/endDate invalid_value"}},
		"unknown_coverage": {object{"startDate": "2027-01-01", "endDate": "2028-01-01", "coverageTypes": []any{"x"}},
			[]string{"/coverageTypes/0 unknown_coverage_type"}},
		"unknown_peril": {object{"startDate": "2027-01-01", "endDate": "2028-01-01", "perils": []any{"x", "death"}},
			[]string{"/perils/0 unknown_peril", "/perils/1 peril_not_applicable"}},
		"the_other_model": {object{"startDate": "2027-01-01", "endDate": "2028-01-01", "productType": "property"},
			[]string{"/productType case_type_mismatch"}},
		"contacts": {object{"startDate": "2027-01-01", "endDate": "2028-01-01", "insuranceContacts": []any{unknownID}},
			[]string{"/insuranceContacts/0 insurance_contact_invalid"}},
		"status": {object{"startDate": "2027-01-01", "endDate": "2028-01-01", "status": "active"}, []string{"/status immutable"}},
		"the_perils_must_go": {object{"startDate": "2027-01-01", "endDate": "2028-01-01", "coverageTypes": []any{"flood"}},
			[]string{"/coverageTypes peril_not_applicable"}},
	}
	t.Run("refusals", func(t *testing.T) {
		for name, tt := range refusals {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				c.Do(t, http.MethodPost, held+"/new-term", tt.body).Violations(t, tt.want...)
			})
		}
	})
	require.EqualValues(t, 1, c.Get(t, held)["termNumber"])
	require.Len(t, versionsOf(t, c, held), 1, "a refusal writes nothing")
}

func TestPolicyVersions(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	f, l := s.FrameworkCase(t, s.Harbor).String(), s.Case(t, s.Harbor).String()
	one, two := created(t, c, framework(f, nil)), created(t, c, legacy(l, nil))
	c.Patch(t, one, object{"policyNumber": "P-1"})
	c.Patch(t, two, object{"policyNumber": "P-2"})
	prairie := s.As(s.Prairie.Token)
	created(t, prairie, legacy(s.Case(t, s.Prairie), nil))

	all := c.Get(t, "/rest/policy-versions")["data"].([]any)
	require.Len(t, all, 4)
	idOf := func(path string) string { return path[len("/rest/policies/"):] }
	for query, want := range map[string][]int{
		"policyId=" + idOf(one):                          {0, 2},
		"policyId=" + idOf(one) + "," + idOf(two):        {0, 1, 2, 3},
		"policyId=" + unknownID:                          {},
		"policyId=nonsense":                              {},
		"caseId=" + l:                                    {1, 3},
		"isCurrent=true":                                 {2, 3},
		"isCurrent=false":                                {0, 1},
		"isCurrent=true&caseId=" + f:                     {2},
		"sort=-createdAt&limit=2":                        {3, 2},
		"limit=1&offset=2":                               {2},
		"id=" + all[1].(object)["id"].(string):           {1},
		"metadata[a]=1":                                  {},
		"updatedAt[gt]=2000-01-01T00:00:00Z&caseId=" + f: {0, 2},
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			got := c.Get(t, "/rest/policy-versions?"+query)["data"].([]any)
			require.Len(t, got, len(want))
			for i, at := range want {
				require.Equal(t, all[at], got[i])
			}
		})
	}
	t.Run("get", func(t *testing.T) {
		t.Parallel()
		for _, v := range all {
			require.Equal(t, v, c.Get(t, "/rest/policy-versions/"+v.(object)["id"].(string)))
		}
		foreign := prairie.Get(t, "/rest/policy-versions")["data"].([]any)[0].(object)["id"].(string)
		for _, id := range []string{unknownID, "nonsense", foreign} {
			c.Do(t, http.MethodGet, "/rest/policy-versions/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
		}
	})
	t.Run("links", func(t *testing.T) {
		t.Parallel()
		requirePages(t, c, "/rest/policy-versions?limit=1", "/rest/policy-versions?limit=200")
		requirePages(t, c, "/rest/policy-versions?limit=1&isCurrent=true&sort=-updatedAt",
			"/rest/policy-versions?limit=200&isCurrent=true&sort=-updatedAt")
	})
	t.Run("the_snapshot_is_the_policy's", func(t *testing.T) {
		t.Parallel()
		policy, version := c.Get(t, one), all[2].(object)
		for _, member := range []string{"id", "policyId", "caseId", "versionNumber", "reason", "isCurrent", "gapDays", "createdAt", "updatedAt"} {
			require.Contains(t, version, member)
		}
		for member, value := range policy {
			if want, ok := version[member]; ok && member != "id" && member != "createdAt" && member != "updatedAt" {
				require.Equal(t, want, value, member)
			}
		}
		for _, member := range []string{"status", "metadata", "insuranceContacts", "statusBeforeHold", "onHoldAt", "deactivatedAt", "renewal"} {
			require.NotContains(t, version, member)
		}
	})
	t.Run("nothing_writes_one", func(t *testing.T) {
		t.Parallel()
		path := "/rest/policy-versions/" + all[0].(object)["id"].(string)
		for _, method := range []string{http.MethodPatch, http.MethodPost, http.MethodPut, http.MethodDelete} {
			answer := c.Do(t, method, path, object{"policyNumber": "x"})
			answer.Problem(t, http.StatusMethodNotAllowed, "method_not_allowed")
		}
	})
}

// TestPolicyDatesFarAway is that all days from 0001-01-01 to 9999-12-31 are accepted, and that no notice is planned beyond.
func TestPolicyDatesFarAway(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	l := s.Case(t, s.Harbor)
	steps := func(path string) (steps []any) {
		for _, n := range c.Get(t, "/rest/renewal-notices?policyId="+strings.TrimPrefix(path, "/rest/policies/"))["data"].([]any) {
			steps = append(steps, n.(object)["step"])
		}
		return steps
	}
	path := created(t, c, legacy(l, object{"startDate": "0001-01-01", "endDate": "9999-12-31"}))
	shown := c.Get(t, path)
	require.Equal(t, []any{"0001-01-01T00:00:00.000Z", "9999-12-31T00:00:00.000Z"}, values(shown, "startDate", "endDate"))
	require.Equal(t, []any{"request", "reminder", "final", "lapsed"}, steps(path))
	c.Post(t, path+"/cancel", cancelBody("9999-12-30"), http.StatusOK)
	c.Post(t, path+"/reinstate", object{"effectiveDate": "9999-12-30"}, http.StatusOK)
	c.Patch(t, path, object{"startDate": nil, "endDate": "0001-01-02"})
	c.Post(t, path+"/new-term", object{"startDate": "9999-12-30", "endDate": "9999-12-31"}, http.StatusOK)
	c.Patch(t, "/rest/cases/"+l.String(), object{"maturityDate": "9999-12-31"})

	path = created(t, c, legacy(l, object{"startDate": "1000-01-01", "endDate": "1001-01-01"}))
	c.Post(t, path+"/new-term", object{"startDate": "2001-01-01", "endDate": "2002-01-01"}, http.StatusOK)
	require.EqualValues(t, 365243, versionsOf(t, c, path)[1]["gapDays"], "a thousand years")
}
