package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// refusal is a request and what it is refused with: a status and code, or for 422 the violations.
type refusal struct {
	method, path string
	body         any
	want         []string
}

// TestErrors has every row of the specification's section "Errors" that is a 422 or one of its "other rejections";
// none of them is a 500, and none writes anything.
func TestErrors(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	f := newFixture(t, s, s.Harbor)
	c, post, patch := f.client(), http.MethodPost, http.MethodPatch
	demanding := c.Post(t, "/rest/cases", object{"riskProfile": s.DemandingRiskProfile(t, s.Harbor, "building"), "status": "OPEN"},
		http.StatusCreated)["id"]
	demandingTerm := created(t, c, framework(demanding, nil)) + "/new-term"
	draft := c.Post(t, "/rest/cases", object{"riskProfile": f.ids["riskProfile"]}, http.StatusCreated)["id"]
	loan, profile, foreign := f.ids["frameworkCase"], f.ids["riskProfile"], s.User(t, s.Prairie, "admin")
	term := "/rest/policies/" + f.ids["frameworkPolicy"] + "/new-term"
	next := func(more object) object {
		return with(object{"startDate": "2091-01-01", "endDate": "2092-01-01"}, more)
	}
	asset := func(more object) object { return with(object{"caseId": loan, "assetType": "vehicle"}, more) }
	before := s.Contents(t)
	for name, r := range map[string]refusal{
		"sign_urls_without_file_name": {post, "/rest/documents/sign-urls",
			object{"docs": []any{object{"fileName": "a.pdf"}, object{"fileType": "text/plain"}}}, []string{"/docs/1/fileName required"}},

		"new_term_without_start_date": {post, term, next(object{"startDate": absent}), []string{"/startDate required"}},
		"new_term_without_end_date":   {post, term, next(object{"endDate": absent}), []string{"/endDate required"}},

		"case_with_both": {post, "/rest/cases", object{"program": f.ids["program"], "riskProfile": profile},
			[]string{" program_xor_risk_profile"}},
		"case_with_neither": {post, "/rest/cases", object{"managementType": "selfManaged"}, []string{" program_xor_risk_profile"}},

		"risk_profile_backed_without_layer": {post, "/rest/policies", framework(loan, object{"coverageLayer": absent}),
			[]string{"/coverageLayer required"}},
		"risk_profile_backed_without_types": {post, "/rest/policies", framework(loan, object{"coverageTypes": absent}),
			[]string{"/coverageTypes required"}},
		"risk_profile_backed_without_perils": {post, "/rest/policies", framework(loan, object{"perils": absent}), []string{"/perils required"}},
		"risk_profile_backed_with_product": {post, "/rest/policies", framework(loan, object{"productType": "property"}),
			[]string{"/productType case_type_mismatch"}},
		"program_backed_without_product": {post, "/rest/policies", legacy(f.ids["case"], object{"productType": absent}),
			[]string{"/productType required"}},
		"program_backed_with_layer": {post, "/rest/policies", legacy(f.ids["case"], object{"coverageLayer": "primary"}),
			[]string{"/coverageLayer case_type_mismatch"}},
		"program_backed_with_types": {post, "/rest/policies", legacy(f.ids["case"], object{"coverageTypes": []any{"building"}}),
			[]string{"/coverageTypes case_type_mismatch"}},
		"program_backed_with_perils": {post, "/rest/policies", legacy(f.ids["case"], object{"perils": []any{"fire"}}),
			[]string{"/perils case_type_mismatch"}},

		"unknown_coverage_type": {post, "/rest/policies", framework(loan, object{"coverageTypes": []any{"building", unknownID}}),
			[]string{"/coverageTypes/1 unknown_coverage_type"}},
		"inapplicable_coverage_type": {post, "/rest/policies", framework(demanding, object{"coverageTypes": []any{"building", "flood"}}),
			[]string{"/coverageTypes/1 coverage_type_not_applicable"}},
		"unknown_peril": {post, "/rest/policies", framework(loan, object{"perils": []any{"fire", unknownID}}),
			[]string{"/perils/1 unknown_peril"}},
		"inapplicable_peril": {post, "/rest/policies", framework(loan, object{"perils": []any{"fire", "flood"}}),
			[]string{"/perils/1 peril_not_applicable"}},

		"new_term_unknown_coverage_type": {post, term, next(object{"coverageTypes": []any{"building", "moat"}}),
			[]string{"/coverageTypes/1 unknown_coverage_type"}},
		"new_term_inapplicable_coverage_type": {post, demandingTerm, next(object{"coverageTypes": []any{"building", "flood"}}),
			[]string{"/coverageTypes/1 coverage_type_not_applicable"}},
		"new_term_unknown_peril":      {post, term, next(object{"perils": []any{"dragons"}}), []string{"/perils/0 unknown_peril"}},
		"new_term_inapplicable_peril": {post, term, next(object{"perils": []any{"flood"}}), []string{"/perils/0 peril_not_applicable"}},

		"unknown_field_type": {post, "/rest/assets", asset(object{"fields": []any{object{"fieldType": "moat", "value": 1}}}),
			[]string{"/fields/0/fieldType unknown_field_type"}},
		"unknown_asset_type": {post, "/rest/assets", asset(object{"assetType": "castle"}), []string{"/assetType unknown_asset_type"}},
		"unknown_mortgagee_clause": {post, "/rest/cases", object{"program": f.ids["program"], "mortgageeClauses": []any{unknownID}},
			[]string{"/mortgageeClauses/0 unknown_mortgagee_clause"}},
		"unknown_mortgagee_clause_of_a_policy": {post, "/rest/policies", framework(loan, object{"mortgageeClauses": []any{unknownID}}),
			[]string{"/mortgageeClauses/0 unknown_mortgagee_clause"}},

		"policy_in_draft": {post, "/rest/policies", framework(draft, nil), []string{"/caseId case_in_draft"}},
		"unknown_contact_on_creation": {post, "/rest/cases", object{"program": f.ids["program"], "insuranceContacts": []any{unknownID}},
			[]string{"/insuranceContacts/0 insurance_contact_invalid"}},
		"foreign_contact_on_creation": {post, "/rest/cases",
			object{"program": f.ids["program"], "insuranceContactsCC": []any{f.ids["user"], foreign}},
			[]string{"/insuranceContactsCC/1 insurance_contact_invalid"}},
		"unknown_contact_on_update": {patch, "/rest/cases/" + loan, object{"insuranceContactsCC": []any{unknownID}},
			[]string{"/insuranceContactsCC/0 insurance_contact_invalid"}},
		"foreign_contact_on_update": {patch, "/rest/cases/" + loan, object{"insuranceContacts": []any{foreign}},
			[]string{"/insuranceContacts/0 insurance_contact_invalid"}},
		"foreign_contact_on_bulk_update": {patch, "/rest/cases", object{"cases": []any{object{"id": loan, "insuranceContacts": []any{foreign}}}},
			[]string{"/cases/0/insuranceContacts/0 insurance_contact_invalid"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.Do(t, r.method, r.path, r.body).Violations(t, r.want...)
		})
	}
	require.Equal(t, before, s.Contents(t))
	t.Run("non_existent_case", func(t *testing.T) {
		c.Do(t, patch, "/rest/cases/"+unknownID, object{"loanNumber": "x"}).Problem(t, http.StatusNotFound, "not_found")
		c.Do(t, patch, "/rest/cases", object{"cases": []any{object{"id": unknownID}}}).Problem(t, http.StatusNotFound, "not_found")
	})
	t.Run("no_api_access", func(t *testing.T) {
		s.As(s.None.Token).Do(t, http.MethodGet, "/rest/cases", nil).Problem(t, http.StatusForbidden, "api_access_not_enabled")
	})
	t.Run("no_risk_profile_management", func(t *testing.T) {
		for _, path := range []string{"/rest/risk-profiles", "/rest/risk-profiles/" + profile} {
			s.As(s.Basic.Token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusForbidden, "risk_profiles_not_enabled")
		}
	})
}
