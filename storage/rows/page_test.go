package rows_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// modes are how a DSN may have statements run: as we want, or as a PgBouncer needs it, nothing prepared.
var modes = map[string]string{"prepared": "", "exec": "&default_query_exec_mode=exec"}

// TestList reads pages of any kind by offset and by cursor: they are those of a plain reference.
func TestList(t *testing.T) {
	t.Parallel()
	dsn := storagetest.Database(t)
	w := storagetest.WorldOn(t, dsn)
	addCases(t, w)
	cases := everyRow[model.Case](t, w)
	for mode, param := range modes {
		t.Run(mode, func(t *testing.T) {
			p := storagetest.Open(t, dsn+param, postgres.DefaultOptions()).For(w.Harbor.Portfolio.ID())
			rapid.Check(t, func(r *rapid.T) {
				f := drawFilter(r, cases)
				opt := page.Options{
					Sort:   rapid.SampledFrom(sortsOfCases).Draw(r, "sort"),
					Limit:  rapid.IntRange(0, 20).Draw(r, "limit"),
					Offset: rapid.IntRange(0, 45).Draw(r, "offset"),
				}
				if f.Q.Value() != nil && opt.Sort == "" {
					opt.Sort = page.SortCreatedAt // a search without an order is no list like the others
				}
				want := sorted(slices.DeleteFunc(slices.Clone(cases), func(c *model.Case) bool { return !meets(c, f) }), opt.Sort)
				for pages := 0; ; pages++ {
					opt.WithTotal = rapid.Bool().Draw(r, "total")
					page, err := storage.Cases.Page(t.Context(), p, f, opt)
					require.NoError(r, err)
					from := min(opt.Offset, len(want))
					to := min(from+opt.Limit, len(want))
					require.Equal(r, want[from:to], append([]*model.Case{}, page.Nodes...))
					require.Equal(r, opt.Limit > 0 && to < len(want), page.Next != nil)
					require.Equal(r, map[bool]int{true: len(want)}[opt.WithTotal], page.Total)
					if page.Next == nil || pages == 3 {
						break
					}
					opt.After, opt.Offset = page.Next, page.Next.Offset
				}
			})
		})
	}
}

var sortsOfCases = append([]page.Sort{
	"", page.SortLoanNumber, page.SortLoanNumberDesc, page.SortMaturityDate, page.SortMaturityDateDesc,
	page.SortLoanAmount, page.SortLoanAmountDesc,
}, page.TimeSorts...)

// TestListBeyondTheEnd: a page without rows has its total, by offset and by cursor.
func TestListBeyondTheEnd(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	for range 3 {
		w.Case(t, w.Harbor)
	}
	p, longAgo, last := w.Harbor.Portfolio, "1970-01-01T00:00:00Z", "~"
	_, err := w.Store.Pool().Pgx().Exec(t.Context(), "UPDATE cases SET loan_number = '1'")
	require.NoError(t, err)
	for _, opt := range []page.Options{
		{Limit: 2, WithTotal: true, Offset: 3},
		{Limit: 2, WithTotal: true, Offset: 1 << 62},
		{Limit: 2, WithTotal: true, After: &page.Cursor{ID: storage.NewID()}},
		{Limit: 2, WithTotal: true, Sort: page.SortCreatedAtDesc, After: &page.Cursor{Sort: page.SortCreatedAtDesc, Key: &longAgo}},
		{Limit: 2, WithTotal: true, Sort: page.SortLoanNumber, After: &page.Cursor{Sort: page.SortLoanNumber, Key: &last}},
		{Limit: 2, WithTotal: true, Sort: page.SortLoanNumberDesc, After: &page.Cursor{Sort: page.SortLoanNumberDesc}},
	} {
		var page *storage.Page[model.Case]
		require.Equal(t, 1, w.CountStatements(func() {
			var err error
			page, err = storage.Cases.Page(t.Context(), p, model.CaseFilter{}, opt)
			require.NoError(t, err)
		}))
		require.Empty(t, page.Nodes)
		require.Equal(t, 3, page.Total)
	}
	none, err := storage.Cases.Page(t.Context(), w.Prairie.Portfolio, model.CaseFilter{}, page.Options{Limit: 2, WithTotal: true})
	require.NoError(t, err)
	require.Empty(t, none.Nodes)
	require.Zero(t, none.Total)
}

