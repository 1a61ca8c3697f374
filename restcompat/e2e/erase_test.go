package e2e

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/exporting"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/erasing"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// eraseBench is a loan that names a person and a contact everywhere, in an object store that is a folder.
type eraseBench struct {
	*resttest.Server
	c                                 *resttest.Client
	dir                               string
	caseID, insured, broker, document string
	placement                         string // its path
}

// secrets are what the person and the contact are called, as nobody else is.
var secrets = []string{"Quixworth", "quixworth", "Vandersloot", "vandersloot"}

func newEraseBench(t *testing.T) *eraseBench {
	t.Helper()
	b := &eraseBench{dir: t.TempDir()}
	b.Server = resttest.Serve(t, storagetest.NewWorld(t), time.Now, func(c *blob.Config) { c.URL = "file://" + b.dir })
	b.c = b.As(b.Harbor.Token)
	keyed := func(path string, body object) string {
		return b.c.With("Idempotency-Key", uuid.NewString()).Post(t, path, body, http.StatusCreated)["id"].(string)
	}
	group := keyed("/rest/insured-groups", object{"name": "Family of Zebulon Quixworth"})
	b.insured = keyed("/rest/insureds", object{"firstName": "Zebulon", "lastName": "Marrygold", "externalId": "quixworth-1",
		"metadata": object{"spouse": "Quixworth"}, "insuredGroup": group})
	b.c.Patch(t, "/rest/insureds/"+b.insured, object{"lastName": "Quixworth"})
	b.broker = keyed("/rest/brokers", object{"firstName": "Ada", "lastName": "Vandersloot", "email": "ada@vandersloot.example",
		"phone": "555-0142"})
	b.caseID = keyed("/rest/cases", object{"riskProfile": b.DemandingRiskProfile(t, b.Harbor, "building"), "status": "OPEN",
		"insureds": []any{b.insured}, "insuranceContacts": []any{b.broker}, "displayName": "Loan of Zebulon Quixworth",
		"metadata": object{"officer": "ada@vandersloot.example"}})
	b.c.Patch(t, "/rest/insureds/"+b.insured, object{"middleName": "Quixworth"})
	b.c.Patch(t, "/rest/insureds/"+b.insured, object{"middleName": nil})
	b.document = b.c.Document(t, b.caseID, object{"fileName": "Zebulon Quixworth.pdf"})["id"].(string)
	asset := keyed("/rest/assets", object{"caseId": b.caseID, "assetType": "multifamily", "documents": []any{b.document}})
	policy := keyed("/rest/policies", framework(b.caseID, object{"insureds": []any{b.insured}, "endDate": "2090-01-01",
		"startDate": "2089-01-01", "perilsByAsset": []any{object{"asset": asset, "perils": []any{}}},
		"displayName": "Cover of Zebulon Quixworth"}))
	b.c.Post(t, "/rest/tasks", object{"caseId": b.caseID, "type": "reviewDocument",
		"reason": "Call Zebulon Quixworth, once Zebulon Marrygold, or ada@vandersloot.example"}, http.StatusCreated)
	countDaysIn(t, b.Server, b.Harbor, "UTC")
	b.placement = beginPlacement(t, b.c, b.caseID, "crime", time.Now())
	b.c.Post(t, b.placement+"/notices", with(posted(time.Now(), -30), object{"proof": "Returned by Zebulon Quixworth"}), http.StatusOK)
	b.c.Post(t, b.placement+"/proofs", object{"document": b.document, "receivedOn": dayFromNow(-2), "from": dayFromNow(-40)}, http.StatusOK)
	link := b.c.Post(t, "/rest/policies/"+policy+"/evidence-links", nil, http.StatusCreated)
	visit(t, b.Server, link["url"].(string)).Submit(t, object{"policyNumber": "Q-1", "note": "From Zebulon Quixworth by Ada Vandersloot"})
	b.Exec(t, `UPDATE renewal_notices SET subject = 'About Zebulon Quixworth', body = 'Dear Ada Vandersloot',
		recipients = '{ada@vandersloot.example}' WHERE case_id = $1`, b.caseID)
	b.Exec(t, `INSERT INTO notice_attempts (portfolio_id, id, notice_id, number, state, recipients, copies, body, deliveries, settled_at)
		SELECT portfolio_id, gen_random_uuid(), id, 1, 'sent', '{ada@vandersloot.example}', '{}',
		'Dear Ada Vandersloot, about Zebulon Quixworth', '[]', now() FROM renewal_notices WHERE case_id = $1`, b.caseID)
	b.Exec(t, `INSERT INTO webhook_deliveries (portfolio_id, id, endpoint_id, event_id, type, subject_type, subject_id, revision,
		event_at, state, attempts, attempt_count, tries, settled_at, created_at)
		SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), 'insured.created', 'insured', $2, 1, now(), 'delivered',
		'[{"number": 1, "answer": "Welcome Quixworth"}]', 1, 1, now(), now()`, b.Harbor.Portfolio.ID(), b.insured)
	b.PlaceEvents(t)
	return b
}

