package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

const pageQuery = `{ evidenceRequest {
  lender { name contactName contactEmail contactPhone replyTo address } step borrowers properties moreProperties caseName loanNumber
  policyName policyNumber carrier endsOn cancelled limits { coverage kind amount } deductible demands
  clauses { type holder address wording } findings respondBy expiresAt
  current { startDate endDate policyNumber limits { coverageType kind amount { amount currency } } }
  coverageTypes { id name limits { coverageType kind amount { amount currency } } }
  submissions { id state files { fileName size state } submittedAt decidedAt reason }
} }`

const announceEvidence = `mutation($files: [AnnouncedFileInput!]!) { announceEvidence(files: $files) { directUploadKey } }`

// announced are files of a size.
func announced(n, size int) object {
	file := object{"fileName": "a.pdf", "fileType": "application/pdf", "size": size}
	return object{"files": append([]any{}, repeat(n, func() object { return file })...)}
}

func TestEvidenceRequest(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	page := b.visitor.Query(t, pageQuery, nil)["evidenceRequest"].(object)
	require.Equal(t, []any{"EX-123", day(b.end), false, []any{}}, values(page, "policyNumber", "endsOn", "cancelled", "submissions"))
	require.Equal(t, b.c.Get(t, "/rest/evidence-links/"+b.link)["expiresAt"], page["expiresAt"])
	require.NotEmpty(t, page["lender"].(object)["name"])
	limits := []any{
		with(limitOf("building", "perOccurrence", "1000000.00"), object{"coverageType": coverageTypeIDs("building")[0]}),
		with(limitOf("businessIncome", "aggregate", "200000.00"), object{"coverageType": coverageTypeIDs("businessIncome")[0]}),
	}
	require.Equal(t, object{"startDate": shown(b.start), "endDate": shown(b.end), "policyNumber": "EX-123", "limits": limits}, page["current"])
	require.Equal(t, []any{
		object{"id": limits[0].(object)["coverageType"], "name": "Building", "limits": limits[:1]},
		object{"id": limits[1].(object)["coverageType"], "name": "Business Income / Rental Value", "limits": limits[1:]},
	}, page["coverageTypes"])

	path := b.submit(t, nil)
	b.c.Post(t, path+"/reject", object{"reason": "Unreadable"}, http.StatusOK)
	b.visitor.Submit(t, nil)
	listed := b.visitor.Query(t, pageQuery, nil)["evidenceRequest"].(object)["submissions"].([]any)
	require.Len(t, listed, 2)
	require.Equal(t, []any{"rejected", "Unreadable"}, values(listed[0].(object), "state", "reason"))
	require.NotNil(t, listed[0].(object)["decidedAt"])
	require.Equal(t, []any{object{"fileName": "evidence.pdf", "size": float64(8), "state": "rejected"}}, listed[0].(object)["files"])
	require.Equal(t, []any{"proposed", nil, nil}, values(listed[1].(object), "state", "reason", "decidedAt"))
}