// addCases adds cases of few different values, with ids that are not in the order of their insertion.
func addCases(t *testing.T, w *storagetest.World) {
	program := w.Program(t, w.Harbor)
	random := rand.New(rand.NewPCG(7, 7))
	start := time.Date(2026, 3, 29, 1, 59, 59, 999_000_000, time.UTC)
	for i := range 40 {
		row := storagetest.Row{
			"program_id": program, "display_name": []string{"Elm Road", "ELM_road", "Straße 5%", `Back\slash`}[i%4],
			"status": "OPEN", "management_type": []string{"selfManaged", "serviceManaged"}[i%2],
			"loan_number": []any{nil, "LN-1", "ln-1", "LN-2"}[random.IntN(4)],
			"metadata":    []string{`{}`, `{"n": 5}`, `{"n": "5"}`, `{"n": null, "m": [1]}`}[random.IntN(4)],
			"created_at":  start.Add(time.Duration(random.IntN(6)) * time.Hour),
			"updated_at":  start.Add(time.Duration(random.IntN(6)) * time.Millisecond),
		}
		if i%5 == 0 {
			row["status"], row["status_before_hold"], row["on_hold_at"] = "onHold", "OPEN", start
			row["maturity_date"] = start.AddDate(0, 0, random.IntN(3))
			row["insured_ids"] = "{" + uuid.NewString() + "," + uuid.NewString() + "}"
		}
		if i%3 > 0 {
			row["loan_amount"] = []string{
				`{"amount": "10.00", "currency": "USD"}`, `{"amount": "9.50", "currency": "USD"}`,
				`{"amount": "999999999999999999.99", "currency": "CAD"}`, `{"amount": "1", "currency": "JPY"}`,
			}[random.IntN(4)]
		}
		row["id"] = uuid.Must(uuid.NewRandomFromReader(bytes.NewReader(fmt.Appendf(nil, "%016x", random.Uint64()))))
		w.Insert(t, w.Harbor, "cases", row)
	}
	w.Case(t, w.Prairie)
}

// everyRow reads the records of Harbor's portfolio as Bun does.
func everyRow[T any](t *testing.T, w *storagetest.World) []*T {
	rows := []*T{}
	db := bun.NewDB(stdlib.OpenDBFromPool(w.Store.Pool().Pgx()), pgdialect.New(), bun.WithDiscardUnknownColumns())
	require.NoError(t, db.NewSelect().Model(&rows).Where("portfolio_id = ?", w.Harbor.Portfolio.ID()).OrderExpr("id").Scan(t.Context()))
	require.NotEmpty(t, rows)
	return rows
}

