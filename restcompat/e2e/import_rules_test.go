package e2e

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	rules "github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// loanFile is a CSV of loans of a program.
func loanFile(lines ...string) string {
	return "Loan Number,Loan Amount,Program\n" + strings.Join(lines, "\n") + "\n"
}

// columnsBy are the columns of an import by their names.
func columnsBy(i object) map[string]object {
	by := map[string]object{}
	for _, c := range i["columns"].([]any) {
		by[c.(object)["name"].(string)] = c.(object)
	}
	return by
}

// TestImportMappings proposes columns by name and content, asks what cells do not say, and keeps the answers for the lender.
func TestImportMappings(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	text := "Loan Number;Loan Amount;Maturity Date;X;Col 2;Agent E-mail;Remarks\nLN-1;1.250;03/04/2031;IL;7 Elm St;" +
		"\"a@x.example; b@x.example\";late\nLN-2;2.500;05/06/2031;TX;8 Elm St;;\n"
	made := i.c.Post(t, "/rest/imports", object{"files": []any{i.upload(t, "loans.csv", text)}}, http.StatusCreated)
	path := "/rest/imports/" + made["id"].(string)
	read := i.work(t, made["id"])
	require.Equal(t, "mapping", read["state"], read["failure"])
	by := columnsBy(read)
	for name, to := range map[string]any{
		"Loan Number": "case.loanNumber", "Loan Amount": "case.loanAmount", "Maturity Date": "case.maturityDate", "X": "asset.address.state",
		"Col 2": "asset.address.street1", "Agent E-mail": "broker.email", "Remarks": nil,
	} {
		require.Equal(t, to, by[name]["to"], name)
	}
	require.Equal(t, []any{2.0, 1.0, []any{"late"}}, values(by["Remarks"], "rows", "filled", "examples"))
	questions := map[string]any{}
	for _, q := range read["questions"].([]any) {
		questions[q.(object)["column"].(string)] = q.(object)["answers"]
	}
	require.Equal(t, map[string]any{"Loan Amount": []any{"point", "comma"}, "Maturity Date": []any{"dayFirst", "monthFirst"}}, questions)

	i.c.Do(t, http.MethodPost, path+"/map", object{}).Violations(t, "/columns required", "/columns required")
	i.c.Do(t, http.MethodPost, path+"/map",
		object{"columns": []any{object{"column": "Loan Amount", "format": "dayFirst"}, object{"column": "Nothing", "to": "case.moon"}}}).
		Violations(t, "/columns/0/format invalid_value", "/columns/1/to invalid_value", "/columns/1/column invalid_value", "/columns required")
	i.c.Do(t, http.MethodPost, path+"/commit", object{}).Problem(t, http.StatusConflict, "invalid_transition")
	i.c.Post(t, path+"/map", object{"saveAs": "servicing", "columns": []any{
		object{"column": "Loan Amount", "format": "comma"}, object{"column": "Maturity Date", "format": "dayFirst"},
		object{"column": "X", "to": ""},
		object{"column": "Col 2", "to": ""}, object{"to": "case.program", "value": i.Program(t, i.tenant)},
	}}, http.StatusOK)
	i.work(t, made["id"])
	i.commit(t, made["id"])
	loan := i.c.Get(t, "/rest/cases?loanNumber=LN-1")["data"].([]any)[0].(object)
	require.Equal(t, []any{dollars("1250.00"), "2031-04-03T00:00:00.000Z"}, values(loan, "loanAmount", "maturityDate"))
	require.Len(t, loan["insuranceContacts"], 2, "a broker for each address")

	named := func(c *resttest.Client) (names []any) {
		for _, m := range c.Do(t, http.MethodGet, "/rest/import-mappings", nil).List(t) {
			names = append(names, m["name"])
		}
		return names
	}
	require.Equal(t, []any{"servicing"}, named(i.As(i.HarborTest.Token)), "one tries it in the test portfolio")
	require.Empty(t, named(i.As(i.Prairie.Token)))
	again := i.begin(t, text, nil, object{"mapping": "servicing"})
	require.Equal(t, []any{"checked", 2.0}, []any{again["state"], again["counts"].(object)["unchanged"]})
	i.c.Do(t, http.MethodPost, "/rest/imports", object{"files": []any{i.upload(t, "loans.csv", text)}, "mapping": "none"}).
		Violations(t, "/mapping unknown_reference")
}

