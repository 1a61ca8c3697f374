package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/storagetest"
)

func init() {
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		c := f.client()
		f.ids["caseToRemove"] = f.server.Case(t, f.tenant).String()
		f.ids["insuredToRemove"] = f.server.Insured(t, f.tenant).String()
		f.ids["documentToRemove"] = c.Document(t, f.ids["case"], nil)["id"].(string)
		f.ids["assetToRemove"] = c.Post(t, "/rest/assets", object{"caseId": f.ids["case"], "assetType": "equipment"},
			http.StatusCreated)["id"].(string)
	})
	for operation, noun := range map[string]string{
		"DeleteCase": "caseToRemove", "DeleteInsured": "insuredToRemove", "DeleteDocument": "documentToRemove",
		"DeleteAsset": "assetToRemove",
	} {
		examples[operation] = example{asks: at(noun), refused: object{"comment": "no"}}
	}
}

// TestRemove removes a record of each noun that nothing refers to: it is gone, its trail stays, and the feed tells.
func TestRemove(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	of := s.Case(t, s.Harbor).String()
	made := map[string]object{
		"/rest/documents/": c.Document(t, of, nil),
		"/rest/assets/":    c.Post(t, "/rest/assets", object{"caseId": of, "assetType": "vehicle"}, http.StatusCreated),
		"/rest/insureds/":  c.Post(t, "/rest/insureds", object{"corporateName": "Acme"}, http.StatusCreated),
		"/rest/cases/":     c.Post(t, "/rest/cases", object{"riskProfile": s.RiskProfile(t, s.Harbor)}, http.StatusCreated),
	}
	for path, record := range made {
		id := record["id"].(string)
		noun := strings.TrimSuffix(strings.Trim(strings.TrimPrefix(path, "/rest"), "/"), "s")
		before := c.Get(t, strings.TrimSuffix(path, "/"))["meta"].(object)["total"].(float64)
		s.As(s.HarborTest.Token).Do(t, http.MethodDelete, path+id, nil).Problem(t, http.StatusNotFound, "not_found")
		c.With("If-Match", `"stale"`).Do(t, http.MethodDelete, path+id, nil).
			Problem(t, http.StatusPreconditionFailed, "precondition_failed")
		keyed := c.With("Idempotency-Key", path)
		require.Equal(t, http.StatusNoContent, keyed.Do(t, http.MethodDelete, path+id, nil).Status)
		require.Equal(t, "true", keyed.Do(t, http.MethodDelete, path+id, nil).Header.Get("Idempotent-Replayed"))
		c.Do(t, http.MethodDelete, path+id, nil).Problem(t, http.StatusNotFound, "not_found")
		c.Do(t, http.MethodGet, path+id, nil).Problem(t, http.StatusNotFound, "not_found")
		require.Equal(t, before-1, c.Get(t, strings.TrimSuffix(path, "/"))["meta"].(object)["total"])
		s.PlaceEvents(t)
		events := c.Get(t, "/rest/events?subject="+id)["data"].([]any)
		last := events[len(events)-1].(object)
		require.Equal(t, noun+".deleted", last["type"])
		require.Equal(t, map[string]any{"document": of, "asset": of, "insured": nil, "case": id}[noun], last["subject"].(object)["caseId"])
		trail := c.Query(t, `query($id: ID!) { auditEvents(filter: {subject: [$id]}) { nodes { action changes } } }`, object{"id": id})
		actions := trail["auditEvents"].(object)["nodes"].([]any)
		require.Equal(t, noun+".deleted", actions[len(actions)-1].(object)["action"])
		changes := actions[len(actions)-1].(object)["changes"].(object)
		require.Equal(t, id, changes["id"].(object)["from"])
		if noun == "document" {
			sum := sha256.Sum256([]byte("%PDF-1.7"))
			require.Equal(t, object{"from": hex.EncodeToString(sum[:]), "to": nil}, changes["sha256"], "which file it was")
		}
	}
	var left int
	stored := "SELECT count(*) FROM case_verdicts WHERE id = $1"
	require.NoError(t, s.Store.Pool().Pgx().QueryRow(t.Context(), stored, made["/rest/cases/"]["id"]).Scan(&left))
	require.Zero(t, left)
}

