package e2e

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/importing"
	"github.com/covertrack/covertrack/model"
	rules "github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
	stored "github.com/covertrack/covertrack/storage/importing"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// importsIn are imports of a fixture, by the state that they are in.
var importsIn = map[string]model.ImportState{
	"import": model.ImportStateMapping, "checkedImport": model.ImportStateChecked, "committedImport": model.ImportStateCommitted,
	"otherImport": model.ImportStateCommitted,
}

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		f.ids["importUpload"] = f.client().Upload(t, "loans.csv", []byte("Loan Number,Loan Amount\nLN-1,100"))
		for _, name := range slices.Sorted(maps.Keys(importsIn)) {
			i, _ := rules.New(storage.NewID(), model.CreateImportInput{},
				&model.Principal{Actor: model.SystemActor, PortfolioID: f.tenant.Portfolio.ID()}, f.server.Engine.Now())
			i.State, i.Files, i.Counts = importsIn[name], []*rules.File{}, &rules.Counts{}
			require.NoError(t, f.server.Store.InTx(t.Context(), i.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
				return stored.Imports.Insert(ctx, tx.For(i.PortfolioID), i)
			}))
			f.ids[name] = i.ID.String()
		}
	})
	examples["CreateImport"] = example{asks: func(f *fixture) []ask {
		return []ask{{body: object{"files": []any{object{"fileName": "loans.csv", "directUploadKey": f.ids["importUpload"]}}}}}
	}, refused: object{"files": []any{object{"fileName": "loans.pdf", "directUploadKey": unknownID}}}}
	examples["MapImport"] = example{asks: at("import"), refused: object{"columns": []any{object{"column": "x", "to": "case.moon"}}}}
	examples["CommitImport"] = example{asks: at("checkedImport"), refused: object{"allOrNone": "yes"}}
	examples["ReleaseImport"] = example{asks: at("committedImport"), refused: object{"people": 1}}
	examples["RevertImport"] = example{asks: at("otherImport"), refused: object{"people": 1}}
	examples["ListImports"] = example{asks: at(""), refused: "?state=done"}
	examples["GetImport"] = example{asks: at("import"), refused: "?verbose=1"}
	examples["ListImportRows"] = example{asks: at("import"), refused: "?outcome=lost"}
	examples["GetImportRelease"] = example{asks: at("committedImport"), refused: "?verbose=1"}
	examples["ListImportTargets"] = example{asks: at(""), refused: "?verbose=1"}
	examples["ListImportMappings"] = example{asks: at(""), refused: "?verbose=1"}
}

// importer imports files of a tenant through REST, and is the node that does the work.
type importer struct {
	*resttest.Server
	c      *resttest.Client
	tenant *storagetest.Tenant
	worker *importing.Worker
}

func newImporter(t *testing.T) *importer {
	return importerOn(t, resttest.New(t))
}

func importerOn(t *testing.T, s *resttest.Server) *importer {
	return &importer{Server: s, c: s.As(s.Harbor.Token), tenant: s.Harbor, worker: importing.New(importing.Config{
		Engine: s.Engine, Store: s.Store, Blobs: s.Blobs, Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Operations: graph.ImportOperations,
	})}
}

// upload puts a file to where a signed URL leads, and returns its entry of an import.
func (i *importer) upload(t *testing.T, name, content string) object {
	t.Helper()
	return object{"fileName": name, "directUploadKey": i.c.Upload(t, name, []byte(content))}
}

// work does what there is to do, and returns the import.
func (i *importer) work(t *testing.T, id any) object {
	t.Helper()
	require.NoError(t, i.worker.RunOne(t.Context(), storage.ImportKey{PortfolioID: i.tenant.Portfolio.ID(), ID: uuid.MustParse(id.(string))}))
	return i.c.Get(t, "/rest/imports/"+id.(string))
}

// begin uploads a file, has it read, and maps it.
func (i *importer) begin(t *testing.T, content string, mapping object, more ...object) object {
	t.Helper()
	body := object{"files": []any{i.upload(t, "loans.csv", content)}}
	for _, m := range more {
		body = with(body, m)
	}
	made := i.c.Post(t, "/rest/imports", body, http.StatusCreated)
	require.Equal(t, "uploaded", made["state"])
	read := i.work(t, made["id"])
	if read["state"] != "mapping" {
		return read
	}
	require.Equal(t, "checking", i.c.Post(t, "/rest/imports/"+made["id"].(string)+"/map", mapping, http.StatusOK)["state"])
	return i.work(t, made["id"])
}

func (i *importer) commit(t *testing.T, id any) object {
	t.Helper()
	i.c.Post(t, "/rest/imports/"+id.(string)+"/commit", object{}, http.StatusOK)
	return i.work(t, id)
}

