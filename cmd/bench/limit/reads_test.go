package limit_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestReads is that the measure answers what the product answers, on records that have every member.
func TestReads(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	p.fill(t)
	for _, path := range []string{"/rest/documents", "/rest/cases", "/rest/policies"} {
		t.Run(path, func(t *testing.T) {
			all := p.same(t, p.Harbor.Token, path+"?limit=200", http.StatusOK)
			records := all.Object(t, http.StatusOK)["data"].([]any)
			require.Greater(t, len(records), 6)
			requireFilled(t, records)
			for _, query := range []string{"", "?limit=4", "?limit=4&offset=3", "?limit=4&offset=900"} {
				p.same(t, p.Harbor.Token, path+query, http.StatusOK)
			}
			for _, record := range records {
				one := path + "/" + record.(resttest.Object)["id"].(string)
				p.same(t, p.Harbor.Token, one, http.StatusOK)
				p.refused(t, p.Prairie.Token, one, http.StatusNotFound)
			}
			require.Empty(t, p.same(t, p.Prairie.Token, path, http.StatusOK).Object(t, http.StatusOK)["data"])
			for _, token := range []string{"", "test_nonsense"} {
				p.refused(t, token, path, http.StatusUnauthorized)
			}
		})
	}
}

// same expects the status and the same JSON of both.
func (p *pair) same(t *testing.T, token, path string, status int) *resttest.Response {
	t.Helper()
	product, measure := p.both(t, token, http.MethodGet, path, nil)
	require.Equal(t, status, product.Status)
	require.Equal(t, status, measure.Status, "%s", measure.Body)
	require.JSONEq(t, string(product.Body), string(measure.Body))
	return product
}

// refused expects the status of both.
func (p *pair) refused(t *testing.T, token, path string, status int) {
	t.Helper()
	product, measure := p.both(t, token, http.MethodGet, path, nil)
	require.Equal(t, []int{status, status}, []int{product.Status, measure.Status})
}

// requireFilled expects of each member, at any depth, that a record has a value of it and not null or an empty list.
func requireFilled(t *testing.T, records []any) {
	t.Helper()
	filled := map[string]bool{}
	for _, record := range records {
		note(filled, "", record)
	}
	for member, is := range filled {
		require.True(t, is, "no record has %s", member)
	}
}

func note(filled map[string]bool, member string, value any) {
	switch value := value.(type) {
	case resttest.Object:
		filled[member] = true
		for name, v := range value {
			note(filled, member+"."+name, v)
		}
	case []any:
		filled[member] = filled[member] || len(value) > 0
		for _, v := range value {
			note(filled, member+"[]", v)
		}
	default:
		filled[member] = filled[member] || value != nil
	}
}

// fill gives a portfolio records of which, together, each member has a value.
func (p *pair) fill(t *testing.T) {
	t.Helper()
	tenant, client := p.Harbor, p.As(p.Harbor.Token)
	parties := p.fillParties(t)
	profile := p.DemandingRiskProfile(t, tenant, "building", "businessPersonalProperty", "flood")
	of := client.Post(t, "/rest/cases", with(parties, resttest.Object{
		"riskProfile": profile, "status": "OPEN", "loanNumber": "LN-1", "externalId": "LOS-1",
		"loanAmount": money("1250000.00"), "maturityDate": "2090-01-01",
		"insuranceContactsCC": []any{p.User(t, tenant, "analyst")}, "metadata": resttest.Object{"desk": []any{1, "b"}},
	}), http.StatusCreated)["id"]
	legacy := p.Case(t, tenant)
	client.Post(t, "/rest/cases/"+p.Case(t, tenant).String()+"/on-hold", nil, http.StatusOK)
	document := client.Document(t, of, resttest.Object{"metadata": resttest.Object{"lot": 7}})
	p.Insert(t, tenant, "documents", storagetest.Row{
		"case_id": of, "category_id": document["categoryId"], "file_name": "a \"quoted\" \\ <b>&amp; é\u2028.PDF",
		"file_type": "text/plain; charset=utf-8", "name": "tab\tand\nline\x01", "versions": "{" + document["id"].(string) + "}",
		"blob_key": "nowhere/else", "metadata": `{"a": [1, "b"]}`,
	})
	for range 6 {
		p.Document(t, tenant, legacy)
		p.Case(t, tenant)
	}
	p.fillPolicies(t, legacy, of, p.fillAssets(t, of, document["id"]), document["id"], parties)
}

