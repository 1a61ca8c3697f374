package rows_test

import (
	"context"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestFilteredPages reads lists of some states and of a range of times to their ends, in every order, with times that many
// rows have: by whatever way a page is found, it is that of a plain reference.
func TestFilteredPages(t *testing.T) {
	t.Parallel()
	w := filledWorld(t, `UPDATE renewal_notices SET due_at = `+anHour+`,
		state = CASE WHEN hashtext(id::text || 'x') & 3 = 0 THEN 'planned' WHEN hashtext(id::text || 'x') & 3 = 1 THEN 'failed'
			WHEN hashtext(id::text || 'x') & 3 = 2 THEN 'sent' ELSE 'skipped' END,
		settled_at = CASE WHEN hashtext(id::text || 'x') & 3 <> 0 THEN timestamptz '2026-01-01Z' END`)
	orders := map[page.Sort]string{
		"": "id", page.SortCreatedAtDesc: "created_at DESC, id DESC", page.SortDueAt: "due_at, id", page.SortDueAtDesc: "due_at DESC, id DESC",
	}
	rapid.Check(t, func(r *rapid.T) {
		states := rapid.SliceOfN(rapid.SampledFrom([]string{"planned", "failed", "sent", "skipped", "cancelled"}), 1, 4).Draw(r, "states")
		filter := model.RenewalNoticeFilter{State: graphql.OmittableOf(statesNamed(states))}
		from, isRanged := someHour(r), rapid.Bool().Draw(r, "ranged")
		if isRanged {
			filter.DueAt = since(from)
		}
		opt := somePages(r, []page.Sort{"", page.SortCreatedAtDesc, page.SortDueAt, page.SortDueAtDesc})
		want := idsOf(t, w, "renewal_notices WHERE state = ANY ($2::text[]) AND (NOT $3 OR due_at >= $4)", orders[opt.Sort],
			states, isRanged, from)
		require.Equal(r, want[min(opt.Offset, len(want)):], allPages(t, r, w, storage.RenewalNotices, filter, opt, len(want)))
	})
}

// TestFilteredPagesWithoutValues is TestFilteredPages in an order in which some rows have no value.
func TestFilteredPagesWithoutValues(t *testing.T) {
	t.Parallel()
	w := filledWorld(t, `UPDATE cases SET created_at = `+anHour+`,
		maturity_date = CASE WHEN hashtext(id::text || 'x') & 3 = 1 THEN date '2030-01-01'
			WHEN hashtext(id::text || 'x') & 3 = 2 THEN date '2030-01-02' END`)
	orders := map[page.Sort]string{
		page.SortMaturityDate: "maturity_date NULLS LAST, id", page.SortMaturityDateDesc: "maturity_date DESC NULLS LAST, id DESC",
	}
	rapid.Check(t, func(r *rapid.T) {
		from, opt := someHour(r), somePages(r, []page.Sort{page.SortMaturityDate, page.SortMaturityDateDesc})
		filter := model.CaseFilter{CreatedAt: since(from)}
		if rapid.Bool().Draw(r, "twice") {
			filter.UpdatedAt = since(time.Time{})
		}
		want := idsOf(t, w, "cases WHERE created_at >= $2", orders[opt.Sort], from)
		require.Equal(r, want[min(opt.Offset, len(want)):], allPages(t, r, w, storage.Cases, filter, opt, len(want)))
	})
}

// anHour is one of a few times for each row, as SQL has it; someHour is one of them, or before or after all.
const anHour = `CASE WHEN hashtext(id::text) & 3 = 0 THEN timestamptz '2026-01-01 00:00Z'
	WHEN hashtext(id::text) & 3 = 1 THEN timestamptz '2026-01-01 01:00Z'
	WHEN hashtext(id::text) & 3 = 2 THEN timestamptz '2026-01-01 02:00Z' ELSE timestamptz '2026-01-01 03:00Z' END`

func filledWorld(t *testing.T, then string) *storagetest.World {
	t.Helper()
	w := storagetest.NewWorld(t)
	storagetest.Bulk{Portfolios: []uuid.UUID{w.Harbor.Portfolio.ID()}, First: 1, Last: 120, Parents: 40}.Fill(t, w.Store.Pool().Pgx())
	w.Exec(t, then)
	return w
}

func statesNamed(names []string) (states []model.RenewalNoticeState) {
	for _, name := range names {
		states = append(states, model.RenewalNoticeState(name))
	}
	return states
}

func someHour(r *rapid.T) time.Time {
	return time.Date(2025, 12, 31, 23, 0, 0, 0, time.UTC).Add(time.Duration(rapid.IntRange(0, 5).Draw(r, "hour")) * time.Hour)
}

func since(from time.Time) graphql.Omittable[*model.TimeRange] {
	return graphql.OmittableOf(&model.TimeRange{Gte: graphql.OmittableOf(&from)})
}

func somePages(r *rapid.T, sorts []page.Sort) page.Options {
	return page.Options{
		Sort: rapid.SampledFrom(sorts).Draw(r, "sort"), WithTotal: rapid.Bool().Draw(r, "total"), WithCursors: true,
		Limit: rapid.IntRange(1, 50).Draw(r, "limit"), Offset: rapid.SampledFrom([]int{0, 0, 7}).Draw(r, "offset"),
	}
}

func idsOf(t *testing.T, w *storagetest.World, from, order string, values ...any) (ids []string) {
	t.Helper()
	values = append([]any{w.Harbor.Portfolio.ID()}, values...)
	err := w.Store.Pool().Pgx().QueryRow(t.Context(),
		"SELECT coalesce(array_agg(id::text ORDER BY "+order+"), '{}') FROM "+from+" AND portfolio_id = $1", values...).Scan(&ids)
	require.NoError(t, err)
	return ids
}

// paged is a table of rows.
type paged[T, F any] interface {
	Page(context.Context, rows.Scoped, F, page.Options) (*rows.Page[T], error)
	ID(*T) uuid.UUID
}

// allPages are the ids of a list, page by page, each of which knows the total if it was asked for.
func allPages[T, F any](
	t *testing.T, r *rapid.T, w *storagetest.World, table paged[T, F], filter F, opt page.Options, total int,
) []string {
	t.Helper()
	ids := []string{}
	for {
		page, err := table.Page(t.Context(), w.Harbor.Portfolio, filter, opt)
		require.NoError(r, err)
		if opt.WithTotal {
			require.Equal(r, total, page.Total)
		}
		for _, n := range page.Nodes {
			ids = append(ids, table.ID(n).String())
		}
		if page.Next == nil {
			return ids
		}
		opt.After, opt.Offset = page.Next, page.Next.Offset
	}
}
