package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// example is how to ask an endpoint for a success. The isolation matrix, the golden files and the mutations of
// hostile input are all generated from the endpoints and their examples; an endpoint without one fails the build.
type example struct {
	// asks are requests that succeed. Together they have every id that the input can have; the first has the golden
	// file.
	asks func(f *fixture) []ask
	// refused is a body, or for a GET a query, that is refused.
	refused any
}

// ask is one request.
type ask struct {
	// noun names the fixture's record for the path's {id}; "" where the path has none.
	noun string
	// body is nil for none.
	body object
}

// fixture is a portfolio with one record of each noun, by the noun's name.
type fixture struct {
	server *resttest.Server
	tenant *storagetest.Tenant
	ids    map[string]string
}

func newFixture(t testing.TB, s *resttest.Server, tenant *storagetest.Tenant) *fixture {
	t.Helper()
	f := &fixture{server: s, tenant: tenant, ids: map[string]string{}}
	// In a fixed order, which is that of lists.
	f.ids["program"] = s.Program(t, tenant).String()
	f.ids["riskProfile"] = s.RiskProfile(t, tenant).String()
	f.ids["user"] = s.User(t, tenant, "admin").String()
	f.ids["insured"] = s.Insured(t, tenant).String()
	f.ids["mortgageeClause"] = s.MortgageeClause(t, tenant).String()
	f.ids["case"] = s.Case(t, tenant).String()
	f.ids["externalId"] = uuid.NewString() // there may be several fixtures of a portfolio, and goldens hide it
	f.client().Patch(t, "/rest/cases/"+f.ids["case"], object{"externalId": f.ids["externalId"]})
	f.ids["frameworkCase"] = s.FrameworkCase(t, tenant).String()
	f.ids["heldCase"] = s.Case(t, tenant).String()
	f.client().Post(t, "/rest/cases/"+f.ids["heldCase"]+"/on-hold", nil, http.StatusOK)
	f.ids["insuredGroup"] = f.client().Post(t, "/rest/insured-groups", object{"name": "A group"}, http.StatusCreated)["id"].(string)
	f.ids["document"] = f.client().Document(t, f.ids["case"], object{"fileName": "evidence.pdf"})["id"].(string)
	f.ids["directUpload"] = f.client().Upload(t, "evidence.pdf", []byte("%PDF-1.7"))
	f.ids["asset"] = f.client().Post(t, "/rest/assets", object{"caseId": f.ids["case"], "assetType": "equipment"},
		http.StatusCreated)["id"].(string)
	f.addPolicies(t)
	for _, add := range addMore {
		add(t, f)
	}
	return f
}

// addMore add the records of further nouns to a fixture. A noun's own test file adds to it, and to the examples, in its
// init.
var addMore []func(t testing.TB, f *fixture)

func (f *fixture) client() *resttest.Client { return f.server.As(f.tenant.Token) }

// as is who sends the examples of an endpoint: sandboxes are for test tokens of the tenant's organization.
func (f *fixture) as(ep restcompat.Endpoint) *resttest.Client {
	if ep.Operation == "CreateWebhookFault" {
		return f.server.As(f.ids["sandboxToken"])
	}
	if isOfSandboxes(ep) {
		return f.server.As(f.ids["testToken"])
	}
	return f.client()
}

func isOfSandboxes(ep restcompat.Endpoint) bool {
	return strings.HasPrefix(ep.Path, sandboxes) || ep.Operation == "CreateWebhookFault"
}

// send sends a request of an example, or another body in its place.
func (f *fixture) send(t testing.TB, ep restcompat.Endpoint, a ask) *resttest.Response {
	t.Helper()
	return f.as(ep).Do(t, ep.Method, f.path(ep, a.noun), a.payload())
}

// payload is the body to send: an untyped nil for none.
func (a ask) payload() any {
	if a.body == nil {
		return nil
	}
	return a.body
}

func (f *fixture) path(ep restcompat.Endpoint, noun string) string {
	return f.pathWith(ep, f.ids[noun])
}

