package rows_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// loan is a case as this test reads it.
type loan struct {
	bun.BaseModel `bun:"table:cases,alias:t"`

	PortfolioID uuid.UUID `bun:",pk"`
	ID          uuid.UUID `bun:",pk"`
	ProgramID   uuid.UUID
	DisplayName string `shows:"displayName"`
}

// TestTextsOfSelections keeps one text for each kind of read and selection, whatever the values are.
func TestTextsOfSelections(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	loans := rows.Define(rows.Table[loan, struct{}]{Noun: "loan", Filter: func(struct{}) []rows.Condition { return nil }})
	for range 3 {
		id := w.Case(t, w.Harbor)
		for selected, name := range map[string]string{"displayName": "A case", "other": ""} {
			p := w.Harbor.Portfolio.Showing(func(member string) bool { return member == selected })
			one, err := loans.One(t.Context(), p, id)
			require.NoError(t, err)
			byID, err := loans.ByID(t.Context(), p, []uuid.UUID{id, uuid.Nil})
			require.NoError(t, err)
			of, err := loans.Of(t.Context(), p, "program_id", []uuid.UUID{one.ProgramID})
			require.NoError(t, err)
			page, err := loans.Page(t.Context(), p, struct{}{}, model.ListOptions{Limit: 1, After: &model.Cursor{ID: storage.NewID()}})
			require.NoError(t, err)
			require.Equal(t, name, one.DisplayName)
			require.Equal(t, []*loan{one}, byID)
			require.Contains(t, of, one)
			require.Empty(t, page.Nodes)
		}
	}
	require.Equal(t, 8, loans.Texts())
}
