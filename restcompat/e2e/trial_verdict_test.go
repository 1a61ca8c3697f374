package e2e

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

const judgedMembers = ` { verdict nextChangeOn demands { key verdict coverageType { key } targets { assetId asset { displayName } verdict
	requiredLimit { amount } foundLimit { amount } shortfall { amount } blankets { limit { amount } }
	findings { code outcome item required found message policy { policyNumber } } } } }`

const trialVerdictQuery = `query($input: TrialVerdictInput!) { trialVerdict(input: $input) {
	caseId policyId before` + judgedMembers + ` after` + judgedMembers + ` } }`

// tryVerdict tries a policy, and expects that nothing is written.
func tryVerdict(t *testing.T, s *resttest.Server, c *resttest.Client, input object) object {
	t.Helper()
	before := s.Contents(t)
	tried := c.Query(t, trialVerdictQuery, object{"input": input})["trialVerdict"].(object)
	require.Equal(t, before, s.Contents(t), "a trial writes nothing")
	require.Equal(t, judgedNow(t, c, tried["caseId"]), tried["before"])
	return tried
}

// judgedNow is how a case is insured, as a trial tells it.
func judgedNow(t *testing.T, c *resttest.Client, caseID any) any {
	t.Helper()
	return c.Query(t, `query($id: ID!) { it: caseCompliance(id: $id)`+judgedMembers+` }`, object{"id": caseID})["it"]
}

// TestTrialVerdict: what a trial tells is what the mutation makes true.
func TestTrialVerdict(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	profile := published(t, b.c, object{"name": "On paper", "carriedOver": "UNKNOWN", "requirements": []any{
		with(demands()[0].(object), object{"evidence": object{"categories": []any{"evidenceOfProperty"}}}), demands()[1], demands()[2],
	}})
	caseID, _ := b.withPress(t, object{"riskProfile": profile["id"]})
	try := func(input object) any { return tryVerdict(t, b.Server, b.c, input)["after"] }

	policy := insured(caseID, object{"limits": limits("building", "400000.00", "flood", "250000.00", "generalLiability", "1000000.00")})
	withPaper := try(object{"create": policy, "documents": []any{"evidenceOfProperty"}})
	tried := b.c.Query(t, `query($input: TrialVerdictInput!) { trialVerdict(input: $input) { policyId after { demands { targets {
		findings { code policyId policy { id } } } } } } }`, object{"input": object{"create": policy}})["trialVerdict"].(object)
	found := tried["after"].(object)["demands"].([]any)[0].(object)["targets"].([]any)[0].(object)["findings"].([]any)
	require.Equal(t, []any{
		object{"code": "evidence_missing", "policyId": tried["policyId"], "policy": nil},
		object{"code": "limit_too_low", "policyId": nil, "policy": nil},
	}, found, "the policy that is not saved has an id in the answer only")
	path := created(t, b.c, policy)
	id := path[len("/rest/policies/"):]
	require.NotEqual(t, judgedNow(t, b.c, caseID), withPaper)

	const today = ` { on evaluatedAt demands { targets { findings { dueOn } } } }`
	now := b.c.Query(t, `query($input: TrialVerdictInput!, $id: ID!) { trialVerdict(input: $input) { before`+today+` }
		caseCompliance(id: $id)`+today+` }`, object{"id": caseID, "input": object{"create": policy}})
	require.Equal(t, now["caseCompliance"], now["trialVerdict"].(object)["before"], "it is today's: with its time, and by when to mend")

	enough := object{"limits": limits("building", "600000.00", "flood", "250000.00", "generalLiability", "1000000.00")}
	corrected := try(object{"update": object{"id": id, "input": enough}})
	b.c.Patch(t, path, enough)
	require.Equal(t, judgedNow(t, b.c, caseID), corrected, "a correction")
	require.Equal(t, corrected, try(object{"update": object{"id": id, "input": object{}}}), "one that changes nothing")

	term := object{"startDate": "2026-06-01", "endDate": "2027-06-01", "carrier": object{"name": "Poor Mutual", "amBestRating": "B"}}
	renewed := try(object{"newTerm": object{"id": id, "input": term}})
	b.c.Post(t, path+"/new-term", term, http.StatusOK)
	require.Equal(t, judgedNow(t, b.c, caseID), renewed, "a new term, with what it took over")
	require.NotEqual(t, corrected, renewed)
	b.c.Post(t, path+"/deactivate", nil, http.StatusOK)
	b.c.Query(t, `mutation($id: ID!) { createPolicyTerm: reactivatePolicy(id: $id) { id } }`, object{"id": id})

	legacy := b.Case(t, b.Harbor).String()
	require.Equal(t, "notApplicable", try(object{"create": object{"caseId": legacy, "productType": "property"}}).(object)["verdict"])
}

