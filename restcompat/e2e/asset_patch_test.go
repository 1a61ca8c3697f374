package e2e

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

func TestAssetPatch(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID := s.Case(t, s.Harbor)
	create := func(t *testing.T) (string, object) {
		created := c.Post(t, "/rest/assets",
			object{"caseId": caseID, "assetType": "vehicle", "metadata": object{"a": 1, "bb": 2}, "fields": []any{
				object{"fieldType": "vin", "value": "1EXAMPLE"}, object{"fieldType": "year", "value": 2020},
			}}, http.StatusCreated)
		time.Sleep(2 * time.Millisecond) // a later updatedAt
		return "/rest/assets/" + created["id"].(string), created
	}
	set := func(pairs ...any) object {
		var list []any
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, object{"fieldType": pairs[i], "value": pairs[i+1]})
		}
		return object{"fields": list}
	}

	t.Run("upsert", func(t *testing.T) {
		t.Parallel()
		path, created := create(t)
		patched := c.Patch(t, path, set("make", "Ford", fieldTypeID("vehicle", "year"), 2021))
		require.Equal(t, []any{"vin", "1EXAMPLE", "make", "Ford", "year", 2021.0}, fieldValues(patched))
		require.Equal(t, created["metadata"], patched["metadata"])
		require.Equal(t, created["createdAt"], patched["createdAt"])
		require.Greater(t, patched["updatedAt"], created["updatedAt"])
		require.Equal(t, patched, c.Get(t, path))
	})
	t.Run("null_clears", func(t *testing.T) {
		t.Parallel()
		path, _ := create(t)
		patched := c.Patch(t, path, set("vin", nil, "model", nil))
		require.Equal(t, []any{"year", 2020.0}, fieldValues(patched))
		require.Equal(t, "Vehicle", patched["displayName"])
		require.Equal(t, "2EXAMPLE", c.Patch(t, path, set("vin", "2EXAMPLE"))["displayName"])
	})
	t.Run("a_field_without_a_value_stays", func(t *testing.T) {
		t.Parallel()
		path, created := create(t)
		require.Equal(t, created, c.Patch(t, path, object{"fields": []any{object{"fieldType": "vin"}}}))
	})
	t.Run("null_for_all_fields", func(t *testing.T) {
		t.Parallel()
		path, _ := create(t)
		require.Equal(t, []any{}, c.Patch(t, path, object{"fields": nil})["fields"])
	})
	t.Run("metadata_only", func(t *testing.T) {
		t.Parallel()
		path, created := create(t)
		patched := c.Patch(t, path, object{"metadata": object{"a": nil, "c": []any{1}}})
		require.Equal(t, object{"bb": 2.0, "c": []any{1.0}}, patched["metadata"])
		require.Equal(t, created["fields"], patched["fields"])
		require.Equal(t, created["displayName"], patched["displayName"])
		require.Equal(t, object{}, c.Patch(t, path, object{"metadata": nil})["metadata"])
	})
	t.Run("documents", func(t *testing.T) {
		t.Parallel()
		path, _ := create(t)
		a, b := s.Document(t, s.Harbor, caseID), s.Document(t, s.Harbor, caseID)
		require.Equal(t, []any{b.String(), a.String()}, c.Patch(t, path, object{"documents": []any{b, a}})["documents"])
		require.Equal(t, []any{a.String()}, c.Patch(t, path, object{"documents": []any{a}})["documents"], "arrays are replaced")
		require.Equal(t, []any{a.String()}, c.Patch(t, path, set("year", 2022))["documents"])
		require.Equal(t, []any{}, c.Patch(t, path, object{"documents": nil})["documents"])
	})
	t.Run("nothing_changed", func(t *testing.T) {
		t.Parallel()
		path, created := create(t)
		require.Equal(t, created, c.Patch(t, path, object{}))
		require.Equal(t, created, c.Patch(t, path, object{"fields": []any{}, "documents": []any{}, "metadata": object{"bb": 2}}))
		require.Equal(t, created, c.Patch(t, path, set("vin", "1EXAMPLE", "make", nil)))
	})
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		path, created := create(t)
		other := s.Document(t, s.Harbor, s.Case(t, s.Harbor))
		for _, tt := range []struct {
			body object
			want []string
		}{
			{set("vin", "2", "mast", 1, "address", exampleAddress),
				[]string{"/fields/1/fieldType unknown_field_type", "/fields/2/fieldType unknown_field_type"}},
			{set("vin", "2", "vin", "3"), []string{"/fields/1/fieldType duplicate"}},
			{set("year", "2020", "vin", " "), []string{"/fields/0/value invalid_value", "/fields/1/value required"}},
			{object{"documents": []any{other, unknownID}}, []string{"/documents/0 unknown_reference", "/documents/1 unknown_reference"}},
			{object{"caseId": caseID, "assetType": "vehicle", "displayName": "x"},
				[]string{"/assetType immutable", "/caseId immutable", "/displayName immutable"}},
			{object{"fields": []any{object{"fieldType": "mast"}}, "documents": []any{unknownID}},
				[]string{"/fields/0/fieldType unknown_field_type", "/documents/0 unknown_reference"}},
		} {
			c.Do(t, http.MethodPatch, path, tt.body).Violations(t, tt.want...)
		}
		c.With("If-Match", `"another"`).Do(t, http.MethodPatch, path, set("vin", "2")).Problem(t, http.StatusPreconditionFailed,
			"precondition_failed")
		c.With("If-Match", `"another"`).Do(t, http.MethodPatch, path, set("mast", "2")).Violations(t, "/fields/0/fieldType unknown_field_type")
		require.Equal(t, created, c.Get(t, path), "nothing is written")
	})
	t.Run("if_match", func(t *testing.T) {
		t.Parallel()
		path, _ := create(t)
		seen := c.Do(t, http.MethodGet, path, nil).Header.Get("ETag")
		patched := c.With("If-Match", seen).Do(t, http.MethodPatch, path, set("vin", "2"))
		patched.Object(t, http.StatusOK)
		require.NotEqual(t, seen, patched.Header.Get("ETag"))
		c.With("If-Match", seen).Do(t, http.MethodPatch, path, set("vin", "3")).Problem(t, http.StatusPreconditionFailed, "precondition_failed")
	})
	t.Run("unknown", func(t *testing.T) {
		t.Parallel()
		path, created := create(t)
		for _, token := range []string{s.Prairie.Token, s.HarborTest.Token} {
			s.As(token).Do(t, http.MethodPatch, path, set("vin", "2")).Problem(t, http.StatusNotFound, "not_found")
			s.As(token).Do(t, http.MethodGet, path, nil).Problem(t, http.StatusNotFound, "not_found")
		}
		for _, id := range []string{unknownID, "nonsense"} {
			c.Do(t, http.MethodPatch, "/rest/assets/"+id, set("mast", 1)).Problem(t, http.StatusNotFound, "not_found")
			c.Do(t, http.MethodGet, "/rest/assets/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
		}
		require.Equal(t, created, c.Get(t, path))
	})
	t.Run("parallel", func(t *testing.T) {
		t.Parallel()
		path, _ := create(t)
		keys := []string{"vin", "make", "model"}
		var wait sync.WaitGroup
		answers := make([]*resttest.Response, len(keys))
		for i, key := range keys {
			wait.Go(func() { answers[i] = c.Do(t, http.MethodPatch, path, set(key, "from "+key)) })
		}
		wait.Wait()
		for _, answer := range answers {
			answer.Object(t, http.StatusOK)
		}
		require.Equal(t, []any{"vin", "from vin", "make", "from make", "model", "from model", "year", 2020.0}, fieldValues(c.Get(t, path)),
			"no update is lost")
	})
}

