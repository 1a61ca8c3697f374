package main

// The bodies of the examples; $name is the id of the record of that name.

const newCase = `{"displayName": "Juniper Landing Apartments", "status": "OPEN", "riskProfile": "$multifamily",
	"insuranceContacts": ["$broker"], "insuranceContactsCC": ["$analyst"], "loanNumber": "2026-10482",
	"loanAmount": {"amount": "8400000.00", "currency": "USD"}, "maturityDate": "2033-06-30",
	"insureds": ["$insured"], "mortgageeClauses": ["$mortgagee", "$lossPayee"], "metadata": {"branch": "north"}}`

const newUser = `{"email": "morgan.reed@example.com", "firstName": "Morgan", "lastName": "Reed", "role": "analyst"}`

const newBroker = `{"firstName": "Robin", "lastName": "Vale", "email": "robin.vale@example.com", "brokerage": "$brokerage",
	"phone": "(614) 555-0142", "phoneType": "office"}`

const newBrokerage = `{"name": "Cedar Example Insurance", "streetAddress": "12 Cedar Street", "city": "Columbus",
	"state": "OH", "postalCode": "43017"}`

const newProgram = `{"name": "Agricultural program", "productTypes": [{"key": "farm", "name": "Farm Property"},
	{"key": "equipment", "name": "Farm Equipment"}]}`

const newHolder = `{"name": "Juniper Example Servicing ISAOA/ATIMA", "clauseTypes": ["mortgagee", "lendersLossPayable"]}`

const newClause = `{"certificateHolder": "$holder", "clauseType": "mortgagee",
	"wording": "Harbor Example Bank, its successors and/or assigns, as mortgagee"}`

const newProfile = `{"name": "Self-storage", "assetTypes": ["commercialRealEstate"], "certificateHolders": ["$holder"],
	"requirements": [{"coverageType": "building", "limitBasis": "INSURABLE_VALUE", "clauseType": "mortgagee", "insuredNamed": "ALL",
	"minimumRatings": [{"agency": "AM_BEST", "rating": "A-", "size": "VII"}, {"agency": "DEMOTECH", "rating": "A"}],
	"valuation": ["replacementCost"], "deductibles": [{"perils": ["windHail"], "maximumPercent": "3"}],
	"noticeDays": {"cancellation": 30, "nonPayment": 10},
	"evidence": {"categories": ["evidenceOfProperty"], "temporaryCategories": ["binder"], "temporaryDays": 60}},
	{"coverageType": "flood", "appliesWhen": {"floodZones": ["SFHA"]}, "limitBasis": "FLOOD", "limitPer": "LOAN"},
	{"coverageType": "generalLiability", "minimumLimit": {"amount": "1000000.00", "currency": "USD"},
	"minimumAggregate": {"amount": "2000000.00", "currency": "USD"}, "prohibitedExclusions": ["habitability"]}]}`