// fillParties makes insureds and brokers, and returns those that cases and policies name.
func (p *pair) fillParties(t *testing.T) resttest.Object {
	t.Helper()
	client := p.As(p.Harbor.Token)
	group := client.Post(t, "/rest/insured-groups", resttest.Object{"name": "A group"}, http.StatusCreated)["id"]
	person := client.Post(t, "/rest/insureds", resttest.Object{
		"type": "individual", "insuredGroup": group, "prefix": "Dr.", "firstName": "Ada", "middleName": "B.", "lastName": "Example",
		"suffix":   "Jr.",
		"metadata": resttest.Object{"vip": true},
	}, http.StatusCreated)["id"]
	firm := client.Query(t, `mutation { createBrokerage(input: {name: "A firm"}) { id } }`, nil)["createBrokerage"].(resttest.Object)["id"]
	client.Query(t,
		`mutation($firm: ID) { createBroker(input: {email: "ada@example.com", phone: "+1 217 555 0100", brokerage: $firm, firstName: "Ada",
		lastName: "Example", phoneExtension: "7", phoneType: office}) { id } }`, resttest.Object{"firm": firm})
	var broker uuid.UUID
	for range 7 {
		broker = p.Broker(t, p.Harbor)
		p.Insured(t, p.Harbor)
	}
	return resttest.Object{
		"insureds": []any{person}, "insuranceContacts": []any{broker}, "mortgageeClauses": []any{p.MortgageeClause(t, p.Harbor)},
	}
}

// fillAssets makes an asset of each type with each of its fields, and returns the tangible ones.
func (p *pair) fillAssets(t *testing.T, caseID, document any) (tangible []any) {
	t.Helper()
	client := p.As(p.Harbor.Token)
	examples := resttest.Object{
		"integer": 7, "number": 1250.5, "boolean": false, "date": "2026-01-31", "money": money("1250000.00"), "string": "text", "text": "a\nb",
		"address": resttest.Object{"street1": "12 Example St", "street2": "Suite 5", "city": "Springfield", "state": "IL", "postalCode": "62701",
			"country": "US", "county": "Sangamon"},
	}
	types := client.Get(t, "/rest/asset-types?limit=100")["data"].([]any)
	for _, entry := range types {
		kind := entry.(resttest.Object)
		var fields []any
		for _, entry := range kind["fieldTypes"].([]any) {
			f := entry.(resttest.Object)
			value, ok := examples[f["kind"].(string)]
			if !ok {
				value = f["options"].([]any)[0]
			}
			fields = append(fields, resttest.Object{"fieldType": f["key"], "value": value})
		}
		asset := client.Post(t, "/rest/assets", resttest.Object{
			"caseId": caseID, "assetType": kind["key"], "fields": fields, "documents": []any{document}, "metadata": resttest.Object{"a": nil},
		}, http.StatusCreated)
		if kind["classification"] == "tangible" {
			tangible = append(tangible, asset["id"])
		}
	}
	client.Post(t, "/rest/assets", resttest.Object{"caseId": caseID, "assetType": "vehicle"}, http.StatusCreated)
	return tangible
}

