package rows_test

import (
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
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
			page, err := loans.Page(t.Context(), p, struct{}{}, page.Options{Limit: 1, After: &page.Cursor{ID: storage.NewID()}})
			require.NoError(t, err)
			require.Equal(t, name, one.DisplayName)
			require.Equal(t, []*loan{one}, byID)
			require.Contains(t, of, one)
			require.Empty(t, page.Nodes)
		}
	}
	require.Equal(t, 8, loans.Texts())
}

// TestTextsOfFilters keeps one text for each shape of a filter, whatever its values are, and reads by the values.
func TestTextsOfFilters(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	type named struct {
		names  []string
		before *model.TimeRange
	}
	loans := rows.Define(rows.Table[loan, named]{Noun: "loan", Filter: func(f named) []rows.Condition {
		return []rows.Condition{rows.In("display_name", f.names), rows.Within("created_at", f.before)}
	}})
	for _, name := range []string{"first", "second", "third"} {
		w.Insert(t, w.Harbor, "cases", storagetest.Row{
			"program_id": w.Program(t, w.Harbor), "display_name": name, "status": "approved", "management_type": "selfManaged",
		})
	}
	read := func(f named, offset int) (names []string) {
		page, err := loans.Page(t.Context(), w.Harbor.Portfolio, f, page.Options{Limit: 2, Offset: offset, WithTotal: true})
		require.NoError(t, err)
		require.Equal(t, len(page.Nodes)+offset, min(page.Total, 2+offset))
		for _, n := range page.Nodes {
			names = append(names, n.DisplayName)
		}
		return names
	}
	future := &model.TimeRange{Lt: graphql.OmittableOf(new(time.Now().Add(time.Hour)))}
	past := &model.TimeRange{Lt: graphql.OmittableOf(new(time.Now().Add(-time.Hour)))}
	for range 2 {
		require.Equal(t, []string{"first"}, read(named{names: []string{"first"}}, 0))
		require.Equal(t, []string{"third"}, read(named{names: []string{"third"}}, 0))
		require.Equal(t, []string{"first", "third"}, read(named{names: []string{"third", "first"}, before: future}, 0))
		require.Empty(t, read(named{names: []string{"third", "first"}, before: past}, 0))
		require.Equal(t, []string{"third"}, read(named{names: []string{"first", "second", "third"}}, 2))
		require.Equal(t, []string{"second"}, read(named{names: []string{"second", "first"}}, 1))
	}
	require.Equal(t, 3, loans.Texts())
}