const book = `Loan book of Harbor Example Bank,,,,,,,,,,,,
Loan Number,Loan Amount,Maturity Date,Borrower,Property Address,City,State,Zip,Property Type,` +
	`Policy Number,Coverage,Effective Date,Expiration Date,Agent Email,Limit
LN-1," $1,250,000.00 ",31/12/2034,Example Holdings LLC,12 Example St,Springfield,Illinois,62701,Multifamily,` +
	`PN-1,Building,01/02/2026,01/02/2027,grace@example.com,"1,250,000"
LN-2,300000.50,30/06/2031,Example Holdings LLC,14 Example St,Springfield,IL,62701,multifamily,N/A,,,,grace@example.com,
LN-3,100,13/13/2031,Ada Example,16 Example St,Springfield,IL,62701,multifamily,,,,,,
LN-4,10.00,01/01/2030,Ada Example,18 Example St,Springfield,IL,62701,multifamily,,,,,,
LN-4,20.00,01/01/2030,Ada Example,18 Example St,Springfield,IL,62701,multifamily,,,,,,
Total,1550120.50,,,,,,,,,,,,
`

func TestImport(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	profile := i.RiskProfile(t, i.tenant).String()
	set := object{"columns": []any{object{"to": "case.riskProfile", "value": profile},
		object{"column": "Effective Date", "format": "dayFirst"},
		object{"column": "Expiration Date", "format": "dayFirst"}}, "saveAs": "servicing"}
	checked := i.begin(t, book, set)
	require.Equal(t, "checked", checked["state"], checked["failure"])
	require.Equal(t, object{"create": 2.0, "change": 0.0, "unchanged": 0.0, "refused": 3.0, "skipped": 1.0, "missing": 0.0}, checked["counts"],
		string(i.c.Do(t, http.MethodGet, "/rest/imports/"+checked["id"].(string)+"/rows", nil).Body))
	require.Zero(t, i.c.Get(t, "/rest/cases")["meta"].(object)["total"], "nothing is written")

	rows := i.c.Get(t, "/rest/imports/"+checked["id"].(string)+"/rows?outcome=refused")["data"].([]any)
	require.Len(t, rows, 3)
	require.Equal(t, []any{"loans.csv", 5.0}, values(rows[0].(object), "file", "row"))
	reason := rows[0].(object)["reasons"].([]any)[0].(object)
	require.Equal(t, []any{"Maturity Date", "13/13/2031", "invalid_value"}, values(reason, "column", "value", "code"))
	require.Equal(t, "duplicate", rows[1].(object)["reasons"].([]any)[0].(object)["code"])
	refused := i.As("").Do(t, http.MethodGet, checked["files"].([]any)[0].(object)["refusedUrl"].(string), nil)
	require.Contains(t, string(refused.Body), "13/13/2031")

	committed := i.commit(t, checked["id"])
	require.Equal(t, "committed", committed["state"], committed["failure"])
	cases := i.c.Get(t, "/rest/cases?loanNumber=LN-1")["data"].([]any)
	require.Len(t, cases, 1)
	loan := cases[0].(object)
	require.Equal(t, object{"amount": "1250000.00", "currency": "USD"}, loan["loanAmount"])
	require.Equal(t, "2034-12-31T00:00:00.000Z", loan["maturityDate"])
	policies := i.c.Get(t, "/rest/policies?caseId="+loan["id"].(string))["data"].([]any)
	require.Len(t, policies, 1)
	policy := policies[0].(object)
	require.Equal(t, []any{"onHold", "PN-1", "2027-02-01T00:00:00.000Z"}, values(policy, "status", "policyNumber", "endDate"))
	shown := i.c.Query(t, `query($id: ID!) { policy(id: $id) { holdReason importId } }`, object{"id": policy["id"]})["policy"].(object)
	require.Equal(t, object{"holdReason": "import", "importId": checked["id"]}, shown)
	events := i.c.Query(t, `query($id: ID!) { auditEvents(filter: {subject: [$id]}) { nodes { requestId } } }`, object{"id": policy["id"]})
	require.Equal(t, "import-"+checked["id"].(string), events["auditEvents"].(object)["nodes"].([]any)[0].(object)["requestId"])

	t.Run("the same file again changes nothing", func(t *testing.T) {
		again := i.begin(t, book, nil, object{"mapping": "servicing"})
		require.Equal(t, "checked", again["state"], again["failure"])
		require.Equal(t, []any{0.0, 0.0, 2.0, 3.0}, values(again["counts"].(object), "create", "change", "unchanged", "refused"),
			string(i.c.Do(t, http.MethodGet, "/rest/imports/"+again["id"].(string)+"/rows", nil).Body))
		before := count(t, i.Server, "SELECT count(*) FROM audit_events WHERE subject_type <> 'import'")
		i.commit(t, again["id"])
		require.Equal(t, before,
			count(t, i.Server, "SELECT count(*) FROM audit_events WHERE subject_type <> 'import' AND action <> 'upload.signed'")+
				count(t, i.Server, "SELECT count(*) FROM audit_events WHERE action = 'upload.signed'"))
	})
	t.Run("a change is told member by member", func(t *testing.T) {
		changed := i.begin(t, strings.ReplaceAll(book, "300000.50", "300001.50"), nil, object{"mapping": "servicing"})
		require.Equal(t, 1.0, changed["counts"].(object)["change"])
		row := i.c.Get(t, "/rest/imports/"+changed["id"].(string)+"/rows?outcome=change")["data"].([]any)[0].(object)
		change := row["changes"].([]any)[0].(object)
		require.Equal(t, []any{"case", "loanAmount", object{"amount": "300000.50", "currency": "USD"},
			object{"amount": "300001.50", "currency": "USD"}},
			values(change, "noun", "member", "before", "after"))
	})
	t.Run("release", func(t *testing.T) {
		analyst := i.As(i.Account(t, i.tenant, "analyst"))
		require.Equal(t, http.StatusForbidden, analyst.Do(t, http.MethodPost, "/rest/imports/"+checked["id"].(string)+"/release", nil).Status)
		require.Equal(t, http.StatusConflict, analyst.Do(t, http.MethodPost, "/rest/policies/"+policy["id"].(string)+"/release-hold", nil).Status)
		preview := i.c.Get(t, "/rest/imports/"+checked["id"].(string)+"/release")
		require.Equal(t, 1.0, preview["policies"])
		i.c.Post(t, "/rest/imports/"+checked["id"].(string)+"/release", nil, http.StatusOK)
		require.NotNil(t, i.work(t, checked["id"])["releasedAt"])
		require.Equal(t, "active", i.c.Get(t, "/rest/policies/"+policy["id"].(string))["status"])
	})
	t.Run("another portfolio knows nothing of it", func(t *testing.T) {
		other := i.As(i.Prairie.Token)
		for _, path := range []string{"", "/rows", "/release"} {
			require.Equal(t, http.StatusNotFound, other.Do(t, http.MethodGet, "/rest/imports/"+checked["id"].(string)+path, nil).Status)
		}
		for _, path := range []string{"/map", "/commit", "/release", "/revert"} {
			require.Equal(t, http.StatusNotFound, other.Do(t, http.MethodPost, "/rest/imports/"+checked["id"].(string)+path, object{}).Status)
		}
	})
}

