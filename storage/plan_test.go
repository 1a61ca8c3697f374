package storage_test

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/page"
)

// recorder keeps the statements that are sent.
type recorder struct {
	mu   sync.Mutex
	sent []pgx.TraceQueryStartData
}

// TraceQueryStart keeps one.
func (r *recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sent = append(r.sent, data)
	return ctx
}

// TraceQueryEnd is the other half of pgx.QueryTracer.
func (*recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (r *recorder) take() []pgx.TraceQueryStartData {
	r.mu.Lock()
	defer r.mu.Unlock()
	sent := r.sent
	r.sent = nil
	return sent
}

// plan is a node of a plan as EXPLAIN writes it.
type plan struct {
	Node     string `json:"Node Type"`
	Relation string `json:"Relation Name,omitempty"`
	Index    string `json:"Index Name,omitempty"`
	Cond     string `json:"Index Cond,omitempty"`
	Filter   string `json:",omitempty"`
	Plans    []plan `json:",omitempty"`
}

// plans are those of the statements by which the list is read.
func (b *indexBundle) plans(t *testing.T, l list, filter reflect.Value, opt page.Options) []plan {
	t.Helper()
	return b.plansOf(t, func() error {
		_, err := l.read(t.Context(), b.portfolio, filter, opt)
		return err
	})
}

// plansOf are those of the queries that fn sends.
func (b *indexBundle) plansOf(t *testing.T, fn func() error) (all []plan) {
	t.Helper()
	b.recorder.take()
	require.NoError(t, fn())
	for _, s := range b.recorder.take() {
		if word, _, _ := strings.Cut(strings.TrimSpace(s.SQL), " "); !slices.Contains([]string{"SELECT", "WITH"}, word) {
			continue
		}
		args := slices.DeleteFunc(slices.Clone(s.Args), func(arg any) bool {
			switch arg.(type) {
			case pgx.QueryExecMode, pgx.QueryResultFormats, pgx.QueryResultFormatsByOID:
				return true
			}
			return false
		})
		var explained []byte
		args = append([]any{pgx.QueryExecModeDescribeExec}, args...)
		require.NoError(t, b.pool.QueryRow(t.Context(), "EXPLAIN (FORMAT JSON) "+s.SQL, args...).Scan(&explained))
		var plans []struct{ Plan plan }
		require.NoError(t, json.Unmarshal(explained, &plans))
		all = append(all, plans[0].Plan)
	}
	require.NotEmpty(t, all, "nothing was read")
	return all
}

// checks are what is wanted of a plan, besides that no list's table is read from its first row to its last.
type checks struct {
	found     bool // an index finds every row of the page: none is read to be passed over
	counted   bool // so it does for every row that is counted
	indexOnly bool // and what is counted is read of indexes alone
	order     bool // no more is sorted than a page
}

func (b *indexBundle) check(t *testing.T, p plan, want checks) {
	t.Helper()
	whole, err := json.MarshalIndent(p, "", " ")
	require.NoError(t, err)
	b.checkNode(t, p, want, false, string(whole))
}

func (b *indexBundle) checkNode(t *testing.T, p plan, want checks, counted bool, whole string) {
	t.Helper()
	counted = counted || p.Node == "Aggregate"
	if want.order && strings.Contains(p.Node, "Sort") {
		require.True(t, p.has("Limit"), whole)
	}
	if slices.Contains(b.tables, partitionedTable(p.Relation)) {
		require.NotEqual(t, "Seq Scan", p.Node, whole)
		if (counted && want.counted) || (!counted && want.found) {
			require.True(t, p.Filter == "" || p.isBool(), whole)
		}
		if counted && want.indexOnly {
			require.Equal(t, "Index Only Scan", p.Node, whole)
		}
	}
	for _, child := range p.Plans {
		b.checkNode(t, child, want, counted, whole)
	}
}

// partitionedTable is the table that a partition with rows is of, or the table itself.
func partitionedTable(name string) string { return strings.TrimSuffix(name, "_first") }

// has reports whether a node of the kind is below.
func (p plan) has(node string) bool {
	return slices.ContainsFunc(p.Plans, func(child plan) bool { return child.Node == node || child.has(node) })
}

// isBool reports whether the filter only repeats what the index was asked for: NOT active as well as active = false.
func (p plan) isBool() bool {
	column := strings.Trim(strings.TrimPrefix(p.Filter, "(NOT "), "()")
	return slices.ContainsFunc(append([]plan{p}, p.Plans...), func(p plan) bool { return strings.Contains(p.Cond, "("+column+" = ") })
}
