package main

import (
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/importing"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
)

// TestDemoImports commits the imports that wait in the demo data: each makes the loans that it says.
func TestDemoImports(t *testing.T) {
	t.Parallel()
	s := newDemo(t, time.Now().UTC().Truncate(24*time.Hour), time.Now)
	c := s.As(s.HarborTest.Token)
	worker := importing.New(importing.Config{
		Engine: s.Engine, Store: s.Store, Blobs: s.Blobs, Logger: slog.New(slog.DiscardHandler), Operations: graph.ImportOperations,
	})
	move := func(id, action string) resttest.Object {
		t.Helper()
		c.Post(t, "/rest/imports/"+id+"/"+action, resttest.Object{}, http.StatusOK)
		require.NoError(t, worker.RunOne(t.Context(), storage.ImportKey{PortfolioID: s.HarborTest.Portfolio.ID(), ID: scalar.ParseID(id)}))
		return c.Get(t, "/rest/imports/"+id)
	}
	rows := func(id string) any { return c.Get(t, "/rest/imports/"+id+"/rows?outcome=refused")["data"] }
	loans := func() float64 { return c.Get(t, "/rest/cases?limit=0")["meta"].(resttest.Object)["total"].(float64) }
	of := func(state string) resttest.Object {
		return c.Get(t, "/rest/imports?state="+state)["data"].([]any)[0].(resttest.Object)
	}
	waits, read, before := of("checked"), of("mapping"), loans()
	id := waits["id"].(string)
	refused := rows(id)
	require.Len(t, refused, 1)
	done := move(id, "commit")
	require.Equal(t, "committed", done["state"], done["failure"])
	require.Equal(t, waits["counts"], done["counts"])
	require.Equal(t, refused, rows(id))
	require.Equal(t, 2.0, done["counts"].(resttest.Object)["create"])
	require.Equal(t, before+2, loans())
	require.Len(t, c.Get(t, "/rest/cases?loanNumber=LN-90001")["data"], 1)

	checked := move(read["id"].(string), "map")
	require.Equal(t, "checked", checked["state"], checked["failure"])
	require.Equal(t, waits["counts"], checked["counts"])
}
