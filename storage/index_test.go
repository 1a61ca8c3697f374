package storage_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// The filters, or those of a list, whose index cannot answer a total alone, each with the reason.
var notIndexOnly = map[string]string{
	"q":                        "a trigram index finds candidates",
	"metadata":                 "a GIN index knows no values",
	"policy.coverageType":      "a GIN index knows no values",
	"code":                     "a GIN index knows no values",
	"caseVerdict.coverageType": "a GIN index knows no values",
	"caseVerdict.status":       "a GIN index knows no values",
	"case.coverageType":        "a GIN index knows no values",
	"insured":                  "a GIN index knows no values",
	"asset":                    "a GIN index knows no values",
	"email":                    "Postgres reads no column for an expression's sake; few rows have an address",
}

// passesOver are the filters that read rows which they do not find: a search by likeness reads the newest rows, or candidates of
// several indexes; a status without hold reads all cases on hold, whose statuses before no index has.
var passesOver = map[string]bool{"q": true, "statusWithoutHold": true}

const ofTheVerdict = "FROM case_verdicts AS v WHERE v.portfolio_id = cases.portfolio_id AND v.id = cases.id"

// columns are what a filter looks at, where that is not the column of the filter's own name.
var filterColumns = map[string]string{
	"program": "program_id", "riskProfile": "risk_profile_id", "insuredGroup": "insured_group_id", "brokerage": "brokerage_id",
	"certificateHolder": "certificate_holder_id", "assignee": "assignee_id", "subject": "subject_id", "actor": "actor_id",
	"assetType": "asset_type_id", "policy.coverageType": "unnest(coverage_type_ids)", "waiver.coverageType": "coverage_type_id",
	"placement.coverageType": "coverage_type_id",
	"insured":                "unnest(insured_ids)", "asset": "unnest(asset_ids)", "code": "unnest(codes)",
	"caseVerdict.caseId": "id", "caseVerdict.status": "unnest(statuses)", "caseVerdict.coverageType": "unnest(gaps)",
	"case.statusWithoutHold": "status",
	"case.hasRiskProfile":    "(risk_profile_id IS NOT NULL)",
	"case.code":              "(SELECT unnest(v.codes) " + ofTheVerdict + " LIMIT 1)",
	"case.coverageType":      "(SELECT unnest(v.gaps) " + ofTheVerdict + " LIMIT 1)",
	"case.lenderPlaced":      "(SELECT v.lender_placed " + ofTheVerdict + ")",
	"case.verdict":           "(SELECT v.verdict " + ofTheVerdict + ")",
}

// among are the filters whose rows are found among a few others.
var among = map[string]string{"task.state": "all that is open has one index"}

// boundedBy are the filters that no index knows, and the filter that bounds what is read for them.
var boundedBy = map[string]string{"requestId": "at"}

// special is what the map has for the filter of the list, else for every filter of the name.
func special(of map[string]string, l list, name string) string {
	return cmp.Or(of[l.name+"."+name], of[name])
}

// TestEveryFilterHasItsIndex reads every list by every filter and in every order, in tables large enough for the
// planner to care, and has the plans of the very statements explained. A filter without an index fails it.
func TestEveryFilterHasItsIndex(t *testing.T) {
	t.Parallel()
	b := newIndexBundle(t)
	for _, l := range lists(t) {
		t.Run(l.name, func(t *testing.T) {
			t.Run("no filter", func(t *testing.T) { b.unfiltered(t, l) })
			for i := range l.filter.NumField() {
				field := l.filter.Field(i)
				name := field.Tag.Get("json")
				name = name[:strings.IndexByte(name, ',')]
				value, ok := field.Type.MethodByName("Value")
				require.True(t, ok, "%s may not be left out", name)
				t.Run(name, func(t *testing.T) { b.filtered(t, l, name, value.Type.Out(0)) })
			}
		})
	}
	for name, q := range dueQuestions {
		t.Run("due "+name, func(t *testing.T) { b.due(t, q) })
	}
}

// due wants the question of all portfolios and those of one read by indexes.
func (b *indexBundle) due(t *testing.T, q dueQuestion) {
	for _, p := range b.plansOf(t, func() error {
		_, err := q.all(t.Context(), b.store)
		_, failed := q.own(t.Context(), b.portfolio)
		return errors.Join(err, failed)
	}) {
		b.check(t, p, checks{})
	}
}

type indexBundle struct {
	recorder  *recorder
	store     *storage.Store     // whose statements are recorded
	portfolio *storage.Portfolio // of the store
	pool      *pgxpool.Pool      // not recorded
	tables    []string
}

func newIndexBundle(t *testing.T) *indexBundle {
	dsn := storagetest.Database(t)
	w := storagetest.WorldOn(t, dsn)
	b := &indexBundle{recorder: &recorder{}, pool: storagetest.Open(t, dsn, postgres.Options{}).Pool().Pgx(), tables: listTables(t)}
	portfolios, err := w.Store.Portfolios(t.Context())
	require.NoError(t, err)
	bulk := storagetest.Bulk{First: 1, Last: 1600, Parents: 200}
	for _, p := range portfolios {
		bulk.Portfolios = append(bulk.Portfolios, p.ID)
	}
	bulk.Fill(t, b.pool)
	b.vacuum(t)
	b.store = storagetest.Open(t, dsn, postgres.Options{Tracer: b.recorder})
	b.portfolio = b.store.For(w.Harbor.Portfolio.ID())
	return b
}

