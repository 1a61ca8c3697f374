package e2e

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
)

// holds are the status of policies with why they are on hold, by their numbers.
func (i *importer) holds(t *testing.T) map[any][]any {
	t.Helper()
	by := map[any][]any{}
	for _, p := range i.c.Get(t, "/rest/policies")["data"].([]any) {
		by[p.(object)["policyNumber"]] = values(p.(object), "status", "holdReason")
	}
	return by
}

// release releases an import.
func (i *importer) release(t *testing.T, id any) {
	t.Helper()
	i.c.Post(t, "/rest/imports/"+id.(string)+"/release", nil, http.StatusOK)
	require.NotNil(t, i.work(t, id)["releasedAt"])
}

// TestImportKeepsHolds brings an exported book in: what somebody held there is held here, also once the import is released.
func TestImportKeepsHolds(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	loan := b.Case(t, b.Harbor)
	for number, moves := range map[string][]string{
		"active": nil, "hand": {"on-hold"}, "dead": {"deactivate"}, "heldDead": {"deactivate", "on-hold"},
	} {
		path := created(t, b.c, legacy(loan, object{"policyNumber": number}))
		for _, move := range moves {
			b.c.Post(t, path+"/"+move, nil, http.StatusOK)
		}
	}
	other := b.Case(t, b.Harbor)
	created(t, b.c, legacy(other, object{"policyNumber": "byCase"}))
	b.c.Post(t, "/rest/cases/"+other.String()+"/on-hold", nil, http.StatusOK)
	b.c.Post(t, "/rest/cases/"+other.String()+"/release-hold", nil, http.StatusOK)
	made := b.made(t, object{"format": "csv"})

	i := importerOn(t, b.Server)
	i.tenant, i.c = b.HarborTest, b.As(b.HarborTest.Token)
	id := i.bring(t, b, made, "programs.csv", "cases.csv", "policies.csv")
	want := map[any][]any{
		"active": {"onHold", "import"}, "hand": {"onHold", "manual"}, "dead": {"deactivated", nil}, "heldDead": {"onHold", "manual"},
		"byCase": {"onHold", "manual"},
	}
	require.Equal(t, want, i.holds(t))
	analyst := i.As(i.Account(t, i.tenant, "analyst"))
	for _, p := range i.c.Get(t, "/rest/policies?status=onHold")["data"].([]any) {
		release := "/rest/policies/" + p.(object)["id"].(string) + "/release-hold"
		analyst.Do(t, http.MethodPost, release, nil).Problem(t, http.StatusConflict, "policy_on_hold")
	}
	dead := i.c.Get(t, "/rest/policies?status=deactivated")["data"].([]any)[0].(object)
	alive := i.c.Post(t, "/rest/policies/"+dead["id"].(string)+"/reactivate", nil, http.StatusOK)
	require.Equal(t, []any{"onHold", "import"}, values(alive, "status", "holdReason"))
	i.release(t, id)
	want["active"], want["dead"] = []any{"active", nil}, []any{"active", nil}
	require.Equal(t, want, i.holds(t))

	b.c.Post(t, "/rest/cases/"+other.String()+"/close", object{"reason": "paidOff"}, http.StatusOK)
	closed := i.bring(t, b, b.made(t, object{"format": "csv", "nouns": []any{"cases"}}), "cases.csv")
	require.Len(t, i.c.Get(t, "/rest/cases?status=closed")["data"], 1)
	require.Empty(t, i.revert(t, closed)["left"])
	require.Empty(t, i.c.Get(t, "/rest/cases?status=closed")["data"])
}

// bring imports files of an export, and returns the import's id.
func (i *importer) bring(t *testing.T, b *exportBench, made object, names ...string) any {
	t.Helper()
	var files []any
	for _, name := range names {
		files = append(files, i.upload(t, name, string(b.file(t, made, name))))
	}
	id := i.c.Post(t, "/rest/imports", object{"files": files}, http.StatusCreated)["id"]
	require.Equal(t, "mapping", i.work(t, id)["state"])
	i.c.Post(t, "/rest/imports/"+id.(string)+"/map", object{}, http.StatusOK)
	checked := i.work(t, id)
	require.Equal(t, "checked", checked["state"], checked["failure"])
	require.Empty(t, i.rows(t, checked, "refused"))
	require.Equal(t, "committed", i.commit(t, id)["state"])
	return id
}

