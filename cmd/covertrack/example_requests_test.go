package main

import (
	"strings"

	ordered "github.com/covertrack/covertrack/graph/strict"
)

// exampleRequest is a request that /docs offers.
type exampleRequest struct {
	id    string // for the path's {id}
	below string // for the path's {deliveryId}
	key   string // for the path's {externalId}
	query ordered.Object
	body  string
	note  string // what a reader must know about the body
}

// exampleRequests are the examples of all operations. Each write has a record of its own, so that all of them succeed
// in any order.
func exampleRequests(d *demoRecords) map[string]exampleRequest {
	d.find()
	return map[string]exampleRequest{
		"ListCases":           list("status", []any{"OPEN", "approved"}),
		"GetCase":             {id: d.ids["tower"]},
		"DeleteCase":          {id: d.ids["caseToRemove"]},
		"GetCaseByExternalID": {key: d.ids["towerKey"]},
		"UpsertCase":          {key: "LOS-000104820711", body: d.body(newCase).body},
		"GetCaseCompliance":   {id: d.ids["floodTooLow"]},
		"GetCaseDossier":      {id: d.ids["floodTooLow"]},
		"ListCompliance":      list("verdict", []any{"deficient"}),
		"CreateCase":          d.body(newCase),
		"UpdateCase":          d.at("caseToUpdate", caseChange),
		"UpdateCases":         d.body(caseChanges),
		"CreateCases":         d.body(items(newCase, otherCase)),
		"PutCaseOnHold":       {id: d.ids["caseToHold"]},
		"ReleaseCaseHold":     d.at("caseToRelease", `{"policies": true}`),
		"CloseCase": d.at("caseToClose",
			`{"reason": "paidOff", "on": "2026-05-31", "note": "Paid off when the property was sold."}`),
		"ReopenCase": {id: d.ids["caseToReopen"]},

		"ListDocuments": list("categoryId", []any{"evidenceOfProperty"}),
		"GetDocument":   {id: d.ids["document"]},
		"CreateDocuments": d.body(newDocument).with(
			"The demo data has one uploaded file that waits under this key. A key is good for one document: for the next " +
				"one, sign a URL (`POST /rest/documents/sign-urls`), `PUT` the file to it, and send the key that came with it."),
		"DeleteDocument":  {id: d.ids["documentToRemove"]},
		"UpdateDocument":  d.at("document", `{"categoryId": "evidenceOfProperty"}`),
		"UpdateDocuments": d.body(documentChanges),
		"SignUploads":     d.body(newUploads),

		"ListAssets":         list("assetType", []any{"multifamily"}),
		"GetAsset":           {id: d.ids["asset"]},
		"CreateAsset":        d.body(newAsset),
		"DeleteAsset":        {id: d.ids["assetToRemove"]},
		"UpdateAsset":        d.at("assetToUpdate", assetChange),
		"CreateAssets":       d.body(items(newAsset, otherAsset)),
		"ListRequiredFields": {id: d.ids["keyPerson"]},

		"ListInsureds":       list("type", []any{"individual"}),
		"GetInsured":         {id: d.ids["insured"]},
		"CreateInsured":      d.body(newInsured),
		"CreateInsureds":     d.body(items(newInsured, otherInsured)),
		"DeleteInsured":      {id: d.ids["insuredToRemove"]},
		"UpdateInsured":      d.at("insuredToUpdate", insuredChange),
		"ListInsuredGroups":  list(),
		"GetInsuredGroup":    {id: d.ids["group"]},
		"CreateInsuredGroup": d.body(`{"name": "Juniper Landing Group", "metadata": {"crm": "G-417"}}`),
		"UpdateInsuredGroup": d.at("otherGroup", `{"name": "Willow Park Group"}`),

		"ListUsers":                list("active", true),
		"GetUser":                  {id: d.ids["admin"]},
		"CreateUser":               d.body(newUser),
		"CreateUsers":              d.body(items(`{"email": "quinn.stone@example.com", "firstName": "Quinn", "role": "viewer"}`)),
		"UpdateUser":               d.at("analyst", `{"role": "admin"}`),
		"ListBrokers":              list("brokerage", []any{d.ids["brokerage"]}),
		"GetBroker":                {id: d.ids["broker"]},
		"CreateBroker":             d.body(newBroker),
		"CreateBrokers":            d.body(items(newBroker, `{"email": "desk@example.com", "displayName": "Certificate desk"}`)),
		"UpdateBroker":             d.at("broker", `{"phone": "(614) 555-0177", "phoneType": "office"}`),
		"ListBrokerages":           list(),
		"GetBrokerage":             {id: d.ids["brokerage"]},
		"CreateBrokerage":          d.body(newBrokerage),
		"CreateBrokerages":         d.body(items(newBrokerage)),
		"UpdateBrokerage":          d.at("brokerage", `{"mailingAddress": "P.O. Box 417"}`),
		"ListPrograms":             list(),
		"GetProgram":               {id: d.ids["program"]},
		"CreateProgram":            d.body(newProgram),
		"CreatePrograms":           d.body(items(newProgram)),
		"UpdateProgram":            d.at("program", `{"name": "Commercial program, 2026"}`),
		"ListCertificateHolders":   list(),
		"GetCertificateHolder":     {id: d.ids["holder"]},
		"CreateCertificateHolder":  d.body(newHolder),
		"CreateCertificateHolders": d.body(items(newHolder)),
		"UpdateCertificateHolder": d.at("holder",
			`{"address": {"street1": "1 Harbor Way", "city": "Maple Landing", "state": "OH", "postalCode": "43017"}}`),
		"ListMortgageeClauses":     list("clauseType", []any{"mortgagee"}),
		"GetMortgageeClause":       {id: d.ids["mortgagee"]},
		"CreateMortgageeClause":    d.body(newClause),
		"CreateMortgageeClauses":   d.body(items(newClause)),
		"UpdateMortgageeClause":    d.at("lossPayee", `{"wording": "Harbor Example Bank ISAOA/ATIMA, as lender's loss payee"}`),
		"ListRiskProfiles":         list("isPublished", true),
		"GetRiskProfile":           {id: d.ids["construction"]},
		"CreateRiskProfile":        d.body(newProfile),
		"CreateRiskProfiles":       d.body(items(newProfile)),
		"ListStarterProfiles":      {},
		"AddStarterProfile":        d.body(`{"key": "residential-1-4-with-flood"}`),
		"UpdateRiskProfile":        d.at("draft", `{"description": "What the bank asks of owner-occupied property."}`),
		"PublishRiskProfile":       {id: d.ids["draft"]},
		"CreateRiskProfileVersion": {id: d.ids["construction"]},
		"ListCoverageTypes":        list("coverageGroup", []any{"catastrophe"}),
		"ListPerils":               list("coverageType", []any{"building"}),
		"ListAssetTypes":           list(),
		"ListDocumentCategories":   list(),
		"ListEndorsements":         list(),
		"ListExclusions":           list(),

		"ListPolicies":       list("status", []any{"active", "renewalInProgress"}),
		"GetPolicy":          {id: d.ids["policy"]},
		"CreatePolicy":       d.body(newPolicy),
		"CreatePolicies":     d.body(items(newPolicy, otherPolicy)),
		"UpdatePolicy":       d.at("policyToUpdate", policyChange),
		"CreatePolicyTerm":   d.at("policyToRenew", newTerm),
		"ConfirmPolicy":      d.at("policyToConfirm", `{"members": ["carrier", "limits", "mortgageeClauses"]}`),
		"DeactivatePolicy":   {id: d.ids["policyToDeactivate"]},
		"ReactivatePolicy":   {id: d.ids["deactivatedPolicy"]},
		"CancelPolicy":       d.at("policyToCancel", `{"effectiveDate": "2026-06-01", "reason": "nonPayment"}`),
		"ReinstatePolicy":    d.at("cancelledPolicy", `{"effectiveDate": "2026-01-20"}`),
		"PutPolicyOnHold":    {id: d.ids["policyToHold"]},
		"ReleasePolicyHold":  {id: d.ids["heldPolicy"]},
		"ListPolicyVersions": list("isCurrent", true),
		"GetPolicyVersion":   {id: d.ids["version"]},

		"ListTasks":             list("state", []any{"open"}),
		"GetTask":               {id: d.ids["task"]},
		"CreateTask":            d.body(newTask),
		"UpdateTask":            d.at("taskToUpdate", `{"assignee": "$admin"}`),
		"MoveTask":              d.at("taskToMove", `{"state": "inProgress"}`),
		"ListWaivers":           list("state", []any{"approved"}),
		"GetWaiver":             {id: d.ids["waiver"]},
		"CreateWaiver":          d.body(newWaiver),
		"ApproveWaiver":         {id: d.ids["waiverToApprove"]},
		"RejectWaiver":          {id: d.ids["waiverToReject"]},
		"RevokeWaiver":          {id: d.ids["waiverToRevoke"]},
		"ListPlacements":        list("state", []any{"charged"}),
		"GetPlacement":          {id: d.ids["placement"]},
		"CreatePlacement":       d.body(newPlacement),
		"UpdatePlacement":       d.at("placementToUpdate", `{"estimate": {"amount": "2600.00", "currency": "USD"}}`),
		"RecordPlacementNotice": d.at("placementToNotice", postedNotice),
		"RecordPlacementProof":  d.at("placementToProve", `{"receivedOn": "2026-03-02", "from": "2025-12-01"}`),
		"PlaceInsurance":        d.at("placementToPlace", boughtInsurance),
		"ChargePlacement":       d.at("placementToCharge", `{}`),
		"CancelPlacement":       d.at("placementToCancel", `{"from": "2026-03-01"}`),
		"RefundPlacement":       d.at("placementToRefund", `{}`),
		"ListLetterTemplates":   list("isCurrent", false),
		"GetLetterTemplate":     {id: d.ids["letterTemplate"]},
		"CreateLetterTemplate":  d.body(newLetterTemplate),
		"PreviewLetterTemplate": d.body(triedLetterTemplate),
		"RetireLetterTemplate":  {id: d.ids["templateToRetire"]},
		"ListPlacementLetters":  list("means", []any{"post"}),
		"GetPlacementLetter":    {id: d.ids["placementLetter"]},
		"ListPrintFiles":        list("state", []any{"ready"}),
		"GetPrintFile":          {id: d.ids["printFile"]},
		"CreatePrintFile":       {},
		"ConfirmPrintFile":      d.at("printFile", `{"directUploadKey": "$mailingList"}`),
		"ListNoticeWordings":    list("isCurrent", false),
		"GetNoticeWording":      {id: d.ids["noticeWording"]},
		"CreateNoticeWording":   d.body(newNoticeWording),
		"PreviewNoticeWording":  d.body(triedNoticeWording),
		"RetireNoticeWording":   {id: d.ids["wordingToRetire"]},
		"ListNoticeProgrammes":  {},
		"GetPolicyLetter":       {id: d.ids["policy"], query: asked("step", "final")},
		"ListEvidence":          list("state", []any{"rejected"}),
		"GetEvidence":           {id: d.ids["evidence"]},
		"AcceptEvidence": d.at("evidenceToAccept",
			`{"files": [], "members": ["startDate", "endDate"], "reason": "The second page is missing"}`),
		"RejectEvidence":       d.at("evidenceToReject", `{"reason": "The insured on the form is another company"}`),
		"ListEvidenceLinks":    list(),
		"GetEvidenceLink":      {id: d.ids["evidenceLink"]},
		"CreateEvidenceLink":   {id: d.ids["policy"]},
		"RevokeEvidenceLink":   {id: d.ids["evidenceLinkToRevoke"]},
		"ListRenewalNotices":   list("state", []any{"planned"}),
		"GetRenewalNotice":     {id: d.ids["notice"]},
		"SendNotice":           {id: d.ids["noticeToSend"]},
		"ListExports":          list("state", []any{"queued", "running", "done"}),
		"GetExport":            {id: d.ids["export"]},
		"CreateExport":         d.body(`{"format": "csv", "nouns": ["cases", "policies"]}`),
		"ListExportSchedules":  list(),
		"GetExportSchedule":    {id: d.ids["exportSchedule"]},
		"CreateExportSchedule": d.body(`{"format": "parquet", "every": "daily", "hour": 3, "keep": 14}`),
		"DeleteExportSchedule": {id: d.ids["exportScheduleToDelete"]},
		"ListImports":          list("state", []any{"checked"}),
		"GetImport":            {id: d.ids["importToCommit"]},
		"ListImportRows":       {id: d.ids["importToCommit"]},
		"GetImportRelease":     {id: d.ids["importToRelease"]},
		"ListImportTargets":    {},
		"ListImportMappings":   {},
		"CreateImport": d.body(`{"name": "Loans of the servicing system", "files": [{"fileName": "loans.csv", "directUploadKey": ` +
			`"$uploadToImport"}]}`),
		"MapImport":     d.at("importToMap", `{"columns": [{"column": "Note", "to": null}], "saveAs": "Servicing system"}`),
		"CommitImport":  d.at("importToCommit", `{"allOrNone": false}`),
		"ReleaseImport": {id: d.ids["importToRelease"]},
		"RevertImport":  {id: d.ids["importToRevert"]},

		"ListWebhookEndpoints":  list(),
		"GetWebhookEndpoint":    {id: d.ids["webhook"]},
		"CreateWebhookEndpoint": d.body(newWebhookEndpoint),
		"UpdateWebhookEndpoint": d.at("webhookToUpdate", `{"types": ["case.held", "case.released"], "enabled": false}`),
		"DeleteWebhookEndpoint": {id: d.ids["webhookToDelete"]},
		"RotateWebhookSecret":   {id: d.ids["webhookToUpdate"]},
		"TestWebhookEndpoint":   {id: d.ids["webhook"]},
		"ReplayWebhookEndpoint": d.at("webhook", `{"from": "2026-06-01T00:00:00Z", "to": "2026-06-02T00:00:00Z"}`),
		"ListWebhookDeliveries": {id: d.ids["webhook"]},
		"GetWebhookDelivery":    {id: d.ids["webhook"], below: d.ids["delivery"]},
		"ResendWebhookDelivery": {id: d.ids["webhook"], below: d.ids["delivery"]},
		"ListAuditEvents":       list(),
		"GetAuditEvent":         {id: d.ids["event"]},
		"ListEvents":            list("type", []any{"compliance.changed"}),
	}
}

// items is the body of a batch.
func items(bodies ...string) string { return `{"items": [` + strings.Join(bodies, ",\n") + `]}` }

// list is a request for a short page of the records that a parameter, if any, selects.
func list(parameter ...any) exampleRequest {
	var query ordered.Object
	if len(parameter) > 0 {
		query = asked(parameter[0].(string), parameter[1])
	}
	query.Set("limit", 2)
	return exampleRequest{query: query}
}

// asked is a query of one parameter.
func asked(parameter string, value any) (query ordered.Object) {
	query.Set(parameter, value)
	return query
}

func (r exampleRequest) with(note string) exampleRequest {
	r.note = note
	return r
}