const newAsset = `{"caseId": "$tower", "assetType": "multifamily", "fields": [
	{"fieldType": "address", "value": {"street1": "480 Juniper Lane", "city": "Maple Landing",
	"state": "OH", "postalCode": "43017", "country": "US"}},
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

const caseChange = `{"loanAmount": {"amount": "2750000.00", "currency": "USD"},
	"outstandingBalance": {"amount": "2480000.00", "currency": "USD"}, "maturityDate": "2034-09-30",
	"metadata": {"watchlist": true}}`

const caseChanges = `{"cases": [{"id": "$firstOfTwo", "managementType": "selfManaged"},
	{"id": "$secondOfTwo", "insuranceContactsCC": ["$analyst", "$admin"]}]}`

const newDocument = `{"docs": [{"caseId": "$tower", "fileName": "acord-28-renewal.pdf", "directUploadKey": "$upload",
	"categoryId": "evidenceOfProperty", "name": "Evidence of property, renewal", "metadata": {"pages": 2}}]}`

const documentChanges = `{"docs": [{"id": "$documentToRename", "name": "Loan agreement, signed"},
	{"id": "$documentToFile", "categoryId": "binder"}]}`

const newUploads = `{"docs": [{"fileName": "acord-28-renewal.pdf"}, {"fileName": "roof-survey", "fileType": "image/png"}]}`

const assetChange = `{"fields": [{"fieldType": "stories", "value": 6}, {"fieldType": "sprinklered", "value": true}],
	"metadata": {"inspected": "2026-02-18"}}`

const newInsured = `{"firstName": "Quinn", "middleName": "B.", "lastName": "Stone", "insuredGroup": "$group",
	"metadata": {"crm": "C-20931"}}`

const insuredChange = `{"corporateName": "Juniper Landing Partners LP", "insuredGroup": "$otherGroup"}`

const policyChange = `{"policyNumber": "EX-4410987", "deductible": {"amount": "7500.00", "currency": "USD"},
	"metadata": {"binder": "received"}}`

const otherCase = `{"displayName": "Willow Park Warehouse", "riskProfile": "$multifamily", "loanNumber": "2026-10483",
	"loanAmount": {"amount": "3150000.00", "currency": "USD"}}`

const otherAsset = `{"caseId": "$tower", "assetType": "equipment", "fields": [
	{"fieldType": "description", "value": "Rooftop chiller"}, {"fieldType": "serialNumber", "value": "RC-20417"}]}`

const otherInsured = `{"corporateName": "Willow Park Storage LLC", "insuredGroup": "$otherGroup"}`

const otherPolicy = `{"caseId": "$tower", "coverageLayer": "excess", "coverageTypes": ["generalLiability"],
	"perils": ["bodilyInjury"], "startDate": "2026-04-01", "endDate": "2027-04-01", "policyNumber": "EX-7712046"}`

const newWaiver = `{"caseId": "$tower", "coverageType": "flood", "asset": "$asset", "codes": ["no_policy"],
	"reason": "The building lies on a hill; see the determination.", "document": "$document", "expiresOn": "2031-03-31",
	"metadata": {"committee": "2026-03"}}`

const newPlacement = `{"caseId": "$tower", "coverageType": "environmental", "lapsedOn": "2026-02-01",
	"estimate": {"amount": "2400.00", "currency": "USD"}, "days": {"cure": 45, "refund": 15}}`

const postedNotice = `{"step": "first", "handedOverOn": "2026-03-02", "means": "post", "postClass": "firstClass",
	"proof": "Mailing house, batch 2118"}`

const boughtInsurance = `{"carrier": "Example Surplus Lines", "policyNumber": "LP-1042", "amount": {"amount": "1000000.00", "currency": "USD"},
	"premium": {"amount": "2400.00", "currency": "USD"}, "effectiveOn": "2031-03-31", "endsOn": "2032-03-31"}`

const newLetterTemplate = `{"step": "final", "subject": "{{.Lender.Name}}: last call for {{.Place}} ({{.Reference}})",
	"body": "Dear {{range .Borrowers}}{{.}}, {{else}}Sir or Madam, {{end}}\nyour policy {{if .Cancelled}}was cancelled{{else}}ends{{end}}` +
	`{{with .EndsOn}} on {{.}}{{end}}."}`

const triedLetterTemplate = `{"policyId": "$policy", "step": "warning", "subject": "{{.Place}}",
	"body": "There is still no evidence of coverage.{{if .Findings}} What is not in order is listed below.{{end}}"}`

const newNoticeWording = `{"programme": "contract", "step": "first",
	"text": "[[lack]]The {insuranceType} insurance of {property} {lack}.[[/lack]]\n\n[[plan]]Show us by {mayPlaceOn} that it is in force, or we ` +
	`may buy insurance at your expense.[[/plan]]"}`

const triedNoticeWording = `{"programme": "contract", "step": "first",
	"text": "[[lack]]The {insuranceType} insurance of {property} {lack}.[[/lack]] **Call us.**"}`

const newTask = `{"caseId": "$tower", "type": "reviewDocument", "assignee": "$analyst",
	"dueAt": "2026-04-15T17:00:00.000Z"}`

const newWebhookEndpoint = `{"url": "https://hooks.example.com/covertrack", "description": "The servicing system",
	"types": ["case.held", "policy.termStarted", "compliance.changed"]}`
