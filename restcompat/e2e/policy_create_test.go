package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// framework is the least that a policy on a Coverage Framework case needs, and more.
func framework(caseID any, more object) object {
	return with(object{"caseId": caseID, "coverageLayer": "primary", "coverageTypes": []any{"building"}, "perils": []any{"fire"}}, more)
}

// legacy is the least that a policy on a case of the legacy model needs, and more.
func legacy(caseID any, more object) object {
	return with(object{"caseId": caseID, "productType": "property"}, more)
}

// with is a body with other members; one that is absent takes a member away.
func with(body, more object) object {
	for name, value := range more {
		if body[name] = value; value == absent {
			delete(body, name)
		}
	}
	return body
}

type nothing struct{}

var absent any = nothing{}

// coverageTypeIDs are the catalog's ids of keys, as responses have them.
func coverageTypeIDs(keys ...string) (ids []any) {
	for _, key := range keys {
		c, _ := catalog.CoverageTypes.ByRef(key)
		ids = append(ids, c.ID.String())
	}
	return ids
}

// applied are the keys of the perils evidenced, in a list of perils as responses have it.
func applied(perils any) string {
	var keys []string
	for _, p := range perils.([]any) {
		if p.(object)["applied"].(bool) {
			keys = append(keys, p.(object)["key"].(string))
		}
	}
	return strings.Join(keys, " ")
}

// appliedByAsset is the same for each asset.
func appliedByAsset(policy object) map[string]string {
	keys := map[string]string{}
	for _, a := range policy["perilsByAsset"].([]any) {
		keys[a.(object)["asset"].(string)] = applied(a.(object)["perils"])
	}
	return keys
}