func TestImportReverts(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	profile := i.RiskProfile(t, i.tenant).String()
	set := object{"columns": []any{object{"to": "case.riskProfile", "value": profile},
		object{"column": "Effective Date", "format": "dayFirst"},
		object{"column": "Expiration Date", "format": "dayFirst"}}}
	checked := i.begin(t, book, set)
	i.commit(t, checked["id"])
	loan := i.c.Get(t, "/rest/cases?loanNumber=LN-2")["data"].([]any)[0].(object)
	i.c.Patch(t, "/rest/cases/"+loan["id"].(string), object{"displayName": "Changed since"})
	cases := map[any]any{}
	for _, list := range []string{"/rest/policies", "/rest/assets"} {
		for _, record := range i.c.Get(t, list)["data"].([]any) {
			cases[record.(object)["id"]] = record.(object)["caseId"]
		}
	}
	reverted := i.revert(t, checked["id"])
	i.PlaceEvents(t)
	removed, _, _ := eventsOf(i.c.Get(t, "/rest/events?limit=200&type=policy.deleted,asset.deleted"))
	require.GreaterOrEqual(t, len(removed), 2)
	for _, e := range removed {
		subject := e["subject"].(object)
		require.Equal(t, cases[subject["id"]], subject["caseId"], "%s has its case", e["type"])
	}
	require.Zero(t, i.c.Get(t, "/rest/cases?loanNumber=LN-1")["meta"].(object)["total"])
	require.Equal(t, 1.0, i.c.Get(t, "/rest/cases")["meta"].(object)["total"])
	require.Contains(t, reverted["left"], object{"noun": "case", "id": loan["id"], "reason": "changed since, or needed by others"})
}