// TestRemoveReferenced refuses to remove what others name, with a list of these, and removes nothing with it.
func TestRemoveReferenced(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	insured := s.Insured(t, s.Harbor).String()
	loan := c.Post(t, "/rest/cases", object{"riskProfile": s.RiskProfile(t, s.Harbor), "status": "OPEN", "insureds": []any{insured}},
		http.StatusCreated)["id"]
	document := c.Document(t, loan, nil)["id"].(string)
	asset := c.Post(t, "/rest/assets", object{"caseId": loan, "assetType": "vehicle", "documents": []any{document}},
		http.StatusCreated)["id"].(string)
	policy := c.Post(t, "/rest/policies", framework(loan, object{"perilsByAsset": []any{object{"asset": asset, "perils": []any{}}}}),
		http.StatusCreated)["id"]
	refuses := func(path, id string, by ...any) {
		t.Helper()
		problem := c.Do(t, http.MethodDelete, path+id, nil).Problem(t, http.StatusConflict, "still_referenced")
		require.Equal(t, by, problem["references"])
		c.Get(t, path+id)
	}
	one := func(noun string, id any) object { return object{"type": noun, "id": id} }
	refuses("/rest/documents/", document, one("asset", asset))
	refuses("/rest/assets/", asset, one("policy", policy))
	refuses("/rest/insureds/", insured, one("case", loan))
	graphQL := c.GraphQL(t, `mutation($id: ID!) { deleteAsset(id: $id) { id } }`, object{"id": asset})
	require.Equal(t, []any{one("policy", policy)}, graphQL["errors"].([]any)[0].(object)["extensions"].(object)["references"])

	countDaysIn(t, s, s.Harbor, "UTC")
	proven := c.Document(t, loan, nil)["id"].(string)
	placement := beginPlacement(t, c, loan, "crime", time.Now())
	c.Post(t, placement+"/proofs", object{"document": proven, "receivedOn": dayFromNow(0), "from": dayFromNow(0)}, http.StatusOK)
	refuses("/rest/documents/", proven, one("placement", strings.TrimPrefix(placement, "/rest/placements/")))

	c.Patch(t, "/rest/assets/"+asset, object{"documents": []any{}})
	require.Equal(t, http.StatusNoContent, c.Do(t, http.MethodDelete, "/rest/documents/"+document, nil).Status)
	c.Patch(t, "/rest/policies/"+policy.(string), object{"perilsByAsset": []any{}})
	c.Post(t, "/rest/cases/"+loan.(string)+"/close", object{"reason": "sold"}, http.StatusOK)
	c.Do(t, http.MethodDelete, "/rest/assets/"+asset, nil).Problem(t, http.StatusConflict, "case_closed")
	c.Post(t, "/rest/cases/"+loan.(string)+"/reopen", nil, http.StatusOK)
	require.Equal(t, http.StatusNoContent, c.Do(t, http.MethodDelete, "/rest/assets/"+asset, nil).Status)

	items := make([]any, 21)
	for i := range items {
		items[i] = object{"program": s.Program(t, s.Harbor), "insureds": []any{insured}}
	}
	c.Do(t, http.MethodPost, "/rest/cases/batch", object{"items": items}).Created(t)
	many := c.Do(t, http.MethodDelete, "/rest/insureds/"+insured, nil).
		Problem(t, http.StatusConflict, "still_referenced")["references"].([]any)
	require.Len(t, many, 20)
	require.EqualValues(t, 22, many[0].(object)["count"])
}