func TestPolicyCreate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	frameworkCase, legacyCase := s.FrameworkCase(t, s.Harbor), s.Case(t, s.Harbor)
	first, second := s.Asset(t, s.Harbor, frameworkCase).String(), s.Asset(t, s.Harbor, frameworkCase).String()
	keyPerson, _ := catalog.AssetTypes.ByRef("keyPerson")
	s.Insert(t, s.Harbor, "assets", map[string]any{"case_id": frameworkCase, "asset_type_id": keyPerson.ID, "display_name": "A person"})

	t.Run("framework_least", func(t *testing.T) {
		t.Parallel()
		answer := c.Do(t, http.MethodPost, "/rest/policies",
			framework(frameworkCase, object{"coverageTypes": []any{"flood", coverageTypeIDs("building")[0]}}))
		policy := answer.Object(t, http.StatusCreated)
		path := "/rest/policies/" + policy["id"].(string)
		require.Equal(t, s.URL+path, answer.Header.Get("Location"))
		require.Equal(t, policy, c.Get(t, path))
		require.Equal(t, "active", policy["status"])
		require.Equal(t, "Flood, Building", policy["displayName"])
		require.Equal(t, "Unknown", policy["coverageFormType"])
		require.Equal(t, "primary", policy["coverageLayer"])
		require.Equal(t, coverageTypeIDs("flood", "building"), policy["coverageTypes"])
		require.Len(t, policy["perils"], 20, "every peril of both coverage types")
		require.Equal(t, "fire", applied(policy["perils"]))
		require.Equal(t, map[string]string{first: "fire", second: "fire"}, appliedByAsset(policy), "tangible assets only")
		require.EqualValues(t, 1, policy["termNumber"])
		for _, member := range []string{"productType", "startDate", "endDate", "policyNumber", "carrier", "deductible", "premium",
			"statusBeforeHold", "onHoldAt", "deactivatedAt"} {
			require.Nil(t, policy[member], member)
		}
		require.Equal(t, object{"nextNoticeAt": nil, "lastStep": nil, "paused": false}, policy["renewal"])
		require.Empty(t, answer.Header.Get("Deprecation"))
	})
	t.Run("legacy_least", func(t *testing.T) {
		t.Parallel()
		answer := c.Do(t, http.MethodPost, "/rest/policies", legacy(legacyCase, nil))
		policy := answer.Object(t, http.StatusCreated)
		require.Equal(t, "Property", policy["displayName"])
		require.Equal(t, "property", policy["productType"])
		require.NotEmpty(t, answer.Header.Get("Deprecation"))
		for _, member := range []string{"coverageLayer", "coverageFormType"} {
			require.Nil(t, policy[member], member)
		}
		for _, member := range []string{"coverageTypes", "perils", "perilsByAsset", "insuranceContacts", "insureds",
			"mortgageeClauses", "limits"} {
			require.Equal(t, []any{}, policy[member], member)
		}
	})
	t.Run("everything", func(t *testing.T) {
		t.Parallel()
		user, broker := s.User(t, s.Harbor, "admin").String(), s.Broker(t, s.Harbor).String()
		insured, clause := s.Insured(t, s.Harbor).String(), s.MortgageeClause(t, s.Harbor).String()
		building := coverageTypeIDs("building")[0]
		policy := c.Post(t, "/rest/policies", framework(frameworkCase, object{
			"displayName": "Main tower", "perils": absent,
			"perilsByAsset":    []any{object{"asset": second, "perils": []any{"theft", "fire"}}, object{"asset": first, "perils": []any{}}},
			"coverageFormType": "Special", "insuranceContacts": []any{user, broker}, "startDate": "2026-01-01", "endDate": "2027-01-01T05:00:00Z",
			"policyNumber": "P-1", "carrier": object{"name": "Example Mutual", "naicCode": "12345"}, "insureds": []any{insured},
			"mortgageeClauses": []any{clause},
			"limits": []any{
				object{"coverageType": "building", "kind": "perOccurrence", "amount": object{"amount": "5", "currency": "USD"}},
				object{"kind": "total", "amount": object{"amount": "9", "currency": "JPY"}},
			},
			"deductible": object{"amount": "10.5", "currency": "USD"}, "premium": object{"amount": "0", "currency": "USD"},
			"metadata": object{"b": 1, "a": object{"c": nil}},
		}), http.StatusCreated)
		require.Equal(t, policy, c.Get(t, "/rest/policies/"+policy["id"].(string)))
		require.Equal(t, "fire theft", applied(policy["perils"]))
		require.Equal(t, map[string]string{first: "", second: "fire theft"}, appliedByAsset(policy))
		require.Equal(t, second, policy["perilsByAsset"].([]any)[0].(object)["asset"], "in the order given")
		want := object{
			"displayName": "Main tower", "coverageFormType": "Special", "insuranceContacts": []any{user, broker}, "policyNumber": "P-1",
			"startDate": "2026-01-01T00:00:00.000Z", "endDate": "2027-01-01T00:00:00.000Z", "insureds": []any{insured},
			"mortgageeClauses": []any{clause},
			"carrier":          object{"name": "Example Mutual", "naicCode": "12345", "amBestRating": nil, "ratings": nil},
			"limits": []any{
				limitRow(object{"coverageType": building, "kind": "perOccurrence", "amount": object{"amount": "5.00", "currency": "USD"}}),
				limitRow(object{"kind": "total", "amount": object{"amount": "9", "currency": "JPY"}}),
			},
			"deductible": object{"amount": "10.50", "currency": "USD"}, "premium": object{"amount": "0.00", "currency": "USD"},
			"metadata": object{"a": object{}, "b": 1.0},
		}
		for member := range want {
			require.Equal(t, want[member], policy[member], member)
		}
	})
	t.Run("null_is_no_value", func(t *testing.T) {
		t.Parallel()
		c.Post(t, "/rest/policies", framework(frameworkCase,
			object{"productType": nil, "insuranceContacts": []any{}, "perils": []any{}, "perilsByAsset": nil}), http.StatusCreated)
		c.Post(t, "/rest/policies", legacy(legacyCase, object{"coverageLayer": nil, "coverageTypes": nil, "perils": nil, "perilsByAsset": nil}),
			http.StatusCreated)
	})
}

