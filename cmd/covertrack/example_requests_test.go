package main

import (
	"os"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	ordered "github.com/covertrack/covertrack/graph/strict"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// exampleRequest is a request that /docs offers.
type exampleRequest struct {
	id    string // for the path's {id}
	query ordered.Object
	body  string
	note  string // what a reader must know about the body
}

// exampleRequests are the examples of all operations. Each write has a record of its own, so that all of them succeed
// in any order.
func exampleRequests(d *demoRecords) map[string]exampleRequest {
	d.find()
	return map[string]exampleRequest{
		"ListCases":       list("status", []any{"OPEN", "approved"}),
		"GetCase":         {id: d.ids["tower"]},
		"CreateCase":      d.body(newCase),
		"UpdateCase":      d.at("caseToUpdate", `{"loanAmount": {"amount": "2750000.00", "currency": "USD"}, "maturityDate": "2034-09-30", "metadata": {"watchlist": true}}`),
		"UpdateCases":     d.body(`{"cases": [{"id": "$firstOfTwo", "managementType": "selfManaged"}, {"id": "$secondOfTwo", "insuranceContactsCC": ["$analyst", "$admin"]}]}`),
		"PutCaseOnHold":   {id: d.ids["caseToHold"]},
		"ReleaseCaseHold": {id: d.ids["caseToRelease"]},

		"ListDocuments": list("categoryId", []any{"evidenceOfProperty"}),
		"GetDocument":   {id: d.ids["document"]},
		"CreateDocuments": d.body(`{"docs": [{"caseId": "$tower", "fileName": "acord-28-renewal.pdf", "directUploadKey": "$upload",
			"categoryId": "evidenceOfProperty", "name": "Evidence of property, renewal", "metadata": {"pages": 2}}]}`).with(
			"The demo data has one uploaded file that waits under this key. A key is good for one document: for the next " +
				"one, sign a URL (`POST /rest/documents/sign-urls`), `PUT` the file to it, and send the key that came with it."),
		"UpdateDocuments": d.body(`{"docs": [{"id": "$documentToRename", "name": "Loan agreement, signed"}, {"id": "$documentToFile", "categoryId": "binder"}]}`),
		"SignUploads":     d.body(`{"docs": [{"fileName": "acord-28-renewal.pdf"}, {"fileName": "roof-survey", "fileType": "image/png"}]}`),

		"ListAssets":         list("assetType", []any{"multifamily"}),
		"GetAsset":           {id: d.ids["asset"]},
		"CreateAsset":        d.body(newAsset),
		"UpdateAsset":        d.at("assetToUpdate", `{"fields": [{"fieldType": "stories", "value": 6}, {"fieldType": "sprinklered", "value": true}], "metadata": {"inspected": "2026-02-18"}}`),
		"ListRequiredFields": {id: d.ids["keyPerson"]},

		"ListInsureds":       list("type", []any{"individual"}),
		"GetInsured":         {id: d.ids["insured"]},
		"CreateInsured":      d.body(`{"firstName": "Quinn", "middleName": "B.", "lastName": "Stone", "insuredGroup": "$group", "metadata": {"crm": "C-20931"}}`),
		"UpdateInsured":      d.at("insuredToUpdate", `{"corporateName": "Juniper Landing Partners LP", "insuredGroup": "$otherGroup"}`),
		"ListInsuredGroups":  list(),
		"GetInsuredGroup":    {id: d.ids["group"]},
		"CreateInsuredGroup": d.body(`{"name": "Juniper Landing Group", "metadata": {"crm": "G-417"}}`),
		"UpdateInsuredGroup": d.at("otherGroup", `{"name": "Willow Park Group"}`),

		"ListUsers":              list("active", true),
		"ListBrokers":            list("brokerage", []any{d.ids["brokerage"]}),
		"ListBrokerages":         list(),
		"ListPrograms":           list(),
		"ListCertificateHolders": list(),
		"ListMortgageeClauses":   list("clauseType", []any{"mortgagee"}),
		"ListRiskProfiles":       list("isPublished", true),
		"GetRiskProfile":         {id: d.ids["construction"]},
		"ListCoverageTypes":      list("coverageGroup", []any{"catastrophe"}),
		"ListPerils":             list("coverageType", []any{"building"}),
		"ListAssetTypes":         list(),
		"ListDocumentCategories": list(),

		"ListPolicies":       list("status", []any{"active", "renewalInProgress"}),
		"GetPolicy":          {id: d.ids["policy"]},
		"CreatePolicy":       d.body(newPolicy),
		"UpdatePolicy":       d.at("policyToUpdate", `{"policyNumber": "EX-4410987", "deductible": {"amount": "7500.00", "currency": "USD"}, "metadata": {"binder": "received"}}`),
		"CreatePolicyTerm":   d.at("policyToRenew", newTerm),
		"DeactivatePolicy":   {id: d.ids["policyToDeactivate"]},
		"ReactivatePolicy":   {id: d.ids["deactivatedPolicy"]},
		"PutPolicyOnHold":    {id: d.ids["policyToHold"]},
		"ReleasePolicyHold":  {id: d.ids["heldPolicy"]},
		"ListPolicyVersions": list("isCurrent", true),
		"GetPolicyVersion":   {id: d.ids["version"]},
	}
}

const newCase = `{"displayName": "Juniper Landing Apartments", "status": "OPEN", "riskProfile": "$multifamily",
	"insuranceContacts": ["$broker"], "insuranceContactsCC": ["$analyst"], "loanNumber": "2026-10482",
	"loanAmount": {"amount": "8400000.00", "currency": "USD"}, "maturityDate": "2033-06-30",
	"insureds": ["$insured"], "mortgageeClauses": ["$mortgagee", "$lossPayee"], "metadata": {"branch": "north"}}`

const newAsset = `{"caseId": "$tower", "assetType": "multifamily", "fields": [
	{"fieldType": "address", "value": {"street1": "480 Juniper Lane", "city": "Maple Landing", "state": "OH", "postalCode": "43017", "country": "US"}},
	{"fieldType": "yearBuilt", "value": 1987}, {"fieldType": "sprinklered", "value": false},
	{"fieldType": "replacementCost", "value": {"amount": "6150000.00", "currency": "USD"}}],
	"metadata": {"parcel": "030-441"}}`

const newPolicy = `{"caseId": "$tower", "coverageLayer": "primary", "coverageTypes": ["building", "businessIncome"],
	"perils": ["fire", "windHail"], "coverageFormType": "Special", "insuranceContacts": ["$broker"],
	"startDate": "2026-04-01", "endDate": "2027-04-01", "policyNumber": "EX-7712045",
	"carrier": {"name": "Beacon Example Insurance", "naicCode": "10001", "amBestRating": "A+ XV"},
	"insureds": ["$insured"], "mortgageeClauses": ["$mortgagee"], "limits": [
	{"coverageType": "building", "kind": "perOccurrence", "amount": {"amount": "6150000.00", "currency": "USD"}},
	{"coverageType": "businessIncome", "kind": "perOccurrence", "amount": {"amount": "900000.00", "currency": "USD"}}],
	"deductible": {"amount": "10000.00", "currency": "USD"}, "premium": {"amount": "23480.00", "currency": "USD"},
	"metadata": {"quote": "Q-5521"}}`

const newTerm = `{"startDate": "2026-05-15", "endDate": "2027-05-15", "policyNumber": "EX-8830174",
	"premium": {"amount": "31900.00", "currency": "USD"}, "deductible": {"amount": "5000.00", "currency": "USD"}}`

// list is a request for a short page of the records that a parameter, if any, selects.
func list(parameter ...any) exampleRequest {
	var query ordered.Object
	if len(parameter) > 0 {
		query.Set(parameter[0].(string), parameter[1])
	}
	query.Set("limit", 2)
	return exampleRequest{query: query}
}

func (r exampleRequest) with(note string) exampleRequest {
	r.note = note
	return r
}

// demoRecords finds the records that the examples name.
type demoRecords struct {
	t      *testing.T
	server *resttest.Server
	client *resttest.Client
	ids    map[string]string // by the names that the examples have for them
	used   map[string]bool
}

// find chooses the records. What is written to is chosen for one example only.
func (d *demoRecords) find() {
	type object = resttest.Object
	d.ids = map[string]string{}
	is := func(member string, value any) func(object) bool {
		return func(o object) bool { return o[member] == value }
	}
	and := func(a, b func(object) bool) func(object) bool {
		return func(o object) bool { return a(o) && b(o) }
	}
	not := func(a func(object) bool) func(object) bool {
		return func(o object) bool { return !a(o) }
	}
	of := func(member, record string) func(object) bool {
		return func(o object) bool { return o[member] == d.ids[record] }
	}
	every := func(object) bool { return true }
	short := func(p object) bool { return len(p["perilsByAsset"].([]any)) <= 1 } // to keep the document readable
	legacy, framework := is("riskProfile", nil), is("program", nil)

	d.choose("/rest/users", "admin", is("role", "admin"), "analyst", is("role", "analyst"))
	d.choose("/rest/brokerages", "brokerage", every)
	d.choose("/rest/brokers", "broker", every)
	d.choose("/rest/insured-groups", "group", every, "otherGroup", every)
	d.choose("/rest/insureds", "insured", is("type", "corporate"), "insuredToUpdate", is("type", "corporate"))
	d.choose("/rest/mortgagee-clauses", "mortgagee", is("clauseType", "mortgagee"), "lossPayee", is("clauseType", "lendersLossPayable"))
	d.choose("/rest/risk-profiles", "multifamily", is("name", "Multifamily"), "construction", is("name", "Ground-up construction"))
	d.choose("/rest/cases",
		"tower", is("displayName", "Three-layer liability tower"), "caseToUpdate", and(framework, is("status", "approved")),
		"firstOfTwo", and(legacy, is("status", "OPEN")), "secondOfTwo", and(framework, is("status", "OPEN")),
		"caseToHold", and(framework, is("status", "ONBOARDING")), "caseToRelease", and(framework, is("status", "onHold")))
	d.choose("/rest/documents", "document", of("caseId", "tower"),
		"documentToRename", is("name", "loan-agreement.pdf"), "documentToFile", is("name", "acord-25-certificate-of-liability.pdf"))
	d.choose("/rest/assets", "asset", of("caseId", "tower"),
		"assetToUpdate", is("assetType", assetType("multifamily")), "keyPerson", is("assetType", assetType("keyPerson")))
	d.choose("/rest/policies", "policy", and(short, of("caseId", "tower")), "policyToRenew", and(is("startDate", nil), not(is("status", "deactivated"))),
		"policyToUpdate", and(short, is("status", "active")), "policyToDeactivate", and(short, is("status", "active")),
		"deactivatedPolicy", and(short, is("status", "deactivated")), "policyToHold", and(short, is("status", "active")), "heldPolicy", and(short, d.heldAlone()))
	d.choose("/rest/policy-versions", "version", of("policyId", "policy"))
	var upload uuid.UUID
	waiting := "SELECT id FROM uploads WHERE claimed_at IS NULL"
	require.NoError(d.t, d.server.Store.Pool().Pgx().QueryRow(d.t.Context(), waiting).Scan(&upload))
	d.ids["upload"] = upload.String()
}

// heldAlone accepts a policy that is on hold while its case is not.
func (d *demoRecords) heldAlone() func(resttest.Object) bool {
	return func(p resttest.Object) bool {
		return p["status"] == "onHold" && d.client.Get(d.t, "/rest/cases/"+p["caseId"].(string))["status"] != "onHold"
	}
}

// choose names the first records of a list that fit and that have no name yet.
func (d *demoRecords) choose(path string, namesAndFits ...any) {
	d.t.Helper()
	records := d.client.Get(d.t, path+"?limit=200")["data"].([]any)
	for i := 0; i < len(namesAndFits); i += 2 {
		name, fits := namesAndFits[i].(string), namesAndFits[i+1].(func(resttest.Object) bool)
		for _, record := range records {
			o := record.(resttest.Object)
			if id := o["id"].(string); d.ids[name] == "" && !d.used[id] && fits(o) {
				d.ids[name], d.used[id] = id, true
			}
		}
		require.NotEmpty(d.t, d.ids[name], "the demo data has no %s for the examples", name)
	}
}

// body is a request with the body, in which $name is the id of the record of that name.
func (d *demoRecords) body(text string) exampleRequest {
	return exampleRequest{body: os.Expand(text, func(name string) string {
		require.NotEmpty(d.t, d.ids[name], name)
		return d.ids[name]
	})}
}

// at is a request about the record of a name, with a body.
func (d *demoRecords) at(name, text string) exampleRequest {
	r := d.body(text)
	require.NotEmpty(d.t, d.ids[name], name)
	r.id = d.ids[name]
	return r
}

func assetType(key string) string {
	found, _ := model.AssetTypes.ByRef(key)
	return found.ID.String()
}
