package e2e

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// Requirements that were stored before they could say more lack the new members. Both doors show them as absent, and the
// lists as empty; sending them back changes nothing.
func TestRequirementStoredBefore(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	p := draft(t, c, object{"requirements": []any{object{"coverageType": "flood", "minimumRating": "A"}}})
	stored := fmt.Sprintf(`[{"coverageType": "%s", "assetTypes": [], "perils": [], "weight": 1}]`, coverageTypeID("flood"))
	s.Exec(t, fmt.Sprintf(`UPDATE risk_profiles SET requirements = '%s' WHERE id = '%s'`, stored, p["id"]))

	want := []any{plainRequirement("flood", nil)}
	now := c.Query(t, `query($id: ID!) { riskProfile(id: $id) { carriedOver requirements `+requirementFields+` } }`, object{"id": p["id"]})
	require.Equal(t, object{"carriedOver": "ACCEPT", "requirements": want}, now["riskProfile"])
	require.Equal(t, want, c.Get(t, "/rest/risk-profiles/"+p["id"].(string))["requirements"])
	same := c.Patch(t, "/rest/risk-profiles/"+p["id"].(string), object{"requirements": want})
	require.Equal(t, want, same["requirements"], "what was read changes nothing")
}

// A demand that is kept fits its holders: those may not leave, or support less.
func TestRequirementHolderStays(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	bank, other := newHolder(t, c, "Bank", "mortgagee", "lossPayee"), newHolder(t, c, "Other", "mortgagee")
	p := draft(t, c, object{"certificateHolders": []any{bank}, "requirements": []any{
		object{"coverageType": "building", "clauseType": "mortgagee", "certificateHolder": bank},
	}})
	change := func(input object) object { return object{"id": p["id"], "input": input} }
	c.Refused(t, updateProfile, change(object{"certificateHolders": []any{other}}), "unknown_reference",
		"/certificateHolders unknown_reference")
	c.Refused(t, updateProfile, change(object{"certificateHolderClauseTypes": []any{object{"id": bank, "types": []any{"lossPayee"}}}}),
		"invalid_value", "/certificateHolders invalid_value")
	require.Empty(t, mutate(t, c, updateProfile, change(object{"certificateHolders": []any{}}))["certificateHolderIds"],
		"where the profile names none, any holder may be named")
}

// An umbrella may list umbrellaExcess where the profile demands any liability coverage.
func TestUmbrellaListsUmbrellaExcess(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	on := func(demands ...string) any {
		profile := s.DemandingRiskProfile(t, s.Harbor, demands...)
		return c.Post(t, "/rest/cases", object{"riskProfile": profile, "status": "OPEN"}, http.StatusCreated)["id"]
	}
	umbrella := func(caseID any, layer string) object {
		return framework(caseID, object{"coverageLayer": layer, "coverageTypes": []any{"umbrellaExcess"}, "perils": []any{"bodilyInjury"}})
	}
	liability, property := on("building", "generalLiability"), on("building")
	c.Post(t, "/rest/policies", umbrella(liability, "umbrella"), http.StatusCreated)
	for _, refused := range []object{umbrella(liability, "primary"), umbrella(liability, "excess"), umbrella(property, "umbrella")} {
		c.Do(t, http.MethodPost, "/rest/policies", refused).Violations(t, "/coverageTypes/0 coverage_type_not_applicable")
	}
}