func TestEvidenceSubmit(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	before := b.readPolicy(t)
	keys := b.visitor.Upload(t, "%PDF-1.7 first", "%PDF-1.7 second one")
	input := submission(keys, object{
		"category": "evidenceOfProperty", "startDate": day(b.end), "endDate": day(b.end.AddDate(1, 0, 0)), "policyNumber": "EX-124",
		"limits": []any{limitOf("building", "perOccurrence", "1200000.00")}, "note": "Two files\nas asked",
	})
	submitted := b.visitor.Query(t, submitEvidence, input)["submitEvidence"].(object)
	require.Equal(t, []any{"proposed", nil, nil}, values(submitted, "state", "decidedAt", "reason"))

	e := b.c.Get(t, "/rest/evidence/"+submitted["id"].(string))
	files := e["files"].([]any)
	require.Len(t, files, 2)
	for i, content := range []string{"%PDF-1.7 first", "%PDF-1.7 second one"} {
		file := files[i].(object)
		require.Equal(t, []any{"evidence.pdf", "application/pdf", float64(len(content)), "proposed", categoryID(t, "evidenceOfProperty"), nil},
			values(file, "fileName", "fileType", "size", "state", "categoryId", "documentId"))
		download := b.As("").Do(t, http.MethodGet, file["url"].(string), nil)
		require.Equal(t, content, string(download.Body))
		require.Contains(t, download.Header.Get("Content-Disposition"), "attachment")
	}
	delete(e, "files")
	now := b.clock.now().UTC().Format(scalar.TimeLayout)
	require.Equal(t, object{
		"id": submitted["id"], "policyId": b.policy, "caseId": b.caseID, "termNumber": float64(1), "linkId": b.link, "state": "proposed",
		"proposed": saysNothing(object{
			"startDate": shown(b.end), "endDate": shown(b.end.AddDate(1, 0, 0)), "policyNumber": "EX-124",
			"limits": []any{limitShown("building", "perOccurrence", "1200000.00")}, "note": "Two files\nas asked",
		}),
		"current": saysNothing(object{
			"startDate": shown(b.start), "endDate": shown(b.end), "policyNumber": "EX-123", "limits": before["limits"],
			"coverageFormType": "Unknown",
		}),
		"accepted": []any{}, "taskId": e["taskId"], "submittedAt": now, "decidedAt": nil, "decidedBy": nil, "reason": nil, "reply": nil,
		"createdAt": now, "updatedAt": now,
	}, e)

	task := b.c.Get(t, "/rest/tasks/"+e["taskId"].(string))
	require.Equal(t, []any{"reviewDocument", "open", "evidenceSubmitted", b.policy, b.caseID, e["id"],
		b.clock.now().UTC().AddDate(0, 0, 5).Format(scalar.TimeLayout)},
		values(task, "type", "state", "reason", "policyId", "caseId", "evidence", "dueAt"))
	const asked = `query($id: ID!) { task(id: $id) { evidence { id link { id } policy { id } case { id } task { id } } } node(id: ` +
		`$id) { ... on Task { evidenceId } } }`
	require.Equal(t, object{
		"task": object{"evidence": object{"id": e["id"], "link": object{"id": b.link}, "policy": object{"id": b.policy},
			"case": object{"id": b.caseID}, "task": object{"id": e["taskId"]}}},
		"node": object{"evidenceId": e["id"]},
	}, b.c.Query(t, asked, object{"id": e["taskId"]}))

	require.Empty(t, b.documents(t), "what comes in is no document")
	after := b.readPolicy(t)
	for _, member := range []string{"renewal", "updatedAt"} {
		delete(before, member)
		delete(after, member)
	}
	require.Equal(t, before, after, "nothing is written to the policy")
	b.visitor.Refused(t, submitEvidence, input, fault.CodeUploadNotFound,
		"/files/0/directUploadKey upload_not_found", "/files/1/directUploadKey upload_not_found") // sent again
	events := b.c.Get(t, "/rest/audit-events?action=evidence.created")["data"].([]any)
	require.Len(t, events, 1)
	require.Equal(t, []any{"evidenceLink", b.link, e["id"]}, values(events[0].(object), "actorKind", "actorId", "subjectId"))
}

func TestEvidenceSubmitRefused(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	good := b.visitor.Upload(t, "%PDF")[0]
	empty := b.visitor.Query(t, announceEvidence, announced(1, 1))["announceEvidence"].([]any)[0].(object)["directUploadKey"].(string)
	for name, test := range map[string]struct {
		keys []string
		more object
		want []string
	}{
		"no_file":       {nil, nil, []string{"/files required"}},
		"eleven_files":  {strings.Split(strings.Repeat("x ", 10)+"x", " "), object{"files": eleven(good)}, nil},
		"twice":         {[]string{good, good}, nil, []string{"/files/1/directUploadKey duplicate"}},
		"not_uploaded":  {[]string{empty}, nil, []string{"/files/0/directUploadKey upload_not_found"}},
		"category":      {[]string{good}, object{"category": "castle"}, []string{"/category unknown_document_category"}},
		"end_too_early": {[]string{good}, object{"startDate": "2030-01-02", "endDate": "2030-01-02"}, []string{"/endDate invalid_value"}},
		"policy_number": {[]string{good}, object{"policyNumber": "a\nb"}, []string{"/policyNumber invalid_value"}},
		"note":          {[]string{good}, object{"note": strings.Repeat("x", 4001)}, []string{"/note too_long"}},
		"coverage_type": {[]string{good}, object{"limits": []any{limitOf("flood", "total", "1.00"), limitOf("moat", "total", "1.00")}},
			[]string{"/limits/0/coverageType coverage_type_not_applicable", "/limits/1/coverageType unknown_coverage_type"}},
		"limit_twice": {[]string{good}, object{"limits": []any{limitOf("building", "total", "1.00"), limitOf("building", "total", "2.00")}},
			[]string{"/limits/1 duplicate"}},
		"amount": {[]string{good}, object{"limits": []any{limitOf("building", "total", "-1.00")}},
			[]string{"/limits/0/amount/amount invalid_value"}},
		"many_at_once": {[]string{unknownID, empty}, object{"category": "castle", "startDate": "2030-01-02", "endDate": "2030-01-02",
			"note": strings.Repeat("x", 4001)}, []string{
			"/category unknown_document_category", "/files/0/directUploadKey upload_not_found", "/endDate invalid_value", "/note too_long",
			"/files/1/directUploadKey upload_not_found",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := b.visitor.Enter(t)
			require.NoError(t, err)
			_, errs := b.visitor.Run(t, p, submitEvidence, submission(test.keys, test.more))
			require.Len(t, errs, 1)
			var vs fault.Violations
			vs.AppendErr(errs[0])
			if test.want == nil {
				require.Equal(t, "/files too_long", vs[0].Pointer+" "+string(vs[0].Code))
				return
			}
			var got []string
			for _, v := range vs {
				got = append(got, v.Pointer+" "+string(v.Code))
			}
			require.Equal(t, test.want, got)
		})
	}
	require.Empty(t, b.c.Get(t, "/rest/evidence")["data"])
	require.Equal(t, notPaused, b.renewal(t))
	b.visitor.Query(t, submitEvidence, submission([]string{good}, nil))
}

