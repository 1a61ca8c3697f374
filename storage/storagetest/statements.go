package storagetest

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
)

// statements counts what is sent to the database: statements, and round trips, of which a batch is one whatever it has.
// Without the notifications, whose time no test knows, and without two statements that a transaction on nodes has more at its
// begin: what is counted is the same on either.
type statements struct{ count, trips atomic.Int64 }

// TraceQueryStart counts a statement.
func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, start pgx.TraceQueryStartData) context.Context {
	if !strings.HasPrefix(start.SQL, "SELECT pg_notify(") {
		s.count.Add(1)
		s.trips.Add(1)
	}
	return ctx
}

// TraceQueryEnd is the other half of pgx.QueryTracer.
func (*statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart counts a batch.
func (s *statements) TraceBatchStart(ctx context.Context, _ *pgx.Conn, start pgx.TraceBatchStartData) context.Context {
	for _, q := range start.Batch.QueuedQueries {
		if !strings.HasPrefix(q.SQL, "SELECT lock_shard_metadata(") && !strings.HasPrefix(q.SQL, "SET LOCAL app.portfolio ") {
			s.count.Add(1)
		}
	}
	s.trips.Add(1)
	return ctx
}

// TraceBatchQuery is a part of pgx.BatchTracer.
func (*statements) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd is the other half of pgx.BatchTracer.
func (*statements) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// CountStatements returns how many SQL statements the world's store sends while fn runs, BEGIN, what it sets and COMMIT
// included, and beside its requests. Nothing else may use the world meanwhile.
func (w *World) CountStatements(fn func()) int {
	statements, _ := w.Count(fn)
	return statements
}

// Count is CountStatements, and how often the store waits for an answer: once for what it sends together.
func (w *World) Count(fn func()) (statements, trips int) {
	w.Store.Wait()
	before, tripsBefore := w.statements.count.Load(), w.statements.trips.Load()
	fn()
	w.Store.Wait()
	return int(w.statements.count.Load() - before), int(w.statements.trips.Load() - tripsBefore)
}

// Contents returns a digest of each table's rows, without the last use of tokens: refused requests change that too.
func (w *World) Contents(t testing.TB) map[string]string {
	t.Helper()
	pool := w.Store.Pool().Pgx()
	var tables []string
	const query = `SELECT array_agg(relname::text) FROM pg_class
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`
	err := pool.QueryRow(t.Context(), query).Scan(&tables)
	require.NoError(t, err)
	for i, table := range tables {
		tables[i] = fmt.Sprintf("SELECT '%[1]s', concat(count(*), ' ', sum(hashtextextended((to_jsonb(r) - 'last_used_at' - 'used_at')::text, "+
			"0))) FROM %[1]s AS r", table)
	}
	// Prepared, since it takes longer to plan than to run.
	rows, err := pool.Query(t.Context(), strings.Join(tables, " UNION ALL "), pgx.QueryExecModeCacheStatement)
	require.NoError(t, err)
	contents := map[string]string{}
	var table, digest string
	_, err = pgx.ForEachRow(rows, []any{&table, &digest}, func() error {
		contents[table] = digest
		return nil
	})
	require.NoError(t, err)
	return contents
}

// Exec runs a statement past every rule, to break what a test needs broken.
func (w *World) Exec(t testing.TB, statement string, args ...any) {
	t.Helper()
	_, err := w.Store.Pool().Pgx().Exec(t.Context(), statement, args...)
	require.NoError(t, err)
}

// Row is a row's columns and values.
type Row map[string]any

// Insert adds a row to a portfolio's table, with an id and both times unless the row has them, and returns the id. A
// column of nil is left out. It follows no rule: it is for records that no request could make.
func (w *World) Insert(t testing.TB, tenant *Tenant, table string, row Row) uuid.UUID {
	t.Helper()
	all := Row{"portfolio_id": tenant.Portfolio.ID(), "id": storage.NewID(), "created_at": now(), "updated_at": now()}
	maps.Copy(all, row)
	var columns, places []string
	var values []any
	for column, value := range all {
		if value == nil {
			continue
		}
		columns = append(columns, column)
		values = append(values, value)
		places = append(places, fmt.Sprintf("$%d", len(values)))
	}
	statement := fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(columns, ", "), strings.Join(places, ", "))
	w.Exec(t, statement, values...)
	return all["id"].(uuid.UUID)
}
