package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// created adds a policy and returns its path.
func created(t *testing.T, c *resttest.Client, body object) string {
	t.Helper()
	return "/rest/policies/" + c.Post(t, "/rest/policies", body, http.StatusCreated)["id"].(string)
}

// versionsOf are a policy's versions, oldest first.
func versionsOf(t *testing.T, c *resttest.Client, path string) (versions []object) {
	t.Helper()
	for _, v := range c.Get(t, "/rest/policy-versions?policyId="+path[len("/rest/policies/"):])["data"].([]any) {
		versions = append(versions, v.(object))
	}
	return versions
}

func TestPolicyPatch(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	f, l := s.FrameworkCase(t, s.Harbor), s.Case(t, s.Harbor)
	asset := s.Asset(t, s.Harbor, f).String()

	t.Run("correction", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, framework(f, nil))
		before := c.Get(t, path)
		time.Sleep(2 * time.Millisecond)
		patched := c.Patch(t, path, object{"policyNumber": "P-2", "deductible": object{"amount": "5", "currency": "USD"}})
		require.Equal(t, patched, c.Get(t, path))
		require.NotEqual(t, before["currentVersion"], patched["currentVersion"])
		require.Greater(t, patched["updatedAt"], before["updatedAt"])
		require.EqualValues(t, 1, patched["termNumber"])
		versions := versionsOf(t, c, path)
		require.Len(t, versions, 2)
		require.Equal(t, []any{"created", "correction"}, []any{versions[0]["reason"], versions[1]["reason"]})
		require.Equal(t, []any{1.0, 2.0}, []any{versions[0]["versionNumber"], versions[1]["versionNumber"]})
		require.Equal(t, []any{1.0, 1.0}, []any{versions[0]["termNumber"], versions[1]["termNumber"]})
		require.Equal(t, []any{false, true}, []any{versions[0]["isCurrent"], versions[1]["isCurrent"]})
		require.Nil(t, versions[0]["policyNumber"], "a snapshot never changes")
		require.Equal(t, "P-2", versions[1]["policyNumber"])
		require.Equal(t, patched["currentVersion"], versions[1]["id"])
	})
	t.Run("no_version_for_contacts_metadata_status", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, legacy(l, object{"metadata": object{"a": 1, "b": 2}}))
		user := s.User(t, s.Harbor, "viewer").String()
		before := c.Get(t, path)
		time.Sleep(2 * time.Millisecond)
		patched := c.Patch(t, path, object{"insuranceContacts": []any{user}, "metadata": object{"a": nil, "c": 3}, "status": "renewalInProgress"})
		require.Equal(t, []any{user}, patched["insuranceContacts"])
		require.Equal(t, object{"b": 2.0, "c": 3.0}, patched["metadata"])
		require.Equal(t, "renewalInProgress", patched["status"])
		require.Equal(t, before["currentVersion"], patched["currentVersion"])
		require.Greater(t, patched["updatedAt"], before["updatedAt"])
		require.Len(t, versionsOf(t, c, path), 1)
		require.Equal(t, []any{}, c.Patch(t, path, object{"insuranceContacts": []any{}})["insuranceContacts"])
	})
	t.Run("nothing_changed", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, framework(f, object{
			"coverageTypes": []any{"building", "flood"}, "perils": []any{"fire", "flood"}, "metadata": object{"bb": 1, "a": 2},
			"premium": object{"amount": "7", "currency": "USD"}, "carrier": object{"name": "A"}, "startDate": "2026-01-01",
			"limits": []any{object{"coverageType": "flood", "kind": "total", "amount": object{"amount": "7", "currency": "USD"}}},
		}))
		before := c.Get(t, path)
		time.Sleep(2 * time.Millisecond)
		require.Equal(t, before, c.Patch(t, path, object{}))
		require.Equal(t, before, c.Patch(t, path, object{
			"coverageTypes": coverageTypeIDs("building", "flood"), "perils": []any{"flood", "fire"}, "metadata": object{"a": 2},
			"premium": object{"amount": "7.00", "currency": "USD"}, "carrier": object{"name": "A", "naicCode": nil},
			"startDate": "2026-01-01T07:00:00Z",
			"limits":    []any{object{"coverageType": "flood", "kind": "total", "amount": object{"amount": "7.0", "currency": "USD"}}},
			"status":    "active", "displayName": nil, "coverageFormType": nil, "productType": nil, "insuranceContacts": nil,
		}))
		require.Len(t, versionsOf(t, c, path), 1)
	})
	t.Run("null_clears", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, framework(f, object{
			"displayName": "Mine", "coverageFormType": "Broad", "startDate": "2026-01-01", "endDate": "2027-01-01", "policyNumber": "P",
			"carrier":  object{"name": "A"},
			"insureds": []any{s.Insured(t, s.Harbor)}, "mortgageeClauses": []any{s.MortgageeClause(t, s.Harbor)},
			"premium": object{"amount": "7", "currency": "USD"},
			"limits":  []any{object{"kind": "total", "amount": object{"amount": "7", "currency": "USD"}}}, "metadata": object{"a": 1},
		}))
		patched := c.Patch(t, path, object{
			"displayName": nil, "coverageFormType": nil, "startDate": nil, "endDate": nil, "policyNumber": nil, "carrier": nil, "insureds": nil,
			"mortgageeClauses": nil, "premium": nil, "limits": nil, "metadata": nil, "perils": nil,
		})
		require.Equal(t, []any{"Building", "Unknown", nil, nil, nil, nil, nil}, []any{patched["displayName"], patched["coverageFormType"],
			patched["startDate"], patched["endDate"], patched["policyNumber"], patched["carrier"], patched["premium"]})
		for _, member := range []string{"insureds", "mortgageeClauses", "limits"} {
			require.Equal(t, []any{}, patched[member], member)
		}
		require.Equal(t, object{}, patched["metadata"])
		require.Empty(t, applied(patched["perils"]))
	})
	t.Run("perils_alone_derive_perils_by_asset_again", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, framework(f, object{"perils": absent, "perilsByAsset": []any{object{"asset": asset, "perils": []any{"mold"}}}}))
		require.Equal(t, "mold", applied(c.Get(t, path)["perils"]))
		patched := c.Patch(t, path, object{"perils": []any{"fire", "smoke"}})
		require.Equal(t, "fire smoke", applied(patched["perils"]))
		require.Equal(t, map[string]string{asset: "fire smoke"}, appliedByAsset(patched))
		patched = c.Patch(t, path, object{"perilsByAsset": []any{object{"asset": asset, "perils": []any{"theft"}}}})
		require.Equal(t, "theft", applied(patched["perils"]))
	})
	t.Run("product_type", func(t *testing.T) {
		t.Parallel()
		path := created(t, c, legacy(l, nil))
		answer := c.Do(t, http.MethodPatch, path, object{"productType": "liability"})
		require.Equal(t, "General Liability", answer.Object(t, http.StatusOK)["displayName"])
		require.NotEmpty(t, answer.Header.Get("Deprecation"))
	})
	t.Run("editable_on_hold_and_deactivated", func(t *testing.T) {
		t.Parallel()
		for _, action := range []string{"/on-hold", "/deactivate"} {
			path := created(t, c, legacy(l, nil))
			status := c.Post(t, path+action, nil, http.StatusOK)["status"]
			patched := c.Patch(t, path, object{"policyNumber": "P-3", "metadata": object{"a": 1}})
			require.Equal(t, []any{status, "P-3"}, []any{patched["status"], patched["policyNumber"]})
		}
	})
	t.Run("unknown_policy", func(t *testing.T) {
		t.Parallel()
		prairie := s.As(s.Prairie.Token)
		foreign := created(t, prairie, legacy(s.Case(t, s.Prairie), nil))
		for _, path := range []string{"/rest/policies/" + unknownID, "/rest/policies/nonsense", foreign} {
			c.Do(t, http.MethodPatch, path, object{"policyNumber": "x"}).Problem(t, http.StatusNotFound, "not_found")
			c.Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
			for _, action := range []string{"on-hold", "release-hold", "deactivate", "reactivate"} {
				c.Do(t, http.MethodPost, path+"/"+action, nil).Problem(t, http.StatusNotFound, "not_found")
			}
			c.Do(t, http.MethodPost, path+"/new-term", object{"startDate": "2026-01-01", "endDate": "2027-01-01"}).
				Problem(t, http.StatusNotFound, "not_found")
		}
	})
}