// mail puts a letter into the mailbox that only sandboxes have.
func (b *eraseBench) mail(t *testing.T) {
	t.Helper()
	b.Exec(t, `INSERT INTO sandbox_letters
		(portfolio_id, id, message_id, from_name, recipients, copies, subject, text, html, case_id, created_at)
		VALUES ($1, gen_random_uuid(), 'x@sandbox.invalid', 'Harbor', '{ada@vandersloot.example}', '{ada@vandersloot.example}',
		$3, $4, $5, $2, now())`, b.Harbor.Portfolio.ID(), b.caseID,
		"About Zebulon Quixworth", "Dear Ada Vandersloot", "<p>Dear Ada Vandersloot</p>")
}

func (b *eraseBench) eraser() erasing.Eraser {
	return erasing.Eraser{Store: b.Store, Blobs: b.Blobs, Now: func() time.Time { return time.Now().UTC() }}
}

// ownLines are those of a dump that differ each time, and what a transaction has used of a sequence.
var ownLines = regexp.MustCompile(`(?m)^(\\(un)?restrict|SELECT pg_catalog.setval).*$`)

// dump is all that the database has, as text.
func (b *eraseBench) dump(t *testing.T) string {
	t.Helper()
	var dir string
	require.NoError(t, b.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT setting FROM pg_config WHERE name = 'BINDIR'").Scan(&dir))
	dsn := b.Store.Pool().Pgx().Config().ConnString()
	out, err := exec.CommandContext(t.Context(), filepath.Join(dir, "pg_dump"), "--data-only", "--dbname="+dsn).Output()
	require.NoError(t, err)
	return ownLines.ReplaceAllString(string(out), "")
}

// files is what the object store has, with the names of its files.
func (b *eraseBench) files(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	require.NoError(t, filepath.WalkDir(b.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		all.WriteString(path + string(content))
		return err
	}))
	return all.String()
}

func (b *eraseBench) requireErased(t *testing.T, secrets ...string) {
	t.Helper()
	feed := b.c.Do(t, http.MethodGet, "/rest/events?limit=200", nil)
	dump := b.dump(t)
	for _, secret := range secrets {
		for place, text := range map[string]string{"dump": dump, "object store": b.files(t), "feed": string(feed.Body)} {
			if at := strings.Index(text, secret); at >= 0 {
				require.Fail(t, place+" has "+secret, text[max(0, at-300):min(len(text), at+100)])
			}
		}
		for _, list := range []string{"cases", "insureds", "policies", "brokers"} {
			require.EqualValues(t, 0, b.c.Get(t, "/rest/"+list+"?limit=0&q="+secret)["meta"].(object)["total"], list)
		}
	}
}

// TestEraseInsured leaves no word of a person, also who is named by cases that stay.
func TestEraseInsured(t *testing.T) {
	t.Parallel()
	b := newEraseBench(t)
	b.mail(t)
	of := erasing.Erasure{Kind: erasing.Insured, IDs: []uuid.UUID{uuid.MustParse(b.insured)}}
	before := b.dump(t)
	require.Contains(t, before, "Quixworth")
	dry, err := b.eraser().Run(t.Context(), of, true)
	require.NoError(t, err)
	require.Equal(t, before, b.dump(t), "a dry run changes nothing")
	report, err := b.eraser().Run(t.Context(), of, false)
	require.NoError(t, err)
	require.Equal(t, dry, report)
	require.Len(t, report.Kept, 1)
	b.requireErased(t, append(secrets[:2:2], "Marrygold")...)
	require.Equal(t, "Erased", b.c.Get(t, "/rest/insureds/"+b.insured)["displayName"])
	require.Equal(t, []any{b.insured}, b.c.Get(t, "/rest/cases/"+b.caseID)["insureds"])
	trail := b.c.Query(t, `query($id: ID!) { auditEvents(filter: {subject: [$id]}) { nodes { action actorName changes } } }`,
		object{"id": b.insured})
	first := trail["auditEvents"].(object)["nodes"].([]any)[0].(object)
	require.Equal(t, []any{"insured.created", "Harbor"}, []any{first["action"], first["actorName"]}, "who and what stay")
	require.Equal(t, object{"from": nil, "to": nil}, first["changes"].(object)["lastName"])
	b.PlaceEvents(t)
	events := b.c.Get(t, "/rest/events?subject="+b.insured)["data"].([]any)
	require.Equal(t, "insured.updated", events[len(events)-1].(object)["type"], "the feed tells")
	_, err = b.eraser().Run(t.Context(), of, false)
	require.NoError(t, err, "it can be repeated")
}