func eleven(key string) []any {
	return repeat(11, func() object { return object{"directUploadKey": key, "fileName": "a.pdf"} })
}

// TestEvidenceOfProgramPolicies: policies of the legacy model have limits without a coverage type.
func TestEvidenceOfProgramPolicies(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	b.caseID = b.Case(t, b.Harbor).String()
	b.policy = b.c.Post(t, "/rest/policies", object{"caseId": b.caseID, "productType": "property"}, http.StatusCreated)["id"].(string)
	_, b.visitor = b.follow(t, b.policy)
	require.Empty(t, b.visitor.Query(t, pageQuery, nil)["evidenceRequest"].(object)["coverageTypes"])
	keys := b.visitor.Upload(t, "%PDF")
	b.visitor.Refused(t, submitEvidence, submission(keys, object{"limits": []any{limitOf("building", "total", "1.00")}}),
		fault.CodeCaseTypeMismatch, "/limits/0/coverageType case_type_mismatch")
	whole := object{"kind": "total", "amount": dollars("5.00")}
	id := b.visitor.Query(t, submitEvidence,
		submission(keys, with(b.nextTerm(), object{"limits": []any{whole}})))["submitEvidence"].(object)["id"].(string)
	b.c.Post(t, "/rest/evidence/"+id+"/accept", object{}, http.StatusOK)
	policy := b.readPolicy(t)
	require.Equal(t, []any{float64(1), shown(b.end.AddDate(1, 0, 0))}, values(policy, "termNumber", "endDate"),
		"an end that was not known is a correction")
	require.Equal(t, []any{limitRow(object{"kind": "total", "amount": dollars("5.00")})}, policy["limits"])
}

func TestEvidenceAnnounce(t *testing.T) {
	t.Parallel()
	b := newEvidenceBench(t)
	file := func(more object) object {
		return object{"files": []any{with(object{"fileName": "a.pdf", "fileType": "application/pdf", "size": 1}, more)}}
	}
	for name, test := range map[string]struct {
		files object
		want  string
	}{
		"none":   {announced(0, 1), "/files required"},
		"eleven": {announced(11, 1), "/files too_long"},
		"html":   {file(object{"fileType": "text/html"}), "/files/0/fileType invalid_value"},
		"svg":    {file(object{"fileType": "image/svg+xml"}), "/files/0/fileType invalid_value"},
		"script": {file(object{"fileType": "application/javascript"}), "/files/0/fileType invalid_value"},
		"zip":    {file(object{"fileType": "application/zip"}), "/files/0/fileType invalid_value"},
		"guess":  {file(object{"fileType": "application/pdf; charset=x"}), "/files/0/fileType invalid_value"},
		"empty":  {file(object{"size": 0}), "/files/0/size invalid_value"},
		"large":  {file(object{"size": 50<<20 + 1}), "/files/0/size invalid_value"},
		"name":   {file(object{"fileName": "a\r\nb.pdf"}), "/files/0/fileName invalid_value"},
		"long":   {file(object{"fileName": strings.Repeat("x", 256)}), "/files/0/fileName too_long"},
	} {
		t.Run(name, func(t *testing.T) {
			_, code, _ := strings.Cut(test.want, " ")
			b.visitor.Refused(t, announceEvidence, test.files, fault.Code(code), test.want)
		})
	}
	for i, kind := range []string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/tiff", "image/heic"} {
		b.visitor.Query(t, announceEvidence, file(object{"fileType": kind, "size": max(1, (50<<20)*(1-i))}))
	}
	for range 9 {
		b.visitor.Query(t, announceEvidence, announced(10, 1))
	}
	b.visitor.Refused(t, announceEvidence, announced(5, 1), fault.CodeQuotaExceeded)
	b.visitor.Query(t, announceEvidence, announced(4, 1))
	b.visitor.Refused(t, announceEvidence, announced(1, 1), fault.CodeQuotaExceeded)
}
