package e2e

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/erasing"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestKeptFilesCount counts the files of imports and exports as those of documents, as long as they are kept.
func TestKeptFilesCount(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	s := resttest.ServeLimited(t, w, model.Quotas{Claimed: 10 << 20})
	i, b := importerOn(t, s), exportBenchOn(t, s)
	portfolio := s.Harbor.Portfolio.ID()
	used := func() int64 {
		t.Helper()
		u, err := s.Store.Usage(t.Context(), portfolio)
		require.NoError(t, err)
		all, err := s.Store.Usages(t.Context())
		require.NoError(t, err)
		require.Equal(t, u.Used.Claimed, all[portfolio].Used.Claimed)
		return u.Used.Claimed
	}
	text := loanFile("LN-1,many,")
	imported := i.begin(t, text, object{})
	require.EqualValues(t, len(text), used())
	sum := used()
	for _, f := range b.made(t, object{"format": "csv", "nouns": []any{"cases"}})["files"].([]any) {
		sum += int64(f.(object)["size"].(float64))
	}
	require.Equal(t, sum, used())

	small := importerOn(t, resttest.ServeLimited(t, w, model.Quotas{Claimed: 1}))
	small.c.Do(t, http.MethodPost, "/rest/imports", object{"files": []any{small.upload(t, "loans.csv", text)}}).
		Problem(t, http.StatusUnprocessableEntity, "quota_exceeded")
	small.c.Do(t, http.MethodPost, exports, object{"format": "csv", "nouns": []any{"cases"}}).
		Problem(t, http.StatusUnprocessableEntity, "quota_exceeded")

	removed, err := b.runner.Clean(t.Context(), time.Now().AddDate(0, 0, 8))
	require.NoError(t, err)
	require.Equal(t, 1, removed)
	require.EqualValues(t, len(text), used())
	s.Exec(t, `UPDATE imports SET created_at = now() - interval '100 days', leased_until = now() - interval '100 days'
		WHERE id = $1`, imported["id"])
	removed, err = i.worker.Clean(t.Context(), time.Now())
	require.NoError(t, err)
	require.Equal(t, 1, removed)
	require.Zero(t, used())

	i.begin(t, text, object{})
	require.EqualValues(t, len(text), used())
	_, err = (erasing.Eraser{Store: s.Store, Blobs: s.Blobs, Now: time.Now, By: "test"}).Run(t.Context(),
		erasing.Erasure{Kind: erasing.Insured, IDs: []uuid.UUID{s.Insured(t, s.Harbor)}}, false)
	require.NoError(t, err)
	require.Zero(t, used())
}
