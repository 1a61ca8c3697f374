package evidence_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
)

// rested is a policy of a case whose requirements rest on all that the page can ask for.
func (b *bench) rested(t *testing.T) (policy string, v visitor) {
	t.Helper()
	profile := b.c.Post(t, "/rest/risk-profiles", object{"name": "Asks", "requirements": []any{
		object{"coverageType": "building", "maximumDeductible": object{"amount": "25000", "currency": "USD"}, "formTypes": []any{"Special"},
			"minimumRatings": []any{object{"agency": "AM_BEST", "rating": "A-", "size": "VIII"}, object{"agency": "DEMOTECH", "rating": "A"}},
			"deductibles":    []any{object{"perils": []any{"windHail"}, "maximumPercent": "5"}}, "endorsements": []any{"utilityServices"}},
		object{"coverageType": "businessIncome", "deductibles": []any{object{"perils": []any{"fire", "windHail"}, "maximumHours": 72}}},
		object{"coverageType": "generalLiability", "occurrenceForm": true, "minimumRating": "A"},
	}}, http.StatusCreated)["id"]
	b.c.Post(t, "/rest/risk-profiles/"+profile.(string)+"/publish", nil, http.StatusOK)
	b.caseID = b.c.Post(t, "/rest/cases", object{"riskProfile": profile, "status": "OPEN"}, http.StatusCreated)["id"].(string)
	b.c.Post(t, "/rest/assets", object{"caseId": b.caseID, "assetType": "commercialRealEstate"}, http.StatusCreated)
	policy = b.newPolicy(t, "EX-9")
	b.c.Patch(t, "/rest/policies/"+policy, object{
		"carrier":      object{"name": "Example Mutual", "naicCode": "12345", "ratings": []any{object{"agency": "AM_BEST", "rating": "B"}}},
		"deductibles":  []any{object{"amount": object{"amount": "10000", "currency": "USD"}}},
		"endorsements": []any{"inflationGuard"},
	})
	v = b.newVisitor(t, policy)
	return policy, v
}

// TestAsked: carrier, rating, deductibles and forms are asked for where a requirement rests on them, and nowhere else.
func TestAsked(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, field := range []string{"carrier", "rating", "deductible", "coverageFormType", "claimsMade", "endorsement"} {
		require.NotContains(t, b.open(t).body, `name="`+field)
	}
	require.Equal(t, http.StatusBadRequest, b.send(t, file("a.pdf", aPDF("")), field("carrier", "Example")).StatusCode)

	policy, v := b.rested(t)
	page := v.open(t).body
	for _, text := range []string{
		"Today: Example Mutual", "A.M. Best rating", "Demotech rating", "Deductible for all other perils", "Today: $10,000",
		"Deductible for Wind",
		"Deductible for Fire", `value="hours"`, `name="coverageFormType"`, `name="endorsement1"`,
	} {
		require.Contains(t, page, text)
	}
	require.NotContains(t, page, `name="claimsMade"`, "no requirement of this policy rests on it")
	require.NotContains(t, page, `name="endorsement2"`)

	got := v.send(t, file("a.pdf", aPDF("")), field("rating1", "A VIII"), field("rating2", "A"), field("deductible2", "5%"),
		field("deductibleOf2", "INSURED_VALUE"), field("deductibleMinimum2", "$250,000"), field("deductible3", "48"),
		field("deductibleOf3", "hours"), field("coverageFormType", "Special"), field("endorsement1", "yes"))
	require.Equal(t, http.StatusOK, got.StatusCode, got.body)
	for _, text := range []string{
		"Carrier Example Mutual", "A.M. Best rating A VIII", "Demotech rating A", "Deductible: $10,000",
		"5% of the insured value, at least $250,000",
		": 48 hours", "Coverage form Special", "Utility Services",
	} {
		require.Contains(t, got.body, text)
	}
	id := b.evidenceOf(t, policy)[0].(object)["id"].(string)
	proposed := b.c.Get(t, "/rest/evidence/"+id)["proposed"].(object)
	require.Equal(t, object{
		"name": "Example Mutual", "naicCode": "12345", "amBestRating": "A VIII",
		"ratings": []any{object{"agency": "DEMOTECH", "rating": "A", "size": nil}},
	}, proposed["carrier"], "what was not typed of the same carrier stays")
	require.Len(t, proposed["deductibles"], 3, "what was left empty of a list is as it is today")
	require.Equal(t, "Special", proposed["coverageFormType"])
	require.Equal(t, []any{catalogID("endorsement", "inflationGuard"), catalogID("endorsement", "utilityServices")}, proposed["endorsements"])
	b.c.Post(t, "/rest/evidence/"+id+"/accept", object{}, http.StatusOK)
	require.Equal(t, "Special", b.c.Get(t, "/rest/policies/"+policy)["coverageFormType"])
}

func catalogID(kind, key string) string { return catalog.ID(kind, key).String() }