// TestEraseContact leaves no word of a broker, whom cases go on to name.
func TestEraseContact(t *testing.T) {
	t.Parallel()
	b := newEraseBench(t)
	b.mail(t)
	of, err := b.eraser().FindContact(t.Context(), "Ada@Vandersloot.example")
	require.NoError(t, err)
	_, err = b.eraser().Run(t.Context(), of, false)
	require.NoError(t, err)
	b.requireErased(t, secrets[2:]...)
	require.Equal(t, []any{b.broker}, b.c.Get(t, "/rest/cases/"+b.caseID)["insuranceContacts"])
	_, err = b.eraser().FindContact(t.Context(), "ada@vandersloot.example")
	require.Equal(t, fault.CodeNotFound, fault.CodeOf(err))
}

// TestEraseCase removes a case with all that belongs to it, its files and its insured, and nothing of another lender.
func TestEraseCase(t *testing.T) {
	t.Parallel()
	b := newEraseBench(t)
	other := b.As(b.Prairie.Token).Document(t, b.Case(t, b.Prairie), nil)["id"].(string)
	b.c.Document(t, b.caseID, object{"fileName": "dec_page_Vrtzk.pdf"})
	of := erasing.Erasure{Kind: erasing.Case, IDs: []uuid.UUID{uuid.MustParse(b.caseID)}}
	_, err := b.eraser().Run(t.Context(), of, false)
	require.NoError(t, err)
	_, err = jobs.UploadCleaner{Store: b.Store, Blobs: b.Blobs}.Clean(t.Context(), time.Now())
	require.NoError(t, err)
	b.requireErased(t, append(secrets[:2:2], "Vrtzk")...)
	require.NotContains(t, b.files(t), b.document)
	require.Contains(t, b.files(t), other)
	b.c.Do(t, http.MethodGet, "/rest/cases/"+b.caseID, nil).Problem(t, http.StatusNotFound, "not_found")
	for _, list := range []string{"policies", "documents", "assets", "tasks", "evidence", "placements"} {
		require.EqualValues(t, 0, b.c.Get(t, "/rest/"+list+"?limit=0")["meta"].(object)["total"], list)
	}
	_, err = b.eraser().Run(t.Context(), of, false)
	require.Equal(t, fault.CodeNotFound, fault.CodeOf(err))
}

// TestEraseRepeated has a database that was restored from before an erasure, or whose erasure was cut off, do it again.
func TestEraseRepeated(t *testing.T) {
	t.Parallel()
	b := newEraseBench(t)
	e := b.eraser()
	repeated, err := e.Repeat(t.Context())
	require.NoError(t, err)
	require.Zero(t, repeated)
	b.Exec(t, "ALTER TABLE erasures ADD CONSTRAINT no_more CHECK (false) NOT VALID") // as if it was cut off after the list
	of := erasing.Erasure{Kind: erasing.Insured, IDs: []uuid.UUID{uuid.MustParse(b.insured)}}
	_, err = e.Run(t.Context(), of, false)
	require.Error(t, err)
	require.Contains(t, b.dump(t), "Quixworth")
	require.NotContains(t, b.files(t), "Quixworth", "the list has ids alone")
	b.Exec(t, "ALTER TABLE erasures DROP CONSTRAINT no_more")
	var nodes sync.WaitGroup
	failed := make([]error, 4)
	for i := range failed {
		nodes.Go(func() { _, failed[i] = e.Repeat(t.Context()) })
	}
	nodes.Wait()
	require.NoError(t, errors.Join(failed...))
	repeated, err = e.Repeat(t.Context())
	require.NoError(t, err)
	require.Zero(t, repeated)
	require.Len(t, b.c.Get(t, "/rest/audit-events?action=insured.updated&subject="+b.insured)["data"], 4,
		"three changes, and one erasure by all nodes that start at once")
	b.requireErased(t, secrets[:2]...)
	require.Equal(t, 1, b.told(t, b.insured))
}