// TestImportRefusals gives refused rows back as the file that came, with a column of reasons, to be mended and sent again.
func TestImportRefusals(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	program := i.Program(t, i.tenant).String()
	set := object{"columns": []any{object{"to": "case.program", "value": program}}}
	text := "Loan Number;Loan Amount;Note\nLN-1;100.00;a\nLN-2;many;b\nLN-3;300.00;=1+1\n"
	unknown := i.begin(t, text, object{"columns": []any{object{"to": "case.program", "value": "None such"}}})
	require.Contains(t, string(i.c.Do(t, http.MethodGet, "/rest/imports/"+unknown["id"].(string)+"/rows", nil).Body),
		"neither the name nor the id of a program")
	checked := i.begin(t, text, set)
	require.Equal(t, []any{1.0, 2.0}, values(checked["counts"].(object), "create", "refused"))
	file := i.As("").Do(t, http.MethodGet, checked["files"].([]any)[0].(object)["refusedUrl"].(string), nil)
	require.Contains(t, file.Header.Get("Content-Disposition"), "loans-refused.csv")
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(file.Body), "\ufeff")))
	r.Comma = ';'
	lines, err := r.ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"Loan Number", "Loan Amount", "Note", rules.ReasonColumn}, lines[0])
	require.Equal(t, []string{"LN-2", "many", "b"}, lines[1][:3])
	require.Contains(t, lines[1][3], "Loan Amount: ")
	require.Contains(t, lines[2][3], "Note: A formula is never computed")
	rows := i.c.Get(t, "/rest/imports/"+checked["id"].(string)+"/rows?outcome=refused")["data"].([]any)
	reasons := rows[1].(object)["reasons"].([]any)
	require.Equal(t, []any{"Note", "=1+1", "invalid_value"}, values(reasons[0].(object), "column", "value", "code"))

	once := i.upload(t, "loans.csv", text)
	i.c.Do(t, http.MethodPost, "/rest/imports", object{"files": []any{once, once}}).Violations(t, "/files/1/directUploadKey duplicate")

	mended := strings.NewReplacer("many", "200.00", "'=1+1", "two").Replace(string(file.Body))
	sent := i.begin(t, mended, set)
	require.Equal(t, []any{2.0, 0.0}, values(sent["counts"].(object), "create", "refused"))
	all := i.begin(t, text, set, object{"allOrNone": true})
	i.c.Do(t, http.MethodPost, "/rest/imports/"+all["id"].(string)+"/commit", object{}).Violations(t, "/allOrNone validation_failed")
	require.Zero(t, i.c.Get(t, "/rest/cases")["meta"].(object)["total"])
}

// TestImportSheets takes each sheet of a workbook that is a table for a file.
func TestImportSheets(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	book := excelize.NewFile()
	require.NoError(t, book.SetCellValue("Sheet1", "A1", "Loan book of Example Bank"))
	for name, cells := range map[string][][]any{
		"Loans":  {{"Loan Number", "Loan Amount", "Program", "Maturity Date"}, {"LN-1", 5.25, i.Program(t, i.tenant).String(), 46053}},
		"Assets": {{"Loan Number", "Asset Type", "Asset Key"}, {"LN-1", "equipment", "A-1"}, {"LN-1", "moon", "A-2"}},
	} {
		_, err := book.NewSheet(name)
		require.NoError(t, err)
		for n, row := range cells {
			require.NoError(t, book.SetSheetRow(name, fmt.Sprintf("A%d", n+1), &row))
		}
	}
	content, err := book.WriteToBuffer()
	require.NoError(t, err)
	checked := i.begin(t, "", object{}, object{"files": []any{i.upload(t, "book.xlsx", content.String())}})
	require.Equal(t, []any{2.0, 1.0}, values(checked["counts"].(object), "create", "refused"), checked["failure"])
	require.Equal(t, []any{"2026-01-31"}, columnsBy(checked)["Maturity Date"]["examples"], "no number, which nobody reads")
	refused := i.c.Get(t, "/rest/imports/"+checked["id"].(string)+"/rows?outcome=refused")["data"].([]any)
	require.Contains(t, []any{"book.xlsx", "book (Assets).xlsx"}, refused[0].(object)["file"])
	i.commit(t, checked["id"])
	require.EqualValues(t, 1, i.c.Get(t, "/rest/assets?externalId=A-1")["meta"].(object)["total"])
}

