package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model/retention"
	"github.com/covertrack/covertrack/storage/erasing"
)

// keep removes what has been kept for a year on a day, and returns how many records went.
func (b *eraseBench) keep(t *testing.T, noun retention.Noun, on string) int {
	t.Helper()
	now, err := time.Parse(time.DateOnly, on)
	require.NoError(t, err)
	age, err := retention.ParseAge("1y")
	require.NoError(t, err)
	removed, err := erasing.Eraser{Store: b.Store, Now: func() time.Time { return now }}.Keep(t.Context(), noun, age)
	require.NoError(t, err)
	return removed
}

// TestKeep removes letters, evidence, documents and cases, each when its time is over, and of what is in force nothing. The trail
// says who did what and when, and how many records went.
func TestKeep(t *testing.T) {
	t.Parallel()
	b := newEraseBench(t)
	path := "/rest/cases/" + b.caseID
	before := b.dump(t)
	for _, noun := range retention.Nouns() {
		require.Zero(t, b.keep(t, noun, "2099-01-01"), "the case is open")
	}
	require.Equal(t, before, b.dump(t))
	b.c.Post(t, path+"/close", object{"reason": "paidOff"}, http.StatusOK)
	for _, noun := range retention.Nouns() {
		require.Zero(t, b.keep(t, noun, "2090-12-31"), "a term ended on the first day of the year")
	}
	b.requireLettersKept(t)
	b.requireEvidenceKept(t)
	b.requireDocumentsKept(t)

	require.Equal(t, 1, b.keep(t, retention.Cases, "2091-01-01"))
	b.cleanUploads(t)
	b.c.Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
	b.requireErased(t, secrets[:2]...)
}

// requireTold expects the trail of the case to say that so many records of a noun went, and asks for its dossier.
func (b *eraseBench) requireTold(t *testing.T, noun string, records int) {
	t.Helper()
	trail := b.c.Query(t, `query($id: ID!) { auditEvents(filter: {subject: [$id]}) { nodes { action actorName changes } } }`,
		object{"id": b.caseID})
	events := trail["auditEvents"].(object)["nodes"].([]any)
	require.Equal(t, object{"action": "case.updated", "actorName": "retention",
		"changes": object{noun: object{"from": float64(records), "to": float64(0)}}},
		events[len(events)-1])
	dossierOf(t, b.c, b.caseID, "")
}

func (b *eraseBench) requireLettersKept(t *testing.T) {
	t.Helper()
	letters := b.c.Get(t, "/rest/renewal-notices?caseId="+b.caseID)["data"].([]any)
	removed := b.keep(t, retention.Letters, "2091-01-01")
	require.Equal(t, len(letters), removed)
	require.Zero(t, b.keep(t, retention.Letters, "2091-01-01"), "it is done once")
	dump := b.dump(t)
	require.NotContains(t, dump, "Dear Ada Vandersloot")
	require.NotContains(t, dump, "About Zebulon Quixworth")
	for i, was := range letters {
		now := b.c.Get(t, "/rest/renewal-notices/"+was.(object)["id"].(string))
		require.Equal(t, []any{was.(object)["state"], was.(object)["settledAt"], nil}, []any{now["state"], now["settledAt"], now["subject"]}, i)
	}
	b.requireTold(t, "letters", removed)
}

func (b *eraseBench) requireEvidenceKept(t *testing.T) {
	t.Helper()
	evidence := b.c.Get(t, "/rest/evidence?caseId="+b.caseID)["data"].([]any)[0].(object)
	require.Len(t, evidence["files"], 1)
	require.Equal(t, 1, b.keep(t, retention.Evidence, "2091-01-01"))
	require.Zero(t, b.keep(t, retention.Evidence, "2091-01-01"))
	now := b.c.Get(t, "/rest/evidence/"+evidence["id"].(string))
	require.Equal(t, []any{evidence["state"], evidence["submittedAt"], []any{}}, []any{now["state"], now["submittedAt"], now["files"]})
	require.NotContains(t, b.dump(t), "From Zebulon Quixworth")
	b.requireTold(t, "evidence", 1)
}

func (b *eraseBench) requireDocumentsKept(t *testing.T) {
	t.Helper()
	asset := b.c.Get(t, "/rest/assets?caseId="+b.caseID)["data"].([]any)[0].(object)
	require.Equal(t, []any{b.document}, asset["documents"])
	require.Equal(t, 1, b.keep(t, retention.Documents, "2091-01-01"))
	require.Zero(t, b.keep(t, retention.Documents, "2091-01-01"))
	b.cleanUploads(t)
	b.c.Do(t, http.MethodGet, "/rest/documents/"+b.document, nil).Problem(t, http.StatusNotFound, "not_found")
	require.Empty(t, b.c.Get(t, "/rest/assets/"+asset["id"].(string))["documents"])
	proof := b.c.Get(t, b.placement)["proofs"].([]any)[0].(object)
	require.Equal(t, []any{nil, dayFromNow(-2), dayFromNow(-40)}, values(proof, "document", "receivedOn", "from"), "it counts without the file")
	require.NotContains(t, b.files(t), b.document)
	require.NotContains(t, b.files(t), "%PDF-1.7", "the file that was handed in is gone too")
	b.PlaceEvents(t)
	events := b.c.Get(t, "/rest/events?subject="+b.document)["data"].([]any)
	require.Equal(t, "document.deleted", events[len(events)-1].(object)["type"])
	b.requireTold(t, "documents", 1)
}

// cleanUploads runs the clean-up of files on the day of the removals.
func (b *eraseBench) cleanUploads(t *testing.T) {
	t.Helper()
	_, err := jobs.UploadCleaner{Store: b.Store, Blobs: b.Blobs}.Clean(t.Context(), time.Date(2091, 1, 1, 0, 0, 0, 0, time.UTC))
	require.NoError(t, err)
}