// TestRemoveCaseWithWork removes a case whose work ended when it was closed. A letter that was made keeps another one.
func TestRemoveCaseWithWork(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	sweep := st.follower(t)
	contact, _ := st.contact(t)
	refused := func(id string) (types []string, detail any) {
		t.Helper()
		problem := st.c.Do(t, http.MethodDelete, "/rest/cases/"+id, nil).Problem(t, http.StatusConflict, "still_referenced")
		for _, r := range problem["references"].([]any) {
			types = append(types, r.(object)["type"].(string))
		}
		return slices.Compact(types), problem["detail"]
	}
	for _, isTold := range []bool{false, true} {
		id := st.newCase(t, object{"insuranceContacts": []any{contact}})
		asset := st.newAsset(t, id, "800000.00")
		types, detail := refused(id)
		require.Equal(t, []string{"asset", "task", "renewalNotice"}, types)
		require.Contains(t, detail, "asset: remove it, while the case is not closed; task: close the case")
		if isTold {
			st.clock.pass(25 * time.Hour)
			sweep()
		}
		require.Equal(t, http.StatusNoContent, st.c.Do(t, http.MethodDelete, "/rest/assets/"+asset, nil).Status)
		st.c.Post(t, "/rest/cases/"+id+"/close", object{"reason": "error"}, http.StatusOK)
		tasks := "/rest/tasks?caseId=" + id
		require.NotEmpty(t, st.c.Get(t, tasks)["data"])
		if isTold {
			types, detail = refused(id)
			require.Equal(t, []string{"renewalNotice"}, types)
			require.Contains(t, detail, "what was sent is kept, and so is the case")
			continue
		}
		st.As(st.Prairie.Token).Do(t, http.MethodDelete, "/rest/cases/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
		require.Equal(t, http.StatusNoContent, st.c.Do(t, http.MethodDelete, "/rest/cases/"+id, nil).Status)
		require.Empty(t, st.c.Get(t, tasks)["data"])
	}
}

// TestRemoveCasePermission leaves cases to approvers.
func TestRemoveCasePermission(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	of := s.Case(t, s.Harbor)
	const deleteCase = `mutation($id: ID!) { deleteCase(id: $id) { id } }`
	s.AsPerson(s.Person(t, s.Harbor, model.RoleAnalyst), s.Harbor).Refused(t, deleteCase, object{"id": of}, "forbidden")
	s.AsPerson(s.Person(t, s.Harbor, model.RoleApprover), s.Harbor).Query(t, deleteCase, object{"id": of})
}

// TestRemoveVerdict judges a case again whose asset is gone.
func TestRemoveVerdict(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	loan := c.Post(t, "/rest/cases", object{"riskProfile": s.DemandingRiskProfile(t, s.Harbor, "building"), "status": "OPEN"},
		http.StatusCreated)["id"]
	asset := c.Post(t, "/rest/assets", object{"caseId": loan, "assetType": "multifamily"}, http.StatusCreated)["id"].(string)
	verdicts := func() any {
		return c.Query(t, `query($id: ID!) { case(id: $id) { caseVerdict { verdict } compliance { verdict } } }`,
			object{"id": loan})["case"]
	}
	before := verdicts()
	require.Equal(t, http.StatusNoContent, c.Do(t, http.MethodDelete, "/rest/assets/"+asset, nil).Status)
	after := verdicts().(object)
	require.NotEqual(t, before, after)
	require.Equal(t, after["caseVerdict"], after["compliance"])
}

// TestRemoveFile has the clean-up remove the file of a document that was removed, and no other.
func TestRemoveFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := resttest.Serve(t, storagetest.NewWorld(t), time.Now, func(c *blob.Config) { c.URL = "file://" + dir })
	c := s.As(s.Harbor.Token)
	of := s.Case(t, s.Harbor)
	gone, kept := c.Document(t, of, nil)["id"].(string), c.Document(t, of, nil)["id"].(string)
	s.Exec(t, "DELETE FROM uploads")
	require.Equal(t, http.StatusNoContent, c.Do(t, http.MethodDelete, "/rest/documents/"+gone, nil).Status)
	require.Contains(t, filesIn(t, dir), gone, "until the clean-up, which a node that was killed does after its next start")
	removed, err := jobs.UploadCleaner{Store: s.Store, Blobs: s.Blobs}.Clean(t.Context(), time.Now())
	require.NoError(t, err)
	require.Equal(t, 1, removed)
	require.NotContains(t, filesIn(t, dir), gone)
	require.Contains(t, filesIn(t, dir), kept)
}

// TestRemoveAtOnce has an insured be removed while cases begin to name them: no case names one that is gone.
func TestRemoveAtOnce(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c, program := s.As(s.Harbor.Token), s.Program(t, s.Harbor)
	for range 10 {
		insured := s.Insured(t, s.Harbor).String()
		var wait sync.WaitGroup
		var made, removed *resttest.Response
		wait.Go(func() {
			made = c.Do(t, http.MethodPost, "/rest/cases", object{"program": program, "insureds": []any{insured}})
		})
		wait.Go(func() { removed = c.Do(t, http.MethodDelete, "/rest/insureds/"+insured, nil) })
		wait.Wait()
		require.Contains(t, [][2]int{{201, 409}, {422, 204}}, [2]int{made.Status, removed.Status}, "%s %s", made.Body, removed.Body)
	}
}