// vacuum goes on until all pages are known to be visible to everybody: a snapshot of autovacuum's may be in the way.
func (b *indexBundle) vacuum(t *testing.T) {
	behind := b.tables
	for range 200 {
		_, err := b.pool.Exec(t.Context(), "VACUUM ANALYZE "+strings.Join(behind, ", "))
		require.NoError(t, err)
		rows, err := b.pool.Query(t.Context(),
			"SELECT relname::text FROM pg_class WHERE (relname = ANY($1) OR relispartition AND relkind = 'r' AND relname LIKE 'audit%') AND "+
				"relallvisible < relpages", b.tables)
		require.NoError(t, err)
		behind, err = pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		if len(behind) == 0 {
			return
		}
	}
	require.Empty(t, behind, "not vacuumed")
}

// orders are those of a list.
func orders(l list) []page.Sort { return slices.Concat([]page.Sort{""}, page.TimeSorts, l.sorts) }

// unfiltered wants pages in the order of an index, from the start, at an offset and after a cursor.
func (b *indexBundle) unfiltered(t *testing.T, l list) {
	filter := reflect.Zero(l.filter)
	for _, sort := range orders(l) {
		first := page.Options{Sort: sort, Limit: 50}
		next, err := l.read(t.Context(), b.portfolio, filter, first)
		require.NoError(t, err)
		for _, opt := range []page.Options{first, {Sort: sort, Limit: 50, Offset: 100}, {Sort: sort, Limit: 50, After: next}} {
			for _, plan := range b.plans(t, l, filter, opt) {
				b.check(t, plan, checks{found: true, order: true})
			}
		}
	}
}

// filtered wants every row that is read to be found by an index, and the total to need nothing else. Of values that
// many rows have a page may be read in its order until it is full.
func (b *indexBundle) filtered(t *testing.T, l list, name string, kind reflect.Type) {
	for _, value := range b.values(t, l, name, kind) {
		filter := reflect.New(l.filter)
		given, bound := map[string]any{name: value.given}, boundedBy[name]
		if bound != "" {
			given[bound] = b.values(t, l, bound, reflect.TypeFor[*model.TimeRange]())[0].given
		}
		text, err := json.Marshal(given)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, filter.Interface()))
		want := checks{found: value.rare && special(among, l, name) == "", counted: true, indexOnly: special(notIndexOnly, l, name) == ""}
		for _, sort := range orders(l) {
			want := want
			switch {
			case bound != "":
				want = checks{} // what is within the bounds is read
			case passesOver[name]:
				want = checks{}
			case slices.Contains(l.sorts, sort):
				want.found = false // the rows that have no value for the order are left for the end of the list
			}
			for _, plan := range b.plans(t, l, filter.Elem(), page.Options{Sort: sort, Limit: 50, WithTotal: true}) {
				b.check(t, plan, want)
			}
		}
		if passesOver[name] || bound != "" {
			continue
		}
		for _, plan := range b.plans(t, l, filter.Elem(), page.Options{WithTotal: true}) {
			b.check(t, plan, want)
		}
	}
}

// filterValue is one that a filter is tried with.
type filterValue struct {
	given any
	rare  bool // few rows have it, so an index is worth it for a page too
}

// values are what the filter is tried with: a value that few rows have, two of them, and one that most have.
func (b *indexBundle) values(t *testing.T, l list, name string, kind reflect.Type) []filterValue {
	column := special(filterColumns, l, name)
	if column == "" {
		column = regexp.MustCompile(`[A-Z]`).ReplaceAllStringFunc(name, func(s string) string { return "_" + strings.ToLower(s) })
	}
	switch kind {
	case reflect.TypeFor[*model.TimeRange](), reflect.TypeFor[*model.DateRange]():
		of := b.texts(t, fmt.Sprintf("SELECT to_json(%[1]s) #>> '{}' FROM %[2]s WHERE portfolio_id = $1 ORDER BY %[1]s LIMIT 20",
			column, l.table))
		return []filterValue{{map[string]any{"gte": of[5], "lt": of[15]}, true}, {map[string]any{"gt": of[5], "lte": of[15]}, true}}
	case reflect.TypeFor[[]*model.MetadataMatch]():
		return []filterValue{{[]any{map[string]any{"key": "reference", "value": "ref-77"}}, true}}
	case reflect.TypeFor[*string]():
		require.Equal(t, "q", name, "say which values the filter is tried with")
		return []filterValue{
			{b.texts(t, fmt.Sprintf("SELECT substr(search, 4, 9) FROM %s WHERE portfolio_id = $1 ORDER BY id LIMIT 1", l.table))[0], true}}
	}
	// From the rarest to the most common one.
	all := b.texts(t,
		fmt.Sprintf("SELECT v::text FROM (SELECT %s AS v FROM %s WHERE portfolio_id = $1) AS r WHERE v IS NOT NULL GROUP BY v ORDER BY "+
			"count(*), v", column, l.table))
	if kind == reflect.TypeFor[*bool]() {
		require.Len(t, all, 2)
		return []filterValue{{all[0] == "true", true}, {all[1] == "true", false}}
	}
	require.Equal(t, reflect.Slice, kind.Kind(), "say which values the filter is tried with")
	values := []filterValue{{all[:1], true}, {all[:2], len(all) > 2}}
	if special(notIndexOnly, l, name) == "" {
		values = append(values, filterValue{all[len(all)-1:], len(all) > 3})
	}
	return values
}

func (b *indexBundle) texts(t *testing.T, query string) []string {
	rows, err := b.pool.Query(t.Context(), query, b.portfolio.ID())
	require.NoError(t, err)
	values, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.NotEmpty(t, values)
	return values
}