// TestImportKeepsHoldsOfCases brings policies of a case on hold in: one that somebody has released is released with the import, and one
// that somebody holds stays on hold when the case is released with its policies. A renewal that has begun goes on beneath the hold.
func TestImportKeepsHoldsOfCases(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	loan := b.Case(t, b.Harbor)
	start, end := time.Now().UTC().AddDate(0, 0, -300).Format(time.DateOnly), time.Now().UTC().AddDate(0, 0, 65).Format(time.DateOnly)
	policies := map[string]string{}
	for number, status := range map[string]string{
		"byCase": "active", "manual": "active", "released": "active", "renewing": "renewalInProgress", "renewingReleased": "renewalInProgress",
		"dead": "deactivated",
	} {
		policies[number] = created(t, b.c, legacy(loan, object{"policyNumber": number, "startDate": start, "endDate": end}))
		switch status {
		case "renewalInProgress":
			b.c.Patch(t, policies[number], object{"status": status})
		case "deactivated":
			b.c.Post(t, policies[number]+"/deactivate", nil, http.StatusOK)
		}
	}
	b.c.Post(t, policies["manual"]+"/on-hold", nil, http.StatusOK)
	b.c.Post(t, "/rest/cases/"+loan.String()+"/on-hold", nil, http.StatusOK)
	for _, number := range []string{"released", "renewingReleased"} {
		b.c.Post(t, policies[number]+"/release-hold", nil, http.StatusOK)
	}
	source := importerOn(t, b.Server)
	want := source.holds(t)
	require.Equal(t, []any{"active", nil}, want["released"])

	i := importerOn(t, b.Server)
	i.tenant, i.c = b.HarborTest, b.As(b.HarborTest.Token)
	id := i.bring(t, b, b.made(t, object{"format": "csv"}), "programs.csv", "cases.csv", "policies.csv")
	held := i.holds(t)
	require.Equal(t, [][]any{{"onHold", "import"}, {"onHold", "case"}, {"onHold", "manual"}},
		[][]any{held["released"], held["byCase"], held["manual"]})
	i.release(t, id)
	require.Equal(t, want, i.holds(t))
	for _, p := range i.c.Get(t, "/rest/policies?status=active")["data"].([]any) {
		require.NotNil(t, p.(object)["renewal"].(object)["nextNoticeAt"])
	}
	for _, book := range []*importer{source, i} {
		loans := book.c.Get(t, "/rest/cases")["data"].([]any)
		book.c.Post(t, "/rest/cases/"+loans[0].(object)["id"].(string)+"/release-hold", object{"policies": true}, http.StatusOK)
	}
	want["byCase"], want["renewing"] = []any{"active", nil}, []any{"renewalInProgress", nil}
	require.Equal(t, want, source.holds(t))
	require.Equal(t, want, i.holds(t))
}