// pathOf is the path of an endpoint's first example.
func (f *fixture) pathOf(ep restcompat.Endpoint) string { return f.path(ep, f.asks(ep)[0].noun) }

// pathWith is the path of an endpoint with an id.
func (f *fixture) pathWith(ep restcompat.Endpoint, id string) string {
	key := f.ids["externalId"]
	if ep.Method == http.MethodPut { // that of no record
		key = uuid.NewString()
	}
	return strings.NewReplacer("{id}", id, "{deliveryId}", f.ids["webhookDelivery"], "{externalId}", key).Replace(ep.Path)
}

func (f *fixture) asks(ep restcompat.Endpoint) []ask { return examples[ep.Operation].asks(f) }

// at asks without a body, of one record or, for "", of all.
func at(noun string) func(*fixture) []ask {
	return func(*fixture) []ask { return []ask{{noun: noun}} }
}

// newCases ask for a case of either model.
func newCases(f *fixture) []ask {
	return []ask{
		{body: object{
			"riskProfile": f.ids["riskProfile"], "loanNumber": "LN-1", "metadata": object{"branch": "north"},
			"insuranceContacts": []any{f.ids["user"]}, "insuranceContactsCC": []any{f.ids["user"]},
			"insureds": []any{f.ids["insured"]}, "mortgageeClauses": []any{f.ids["mortgageeClause"]},
			"loanAmount": object{"amount": "1250000.00", "currency": "USD"}, "maturityDate": "2031-05-01",
		}},
		{body: object{"program": f.ids["program"]}},
	}
}

