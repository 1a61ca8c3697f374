package e2e

import (
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	covertrack "github.com/covertrack/covertrack/graph"
	"github.com/covertrack/covertrack/graph/importing"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestSoakR25Imports: the import of a lender with very many rows lets that of another one pass.
func TestSoakR25Imports(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	other := i.As(i.Prairie.Token)
	i.worker = importing.New(importing.Config{
		Engine: i.Engine, Store: i.Store, Blobs: i.Blobs, Logger: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Operations: covertrack.ImportOperations, Turn: time.Nanosecond,
	})
	var lines []string
	for n := range 3000 {
		lines = append(lines, fmt.Sprintf("LN-%d,1.00,", n))
	}
	file := func(c *resttest.Client, text string) string {
		key := c.Upload(t, "loans.csv", []byte(text))
		return c.Post(t, "/rest/imports", object{"files": []any{object{"fileName": "loans.csv", "directUploadKey": key}}},
			http.StatusCreated)["id"].(string)
	}
	large, small := file(i.c, loanFile(lines...)), file(other, loanFile("LN-1,1.00,"))
	require.NoError(t, i.worker.Run(t.Context()))
	i.c.Post(t, "/rest/imports/"+large+"/map", object{}, http.StatusOK)
	other.Post(t, "/rest/imports/"+small+"/map", object{}, http.StatusOK)
	require.NoError(t, i.worker.Run(t.Context()))
	first, last := other.Get(t, "/rest/imports/"+small), i.c.Get(t, "/rest/imports/"+large)
	require.Equal(t, []any{"checked", "checked"}, []any{first["state"], last["state"]})
	require.Less(t, first["updatedAt"], last["updatedAt"], "what was asked for later and is small is done first")
	require.Equal(t, 3000.0, last["counts"].(object)["refused"])
}

// TestImportGivesUp fails an import that the node cannot work on, whatever is wrong, in place of trying for ever.
func TestImportGivesUp(t *testing.T) {
	t.Parallel()
	clock := newClock()
	i := importerOn(t, resttest.Serve(t, storagetest.NewWorld(t), clock.now))
	i.Exec(t, "ALTER TABLE import_rows ADD CONSTRAINT no_more CHECK (false) NOT VALID")
	id := i.c.Post(t, "/rest/imports", object{"files": []any{i.upload(t, "loans.csv", loanFile("LN-1,1.00,"))}}, http.StatusCreated)["id"]
	key := storage.ImportKey{PortfolioID: i.tenant.Portfolio.ID(), ID: uuid.MustParse(id.(string))}
	tries := 1
	for ; i.worker.RunOne(t.Context(), key) != nil; tries++ {
		require.Less(t, tries, 20)
		clock.pass(2 * time.Minute)
	}
	require.Equal(t, 10, tries)
	failed := i.c.Get(t, "/rest/imports/"+id.(string))
	require.Equal(t, "failed", failed["state"])
	require.Contains(t, failed["failure"], "Something failed on our side")
}