// TestImportWorkbookCells gives days of a workbook back as days, and keeps texts that a workbook would take for characters.
func TestImportWorkbookCells(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	i := importerOn(t, b.Server)
	const odd, escaped = "_x0041_ & _x005F_", "_x005F_x0041_ & _x005F_x005F_" // as workbooks have it
	book := excelize.NewFile()
	day := time.Date(2031, time.January, 31, 0, 0, 0, 0, time.UTC)
	for n, row := range [][]any{
		{"Loan Number", "Loan Amount", "Program", "Maturity Date", "Loan Name", "Seen"},
		{"LN-1", 5.25, i.Program(t, i.tenant).String(), day, escaped, day}, {"LN-2", "many", "", day, escaped, day.Add(15 * time.Hour)},
	} {
		require.NoError(t, book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", n+1), &row))
	}
	content, err := book.WriteToBuffer()
	require.NoError(t, err)
	checked := i.begin(t, "", object{}, object{"files": []any{i.upload(t, "book.xlsx", content.String())}})
	require.Equal(t, []any{1.0, 1.0}, values(checked["counts"].(object), "create", "refused"), checked["failure"])
	refused := i.As("").Do(t, http.MethodGet, checked["files"].([]any)[0].(object)["refusedUrl"].(string), nil)
	back, err := excelize.OpenReader(bytes.NewReader(refused.Body))
	require.NoError(t, err)
	rows, err := back.GetRows("Sheet1")
	require.NoError(t, err)
	require.Equal(t, []string{"LN-2", "many", "", "2031-01-31", odd, "2031-01-31 15:00:00"}, rows[1][:6])
	i.commit(t, checked["id"])
	loan := i.c.Get(t, "/rest/cases")["data"].([]any)[0].(object)
	require.Equal(t, []any{odd, "2031-01-31T00:00:00.000Z"}, values(loan, "displayName", "maturityDate"))

	made := b.made(t, object{"format": "xlsx"})
	i.tenant, i.c = b.HarborTest, b.As(b.HarborTest.Token)
	i.bring(t, b, made, "programs.xlsx", "cases.xlsx")
	require.Equal(t, odd, i.c.Get(t, "/rest/cases")["data"].([]any)[0].(object)["displayName"])
}

// TestImportAndOtherHolds has a policy on hold as long as an import, its case or somebody holds it, whichever ends first, and the trail
// tells of it.
func TestImportAndOtherHolds(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	loan := i.Case(t, i.tenant)
	i.c.Patch(t, "/rest/cases/"+loan.String(), object{"loanNumber": "LN-1"})
	path := created(t, i.c, legacy(loan, object{"policyNumber": "PN-1", "startDate": "2026-01-15", "endDate": "2027-01-15"}))
	into := func(premium string) object {
		t.Helper()
		checked := i.begin(t, "Loan Number,Policy Number,Effective Date,Expiration Date,Premium\n"+
			"LN-1,PN-1,2026-01-15,2027-01-15,"+premium+"\n", object{})
		require.Equal(t, "checked", checked["state"], checked["failure"])
		require.Empty(t, i.rows(t, checked, "refused"))
		row := i.c.Get(t, "/rest/imports/"+checked["id"].(string)+"/rows")["data"].([]any)[0].(object)
		require.Len(t, row["changes"], 1, "not what the import itself does")
		return i.commit(t, checked["id"])
	}
	is := func() []any { return values(i.c.Get(t, path), "status", "holdReason") }
	first := into("100.00")
	trail := i.c.Get(t, "/rest/audit-events?action=policy.updated&subject="+path[len("/rest/policies/"):])["data"].([]any)
	changes := trail[len(trail)-1].(object)["changes"].(object)
	require.Equal(t, object{"from": nil, "to": first["id"]}, changes["importId"])
	require.Equal(t, object{"from": "active", "to": "onHold"}, changes["status"])
	require.Contains(t, changes, "premium")

	move := func(path string, body any) { t.Helper(); i.c.Post(t, path, body, http.StatusOK) }
	hold := "/rest/cases/" + loan.String() + "/on-hold"
	move(hold, nil)
	i.release(t, first["id"])
	require.Equal(t, []any{"onHold", "case"}, is())
	second := into("200.00")
	move("/rest/cases/"+loan.String()+"/release-hold", object{"policies": true})
	require.Equal(t, []any{"onHold", "import"}, is())
	move(path+"/on-hold", nil)
	require.Equal(t, []any{"onHold", "manual"}, is())
	i.release(t, second["id"])
	require.Equal(t, []any{"onHold", "manual"}, is())
	i.As(i.Prairie.Token).Do(t, http.MethodPost, path+"/on-hold", nil).Problem(t, http.StatusNotFound, "not_found")
}

// TestImportKeepsDetail changes the limit and the insurer of a policy by what a file says, and leaves what people added to them.
func TestImportKeepsDetail(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	loan := i.c.Post(t, "/rest/cases", object{"riskProfile": i.RiskProfile(t, i.tenant), "status": "OPEN", "loanNumber": "LN-1"},
		http.StatusCreated)["id"]
	ratings := []any{object{"agency": "AM_BEST", "rating": "A", "size": "IX"}}
	sublimit := object{"coverageType": "building", "perils": []any{"fire"}, "kind": "perOccurrence", "amount": usd("50.00")}
	path := created(t, i.c, framework(loan, object{"policyNumber": "PN-1", "startDate": "2026-01-15", "endDate": "2027-01-15",
		"carrier": object{"name": "Example Mutual", "ratings": ratings}, "limits": append(limits("building", "100.00"), sublimit)}))
	for _, amount := range []string{"100.00", "200.00"} {
		checked := i.begin(t, "Loan Number,Policy Number,Effective Date,Expiration Date,Limit,NAIC\nLN-1,PN-1,2026-01-15,2027-01-15,"+amount+
			",12345\n", object{})
		require.Equal(t, "checked", checked["state"], checked["failure"])
		require.Empty(t, i.rows(t, checked, "refused"))
		i.commit(t, checked["id"])
		policy := i.c.Get(t, path)
		has := policy["limits"].([]any)
		require.Len(t, has, 2)
		require.Equal(t, []any{usd(amount), usd("50.00")}, []any{has[0].(object)["amount"], has[1].(object)["amount"]})
		require.Equal(t, []any{"12345", ratings}, values(policy["carrier"].(object), "naicCode", "ratings"))
	}
}

// TestImportIsTold tells of the import among what it changed.
func TestImportIsTold(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	program := i.Program(t, i.tenant).String()
	loan := i.c.Post(t, "/rest/cases", object{"program": program, "loanNumber": "LN-1"}, http.StatusCreated)["id"].(string)
	made := i.commit(t, i.begin(t, loanFile("LN-1,1.00,"+program), object{})["id"])
	events := i.c.Get(t, "/rest/audit-events?action=case.updated&subject="+loan)["data"].([]any)
	require.Len(t, events, 1)
	require.Equal(t, object{
		"loanAmount": object{"from": nil, "to": dollars("1.00")}, "importId": object{"from": nil, "to": made["id"]},
		"quiet": object{"from": false, "to": true},
	}, events[0].(object)["changes"])
}