var examples = map[string]example{
	"ListCases":           {asks: at(""), refused: "?stauts=OPEN&limit=1000"},
	"GetCase":             {asks: at("case"), refused: "?verbose=1"},
	"GetCaseByExternalID": {asks: at(""), refused: "?verbose=1"},
	"CreateCase":          {asks: newCases, refused: object{"insureds": []any{unknownID}}},
	"UpsertCase":          {asks: newCases, refused: object{"insureds": []any{unknownID}}},
	"UpdateCases": {
		asks: func(f *fixture) []ask {
			return []ask{{body: object{"cases": []any{
				object{"id": f.ids["case"], "program": f.ids["program"], "insureds": []any{f.ids["insured"]},
					"insuranceContacts": []any{f.ids["user"]}},
				object{"id": f.ids["frameworkCase"], "riskProfile": f.ids["riskProfile"], "insuranceContactsCC": []any{f.ids["user"]},
					"mortgageeClauses": []any{f.ids["mortgageeClause"]}},
			}}}}
		},
		refused: object{"cases": []any{}},
	},
	"UpdateCase": {
		asks: func(f *fixture) []ask {
			return []ask{
				{"case", object{"program": f.ids["program"], "insuranceContacts": []any{f.ids["user"]},
					"mortgageeClauses": []any{f.ids["mortgageeClause"]}}},
				{"frameworkCase", object{"riskProfile": f.ids["riskProfile"], "insuranceContactsCC": []any{f.ids["user"]},
					"insureds": []any{f.ids["insured"]}}},
			}
		},
		refused: object{"status": "onHold", "program": nil},
	},
	"ListDocuments": {asks: at(""), refused: "?categoryId=x&caseId="},
	"GetDocument":   {asks: at("document"), refused: "?versions=all"},
	"CreateDocuments": {
		asks: func(f *fixture) []ask {
			return []ask{{body: object{"docs": []any{object{
				"caseId": f.ids["case"], "fileName": "evidence.pdf", "directUploadKey": f.ids["directUpload"],
				"categoryId": "evidenceOfProperty", "name": "Evidence 2026", "metadata": object{"page": 1},
				"evidences": []any{object{"policy": f.ids["policy"], "termNumber": 1}},
			}}}}}
		},
		refused: object{"docs": []any{object{"caseId": unknownID, "fileName": "x.pdf", "directUploadKey": "none", "categoryId": "none"}}},
	},
	"UpdateDocuments": {
		asks: func(f *fixture) []ask {
			return []ask{{body: object{"docs": []any{object{
				"id": f.ids["document"], "name": "Renamed", "categoryId": "binder",
				"evidences": []any{object{"policy": f.ids["policy"], "termNumber": 1}},
			}}}}}
		},
		refused: object{"docs": []any{object{"id": unknownID, "name": nil}}},
	},
	"UpdateDocument": {
		asks: func(f *fixture) []ask {
			return []ask{{"document", object{"name": "Renamed", "categoryId": "binder",
				"evidences": []any{object{"policy": f.ids["policy"], "termNumber": 1}}}}}
		},
		refused: object{"name": nil, "caseId": unknownID},
	},
	"SignUploads": {
		asks: func(*fixture) []ask {
			return []ask{{body: object{"docs": []any{object{"fileName": "evidence.pdf"}, object{"fileName": "scan", "fileType": "image/png"}}}}}
		},
		refused: object{"docs": []any{object{"fileType": "application/pdf"}}},
	},
	"ListAssets": {asks: at(""), refused: "?case=x"},
	"GetAsset":   {asks: at("asset"), refused: "?fields=all"},
	"CreateAsset": {
		asks: func(f *fixture) []ask {
			return []ask{{body: object{
				"caseId": f.ids["case"], "assetType": "commercialRealEstate", "documents": []any{f.ids["document"]}, "metadata": object{"lot": 7},
				"fields": []any{
					object{"fieldType": "address",
						"value": object{"street1": "1 Harbor Way", "city": "Springfield", "state": "IL", "postalCode": "62701"}},
					object{"fieldType": "yearBuilt", "value": 1987},
				},
			}}}
		},
		refused: object{"caseId": unknownID, "assetType": "castle", "fields": []any{object{"fieldType": "moat", "value": true}}},
	},
	"UpdateAsset": {
		asks: func(f *fixture) []ask {
			return []ask{{"asset",
				object{"documents": []any{f.ids["document"]}, "fields": []any{object{"fieldType": "description", "value": "A press"}}}}}
		},
		refused: object{"assetType": "vehicle", "fields": []any{object{"fieldType": "moat"}}},
	},
	"ListRequiredFields": {asks: at("asset"), refused: "?required=true"},
	"ListInsureds":       {asks: at(""), refused: "?type=company"},
	"GetInsured":         {asks: at("insured"), refused: "?q=x"},
	"CreateInsured": {
		asks: func(f *fixture) []ask {
			return []ask{{body: object{"firstName": "Ada", "lastName": "Example", "insuredGroup": f.ids["insuredGroup"]}}}
		},
		refused: object{"insuredGroup": unknownID, "pathName": "ada"},
	},
	"UpdateInsured": {
		asks: func(f *fixture) []ask {
			return []ask{{"insured", object{"corporateName": "Example Holdings LLC", "insuredGroup": f.ids["insuredGroup"]}}}
		},
		refused: object{"type": nil, "insuredGroup": unknownID},
	},
	"ListInsuredGroups": {asks: at(""), refused: "?names=x"},
	"GetInsuredGroup":   {asks: at("insuredGroup"), refused: "?q=x"},
	"CreateInsuredGroup": {
		asks:    func(*fixture) []ask { return []ask{{body: object{"name": "Example family", "metadata": object{}}}} },
		refused: object{"name": ""},
	},
	"UpdateInsuredGroup": {
		asks:    func(*fixture) []ask { return []ask{{"insuredGroup", object{"name": "Renamed"}}} },
		refused: object{"name": nil},
	},
	"ListUsers":              {asks: at(""), refused: "?active=perhaps"},
	"ListBrokers":            {asks: at(""), refused: "?broker=x"},
	"ListBrokerages":         {asks: at(""), refused: "?sort=state"},
	"ListPrograms":           {asks: at(""), refused: "?offset=-1"},
	"ListCertificateHolders": {asks: at(""), refused: "?after=x"},
	"ListMortgageeClauses":   {asks: at(""), refused: "?clauseType=Mortgagee"},
	"ListRiskProfiles":       {asks: at(""), refused: "?type=standalone"},
	"GetRiskProfile":         {asks: at("riskProfile"), refused: "?version=2"},
	"ListCoverageTypes":      {asks: at(""), refused: "?coverageGroup=flood"},
	"ListPerils":             {asks: at(""), refused: "?peril=fire"},
	"ListAssetTypes":         {asks: at(""), refused: "?classification=solid"},
	"ListDocumentCategories": {asks: at(""), refused: "?limit=many"},
	"ListEndorsements":       {asks: at(""), refused: "?limit=many"},
	"ListExclusions":         {asks: at(""), refused: "?limit=many"},
	"PutCaseOnHold":          {asks: at("case"), refused: object{"reason": "flood"}},
	"ReleaseCaseHold": {
		asks:    func(*fixture) []ask { return []ask{{noun: "heldCase", body: object{"policies": false}}} },
		refused: object{"reason": "flood"},
	},

	"ListPolicies": {asks: at(""), refused: "?status=lapsed&startDate=2026"},
	"GetPolicy":    {asks: at("frameworkPolicy"), refused: "?verbose=1"},
	"CreatePolicy": {
		asks: func(f *fixture) []ask {
			framework := f.coverage()
			framework["caseId"], framework["coverageLayer"], framework["coverageTypes"] = f.ids["frameworkCase"], "primary",
				[]any{"building", "flood"}
			return []ask{{body: framework}, {body: object{"caseId": f.ids["case"], "productType": "property"}}}
		},
		refused: object{"caseId": unknownID, "coverageTypes": []any{"nonsense"}, "perils": []any{"fire", "fire"}, "startDate": "2026-02-01",
			"endDate": "2026-01-01"},
	},
	"UpdatePolicy": {
		asks:    func(f *fixture) []ask { return []ask{{"frameworkPolicy", f.coverage()}} },
		refused: object{"status": "onHold", "productType": "property"},
	},
	"CreatePolicyTerm": {
		asks: func(f *fixture) []ask {
			term := f.coverage()
			term["startDate"], term["endDate"] = "2091-02-01", "2092-02-01"
			return []ask{{"frameworkPolicy", term}}
		},
		refused: object{"startDate": "2091-01-01"},
	},
	"ConfirmPolicy": {
		asks:    func(*fixture) []ask { return []ask{{"renewedPolicy", object{"members": []any{"carrier", "limits"}}}} },
		refused: object{"members": []any{"premium"}},
	},
	"DeactivatePolicy": {asks: at("policy"), refused: object{"reason": "sold"}},
	"ReactivatePolicy": {asks: at("deactivatedPolicy"), refused: object{"reason": "found"}},
	"CancelPolicy": {
		asks: func(f *fixture) []ask {
			return []ask{{"policy", object{"effectiveDate": "2090-06-01", "reason": "underwriting", "document": f.ids["document"]}}}
		},
		refused: object{"reason": "flood", "document": unknownID, "recordedAt": "2026-01-01"},
	},
	"ReinstatePolicy": {
		asks: func(*fixture) []ask {
			return []ask{{"cancelledPolicy", object{"effectiveDate": "2090-06-15"}}}
		},
		refused: object{"effectiveDate": "soon", "reason": "paid"},
	},
	"PutPolicyOnHold":   {asks: at("policy"), refused: object{"reason": "flood"}},
	"ReleasePolicyHold": {asks: at("heldPolicy"), refused: object{"reason": "flood"}},

	"ListPolicyVersions": {asks: at(""), refused: "?isCurrent=maybe&policy=x"},
	"GetPolicyVersion":   {asks: at("policyVersion"), refused: "?verbose=1"},
}

// TestExamples expects one example for each endpoint, and no others.
func TestExamples(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, ep := range resttest.New(t).REST.Endpoints() {
		known[ep.Operation] = true
		require.Contains(t, examples, ep.Operation, "add an example of the new endpoint")
		require.NotNil(t, examples[ep.Operation].refused, "%s: say what it refuses", ep.Operation)
	}
	for operation := range examples {
		require.True(t, known[operation], "%s is no operation any more", operation)
	}
}