// told is how often the trail of the installation says that somebody was erased.
func (b *eraseBench) told(t *testing.T, id string) (n int) {
	t.Helper()
	require.NoError(t, b.Store.Pool().Pgx().QueryRow(t.Context(),
		"SELECT count(*) FROM audit_events WHERE action = 'data.erased' AND subject_id = $1", id).Scan(&n))
	return n
}

// TestEraseLender leaves no file of a lender, also if it was cut off behind the records.
func TestEraseLender(t *testing.T) {
	t.Parallel()
	b := newEraseBench(t)
	portfolio := b.Harbor.Portfolio.ID()
	put := func() {
		for _, folder := range []string{"", model.DocumentsFolder, exporting.Folder} {
			require.NoError(t, b.Blobs.Write(t.Context(), folder+portfolio.String()+"/1/secret", "text/csv", strings.NewReader("Quixworth")))
		}
	}
	put()
	b.Exec(t, `INSERT INTO import_mappings SELECT lender_id, 'Quixworth', '[]', now() FROM portfolios WHERE id = $1`, portfolio)
	var lender uuid.UUID
	require.NoError(t, b.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT lender_id FROM portfolios WHERE id = $1", portfolio).Scan(&lender))
	operator := b.As(b.Operator)
	operator.Query(t, `mutation($id: ID!) { updateLender(id: $id, input: {contactName: "Zebulon Quixworth"}) { id } }`, object{"id": lender})
	_, err := b.eraser().Run(t.Context(), erasing.Erasure{Kind: erasing.Lender, IDs: []uuid.UUID{lender}}, false)
	require.NoError(t, err)
	require.NotContains(t, b.files(t), portfolio.String()+"/")
	require.NotContains(t, b.dump(t), "Quixworth")
	require.Equal(t, 1, b.told(t, lender.String()))

	put()
	b.Exec(t, "DELETE FROM erasures")
	repeated, err := b.eraser().Repeat(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, repeated)
	require.NotContains(t, b.files(t), portfolio.String()+"/")
}

// TestEraseAtOnce keeps each of several erasures at once in the list.
func TestEraseAtOnce(t *testing.T) {
	t.Parallel()
	b := newEraseBench(t)
	var wait sync.WaitGroup
	failed := make([]error, 4)
	for i := range failed {
		of := erasing.Erasure{Kind: erasing.Insured, IDs: []uuid.UUID{b.Insured(t, b.Harbor)}}
		wait.Go(func() { _, failed[i] = b.eraser().Run(t.Context(), of, false) })
	}
	wait.Wait()
	require.NoError(t, errors.Join(failed...))
	text, err := b.Blobs.Read(t.Context(), blob.ErasuresKey, 1<<20)
	require.NoError(t, err)
	var list []erasing.Erasure
	require.NoError(t, json.Unmarshal(text, &list))
	require.Len(t, list, len(failed))
}

// TestEraseIsTheOnlyDoor is that the trail lets nobody else change it.
func TestEraseIsTheOnlyDoor(t *testing.T) {
	t.Parallel()
	b := newEraseBench(t)
	pool := b.Store.Pool().Pgx()
	trail := func() (all string) {
		require.NoError(t, pool.QueryRow(t.Context(), "SELECT string_agg(changes::text, ' ' ORDER BY id) FROM audit_events").Scan(&all))
		return all
	}
	before := trail()
	_, err := pool.Exec(t.Context(), "UPDATE audit_events SET changes = '{}'")
	require.ErrorContains(t, err, "never changed")
	_, err = pool.Exec(t.Context(), "SET app.erasing = 'on'; DELETE FROM audit_events; RESET app.erasing")
	require.ErrorContains(t, err, "never changed")
	writer, err := b.Store.Writer(t.Context())
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(),
		`BEGIN; SET LOCAL app.erasing = 'on'; SET LOCAL ROLE "`+writer+`"; UPDATE audit_events SET changes = '{}'; COMMIT`)
	require.Error(t, err, "nodes say it in other words")
	require.Equal(t, before, trail())
}