// fillPolicies makes policies with versions, terms, cancellations and notices, as whole and as bare as they may be.
func (p *pair) fillPolicies(t *testing.T, legacy uuid.UUID, framework any, assets []any, document any, parties resttest.Object) {
	t.Helper()
	client := p.As(p.Harbor.Token)
	day := func(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }
	whole := with(parties, resttest.Object{
		"caseId": framework, "coverageLayer": "primary", "coverageTypes": []any{"building", "flood"}, "perils": []any{"fire", "flood"},
		"perilsByAsset": []any{resttest.Object{"asset": assets[1], "perils": []any{"theft", "fire"}},
			resttest.Object{"asset": assets[0], "perils": []any{}}},
		"coverageFormType": "Special", "startDate": day(-300), "endDate": day(65), "policyNumber": "P-1",
		"metadata": resttest.Object{"x": 1},
		"carrier": resttest.Object{"name": "Beacon <Example> Insurance", "naicCode": "12345", "amBestRating": "A+", "ratings": []any{
			resttest.Object{"agency": "AM_BEST", "rating": "A", "size": "X"}, resttest.Object{"agency": "SP", "rating": "AA"},
		}},
		"deductibles": []any{resttest.Object{"perils": []any{"fire"}, "percent": "2", "of": "LIMIT"},
			resttest.Object{"amount": money("2500.00")}},
		"statedValues": []any{resttest.Object{"asset": assets[0], "amount": money("9.00")}}, "valuation": "agreedValue",
		"coinsurancePercent": "80",
		"noticeDays":         resttest.Object{"cancellation": 30}, "claimsMade": true, "endorsements": []any{"agreedValue"},
		"exclusions": []any{},
		"placement":  "lenderPlaced",
		"limits": []any{
			resttest.Object{"coverageType": "building", "asset": assets[0], "perils": []any{"fire"}, "kind": "total", "amount": money("1.00"),
				"marginPercent": "110"},
			resttest.Object{"coverageType": "building", "kind": "perOccurrence", "amount": money("500000.00")},
			resttest.Object{"coverageType": "flood", "kind": "total", "amount": money("1.00")},
		},
		"premium": money("100.00"),
	})
	bare := resttest.Object{"caseId": legacy, "productType": "property"}
	add := func(body resttest.Object) string {
		return "/rest/policies/" + client.Post(t, "/rest/policies", body, http.StatusCreated)["id"].(string)
	}
	changed := add(with(whole, resttest.Object{"externalId": "INS-1"}))
	client.Patch(t, changed, resttest.Object{"perils": []string{}, "carrier": nil})
	client.Post(t, changed+"/new-term", resttest.Object{"startDate": day(75), "endDate": day(400)}, http.StatusOK)
	told := add(whole)
	p.Exec(t, "UPDATE renewal_notices SET state = 'suppressed', settled_at = now() WHERE policy_id = $1 AND step = 'request'",
		strings.TrimPrefix(told, "/rest/policies/"))
	add(with(bare, resttest.Object{"carrier": resttest.Object{"name": "A"},
		"limits": []any{resttest.Object{"kind": "total", "amount": money("5.00")}}}))
	client.Post(t, add(bare)+"/on-hold", nil, http.StatusOK)
	client.Post(t, add(with(bare, resttest.Object{"endDate": day(90)}))+"/deactivate", nil, http.StatusOK)
	reviewed := add(with(whole, resttest.Object{"endDate": day(40)}))
	p.Exec(t, "UPDATE policies SET review_until = now() + interval '1 day' WHERE id = $1", strings.TrimPrefix(reviewed, "/rest/policies/"))
	for _, reinstated := range []bool{false, true} {
		cancelled := add(whole)
		client.Post(t, cancelled+"/cancel", resttest.Object{"effectiveDate": day(-3), "reason": "nonPayment", "document": document},
			http.StatusOK)
		if reinstated {
			client.Post(t, cancelled+"/reinstate", resttest.Object{"effectiveDate": day(-1)}, http.StatusOK)
		}
	}
}

func money(amount string) resttest.Object {
	return resttest.Object{"amount": amount, "currency": "USD"}
}

// with returns the members of both objects.
func with(object, more resttest.Object) resttest.Object {
	both := maps.Clone(object)
	maps.Copy(both, more)
	return both
}