func TestPolicyPatchRefused(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	f := s.Insert(t, s.Harbor, "cases", map[string]any{
		"display_name": "A case", "status": "OPEN", "management_type": "serviceManaged",
		"risk_profile_id": s.DemandingRiskProfile(t, s.Harbor, "building", "flood", "crime"),
	})
	s.Asset(t, s.Harbor, f)
	paths := map[string]string{
		"framework": created(t, c, framework(f, object{
			"startDate": "2026-01-01", "endDate": "2027-01-01", "perils": []any{"fire", "theft"},
			"limits": []any{object{"coverageType": "building", "kind": "total", "amount": object{"amount": "7", "currency": "USD"}}},
		})),
		"legacy": created(t, c, legacy(s.Case(t, s.Harbor), nil)),
	}
	before := map[string]object{}
	for name, path := range paths {
		before[name] = c.Get(t, path)
	}
	refusals := map[string]struct {
		policy string
		body   object
		want   []string
	}{
		"status_null":        {"legacy", object{"status": nil}, []string{"/status required"}},
		"status_on_hold":     {"legacy", object{"status": "onHold"}, []string{"/status invalid_value"}},
		"status_deactivated": {"legacy", object{"status": "deactivated"}, []string{"/status invalid_value"}},
		"status_and_more": {"legacy", object{"status": "onHold", "displayName": ""},
			[]string{"/status invalid_value", "/displayName required"}},
		"immutable": {"legacy", object{"caseId": unknownID, "termNumber": 3, "currentVersion": unknownID, "renewal": object{}},
			[]string{"/caseId immutable", "/currentVersion immutable", "/renewal immutable", "/termNumber immutable"}},
		"layer_null":           {"framework", object{"coverageLayer": nil}, []string{"/coverageLayer required"}},
		"types_null":           {"framework", object{"coverageTypes": nil}, []string{"/coverageTypes required"}},
		"types_empty":          {"framework", object{"coverageTypes": []any{}}, []string{"/coverageTypes required"}},
		"product_null":         {"legacy", object{"productType": nil}, []string{"/productType required"}},
		"product_on_framework": {"framework", object{"productType": "property"}, []string{"/productType case_type_mismatch"}},
		"framework_on_legacy": {"legacy",
			object{"coverageLayer": "excess", "coverageTypes": []any{"x"}, "perils": []any{"x"}, "perilsByAsset": []any{}},
			[]string{"/coverageLayer case_type_mismatch", "/coverageTypes case_type_mismatch", "/perils case_type_mismatch",
				"/perilsByAsset case_type_mismatch"}},
		"types_without_the_perils_there_are": {"framework", object{"coverageTypes": []any{"flood"}, "limits": []any{}},
			[]string{"/coverageTypes peril_not_applicable", "/coverageTypes peril_not_applicable"}},
		"types_without_the_limits_there_are": {"framework", object{"coverageTypes": []any{"crime"}, "perils": []any{"theft"}},
			[]string{"/coverageTypes coverage_type_not_applicable"}},
		"types_not_allowed": {"framework", object{"coverageTypes": []any{"building", "extraExpense", "x"}},
			[]string{"/coverageTypes/2 unknown_coverage_type", "/coverageTypes/1 coverage_type_not_applicable"}},
		"perils": {"framework", object{"perils": []any{"x", "flood"}},
			[]string{"/perils/0 unknown_peril", "/perils/1 peril_not_applicable"}},
		"assets": {"framework", object{"perilsByAsset": []any{object{"asset": unknownID, "perils": []any{}}}},
			[]string{"/perilsByAsset/0/asset unknown_reference"}},
		"end_before_the_start_there_is": {"framework", object{"endDate": "2025-12-31"}, []string{"/endDate invalid_value"}},
		"start_after_the_end_there_is":  {"framework", object{"startDate": "2027-01-01"}, []string{"/endDate invalid_value"}},
		"contacts": {"legacy", object{"insuranceContacts": []any{unknownID}},
			[]string{"/insuranceContacts/0 insurance_contact_invalid"}},
		"clauses": {"legacy", object{"mortgageeClauses": []any{unknownID}},
			[]string{"/mortgageeClauses/0 unknown_mortgagee_clause"}},
		"carrier_without_a_name": {"legacy", object{"carrier": object{"naicCode": "12345"}}, []string{"/carrier/name required"}},
	}
	t.Run("refusals", func(t *testing.T) {
		for name, tt := range refusals {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				c.Do(t, http.MethodPatch, paths[tt.policy], tt.body).Violations(t, tt.want...)
			})
		}
	})
	for name, path := range paths {
		require.Equal(t, before[name], c.Get(t, path), "a refusal writes nothing")
		require.Len(t, versionsOf(t, c, path), 1)
	}
}