// TestEraseFiles leaves no word of a person in what came in by an import and went out by exports, and a revert brings nothing back.
func TestEraseFiles(t *testing.T) {
	t.Parallel()
	b := newEraseBench(t)
	book := "Loan Number,Loan Amount,Maturity Date,Borrower,Agent Email,Quixworth\n" +
		"LN-1,100.00,2034-01-31,Zebulon Quixworth,ada@vandersloot.example,x\nLN-2,much,2034-01-31,Zebulon Quixworth,ada@vandersloot.example,x\n"
	in, out := importerOn(t, b.Server), exportBenchOn(t, b.Server)
	profile := object{"columns": []any{object{"to": "case.riskProfile", "value": b.RiskProfile(t, b.Harbor).String()}}, "saveAs": "servicing"}
	checked := in.begin(t, book, profile)
	require.Equal(t, "checked", checked["state"], checked["failure"])
	committed := in.commit(t, checked["id"])
	require.Equal(t, "committed", committed["state"], committed["failure"])
	open := in.begin(t, strings.ReplaceAll(book, "LN-", "LM-"), with(profile, object{"saveAs": "For Zebulon Quixworth"}),
		object{"name": "Zebulon Quixworth"})
	for _, format := range []string{"csv", "xlsx", "parquet", "ndjson"} {
		require.Equal(t, "done", out.made(t, object{"format": format})["state"])
	}
	require.Contains(t, b.files(t), "/exports/")
	for _, of := range []erasing.Erasure{{Kind: erasing.Insured, IDs: []uuid.UUID{uuid.MustParse(b.insured)}},
		{Kind: erasing.Contact, IDs: []uuid.UUID{uuid.MustParse(b.broker)}}} {
		_, err := b.eraser().Run(t.Context(), of, false)
		require.NoError(t, err)
	}
	_, err := jobs.UploadCleaner{Store: b.Store, Blobs: b.Blobs}.Clean(t.Context(), time.Now())
	require.NoError(t, err)
	_, err = out.runner.Clean(t.Context(), time.Now())
	require.NoError(t, err)
	require.NotContains(t, b.files(t), "/exports/")

	import1 := "/rest/imports/" + checked["id"].(string)
	require.Equal(t, committed["counts"], b.c.Get(t, import1)["counts"])
	refused := b.c.Get(t, import1+"/rows?outcome=refused")["data"].([]any)[0].(object)["reasons"].([]any)[0].(object)
	require.Equal(t, []any{"Loan Amount", "invalid_value", "Erased."}, values(refused, "column", "code", "message"))
	require.Equal(t, "failed", b.c.Get(t, "/rest/imports/"+open["id"].(string))["state"], "it would bring them back")
	mappings := b.c.Do(t, http.MethodGet, "/rest/import-mappings", nil).List(t)
	require.Len(t, mappings, 1)
	require.Len(t, mappings[0]["columns"], 6, "but for the column that is called after the person")
	b.requireErased(t, secrets...)
	b.c.Post(t, import1+"/revert", object{}, http.StatusOK)
	require.Equal(t, "reverted", in.work(t, checked["id"])["state"])
	for _, format := range []string{"csv", "ndjson"} {
		require.Equal(t, "done", out.made(t, object{"format": format})["state"])
	}
	b.requireErased(t, secrets...)
}

// TestErasePerson leaves no word of somebody who has signed in, nor of somebody whom the directory of their company names by another
// name than their address.
func TestErasePerson(t *testing.T) {
	t.Parallel()
	b := newEraseBench(t)
	person := b.Person(t, b.Harbor, model.RoleAnalyst)
	b.Exec(t, "UPDATE persons SET name = 'Wilhelmina Brzeczyk', email = 'mina@brzeczyk.example' WHERE id = $1", person.ID)
	c := b.AsPerson(person, b.Harbor)
	import1 := c.Query(t, `mutation($key: String!) { createImport(input: {files: [{fileName: "a.csv", directUploadKey: $key}]}) {
		createdBy { name } } }`, object{"key": b.c.Upload(t, "a.csv", []byte("Loan Number,Loan Amount\n"))})
	require.Equal(t, "Wilhelmina Brzeczyk", import1["createImport"].(object)["createdBy"].(object)["name"])
	b.Exec(t, `INSERT INTO directory_users (id, provider_id, user_name, is_active, attributes, created_at, updated_at)
		VALUES (gen_random_uuid(), $1, 'wb4711', true, '{"displayName": "Wilhelmina Brzeczyk", "emails": [{"value": "Mina@Brzeczyk.example"}]}',
		now(), now())`, person.ProviderID)
	of, err := b.eraser().FindContact(t.Context(), "mina@brzeczyk.example")
	require.NoError(t, err)
	require.Len(t, of.IDs, 2)
	_, err = b.eraser().Run(t.Context(), of, false)
	require.NoError(t, err)
	for _, line := range strings.Split(b.dump(t), "\n") {
		if strings.Contains(strings.ToLower(line), "brzeczyk") && !strings.Contains(line, "\tperson\t") { // who did what stays in the trail
			require.Fail(t, "a word is left", line)
		}
	}
}