func TestAssetGraphQL(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	caseID := s.Case(t, s.Harbor)
	document := s.Document(t, s.Harbor, caseID)
	id := c.Post(t, "/rest/assets", object{"caseId": caseID, "assetType": "vehicle", "documents": []any{document}}, http.StatusCreated)["id"]
	s.Asset(t, s.Harbor, caseID)

	const selection = `{ id case { id displayName } assetType { key classification fieldTypes { key } } documents { id fileName case { id } ` +
		`} fields { key value } }`
	one := c.Query(t, `query($id: ID!) { asset(id: $id) `+selection+` }`, object{"id": id})["asset"].(object)
	require.Equal(t, object{"id": caseID.String(), "displayName": "A case"}, one["case"])
	require.Equal(t, []any{object{"id": document.String(), "fileName": "evidence.pdf", "case": object{"id": caseID.String()}}},
		one["documents"])
	require.Equal(t, "tangible", one["assetType"].(object)["classification"])
	require.Len(t, one["assetType"].(object)["fieldTypes"], 4)

	nodes := c.Query(t, `query($t: [CatalogRef!]) { assets(filter: {assetType: $t}, sort: createdAt) { nodes `+selection+` } }`,
		object{"t": []string{"vehicle"}})["assets"].(object)["nodes"].([]any)
	require.Len(t, nodes, 2)
	require.Equal(t, one, nodes[0])
	require.Equal(t, []any{}, nodes[1].(object)["documents"])

	data := c.Query(t, `mutation($id: ID!) {
		first: updateAsset(id: $id, input: {fields: [{fieldType: "vin", value: "1"}]}) { displayName }
		second: updateAsset(id: $id, input: {fields: [{fieldType: "vin", value: null}, {fieldType: "year", value: 2020}]}) {
			 displayName fields { key value } }
	}`, object{"id": id})
	require.Equal(t, object{"displayName": "1"}, data["first"])
	require.Equal(t, object{"displayName": "Vehicle", "fields": []any{object{"key": "year", "value": 2020.0}}}, data["second"])
	require.Equal(t, object{"asset": nil}, c.Query(t, `query($id: ID!) { asset(id: $id) { id } }`, object{"id": unknownID}))
}

func TestAssetAudit(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	id := s.Asset(t, s.Harbor, s.Case(t, s.Harbor))
	c.Patch(t, fmt.Sprintf("/rest/assets/%s", id), object{"fields": []any{object{"fieldType": "vin", "value": "1EXAMPLE"}}})
	c.Patch(t, fmt.Sprintf("/rest/assets/%s", id), object{"fields": []any{object{"fieldType": "vin", "value": "1EXAMPLE"}}})
	events := c.Query(t, `query($id: [ID!]) { auditEvents(filter: {subject: $id}) { nodes { action subjectType changes } } }`,
		object{"id": []any{id}})
	require.Equal(t, []any{object{"action": "asset.updated", "subjectType": "asset", "changes": object{
		"displayName": object{"from": "Vehicle", "to": "1EXAMPLE"},
		"fields":      object{"from": nil, "to": []any{object{"fieldType": fieldTypeID("vehicle", "vin"), "key": "vin", "value": "1EXAMPLE"}}},
	}}}, events["auditEvents"].(object)["nodes"])
}
