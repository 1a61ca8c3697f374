package rows_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestAssetsOfCases also stands for the other children of cases, which are read by the same statement.
func TestAssetsOfCases(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	full, few, empty := w.Case(t, w.Harbor), w.Case(t, w.Harbor), w.Case(t, w.Harbor)
	foreign := w.Case(t, w.Prairie)
	w.Asset(t, w.Prairie, foreign)
	want := map[uuid.UUID][]uuid.UUID{few: {w.Asset(t, w.Harbor, few), w.Asset(t, w.Harbor, few)}}
	for range 201 {
		want[full] = append(want[full], w.Asset(t, w.Harbor, full))
	}
	want[full] = want[full][:200]

	assets, err := storage.Assets.Of(t.Context(), w.Harbor.Portfolio, "case_id", []uuid.UUID{few, full, empty, foreign, uuid.Nil})
	require.NoError(t, err)
	got := map[uuid.UUID][]uuid.UUID{}
	for _, a := range assets {
		got[a.CaseID] = append(got[a.CaseID], a.ID)
	}
	require.Equal(t, want, got, "the oldest 200 of each case, oldest first, and nobody else's")

	none, err := storage.Assets.Of(t.Context(), w.Harbor.Portfolio, "case_id", nil)
	require.NoError(t, err)
	require.Empty(t, none)
}
