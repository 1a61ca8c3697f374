package storagetest

import (
	"context"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// statements counts what is sent to the database. It never looks at a statement's text.
type statements struct{ count atomic.Int64 }

// TraceQueryStart counts one.
func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	s.count.Add(1)
	return ctx
}

// TraceQueryEnd is the other half of pgx.QueryTracer.
func (*statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// CountStatements is how many SQL statements the world's store sends while fn runs, BEGIN and COMMIT among them. Nothing else
// may use the world meanwhile.
func (w *World) CountStatements(fn func()) int {
	before := w.statements.count.Load()
	fn()
	return int(w.statements.count.Load() - before)
}