// TestImportLaw takes from a tape what the law of lender-placed insurance depends on; an empty cell is what nobody has said.
func TestImportLaw(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	set := object{"columns": []any{object{"to": "case.program", "value": i.Program(t, i.tenant).String()},
		object{"to": "asset.assetType", "value": "residentialRealEstate"}}}
	read := func(lines string) (all []any) {
		t.Helper()
		checked := i.begin(t, "Loan Number,RESPA Loan,Street,City,State,Zip,Owner Occupied\n"+lines, set)
		require.Zero(t, checked["counts"].(object)["refused"])
		i.commit(t, checked["id"])
		for _, number := range []string{"LN-1", "LN-2"} {
			loan := i.c.Get(t, "/rest/cases?loanNumber="+number)["data"].([]any)[0].(object)
			asset := i.c.Get(t, "/rest/assets?caseId="+loan["id"].(string))["data"].([]any)[0].(object)
			all = append(all, loan["federallyRelated"], fieldOf(asset, "borrowerOccupied"))
		}
		return all
	}
	require.Equal(t, []any{true, false, nil, nil}, read("LN-1,Y,12 Elm St,Springfield,IL,62701,no\nLN-2,,14 Elm St,Springfield,IL,62701,\n"))
	require.Equal(t, []any{false, false, true, true}, read("LN-1,N,12 Elm St,Springfield,IL,62701,\n"+
		"LN-2,1,14 Elm St,Springfield,IL,62701,x\n"))
}

// fieldOf is the value of a field of an asset; nil if it has none.
func fieldOf(asset object, key string) any {
	for _, field := range asset["fields"].([]any) {
		if field.(object)["key"] == key {
			return field.(object)["value"]
		}
	}
	return nil
}

// TestImportVerdicts says what an import would do to the verdicts of cases.
func TestImportVerdicts(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	profile := i.DemandingRiskProfile(t, i.tenant, "building").String()
	text := "Loan Number,Loan Amount,Risk Profile,Street,City,State,Zip,Property Type\n"
	for n := range 3 {
		text += fmt.Sprintf("LN-%d,2000000.00,%s,%d Elm St,Springfield,IL,62701,multifamily\n", n, profile, n)
	}
	checked := i.begin(t, text, object{})
	require.Equal(t, object{"becomeDeficient": 3.0, "becomeDeficientAmount": []any{dollars("6000000.00")}, "becomeCompliant": 0.0,
		"other": 0.0}, checked["verdicts"])
	require.Zero(t, count(t, i.Server, "SELECT count(*) FROM case_verdicts WHERE portfolio_id = $1", i.tenant.Portfolio.ID()),
		"nothing is written")
}

// TestImportKeys finds records by their keys: an insured by name and group, an asset by address or key, a policy by its number.
func TestImportKeys(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	profile := i.RiskProfile(t, i.tenant).String()
	set := object{"columns": []any{object{"to": "case.riskProfile", "value": profile},
		object{"to": "asset.assetType", "value": "multifamily"}}}
	const heading = "Loan Number,Loan Key,Borrower,Sponsor,Asset Key,Street,City,State,Zip,Policy Number,Coverage,Effective " +
		"Date,Expiration Date\n"
	into := func(lines ...string) object {
		t.Helper()
		checked := i.begin(t, heading+strings.Join(lines, "\n")+"\n", set)
		require.Zero(t, checked["counts"].(object)["refused"],
			string(i.c.Do(t, http.MethodGet, "/rest/imports/"+checked["id"].(string)+"/rows", nil).Body))
		return i.commit(t, checked["id"])
	}
	into("LN-1,K-1,Elm LLC,Elm Group,,12 Elm St,Springfield,IL,62701,PN-1,building,2026-01-15,2027-01-15",
		"LN-2,K-2,Elm LLC,Elm Group,A-2,14 Elm St,Springfield,IL,62701,,,,", "LN-3,K-3,Elm LLC,Oak Group,,16 Elm St,Springfield,IL,62701,,,,")
	total := func(path string) float64 { return i.c.Get(t, path)["meta"].(object)["total"].(float64) }
	require.Equal(t, []float64{3, 2, 3, 1},
		[]float64{total("/rest/cases"), total("/rest/insureds"), total("/rest/assets"), total("/rest/policies")})

	changed := into("LN-1a,K-1,Elm LLC,Elm Group,,12 ELM ST,Springfield,IL,62701,pn-1,building,2027-01-15,2028-01-15",
		"LN-2,K-2,Elm LLC,Elm Group,A-2,15 Elm St,Springfield,IL,62701,,,,", "LN-3,K-3,Elm LLC,Oak Group,,17 Elm St,Springfield,IL,62701,,,,")
	require.Equal(t, []any{1.0, 2.0}, values(changed["counts"].(object), "create", "change"),
		"an asset without a key at another address is another")
	require.Equal(t, []float64{3, 2, 4, 1},
		[]float64{total("/rest/cases"), total("/rest/insureds"), total("/rest/assets"), total("/rest/policies")})
	loan := i.c.Get(t, "/rest/cases?externalId=K-1")["data"].([]any)[0].(object)
	require.Equal(t, []any{"LN-1a", changed["id"]}, values(loan, "loanNumber", "importId"))
	policy := i.c.Get(t, "/rest/policies")["data"].([]any)[0].(object)
	require.Equal(t, []any{2.0, "2028-01-15T00:00:00.000Z"}, values(policy, "termNumber", "endDate"))
	asset := i.c.Get(t, "/rest/assets?externalId=A-2")["data"].([]any)[0].(object)
	require.Contains(t, asset["displayName"], "15 Elm St")

	unclear := i.begin(t, heading+"LN-1a,K-9,,,,,,,,,,,\nLN-3,K-2,,,,,,,,,,,\n"+
		"LN-1a,K-1,,,,,,,,PN-1,building,2026-01-15,2027-03-15\n", set)
	var told []any
	for _, row := range i.rows(t, unclear, "refused") {
		told = append(told, row.(object)["row"], row.(object)["reasons"].([]any)[0].(object)["message"])
	}
	require.Equal(t, []any{
		2.0, "`externalId` is not the key of the loan with this number, which is K-1.",
		3.0, "`loanNumber` is the number of another loan than that with this key (`externalId`).",
		4.0, "`startDate` is of a term that a later one follows, from 2027-01-15 on: what it insures is not changed any more, and the rows " +
			"say something else.",
	}, told, "the book is not doubled, and no row is passed over in silence")
	same := into("LN-1a,K-1,,,,,,,,PN-1,building,2026-01-15,2027-01-15")
	require.Equal(t, []any{0.0, 0.0}, values(same["counts"].(object), "create", "change"), "the term that runs is as the row says")
}

