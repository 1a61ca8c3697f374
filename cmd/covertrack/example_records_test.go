package main

import (
	"fmt"
	"os"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

// demoRecords finds the records that the examples name.
type demoRecords struct {
	t      *testing.T
	server *resttest.Server
	client *resttest.Client
	ids    map[string]string // by the names that the examples have for them
	used   map[string]bool
	closed map[any]bool // the cases that are closed: what is below them is not changed
}

// find chooses the records. What is written to is chosen for one example only.
func (d *demoRecords) find() {
	type object = resttest.Object
	d.ids, d.closed = map[string]string{}, map[any]bool{}
	for _, c := range d.client.Get(d.t, "/rest/cases?status=closed")["data"].([]any) {
		d.closed[c.(object)["id"]] = true
	}
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
	d.choose("/rest/insureds", "insured", is("type", "corporate"), "insuredToUpdate", is("type", "corporate"),
		"insuredToRemove", is("displayName", "Juniper Landing Annex LLC"))
	d.choose("/rest/mortgagee-clauses",
		"mortgagee", is("clauseType", "mortgagee"), "lossPayee", is("clauseType", "lendersLossPayable"))
	d.choose("/rest/risk-profiles",
		"multifamily", is("name", "Multifamily"), "construction", is("name", "Ground-up construction"),
		"draft", is("isPublished", false))
	d.choose("/rest/programs", "program", every)
	d.choose("/rest/certificate-holders", "holder", every)
	d.choose("/rest/cases",
		"tower", is("displayName", "Three-layer liability tower"),
		"floodTooLow", is("displayName", "Heron Bay Retail Center: flood limit too low"),
		"caseToUpdate", and(framework, is("status", "approved")),
		"firstOfTwo", and(legacy, is("status", "OPEN")), "secondOfTwo", and(framework, is("status", "OPEN")),
		"caseToHold", and(framework, is("status", "ONBOARDING")), "caseToRelease", and(framework, is("status", "onHold")),
		"caseToClose", and(framework, is("status", "approved")), "caseToReopen", is("status", "closed"),
		"caseToRemove", is("displayName", "Entered twice"), "caseOfCar", is("displayName", "Entered without collateral"))
	d.ids["towerKey"] = d.client.Get(d.t, "/rest/cases/"+d.ids["tower"])["externalId"].(string)
	d.choose("/rest/documents", "document", of("caseId", "tower"),
		"documentToRename", is("name", "loan-agreement.pdf"), "documentToRemove", is("name", "loan-agreement.pdf"),
		"documentToFile", is("name", "acord-25-certificate-of-liability.pdf"))
	d.choose("/rest/assets", "asset", of("caseId", "tower"),
		"assetToUpdate", is("assetType", assetType("multifamily")), "keyPerson", is("assetType", assetType("keyPerson")),
		"assetToRemove", of("caseId", "caseOfCar"))
	d.choose("/rest/policies", "policy", and(short, of("caseId", "tower")),
		"cancelledPolicy", and(is("startDate", nil), not(is("cancellation", nil))),
		"policyToRenew", and(is("startDate", nil), not(is("status", "deactivated"))),
		"policyToUpdate", and(short, is("status", "active")),
		"policyToConfirm", func(p resttest.Object) bool { return len(p["carriedOver"].([]any)) > 2 && p["status"] == "active" },
		"policyToDeactivate", and(short, is("status", "active")),
		"deactivatedPolicy", and(short, is("status", "deactivated")),
		"policyToHold", and(short, is("status", "active")), "heldPolicy", and(short, d.heldAlone()))
	d.ids["policyToCancel"] = d.ids["policyToRenew"] // of unknown dates, so that the example's date is in its term
	d.choose("/rest/policy-versions", "version", of("policyId", "policy"))
	d.choose("/rest/tasks", "task", every,
		"taskToUpdate", and(is("state", "open"), not(of("caseId", "firstOfTwo"))), // whose tasks another example cancels
		"taskToMove", and(is("state", "open"), not(of("caseId", "firstOfTwo"))))
	d.choose("/rest/waivers", "waiver", is("state", "approved"), "waiverToApprove", is("state", "requested"),
		"waiverToReject", is("state", "requested"), "waiverToRevoke", is("state", "approved"))
	unwritten := and(is("state", "noticed"), is("borrower", nil)) // no letter of it waits for a print file
	d.choose("/rest/placements", "placement", is("state", "refunded"), "placementToProve", unwritten,
		"placementToNotice", unwritten, "placementToUpdate", is("state", "noticed"), "placementToPlace", is("state", "mayPlace"),
		"placementToCharge", is("state", "placed"), "placementToCancel", is("refund", nil), "placementToRefund", not(is("refund", nil)))
	d.choose("/rest/renewal-notices", "notice", every, "noticeToSend", and(is("state", "suppressed"), d.ofCurrentTerm()))
	d.choose("/rest/letter-templates", "letterTemplate", is("isCurrent", false), "templateToRetire", is("isCurrent", true))
	d.choose("/rest/placement-letters", "placementLetter", every)
	d.choose("/rest/print-files", "printFile", every)
	d.choose("/rest/notice-wordings", "noticeWording", is("isCurrent", false), "wordingToRetire", is("programme", "flood"))
	d.choose("/rest/evidence", "evidence", is("state", "rejected"), "evidenceToAccept", is("state", "proposed"),
		"evidenceToReject", is("state", "proposed"))
	d.choose("/rest/evidence-links", "evidenceLink", every, "evidenceLinkToRevoke", every)
	d.choose("/rest/audit-events", "event", not(is("action", "case.verdictChanged"))) // whose ids differ from day to day
	d.choose("/rest/webhook-endpoints", "webhook", is("enabled", true), "webhookToUpdate", not(is("disabledReason", nil)),
		"webhookToDelete", is("enabled", false))
	d.choose("/rest/webhook-endpoints/"+d.ids["webhook"]+"/deliveries", "delivery", is("attemptCount", 3.0))
	d.choose("/rest/exports", "export", every)
	d.choose("/rest/export-schedules", "exportSchedule", is("every", "weekly"), "exportScheduleToDelete", is("every", "daily"))
	d.choose("/rest/imports", "importToMap", is("state", "mapping"), "importToCommit", is("state", "checked"),
		"importToRelease", is("state", "committed"), "importToRevert", is("state", "committed"))
	for name, file := range map[string]string{"upload": "acord-28-renewal.pdf", "uploadToImport": "loans.csv",
		"mailingList": "mailed.csv"} {
		var id uuid.UUID
		waiting := "SELECT id FROM uploads WHERE claimed_at IS NULL AND file_name = $1"
		require.NoError(d.t, d.server.Store.Pool().Pgx().QueryRow(d.t.Context(), waiting, file).Scan(&id))
		d.ids[name] = id.String()
	}
}

// heldAlone accepts a policy that is on hold while its case is not.
func (d *demoRecords) heldAlone() func(resttest.Object) bool {
	return func(p resttest.Object) bool {
		return p["status"] == "onHold" && d.client.Get(d.t, "/rest/cases/"+p["caseId"].(string))["status"] != "onHold"
	}
}

// ofCurrentTerm accepts a notice of the current term of a policy that is followed up and was never cancelled.
func (d *demoRecords) ofCurrentTerm() func(resttest.Object) bool {
	return func(n resttest.Object) bool {
		p := d.client.Get(d.t, "/rest/policies/"+n["policyId"].(string))
		return p["status"] == "active" && p["termNumber"] == n["termNumber"] && p["cancellation"] == nil
	}
}

// choose names the first records of a list that fit and that have no name yet.
func (d *demoRecords) choose(path string, namesAndFits ...any) {
	d.t.Helper()
	var records []any
	for offset := 0; offset == len(records); offset += 200 {
		records = append(records, d.client.Get(d.t, fmt.Sprintf("%s?limit=200&offset=%d", path, offset))["data"].([]any)...)
	}
	for i := 0; i < len(namesAndFits); i += 2 {
		name, fits := namesAndFits[i].(string), namesAndFits[i+1].(func(resttest.Object) bool)
		for _, record := range records {
			o := record.(resttest.Object)
			if id := o["id"].(string); d.ids[name] == "" && !d.used[id] && !d.closed[o["caseId"]] && fits(o) {
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
	found, _ := catalog.AssetTypes.ByRef(key)
	return found.ID.String()
}