// drawFilter sets some members of the filter, most to values that some case has.
func drawFilter(r *rapid.T, cases []*model.Case) (f model.CaseFilter) {
	if rapid.Bool().Draw(r, "whole") {
		return f
	}
	f.ID = maybe(r, "id", rapid.Map(rapid.SliceOfN(rapid.SampledFrom(cases), 0, 30), func(some []*model.Case) (ids []uuid.UUID) {
		ids = []uuid.UUID{uuid.Nil}[:len(some)%2]
		for _, c := range some {
			ids = append(ids, c.ID)
		}
		return ids
	}))
	f.Status = maybe(r, "status", rapid.SliceOfN(rapid.SampledFrom(model.AllCaseStatus), 0, 3))
	f.LoanNumber = maybe(r, "loanNumber", rapid.SliceOfN(rapid.SampledFrom([]string{"LN-1", "ln-1", "LN-2", "'; --", "{,}"}), 0, 3))
	f.Q = maybe(r, "q", rapid.Map(rapid.SampledFrom([]string{"elm", "LN-", "%", "_", `\`, "SSE", "ß", "?", "$1", "l", "LN"}),
		func(s string) *string { return &s }))
	f.CreatedAt = maybe(r, "createdAt", rapid.Custom(func(r *rapid.T) *model.TimeRange {
		at := rapid.Map(rapid.SampledFrom(cases), func(c *model.Case) *time.Time { return &c.CreatedAt })
		return &model.TimeRange{Gt: maybe(r, "gt", at), Gte: maybe(r, "gte", at), Lt: maybe(r, "lt", at), Lte: maybe(r, "lte", at)}
	}))
	f.Metadata = maybe(r, "metadata",
		rapid.SliceOfN(rapid.Map(rapid.SampledFrom([]string{"n5", "n5", "nnull", "nx", "mx"}), func(v string) *model.MetadataMatch {
			return &model.MetadataMatch{Key: v[:1], Value: v[1:]}
		}), 0, 3))
	return f
}

// maybe sets a member in one of three cases.
func maybe[V any](r *rapid.T, label string, g *rapid.Generator[V]) (o graphql.Omittable[V]) {
	if rapid.IntRange(0, 2).Draw(r, label+" is set") == 0 {
		o = graphql.OmittableOf(g.Draw(r, label))
	}
	return o
}

// meets is the filter in Go.
func meets(c *model.Case, f model.CaseFilter) bool {
	has := func(needle string) bool {
		if utf8.RuneCountInString(needle) < 3 {
			return c.LoanNumber != nil && strings.HasPrefix(strings.ToLower(*c.LoanNumber), strings.ToLower(needle))
		}
		text := c.DisplayName + "\n"
		if c.LoanNumber != nil {
			text += *c.LoanNumber
		}
		return strings.Contains(strings.ToLower(text), strings.ToLower(needle))
	}
	metadata := map[string][]string{`{}`: nil, `{"n": 5}`: {"5"}, `{"n": "5"}`: {"5"}, `{"m": [1], "n": null}`: {"null"}}[string(c.Metadata)]
	isMet := map[string]bool{} // of each key one value
	for _, m := range f.Metadata.Value() {
		isMet[m.Key] = isMet[m.Key] || m.Key == "n" && slices.Contains(metadata, m.Value)
	}
	return !slices.Contains(slices.Collect(maps.Values(isMet)), false) && (f.ID.Value() == nil || slices.Contains(f.ID.Value(), c.ID)) &&
		(f.Status.Value() == nil || slices.Contains(f.Status.Value(), c.Status)) &&
		(f.LoanNumber.Value() == nil || c.LoanNumber != nil && slices.Contains(f.LoanNumber.Value(), *c.LoanNumber)) &&
		(f.Q.Value() == nil || has(*f.Q.Value())) && f.CreatedAt.Value().Contains(c.CreatedAt)
}

// sorted is the order in Go.
func sorted(cases []*model.Case, sort page.Sort) []*model.Case {
	slices.SortFunc(cases, func(a, b *model.Case) int {
		x, y, byID := keyOf(a, sort), keyOf(b, sort), bytes.Compare(a.ID[:], b.ID[:])
		if sort.IsDescending() {
			byID = -byID
		}
		if x == nil || y == nil {
			return cmp.Or(btoi(x == nil)-btoi(y == nil), byID)
		}
		order := cmp.Compare(x.value, y.value)
		if sort.IsDescending() {
			order = -order
		}
		return cmp.Or(cmp.Compare(x.group, y.group), order, byID)
	})
	return cases
}

// key is what a case is sorted by: groups follow each other in both directions.
type key struct{ group, value string }

// keyOf returns nil for a case without a value.
func keyOf(c *model.Case, sort page.Sort) *key {
	const layout = "2006-01-02T15:04:05.000"
	switch sort.Ascending() {
	case page.SortCreatedAt:
		return &key{value: c.CreatedAt.Format(layout)}
	case page.SortUpdatedAt:
		return &key{value: c.UpdatedAt.Format(layout)}
	case page.SortMaturityDate:
		if c.MaturityDate != nil {
			return &key{value: c.MaturityDate.Format(layout)}
		}
	case page.SortLoanNumber:
		if c.LoanNumber != nil {
			return &key{value: *c.LoanNumber}
		}
	case page.SortLoanAmount:
		if m := c.LoanAmount; m != nil {
			whole, fraction, _ := strings.Cut(m.Amount, ".")
			return &key{map[string]string{"USD": "", "CAD": "CAD", "JPY": "JPY"}[m.Currency], fmt.Sprintf("%030s.%s", whole, fraction)}
		}
	default:
		return &key{}
	}
	return nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