// TestImportKilled checks and commits in chunks of at most 500 rows. A node that is cut off anywhere is followed by another; no row is
// done twice.
func TestImportKilled(t *testing.T) {
	t.Parallel()
	clock := newClock()
	i := importerOn(t, resttest.Serve(t, storagetest.NewWorld(t), clock.now))
	const loans = 1300
	lines := make([]string, loans)
	for n := range lines {
		lines[n] = fmt.Sprintf("LN-%d,%d.00,%s", n, n+1, i.Program(t, i.tenant))
		if n > 0 {
			lines[n] = strings.Replace(lines[0], "LN-0,1.00", fmt.Sprintf("LN-%d,%d.00", n, n+1), 1)
		}
	}
	checked := i.begin(t, loanFile(lines...), object{})
	id := checked["id"].(string)
	for done, want := range map[string][]any{"{0}": {loans - 500.0, 500.0}, "{}": {float64(loans), 0.0}} { // a check goes on where it was
		i.Exec(t, "DELETE FROM import_results WHERE import_id = $1", id)
		i.Exec(t, "UPDATE imports SET state = 'checking', done_chunks = $2::text::int[] WHERE id = $1", id, done)
		require.Equal(t, want, values(i.work(t, id)["counts"].(object), "create", "unchanged"))
	}
	i.c.Post(t, "/rest/imports/"+id+"/commit", object{}, http.StatusOK)
	i.Exec(t, `CREATE FUNCTION take_over() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.claim := OLD.claim + 1; RETURN NEW; END'`)
	i.Exec(t, `CREATE TRIGGER take_over BEFORE UPDATE ON imports FOR EACH ROW WHEN (OLD.chunks = 0 AND NEW.chunks = 1)
		EXECUTE FUNCTION take_over()`)
	lost := i.work(t, id)
	require.Equal(t, "committing", lost["state"])
	require.Contains(t, []any{500.0, 300.0}, lost["done"], "a node that lost the import writes nothing more than the chunk that came first")
	require.EqualValues(t, lost["done"], count(t, i.Server, "SELECT count(*) FROM cases WHERE import_id = $1", id))
	i.Exec(t, "DROP TRIGGER take_over ON imports")
	clock.pass(2 * time.Minute)
	i.killedUntil(t, clock, id, "committed")
	require.Equal(t, loans, count(t, i.Server, "SELECT count(DISTINCT loan_number) FROM cases WHERE import_id = $1", id))
	require.Equal(t, loans, count(t, i.Server, "SELECT count(*) FROM cases WHERE portfolio_id = $1", i.tenant.Portfolio.ID()))
	require.Equal(t, loans,
		count(t, i.Server, "SELECT count(*) FROM audit_events WHERE action = 'case.created' AND request_id = 'import-' || $1", id))
	require.Equal(t, 500, count(t, i.Server, "SELECT max(n)::int FROM (SELECT count(*) AS n FROM import_records GROUP BY chunk) AS c"))

	i.c.Post(t, "/rest/imports/"+id+"/revert", nil, http.StatusOK)
	i.killedUntil(t, clock, id, "reverted")
	require.Empty(t, i.c.Get(t, "/rest/imports/"+id)["left"])
	require.Zero(t, count(t, i.Server, "SELECT count(*) FROM cases WHERE portfolio_id = $1", i.tenant.Portfolio.ID()))
	require.Equal(t, loans,
		count(t, i.Server, "SELECT count(*) FROM audit_events WHERE action = 'case.deleted' AND request_id = 'import-' || $1", id))
}

