package storagetest

import (
	"context"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// statements counts what is sent to the database, without the notifications: these are sent outside the transactions,
// at times that no test knows.
type statements struct{ count atomic.Int64 }

// TraceQueryStart counts a statement.
func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, start pgx.TraceQueryStartData) context.Context {
	if !strings.HasPrefix(start.SQL, "SELECT pg_notify(") {
		s.count.Add(1)
	}
	return ctx
}

// TraceQueryEnd is the other half of pgx.QueryTracer.
func (*statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// CountStatements returns how many SQL statements the world's store sends while fn runs, BEGIN and COMMIT included.
// Nothing else may use the world meanwhile.
func (w *World) CountStatements(fn func()) int {
	before := w.statements.count.Load()
	fn()
	return int(w.statements.count.Load() - before)
}
