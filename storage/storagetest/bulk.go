package storagetest

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
)

// Bulk says which rows to make of a list's table: First to Last of each portfolio, by turns, whose references are spread
// over its rows 1 to Parents. Row g of every table has the same id. The rows satisfy the database, not the rules of model.
type Bulk struct {
	Portfolios           []uuid.UUID
	First, Last, Parents int

	columns []string // those that the table has; nil for all
}

// Rows returns the columns and the query of the rows. The test fails for a table that no list shows.
func (b Bulk) Rows(t testing.TB, table string) (columns, query string) {
	t.Helper()
	expressions, ok := bulkRows[table]
	require.True(t, ok, "storagetest knows no rows for %s", table)
	all := map[string]string{"portfolio_id": "portfolio", "id": "{row}"}
	if table != "audit_events" {
		all["created_at"] = "timestamptz '2026-01-01Z' + g * interval '1 minute'"
		all["updated_at"] = "timestamptz '2027-01-01Z' + g::bigint * 7919 % 100003 * interval '1 minute'"
		all["metadata"] = "jsonb_build_object('reference', 'ref-' || g)"
	}
	maps.Copy(all, expressions)
	maps.DeleteFunc(all, func(_, expression string) bool { return expression == "" })
	if b.columns != nil {
		maps.DeleteFunc(all, func(name, _ string) bool { return !slices.Contains(b.columns, name) })
	}
	names := slices.Sorted(maps.Keys(all))
	values := make([]string, len(names))
	for i, name := range names {
		values[i] = all[name]
	}
	portfolios := make([]string, len(b.Portfolios))
	for i, id := range b.Portfolios {
		portfolios[i] = "'" + id.String() + "'"
	}
	query = fmt.Sprintf("SELECT %s FROM generate_series(%d, %d) AS g "+
		"CROSS JOIN unnest(ARRAY[%s]::uuid[]) AS portfolio ORDER BY g",
		strings.Join(values, ", "), b.First, b.Last, strings.Join(portfolios, ", "))
	return strings.Join(names, ", "), strings.NewReplacer(
		"{row}", bulkID("g"),
		"{ref}", bulkID(fmt.Sprintf("1 + g %% %d", b.Parents)),
		"{rowOrRef}", bulkID(fmt.Sprintf("CASE WHEN g <= %[1]d THEN g ELSE 1 + g %% %[1]d END", b.Parents)),
		"{rare}", "g % 400 = 7",
		"{position}", "CASE g % 400 WHEN 7 THEN 1 WHEN 8 THEN 2 ELSE 3 END",
	).Replace(query)
}

// Insert returns the statement that adds the rows.
func (b Bulk) Insert(t testing.TB, table string) string {
	t.Helper()
	columns, query := b.Rows(t, table)
	return fmt.Sprintf("INSERT INTO %s (%s) %s", table, columns, query)
}

// Fill adds the rows to the tables of all lists. What the database's migrations have not made yet, a table or a column,
// is left out.
func (b Bulk) Fill(t testing.TB, db interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}) {
	t.Helper()
	require.NoError(t, pgx.BeginFunc(t.Context(), db, func(tx pgx.Tx) error {
		for _, noun := range storage.Nouns() {
			if !noun.IsListed() {
				continue
			}
			b, err := b.Of(t.Context(), tx, noun.Name())
			if err != nil {
				return err
			}
			if b.columns == nil {
				continue
			}
			if _, err := tx.Exec(t.Context(), b.Insert(t, noun.Name())); err != nil {
				return fmt.Errorf("%s: %w", noun.Name(), err)
			}
		}
		return nil
	}))
}

// Of is the same with the columns alone that a table has by now.
func (b Bulk) Of(ctx context.Context, tx pgx.Tx, table string) (Bulk, error) {
	const existing = "SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = to_regclass($1)"
	err := tx.QueryRow(ctx, existing, table).Scan(&b.columns)
	return b, err
}

func bulkID(number string) string {
	return "('00000000-0000-7000-8000-' || lpad(to_hex(" + number + "), 12, '0'))::uuid"
}

// bulkRows are the expressions for the columns of row g, by table. Some columns have values that are rare, in rows 7 and 8 of
// 400. A column without an expression is left out.
var bulkRows = func() (rows map[string]map[string]string) {
	if err := json.Unmarshal(bulkJSON, &rows); err != nil {
		panic(err) // a file of ours
	}
	return rows
}()

//go:embed bulk.json
var bulkJSON []byte