// TestImportRevertThenRelease lets go of what a reversal left, made or changed by the import: an approver releases that, too.
func TestImportRevertThenRelease(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	program := i.Program(t, i.tenant).String()
	known := i.c.Post(t, "/rest/cases", object{"program": program, "loanNumber": "LN-1"}, http.StatusCreated)["id"].(string)
	created(t, i.c, legacy(uuid.MustParse(known), object{"policyNumber": "PN-1", "startDate": "2026-01-15", "endDate": "2027-01-15"}))
	done := i.commit(t, i.begin(t, "Loan Number,Loan Amount,Program,Policy Number,Product Type,Effective Date,Expiration Date,Premium\n"+
		"LN-1,1.00,"+program+",PN-1,property,2026-01-15,2027-01-15,100.00\n"+
		"LN-2,1.00,"+program+",PN-2,property,2026-01-15,2027-01-15,100.00\n", object{})["id"])
	require.Equal(t, []any{1.0, 1.0, 0.0}, values(done["counts"].(object), "create", "change", "refused"), i.rows(t, done, "refused"))
	for _, noun := range []string{"cases", "policies"} {
		for _, r := range i.c.Get(t, "/rest/"+noun)["data"].([]any) {
			i.c.Patch(t, "/rest/"+noun+"/"+r.(object)["id"].(string), object{"metadata": object{"seen": "yes"}})
		}
	}
	require.Len(t, i.revert(t, done["id"])["left"], 4)
	require.Equal(t, map[any][]any{"PN-1": {"onHold", "import"}, "PN-2": {"onHold", "import"}}, i.holds(t), "nobody has released them")
	i.release(t, done["id"])
	for _, r := range i.c.Get(t, "/rest/cases")["data"].([]any) {
		require.Equal(t, false, r.(object)["quiet"], r.(object)["loanNumber"])
	}
	require.Equal(t, map[any][]any{"PN-1": {"active", nil}, "PN-2": {"active", nil}}, i.holds(t))
	import1 := i.c.Get(t, "/rest/imports/"+done["id"].(string))
	require.Equal(t, "reverted", import1["state"])
}

// TestImportRevertsStatus gives loans the status back that they had, also where no person could move them there.
func TestImportRevertsStatus(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	program := i.Program(t, i.tenant).String()
	for number, status := range map[string]string{"LN-1": "DRAFT", "LN-2": "OPEN", "LN-3": "ONBOARDING"} {
		created := i.c.Post(t, "/rest/cases", object{"program": program, "loanNumber": number}, http.StatusCreated)
		if status != "DRAFT" {
			i.c.Patch(t, "/rest/cases/"+created["id"].(string), object{"status": status})
		}
	}
	are := func() map[any]any {
		by := map[any]any{}
		for _, c := range i.c.Get(t, "/rest/cases")["data"].([]any) {
			by[c.(object)["loanNumber"]] = []any{c.(object)["status"], c.(object)["loanAmount"]}
		}
		return by
	}
	before := are()
	done := i.commit(t, i.begin(t, "Loan Number,Loan Amount,Loan Status\nLN-1,1.00,OPEN\nLN-2,2.00,approved\nLN-3,3.00,approved\n",
		object{})["id"])
	require.Equal(t, map[any]any{
		"LN-1": []any{"OPEN", dollars("1.00")}, "LN-2": []any{"approved", dollars("2.00")}, "LN-3": []any{"approved", dollars("3.00")},
	}, are())
	require.Equal(t, []any{}, i.revert(t, done["id"])["left"])
	require.Equal(t, before, are())
}

// TestImportRevertsShared removes an insured and a group that a later chunk made, and an earlier one needs.
func TestImportRevertsShared(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	done := i.commit(t, i.begin(t, "Loan Number,Program,Borrower,Insured Group,Broker Email\nLN-1,"+i.Program(t, i.tenant).String()+
		",Ada Example,Family,grace@example.com\n", object{})["id"])
	for chunk, noun := range []string{"case", "insured", "insuredGroup"} {
		require.Equal(t, 1, count(t, i.Server, "SELECT count(*) FROM import_records WHERE noun = $1", noun))
		i.Exec(t, "UPDATE import_records SET chunk = $2 WHERE noun = $1", noun, chunk)
	}
	i.Exec(t, "UPDATE import_records SET chunk = 3 WHERE noun = 'broker'")
	require.Equal(t, []any{}, i.revert(t, done["id"])["left"])
	require.Zero(t, i.c.Get(t, "/rest/insured-groups")["meta"].(object)["total"])
}

// revert undoes an import.
func (i *importer) revert(t *testing.T, id any) object {
	t.Helper()
	i.c.Post(t, "/rest/imports/"+id.(string)+"/revert", nil, http.StatusOK)
	reverted := i.work(t, id)
	require.Equal(t, "reverted", reverted["state"], reverted["failure"])
	return reverted
}