func TestPolicyCreateRefused(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	legacyCase := s.Case(t, s.Harbor)
	f := s.Insert(t, s.Harbor, "cases", map[string]any{
		"display_name": "A case", "status": "OPEN", "management_type": "serviceManaged",
		"risk_profile_id": s.DemandingRiskProfile(t, s.Harbor, "building", "flood", "crime"),
	})
	draft := s.Insert(t, s.Harbor, "cases", map[string]any{
		"display_name": "A draft", "status": "DRAFT", "management_type": "serviceManaged", "risk_profile_id": s.RiskProfile(t, s.Harbor),
	})
	asset, elsewhere := s.Asset(t, s.Harbor, f), s.Asset(t, s.Harbor, legacyCase)
	user, insured := s.User(t, s.Harbor, "admin"), s.Insured(t, s.Harbor)
	limit := func(of any, kind string) object {
		return object{"coverageType": of, "kind": kind, "amount": object{"amount": "1", "currency": "USD"}}
	}

	refusals := map[string]struct {
		body object
		want []string
	}{
		"unknown_case":      {framework(unknownID, nil), []string{"/caseId unknown_reference"}},
		"malformed_case":    {framework("nonsense", nil), []string{"/caseId unknown_reference"}},
		"foreign_case":      {framework(s.FrameworkCase(t, s.Prairie), nil), []string{"/caseId unknown_reference"}},
		"other_mode's_case": {legacy(s.Case(t, s.HarborTest), nil), []string{"/caseId unknown_reference"}},
		"no_case":           {framework(nil, object{"caseId": absent}), []string{"/caseId required"}},
		"case_in_draft":     {framework(draft, nil), []string{"/caseId case_in_draft"}},
		"case_in_draft_and_more": {framework(draft, object{"perils": []any{"nonsense"}}),
			[]string{"/caseId case_in_draft", "/perils/0 unknown_peril"}},
		"framework_missing": {object{"caseId": f}, []string{"/perils required", "/coverageLayer required", "/coverageTypes required"}},
		"framework_null": {framework(f, object{"coverageLayer": nil, "coverageTypes": nil, "perils": nil}),
			[]string{"/perils required", "/coverageLayer required", "/coverageTypes required"}},
		"framework_no_types":     {framework(f, object{"coverageTypes": []any{}}), []string{"/coverageTypes required"}},
		"framework_with_product": {framework(f, object{"productType": "property"}), []string{"/productType case_type_mismatch"}},
		"framework_as_legacy": {legacy(f, nil),
			[]string{"/perils required", "/productType case_type_mismatch", "/coverageLayer required", "/coverageTypes required"}},
		"legacy_missing":         {object{"caseId": legacyCase}, []string{"/productType required"}},
		"legacy_unknown_product": {legacy(legacyCase, object{"productType": "flood"}), []string{"/productType unknown_reference"}},
		"legacy_with_a_layer":    {legacy(legacyCase, object{"coverageLayer": "excess"}), []string{"/coverageLayer case_type_mismatch"}},
		"legacy_with_types":      {legacy(legacyCase, object{"coverageTypes": []any{"building"}}), []string{"/coverageTypes case_type_mismatch"}},
		"legacy_with_perils":     {legacy(legacyCase, object{"perils": []any{}}), []string{"/perils case_type_mismatch"}},
		"legacy_with_perils_by_asset": {legacy(legacyCase, object{"perilsByAsset": []any{object{"asset": elsewhere, "perils": []any{}}}}),
			[]string{"/perilsByAsset case_type_mismatch"}},
		"legacy_as_framework": {framework(legacyCase, nil),
			[]string{"/coverageLayer case_type_mismatch", "/coverageTypes case_type_mismatch", "/perils case_type_mismatch",
				"/productType required"}},
		"unknown_coverage_types": {framework(f, object{"coverageTypes": []any{"nonsense", unknownID, "building"}}),
			[]string{"/coverageTypes/0 unknown_coverage_type", "/coverageTypes/1 unknown_coverage_type"}},
		"only_unknown_coverage_types": {framework(f, object{"coverageTypes": []any{"nonsense"}}),
			[]string{"/coverageTypes/0 unknown_coverage_type"}},
		"inapplicable_coverage_type": {framework(f, object{"coverageTypes": []any{"building", "windstorm", coverageTypeIDs("terrorism")[0]}}),
			[]string{"/coverageTypes/1 coverage_type_not_applicable", "/coverageTypes/2 coverage_type_not_applicable"}},
		"coverage_type_twice": {framework(f, object{"coverageTypes": []any{"building", coverageTypeIDs("building")[0]}}),
			[]string{"/coverageTypes/1 duplicate"}},
		"perils": {framework(f, object{"perils": []any{"fire", "nonsense", "flood", unknownID, "fire"}}),
			[]string{"/perils/1 unknown_peril", "/perils/3 unknown_peril", "/perils/4 duplicate", "/perils/2 peril_not_applicable"}},
		"perils_by_asset": {framework(f, object{"perilsByAsset": []any{
			object{"asset": asset, "perils": []any{"fire", "fire"}}, object{"asset": unknownID, "perils": []any{"death"}},
			object{"asset": asset, "perils": []any{"nonsense"}}, object{"asset": elsewhere, "perils": []any{}},
			object{"asset": s.Asset(t, s.Prairie, s.Case(t, s.Prairie)), "perils": []any{}},
		}}), []string{
			"/perilsByAsset/0/perils/1 duplicate", "/perilsByAsset/1/asset unknown_reference", "/perilsByAsset/1/perils/0 peril_not_applicable",
			"/perilsByAsset/2/asset duplicate", "/perilsByAsset/2/perils/0 unknown_peril", "/perilsByAsset/3/asset unknown_reference",
			"/perilsByAsset/4/asset unknown_reference",
		}},
		"contacts": {legacy(legacyCase, object{"insuranceContacts": []any{user, unknownID, "x", s.User(t, s.Prairie, "admin"), user}}), []string{
			"/insuranceContacts/1 insurance_contact_invalid", "/insuranceContacts/2 insurance_contact_invalid",
			"/insuranceContacts/3 insurance_contact_invalid",
			"/insuranceContacts/4 duplicate",
		}},
		"insureds_and_clauses": {legacy(legacyCase,
			object{"insureds": []any{insured, unknownID, insured}, "mortgageeClauses": []any{unknownID, s.MortgageeClause(t, s.Prairie)}}),
			[]string{"/insureds/1 unknown_reference", "/insureds/2 duplicate", "/mortgageeClauses/0 unknown_mortgagee_clause",
				"/mortgageeClauses/1 unknown_mortgagee_clause"}},
		"end_before_start": {legacy(legacyCase, object{"startDate": "2026-02-01", "endDate": "2026-01-31"}),
			[]string{"/endDate invalid_value"}},
		"end_on_start": {legacy(legacyCase, object{"startDate": "2026-02-01", "endDate": "2026-02-01T23:00:00Z"}),
			[]string{"/endDate invalid_value"}},
		"dates": {legacy(legacyCase, object{"startDate": "tomorrow", "endDate": 7}),
			[]string{"/endDate invalid_value", "/startDate invalid_value"}},
		"carrier": {legacy(legacyCase,
			object{"carrier": object{"name": " ", "naicCode": "1234", "amBestRating": strings.Repeat("A", 256)}}),
			[]string{"/carrier/name required", "/carrier/naicCode invalid_value", "/carrier/amBestRating too_long"}},
		"carrier_shape": {legacy(legacyCase, object{"carrier": object{"naic": "12345"}}),
			[]string{"/carrier/naic unknown_member", "/carrier/name required"}},
		"money": {legacy(legacyCase,
			object{"deductible": object{"amount": "-1", "currency": "USD"}, "premium": object{"amount": "1.001", "currency": "usd"}}),
			[]string{"/deductible/amount invalid_value", "/premium/currency invalid_value"}},
		"limit_of_no_type": {framework(f, object{"limits": []any{limit("nonsense", "total")}}),
			[]string{"/limits/0/coverageType unknown_coverage_type"}},
		"limit_of_another": {framework(f, object{"limits": []any{limit("building", "total"), limit("flood", "total")}}),
			[]string{"/limits/1/coverageType coverage_type_not_applicable"}},
		"limit_twice": {framework(f,
			object{"limits": []any{limit("building", "total"), limit("building", "aggregate"), limit(coverageTypeIDs("building")[0], "total")}}),
			[]string{"/limits/2 duplicate"}},
		"limit_on_legacy": {legacy(legacyCase, object{"limits": []any{limit("building", "total"), limit(nil, "total")}}),
			[]string{"/limits/0/coverageType case_type_mismatch"}},
		"limit_amount": {legacy(legacyCase,
			object{"limits": []any{object{"kind": "total", "amount": object{"amount": "1.5", "currency": "JPY"}}}}),
			[]string{"/limits/0/amount/amount invalid_value"}},
		"names": {legacy(legacyCase, object{"displayName": " ", "policyNumber": strings.Repeat("x", 256)}),
			[]string{"/displayName required", "/policyNumber too_long"}},
		"immutable": {legacy(legacyCase, object{"id": unknownID, "termNumber": 2, "status": "active"}),
			[]string{"/id immutable", "/status immutable", "/termNumber immutable"}},
		"unknown_members": {legacy(legacyCase, object{"product": "x", "coverageLayer": "Primary"}),
			[]string{"/coverageLayer invalid_value", "/product unknown_member"}},
		"metadata": {legacy(legacyCase, object{"metadata": object{strings.Repeat("k", 41): 1}}),
			[]string{"/metadata/" + strings.Repeat("k", 41) + " too_long"}},
		"unknown_case_&_all": {framework(unknownID, object{"coverageTypes": []any{"x"}, "perils": []any{"y"}, "insureds": []any{unknownID}}),
			[]string{"/caseId unknown_reference", "/coverageTypes/0 unknown_coverage_type", "/perils/0 unknown_peril",
				"/insureds/0 unknown_reference"}},
	}
	before := s.Contents(t)
	t.Run("refusals", func(t *testing.T) {
		for name, tt := range refusals {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				c.Do(t, http.MethodPost, "/rest/policies", tt.body).Violations(t, tt.want...)
			})
		}
	})
	require.Equal(t, before, s.Contents(t), "a refusal writes nothing")
}