// TestTrialVerdictOfEvidence: what the verdict will be after accepting.
func TestTrialVerdictOfEvidence(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	profile := published(t, b.c, object{"name": "Building", "requirements": []any{
		object{"coverageType": "building", "assetTypes": []any{"equipment"}, "perils": []any{"fire"}, "minimumLimit": usd("1100000"),
			"evidence": object{"categories": []any{"evidenceOfProperty"}}},
	}})
	b.c.Patch(t, "/rest/cases/"+b.caseID, object{"riskProfile": profile["id"]})
	b.c.Post(t, "/rest/assets", press(b.caseID), http.StatusCreated)
	b.c.Patch(t, "/rest/policies/"+b.policy, object{"perils": []any{"fire"}})
	path := b.submit(t, b.everything())
	id := path[len("/rest/evidence/"):]
	try := func(accept object) object {
		return tryVerdict(t, b.Server, b.c, object{"accept": object{"id": id, "input": accept}})["after"].(object)
	}
	require.Equal(t, "deficient", judgedNow(t, b.c, b.caseID).(object)["verdict"])
	whole, files := try(object{}), try(object{"members": []any{}})
	require.NotEqual(t, whole, files)
	limit := try(object{"members": []any{"limits"}})
	require.Equal(t, "compliant", limit["verdict"])
	b.c.Refused(t, trialVerdictQuery, object{"input": object{"accept": object{"id": id, "input": object{"members": []any{"carrier"}}}}},
		"invalid_value", "/accept/input/members/0 invalid_value")
	b.accept(t, path, object{"members": []any{"limits"}})
	require.Equal(t, judgedNow(t, b.c, b.caseID), any(limit))
	require.Equal(t, "invalid_transition", resttest.FirstError(t,
		b.c.GraphQL(t, trialVerdictQuery, object{"input": object{"accept": object{"id": id, "input": object{}}}})))
	b.As(b.Prairie.Token).Refused(t, trialVerdictQuery, object{"input": object{"accept": object{"id": id, "input": object{}}}}, "not_found")
}

func TestTrialVerdictRefused(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	caseID, _ := b.withPress(t, nil)
	path := created(t, b.c, insured(caseID, nil))
	id := path[len("/rest/policies/"):]
	refused := func(input object, code string, violations ...string) {
		t.Helper()
		b.c.Refused(t, trialVerdictQuery, object{"input": input}, code, violations...)
	}
	refused(object{}, "required", "/create required")
	refused(object{"create": insured(caseID, nil), "update": object{"id": id, "input": object{}}}, "invalid_value", "/update invalid_value")
	wrong := object{"caseId": unknownID, "insureds": []any{unknownID}, "endDate": "2025-01-01"}
	b.c.Refused(t, `mutation($input: CreatePolicyInput!) { createPolicy(input: $input) { id } }`, object{"input": insured(caseID, wrong)},
		"validation_failed", "/caseId unknown_reference", "/endDate invalid_value", "/insureds/0 unknown_reference")
	refused(object{"create": insured(caseID, wrong)}, "validation_failed",
		"/create/caseId unknown_reference", "/create/endDate invalid_value", "/create/insureds/0 unknown_reference")
	refused(object{"update": object{"id": id, "input": object{"endDate": "2025-01-01", "mortgageeClauses": []any{unknownID}}}},
		"validation_failed", "/update/input/endDate invalid_value", "/update/input/mortgageeClauses/0 unknown_mortgagee_clause")
	refused(object{"newTerm": object{"id": id, "input": object{"startDate": "2025-01-01", "endDate": "2027-01-01"}}},
		"invalid_value", "/newTerm/input/startDate invalid_value")
	refused(object{"update": object{"id": id, "input": object{}}, "documents": []any{"none"}},
		"unknown_document_category", "/documents/0 unknown_document_category")
	refused(object{"update": object{"id": unknownID, "input": object{}}}, "not_found")
	for _, foreign := range []string{b.Prairie.Token, b.HarborTest.Token} {
		c := b.As(foreign)
		c.Refused(t, trialVerdictQuery, object{"input": object{"update": object{"id": id, "input": object{}}}}, "not_found")
		c.Refused(t, trialVerdictQuery, object{"input": object{"create": insured(caseID, nil)}}, "unknown_reference",
			"/create/caseId unknown_reference")
	}
	require.Equal(t, http.StatusForbidden, b.As(b.None.Token).Do(t, http.MethodPost, "/graphql",
		object{"query": trialVerdictQuery, "variables": object{"input": object{"create": insured(caseID, nil)}}}).Status)
	b.c.Post(t, "/rest/cases/"+caseID+"/close", object{"reason": "paidOff"}, http.StatusOK)
	require.Equal(t, "case_closed", resttest.FirstError(t,
		b.c.GraphQL(t, trialVerdictQuery, object{"input": object{"update": object{"id": id, "input": object{}}}})))
}