// killedUntil has nodes work on an import, each cut off after a while, until it is in a state.
func (i *importer) killedUntil(t *testing.T, clock *testClock, id, state string) {
	t.Helper()
	key := storage.ImportKey{PortfolioID: i.tenant.Portfolio.ID(), ID: uuid.MustParse(id)}
	for after := 20 * time.Millisecond; i.c.Get(t, "/rest/imports/"+id)["state"] != state; after += 40 * time.Millisecond {
		ctx, kill := context.WithTimeout(t.Context(), after)
		err := i.worker.RunOne(ctx, key)
		kill()
		if ctx.Err() == nil {
			require.NoError(t, errors.Join(err))
		}
		clock.pass(2 * time.Minute) // its lease is over
	}
}

// TestImportQuiet sends no letter because of an import until it is released, and then asks once about what ended long ago.
func TestImportQuiet(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	r.clock.set(termEnd.AddDate(0, 0, -58))
	i := importerOn(t, r.Server)
	const heading = "Loan Number,Program,Broker Email,Policy Number,Product Type,Effective Date,Expiration Date\n"
	program := r.Program(t, r.tenant).String()
	checked := i.begin(t, heading+"LN-1,"+program+",grace@example.com,PN-1,property,2030-06-30,2031-06-30\nLN-2,"+program+
		",grace@example.com,PN-2,property,2027-06-30,2028-06-30\n", object{})
	id := checked["id"].(string)
	require.Equal(t, []any{2.0, 0.0}, values(checked["counts"].(object), "create", "refused"),
		string(i.c.Do(t, http.MethodGet, "/rest/imports/"+id+"/rows", nil).Body))
	i.commit(t, id)
	by := map[any]string{}
	for _, p := range i.c.Get(t, "/rest/policies?status=onHold")["data"].([]any) {
		by[p.(object)["policyNumber"]] = p.(object)["id"].(string)
		require.Equal(t, []any{"import", id}, values(p.(object), "holdReason", "importId"))
	}
	require.Len(t, by, 2)
	r.sweep(t)
	require.Zero(t, count(t, r.Server, "SELECT count(*) FROM renewal_notices"), "they are planned at the release")
	require.Empty(t, r.tasks(t, by["PN-2"]))

	release := "/rest/imports/" + id + "/release"
	require.Equal(t, object{"letters": 1.0, "people": 1.0, "policies": 2.0, "cases": 2.0}, i.c.Get(t, release))
	analyst := r.As(r.Account(t, r.tenant, "analyst"))
	analyst.Do(t, http.MethodPost, release, nil).Problem(t, http.StatusForbidden, "forbidden")
	analyst.Do(t, http.MethodPost, "/rest/policies/"+by["PN-1"]+"/release-hold", nil).Problem(t, http.StatusConflict, "policy_on_hold")
	r.As(r.Account(t, r.tenant, "approver")).Post(t, release, nil, http.StatusOK)
	i.killedUntil(t, r.clock, id, "committed")
	require.NotNil(t, i.c.Get(t, "/rest/imports/"+id)["releasedAt"])
	r.sweep(t)
	r.sweep(t)
	require.Equal(t, []int{12, 1}, []int{count(t, r.Server, "SELECT count(*) FROM renewal_notices"),
		count(t, r.Server, "SELECT count(*) FROM renewal_notices WHERE state = 'suppressed'")}, "each step once, however often a node was killed")
	require.Equal(t, "1.request suppressed mailOff", r.story(t, by["PN-1"])[0])
	require.Equal(t, []string{"collectEvidence open lapsed"}, r.tasks(t, by["PN-2"]))
	require.NotContains(t, strings.Join(r.story(t, by["PN-2"]), "\n"), "mailOff")
	i.c.Do(t, http.MethodPost, release, nil).Problem(t, http.StatusConflict, "invalid_transition")
}