// TestPolicyOrderOfChecks: 404, then the meaning of the body, then If-Match, then the state (contract section 2).
func TestPolicyOrderOfChecks(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	path := created(t, c, legacy(s.Case(t, s.Harbor), nil))
	stale := c.Do(t, http.MethodGet, path, nil).Header.Get("ETag")
	c.Post(t, path+"/deactivate", nil, http.StatusOK)
	term := object{"startDate": "2026-01-01", "endDate": "2027-01-01"}

	cautious := c.With("If-Match", stale)
	cautious.Do(t, http.MethodPatch, path, object{"status": "onHold"}).Violations(t, "/status invalid_value")
	cautious.Do(t, http.MethodPatch, path, object{"status": "active"}).Problem(t, http.StatusPreconditionFailed, "precondition_failed")
	c.Do(t, http.MethodPatch, path, object{"status": "active"}).Problem(t, http.StatusConflict, "policy_deactivated")
	cautious.Do(t, http.MethodPost, path+"/new-term", object{"startDate": "2026-01-01"}).Violations(t, "/endDate required")
	cautious.Do(t, http.MethodPost, path+"/new-term", term).Problem(t, http.StatusPreconditionFailed, "precondition_failed")
	c.Do(t, http.MethodPost, path+"/new-term", term).Problem(t, http.StatusConflict, "policy_deactivated")
	cautious.Do(t, http.MethodPost, path+"/release-hold", nil).Problem(t, http.StatusPreconditionFailed, "precondition_failed")
	c.Do(t, http.MethodPost, path+"/release-hold", nil).Problem(t, http.StatusConflict, "policy_not_on_hold")

	fresh := c.With("If-Match", c.Do(t, http.MethodGet, path, nil).Header.Get("ETag"))
	fresh.Do(t, http.MethodPost, path+"/reactivate", nil).Object(t, http.StatusOK)
	require.Len(t, versionsOf(t, c, path), 1)
}

func TestPolicyDeprecation(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	f := s.FrameworkCase(t, s.Harbor)
	plain := created(t, c, framework(f, nil))
	requireDeprecated := func(want bool, answer *resttest.Response) {
		t.Helper()
		require.Equal(t, want, answer.Header.Get("Deprecation") != "", "%s", answer.Body)
		for _, link := range answer.Header.Values("Link") {
			if want {
				require.Contains(t, link, `rel="deprecation"`)
			}
		}
	}
	for _, path := range []string{plain, "/rest/policies", "/rest/policy-versions"} {
		requireDeprecated(false, c.Do(t, http.MethodGet, path, nil))
	}
	requireDeprecated(true, c.Do(t, http.MethodPatch, plain, object{"productType": nil}))
	old := created(t, c, legacy(s.Case(t, s.Harbor), nil))
	for _, path := range []string{old, "/rest/policies", "/rest/policy-versions"} {
		requireDeprecated(true, c.Do(t, http.MethodGet, path, nil))
	}
	requireDeprecated(true, c.Do(t, http.MethodPost, old+"/on-hold", nil))
	requireDeprecated(false, c.Do(t, http.MethodGet, "/rest/policies?caseId="+f.String(), nil))
}