func TestPolicyCreateOnStatus(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	profile, program := s.RiskProfile(t, s.Harbor), s.Program(t, s.Harbor)
	for _, status := range []string{"DRAFT", "OPEN", "ONBOARDING", "approved"} {
		for _, held := range []bool{false, true} {
			insert := func(t *testing.T, column string, id uuid.UUID) uuid.UUID {
				caseID := s.Insert(t, s.Harbor, "cases",
					map[string]any{"display_name": "A case", "status": status, "management_type": "serviceManaged", column: id})
				if held {
					c.Post(t, "/rest/cases/"+caseID.String()+"/on-hold", nil, http.StatusOK)
				}
				return caseID
			}
			expect := func(t *testing.T, policy object) {
				if !held {
					require.Equal(t, []any{"active", nil, nil}, []any{policy["status"], policy["statusBeforeHold"], policy["onHoldAt"]})
					return
				}
				require.Equal(t, []any{"onHold", "active"}, []any{policy["status"], policy["statusBeforeHold"]})
				require.NotNil(t, policy["onHoldAt"])
				require.Equal(t, true, policy["renewal"].(object)["paused"])
			}
			name := status
			if held {
				name = "held_" + status
			}
			t.Run(name+"/program", func(t *testing.T) {
				t.Parallel()
				expect(t, c.Post(t, "/rest/policies", legacy(insert(t, "program_id", program), nil), http.StatusCreated))
			})
			t.Run(name+"/riskProfile", func(t *testing.T) {
				t.Parallel()
				answer := c.Do(t, http.MethodPost, "/rest/policies", framework(insert(t, "risk_profile_id", profile), nil))
				if status == "DRAFT" {
					answer.Violations(t, "/caseId case_in_draft")
					require.Contains(t, string(answer.Body), "OPEN or ONBOARDING")
					return
				}
				expect(t, answer.Object(t, http.StatusCreated))
			})
		}
	}
}
