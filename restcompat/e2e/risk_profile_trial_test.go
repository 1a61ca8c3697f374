package e2e

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

const trialQuery = `query($id: ID!, $limit: Int) { riskProfileTrial(id: $id, limit: $limit) {
	riskProfileId cases moves { from to cases loanAmounts { amount currency } } changes { caseId from to case { id loanNumber } } } }`

// try runs a trial that writes nothing.
func (b *complianceBench) try(t *testing.T, id any, limit any) object {
	t.Helper()
	before := b.Contents(t)
	trial := b.c.Query(t, trialQuery, object{"id": id, "limit": limit})["riskProfileTrial"].(object)
	require.Equal(t, before, b.Contents(t), "a trial writes nothing")
	return trial
}

func move(from, to string, cases int, amounts ...any) object {
	return object{"from": from, "to": to, "cases": float64(cases), "loanAmounts": append([]any{}, amounts...)}
}

func change(id, from, to string) object {
	return object{"caseId": id, "from": from, "to": to, "case": object{"id": id, "loanNumber": nil}}
}

func TestRiskProfileTrial(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	insuredFor := func(loan any, limit string) string {
		id, _ := b.withPress(t, object{"loanAmount": loan})
		created(t, b.c, insured(id, object{"limits": limits("building", limit, "flood", "250000.00", "generalLiability", "1000000.00")}))
		return id
	}
	low, high := insuredFor(usd("1000000.01"), "500000.00"), insuredFor(usd("2.02"), "900000.00")
	bare := b.open(t, object{"loanAmount": object{"amount": "5", "currency": "EUR"}})
	without := insuredFor(nil, "600000.00")
	poor := insuredFor(usd("3.00"), "1.00")
	b.c.Post(t, "/rest/cases", object{"riskProfile": published(t, b.c, object{"name": "Another", "requirements": demands()})["id"]},
		http.StatusCreated)
	b.Case(t, b.Harbor)

	next := mutate(t, b.c, versionProfile, object{"id": b.profile})
	stricter := demands()
	stricter[0].(object)["minimumLimit"] = usd("700000")
	mutate(t, b.c, updateProfile, object{"id": next["id"], "input": object{"requirements": stricter}})
	require.Equal(t, object{
		"riskProfileId": next["id"], "cases": 5.0,
		"moves": []any{
			move("compliant", "compliant", 1, usd("2.02")),
			move("compliant", "deficient", 2, usd("1000000.01")),
			move("deficient", "deficient", 2, object{"amount": "5.00", "currency": "EUR"}, usd("3.00")),
		},
		"changes": []any{change(low, "compliant", "deficient"), change(without, "compliant", "deficient")},
	}, b.try(t, next["id"], nil), "a draft, stricter")

	mutate(t, b.c, updateProfile, object{"id": next["id"], "input": object{"requirements": []any{
		object{"coverageType": "building", "assetTypes": []any{"equipment"}, "minimumLimit": usd("0.50"), "formTypes": []any{"Special"}},
	}}})
	require.Equal(t, []any{
		change(low, "compliant", "deficient"), change(high, "compliant", "deficient"), change(bare, "deficient", "notApplicable"),
		change(without, "compliant", "deficient"),
	}, b.try(t, next["id"], 1000)["changes"], "all perils of the coverage type")
	require.Len(t, b.try(t, next["id"], 3)["changes"], 3)
	none := b.try(t, next["id"], 0)
	require.Equal(t, []any{}, none["changes"])
	require.Len(t, none["moves"], 3, "the sums are of all")
	_ = poor

	mutate(t, b.c, updateProfile, object{"id": next["id"], "input": object{"requirements": []any{}}})
	require.Equal(t, 5.0, b.try(t, next["id"], nil)["cases"])
	mutate(t, b.c, publishProfile, object{"id": next["id"]})
	b.c.Patch(t, "/rest/cases/"+low, object{"riskProfile": next["id"]})
	same := b.try(t, b.profile, nil)
	require.Equal(t, 5.0, same["cases"], "of any version of the lineage")
	require.Equal(t, []any{change(low, "notApplicable", "compliant")}, same["changes"], "the version before, tried again")
}

// TestRiskProfileTrialOfToday: a stored verdict that the day has overtaken is not what the trial begins with.
func TestRiskProfileTrialOfToday(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	id, _ := b.withPress(t, nil)
	created(t, b.c, insured(id, nil))
	require.Equal(t, []any{move("compliant", "compliant", 1)}, b.try(t, b.profile, nil)["moves"])
	b.clock.set(complianceTime.AddDate(1, 0, 0))
	require.Equal(t, []any{move("deficient", "deficient", 1)}, b.try(t, b.profile, nil)["moves"])
}

func TestRiskProfileTrialRefused(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	b.open(t, nil)
	for _, limit := range []int{-1, 1001} {
		b.c.Refused(t, trialQuery, object{"id": b.profile, "limit": limit}, "invalid_value", "/limit invalid_value")
	}
	for _, limit := range []any{nil, 0, 1000} {
		require.Equal(t, 1.0, b.try(t, b.profile, limit)["cases"])
	}
	for name, id := range map[string]any{"unknown": unknownID, "nonsense": "x", "a_case": b.Case(t, b.Harbor),
		"foreign": b.RiskProfile(t, b.Prairie), "other_mode": b.RiskProfile(t, b.HarborTest)} {
		require.Nil(t, b.c.Query(t, trialQuery, object{"id": id})["riskProfileTrial"], name)
	}
	b.As(b.Basic.Token).Refused(t, trialQuery, object{"id": b.profile}, "risk_profiles_not_enabled")
	require.Equal(t, http.StatusForbidden,
		b.As(b.None.Token).Do(t, http.MethodPost, "/graphql",
			object{"query": fmt.Sprintf(`{ riskProfileTrial(id: "%s") { cases } }`, b.profile)}).Status)
}

func TestTrialOfEvidence(t *testing.T) {
	t.Parallel()
	b := newComplianceBench(t)
	loan, _ := b.withPress(t, nil)
	policy := created(t, b.c,
		insured(loan, object{"limits": limits("building", "500000.00", "flood", "250000.00", "generalLiability", "1000000.00")}))
	next := mutate(t, b.c, versionProfile, object{"id": b.profile})
	asks := demands()
	for i := range asks {
		asks[i].(object)["evidence"] = object{"categories": []any{"evidenceOfProperty"}}
	}
	mutate(t, b.c, updateProfile, object{"id": next["id"], "input": object{"requirements": asks}})
	require.Equal(t, []any{change(loan, "compliant", "deficient")}, b.try(t, next["id"], nil)["changes"], "nothing is on file")
	b.c.Document(t, loan, object{"categoryId": "evidenceOfProperty", "evidences": []any{object{"policy": policy[len("/rest/policies/"):]}}})
	require.Equal(t, []any{}, b.try(t, next["id"], nil)["changes"], "of what only the tried version asks")
}
