package e2e

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/erasing"
)

// TestImportReadAmidErasure keeps no row of a file that a node goes on to read when personal data was erased.
func TestImportReadAmidErasure(t *testing.T) {
	t.Parallel()
	b := newEraseBench(t)
	in := importerOn(t, b.Server)
	text := "Loan Number,Borrower\n" + strings.Repeat("LN-1,Grace Quixworth of a very long name so that it takes a while\n", 300_000)
	made := in.c.Post(t, "/rest/imports", object{"files": []any{in.upload(t, "loans.csv", text)}}, http.StatusCreated)
	key := storage.ImportKey{PortfolioID: in.tenant.Portfolio.ID(), ID: uuid.MustParse(made["id"].(string))}
	reading, done := context.WithCancel(t.Context())
	go func() {
		defer done()
		_ = in.worker.RunOne(t.Context(), key)
	}()
	staged := func() int {
		return count(t, in.Server, "SELECT count(*) FROM import_rows WHERE import_id = $1", key.ID)
	}
	require.Eventually(t, func() bool { return staged() > 0 }, 30*time.Second, time.Millisecond)
	_, err := b.eraser().Run(t.Context(), erasing.Erasure{Kind: erasing.Insured, IDs: []uuid.UUID{b.Insured(t, b.Harbor)}}, false)
	require.NoError(t, err)
	<-reading.Done()
	require.Equal(t, "failed", in.c.Get(t, "/rest/imports/"+made["id"].(string))["state"])
	require.Zero(t, staged())
}
