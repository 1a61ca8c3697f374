package e2e

import (
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

// addPolicies adds a policy of each model, and one in each status that an action leaves.
func (f *fixture) addPolicies(t testing.TB) {
	t.Helper()
	c := f.client()
	frameworkCase, err := uuid.Parse(f.ids["frameworkCase"])
	require.NoError(t, err)
	f.ids["frameworkAsset"] = f.server.Asset(t, f.tenant, frameworkCase).String()
	policy := c.Post(t, "/rest/policies", object{
		"caseId": f.ids["frameworkCase"], "coverageLayer": "primary", "coverageTypes": []any{"building"}, "perils": []any{"fire"},
		"startDate": "2090-01-01", "endDate": "2091-01-01", "policyNumber": "P-1", // so far ahead that what is planned is the same for years
	}, http.StatusCreated)
	f.ids["frameworkPolicy"], f.ids["policyVersion"] = policy["id"].(string), policy["currentVersion"].(string)
	for _, noun := range []string{"policy", "heldPolicy", "deactivatedPolicy"} {
		policy := c.Post(t, "/rest/policies", object{"caseId": f.ids["case"], "productType": "property", "externalId": uuid.NewString()},
			http.StatusCreated)
		f.ids[noun] = policy["id"].(string)
	}
	c.Post(t, "/rest/policies/"+f.ids["heldPolicy"]+"/on-hold", nil, http.StatusOK)
	c.Post(t, "/rest/policies/"+f.ids["deactivatedPolicy"]+"/deactivate", nil, http.StatusOK)
	f.ids["renewedCase"] = f.server.Case(t, f.tenant).String()
	renewed := c.Post(t, "/rest/policies", object{
		"caseId": f.ids["renewedCase"], "productType": "property", "startDate": "2089-01-01", "endDate": "2090-01-01",
	}, http.StatusCreated)
	f.ids["renewedPolicy"] = renewed["id"].(string)
	c.Post(t, "/rest/policies/"+f.ids["renewedPolicy"]+"/new-term", object{"startDate": "2090-01-01", "endDate": "2091-01-01"}, http.StatusOK)
	f.ids["cancelledCase"] = f.server.Case(t, f.tenant).String()
	cancelled := c.Post(t, "/rest/policies", object{"caseId": f.ids["cancelledCase"], "productType": "property"}, http.StatusCreated)
	f.ids["cancelledPolicy"] = cancelled["id"].(string)
	c.Post(t, "/rest/policies/"+f.ids["cancelledPolicy"]+"/cancel",
		object{"effectiveDate": "2090-06-01", "reason": "nonPayment"}, http.StatusOK)
}

// coverage has every member of a policy's input that names a record, and those that are most of its weight.
func (f *fixture) coverage() object {
	return object{
		"perilsByAsset":     []any{object{"asset": f.ids["frameworkAsset"], "perils": []any{"fire", "theft"}}},
		"insuranceContacts": []any{f.ids["user"]}, "insureds": []any{f.ids["insured"]}, "mortgageeClauses": []any{f.ids["mortgageeClause"]},
		"carrier": object{"name": "Example Mutual", "naicCode": "12345", "amBestRating": "A+", "ratings": []any{
			object{"agency": "AM_BEST", "rating": "A+", "size": "XV"}, object{"agency": "DEMOTECH", "rating": "A'"},
		}},
		"limits": []any{
			object{"coverageType": "building", "kind": "perOccurrence", "amount": object{"amount": "2000000", "currency": "USD"}},
			object{"asset": f.ids["frameworkAsset"], "perils": []any{"fire"}, "kind": "total",
				"amount":        object{"amount": "1500000", "currency": "USD"},
				"marginPercent": "115", "otherValues": object{"amount": "300000", "currency": "USD"}},
		},
		"deductibles": []any{
			object{"amount": object{"amount": "10000", "currency": "USD"}},
			object{"perils": []any{"windHail"}, "percent": "2", "of": "INSURED_VALUE", "minimum": object{"amount": "25000", "currency": "USD"}},
		},
		"statedValues": []any{object{"asset": f.ids["frameworkAsset"], "amount": object{"amount": "1400000", "currency": "USD"}}},
		"valuation":    "replacementCost", "coinsurancePercent": "0", "noticeDays": object{"cancellation": 30, "nonPayment": 10},
		"claimsMade":   false,
		"endorsements": []any{"waiverOfSubrogation"}, "exclusions": []any{}, "placement": "voluntary",
		"premium":  object{"amount": "8400.50", "currency": "USD"},
		"metadata": object{"source": "acord28"},
	}
}