// TestAskedCorrect: what is wrong with what is asked is said at its field, all at once, and what was typed is kept.
func TestAskedCorrect(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	policy, v := b.rested(t)
	v.open(t)
	wrong := func(parts ...part) string {
		t.Helper()
		a := v.send(t, append(parts, file("a.pdf", aPDF("")))...)
		require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, a.body)
		return a.body
	}
	body := wrong(field("deductible1", "much"), field("deductible2", "a tenth"), field("deductibleOf2", "LIMIT"), field("deductible3", "two"),
		field("deductibleOf3", "hours"), field("coverageFormType", "Best"))
	for at, text := range map[string]string{
		"deductible1": "Write an amount such as 1,000,000.", "deductible2": "Write a percentage from 0 to 100.",
		"deductible3": "Write a whole number of hours, at most 8,760.", "coverageFormType": "This must be",
	} {
		require.Contains(t, body, `<p class="error" id="`+at+`-error">`+text)
	}
	require.Contains(t, body, `value="a tenth"`)
	body = wrong(field("carrier", strings.Repeat("x", 300)), field("rating1", "A\x01"), field("rating2", strings.Repeat("x", 300)),
		field("deductible1", "5000"), field("deductibleMinimum1", "100"), field("deductible2", "101"), field("deductibleOf2", "LIMIT"))
	for at, text := range map[string]string{
		"carrier": "This is too long. Shorten it.", "rating1": "This ", "rating2": "This is too long. Shorten it.",
		"deductibleMinimum1": "Only a percentage has a minimum.", "deductible2": "Write a percentage from 0 to 100.",
	} {
		require.Contains(t, body, `<p class="error" id="`+at+`-error">`+text)
	}
	b.c.Patch(t, "/rest/policies/"+policy, object{"carrier": nil})
	require.Contains(t, wrong(field("rating2", "A")), `<p class="error" id="carrier-error">Write the name of the carrier.`)
	require.Empty(t, b.evidenceOf(t, policy))
}

var asksForm = regexp.MustCompile(`name="asks" value="([^"]+)"`)

// asks is what a page says of what it asks.
func (a answer) asks(t *testing.T) part {
	t.Helper()
	found := asksForm.FindStringSubmatch(a.body)
	require.NotNil(t, found, a.body)
	return field("asks", found[1])
}

// TestAskedSinceChanged: what was typed is of what the page asked for when it was shown, and of nothing else.
func TestAskedSinceChanged(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	page := b.open(t)
	b.c.Patch(t, "/rest/policies/"+b.policy, object{"coverageTypes": []any{"businessIncome"}, "perils": []any{"fire"}, "limits": []any{}})
	a := b.send(t, page.asks(t), file("a.pdf", aPDF("")), field("limit1", "2000000"), field("limit2", "5"), field("policyNumber", "EX-9"))
	require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, a.body)
	require.Contains(t, a.body, "has changed since this page was opened")
	require.Contains(t, a.body, `value="EX-9"`)
	require.NotContains(t, a.body, `value="2000000"`, "it was the limit of the building")
	require.Empty(t, b.evidence(t))
	require.Equal(t, http.StatusOK, b.send(t, a.asks(t), file("a.pdf", aPDF("")), field("limit1", "2000000")).StatusCode)
	proposed := b.c.Get(t, "/rest/evidence/"+b.evidence(t)[0].(object)["id"].(string))["proposed"].(object)
	require.Equal(t, catalogID("coverageType", "businessIncome"), proposed["limits"].([]any)[0].(object)["coverageType"])
}

// TestAskedEndorsements: one that the policy has today stays when another one is ticked, as the page says.
func TestAskedEndorsements(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	profile := b.c.Post(t, "/rest/risk-profiles", object{"name": "Endorsed", "requirements": []any{
		object{"coverageType": "building", "endorsements": []any{"inflationGuard", "utilityServices"}}, object{"coverageType": "businessIncome"},
	}}, http.StatusCreated)["id"]
	b.c.Post(t, "/rest/risk-profiles/"+profile.(string)+"/publish", nil, http.StatusOK)
	b.caseID = b.c.Post(t, "/rest/cases", object{"riskProfile": profile, "status": "OPEN"}, http.StatusCreated)["id"].(string)
	b.c.Post(t, "/rest/assets", object{"caseId": b.caseID, "assetType": "commercialRealEstate"}, http.StatusCreated)
	policy := b.newPolicy(t, "EX-9")
	b.c.Patch(t, "/rest/policies/"+policy, object{"endorsements": []any{"inflationGuard"}})
	v := b.newVisitor(t, policy)
	page := v.open(t)
	require.Contains(t, page.body, "on the policy today")
	found := regexp.MustCompile(`name="(endorsement\d)" value="yes"> Utility Services`).FindStringSubmatch(page.body)
	require.NotNil(t, found, page.body)
	require.Equal(t, http.StatusOK, v.send(t, file("a.pdf", aPDF("")), field(found[1], "yes")).StatusCode)
	id := b.evidenceOf(t, policy)[0].(object)["id"].(string)
	require.ElementsMatch(t, []any{catalogID("endorsement", "inflationGuard"), catalogID("endorsement", "utilityServices")},
		b.c.Get(t, "/rest/evidence/"+id)["proposed"].(object)["endorsements"])
}