// TestImportNightly writes only differences of a file that comes every night, opens a task for a loan that it lacks, and waits for a
// person where it would change much or has few rows.
func TestImportNightly(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	program := i.Program(t, i.tenant).String()
	book := map[int]int{}
	for n := range 10 {
		book[n] = 100 + n
	}
	file := func() string {
		var lines []string
		for n := range 10 {
			if book[n] > 0 {
				lines = append(lines, fmt.Sprintf("LN-%d,%d.00,%s", n, book[n], program))
			}
		}
		return loanFile(lines...)
	}
	first := i.begin(t, file(), object{"saveAs": "nightly"}, object{"name": "nightly"})
	i.commit(t, first["id"])
	night := func() object {
		t.Helper()
		return i.begin(t, file(), nil, object{"name": "nightly", "mapping": "nightly", "complete": true, "commit": true})
	}
	missing := func() []any { return i.c.Get(t, "/rest/tasks?type=loanMissing")["data"].([]any) }

	book[1], book[2] = 500, 0
	second := night()
	require.Equal(t,
		[]any{"committed", object{"create": 0.0, "change": 1.0, "unchanged": 8.0, "refused": 0.0, "skipped": 0.0, "missing": 1.0}},
		values(second, "state", "counts"))
	require.Len(t, missing(), 1)
	gone := i.c.Get(t, "/rest/cases?loanNumber=LN-2")["data"].([]any)[0].(object)
	require.Equal(t, []any{gone["id"], "open"}, values(missing()[0].(object), "caseId", "state"))
	require.Equal(t, "committed", night()["state"])
	require.Len(t, missing(), 1, "one task, however often it is missing")
	book[2] = 102
	require.Equal(t, "committed", night()["state"])
	require.Equal(t, "completed", missing()[0].(object)["state"], "it is back")
	book[2] = 0
	lacking := night()
	require.Equal(t, "open", missing()[1].(object)["state"], "it is gone again")
	i.revert(t, lacking["id"])
	require.Equal(t, "completed", missing()[1].(object)["state"], "nobody says any more that it is gone")

	wide := "Loan Number,Loan Amount,Asset Type,Asset Key\nLN-0,100.00,equipment,A-1\nLN-0,100.00,equipment,A-2\nLN-0,100.00,equipment,A-3\n"
	i.commit(t, i.begin(t, wide, object{"saveAs": "wide"}, object{"name": "wide"})["id"])
	one := i.begin(t, strings.ReplaceAll(wide, "100.00", "900.00"), nil, object{"name": "wide", "mapping": "wide", "commit": true})
	require.Equal(t, []any{"committed", []any{}}, values(one, "state", "waitsFor"), "three rows, but one of ten loans")
	book[0] = 900
	book[3], book[4], book[5] = 600, 600, 600
	much := night()
	require.Equal(t, []any{"checked", []any{"manyChanges"}}, values(much, "state", "waitsFor"))
	require.Equal(t, dollars("103.00"), i.c.Get(t, "/rest/cases?loanNumber=LN-3")["data"].([]any)[0].(object)["loanAmount"])
	require.Equal(t, "committed", i.commit(t, much["id"])["state"])
	for n := range 6 {
		book[n] = 0
	}
	require.Equal(t, []any{"checked", []any{"fewRows"}}, values(night(), "state", "waitsFor"))
}

// TestImportHeldTwice keeps a case quiet that a second import changed until that is released too.
func TestImportHeldTwice(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	program := i.Program(t, i.tenant).String()
	first := i.commit(t, i.begin(t, loanFile("LN-1,1.00,"+program), object{})["id"])
	second := i.commit(t, i.begin(t, loanFile("LN-1,2.00,"+program), object{})["id"])
	for n, made := range []object{first, second} {
		i.c.Post(t, "/rest/imports/"+made["id"].(string)+"/release", nil, http.StatusOK)
		require.NotNil(t, i.work(t, made["id"])["releasedAt"])
		require.Equal(t, n == 0, i.c.Get(t, "/rest/cases")["data"].([]any)[0].(object)["quiet"])
	}
}
