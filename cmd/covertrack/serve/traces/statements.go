package traces

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/covertrack/covertrack/storage/postgres"
)

// TraceQueryStart starts the span of a statement, named by its operation and table: "SELECT cases". It does not record
// the text, which can contain values.
func (t *Traces) TraceQueryStart(ctx context.Context, conn *pgx.Conn, start pgx.TraceQueryStartData) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	operation, table := postgres.Describe(start.SQL)
	name := strings.TrimSpace(operation + " " + table)
	attributes := []attribute.KeyValue{semconv.DBOperationName(operation), semconv.DBQuerySummary(name)}
	if table != "" {
		attributes = append(attributes, semconv.DBCollectionName(table))
	}
	return t.startStatement(ctx, conn, name, attributes)
}

func (t *Traces) startStatement(ctx context.Context, conn *pgx.Conn, name string, attributes []attribute.KeyValue) context.Context {
	attributes = append(append(serverOf(conn), semconv.DBSystemNamePostgreSQL), attributes...)
	ctx, _ = t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attributes...))
	return context.WithValue(ctx, statementKey{}, true)
}

// summaryOfBatch is how long the summary of a batch may be.
const summaryOfBatch = 255

// TraceBatchStart starts the span of statements that are sent together. It is named BATCH, and tells their number and, in
// short, what they are: "BEGIN; SELECT cases".
func (t *Traces) TraceBatchStart(ctx context.Context, conn *pgx.Conn, start pgx.TraceBatchStartData) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	const name = "BATCH"
	var summary []string
	for _, q := range start.Batch.QueuedQueries {
		operation, table := postgres.Describe(q.SQL)
		summary = append(summary, strings.TrimSpace(operation+" "+table))
	}
	all := strings.Join(summary, "; ")
	return t.startStatement(ctx, conn, name, []attribute.KeyValue{
		semconv.DBOperationName(name), semconv.DBOperationBatchSize(len(summary)), semconv.DBQuerySummary(all[:min(len(all), summaryOfBatch)]),
	})
}

// TraceBatchQuery is a part of pgx.BatchTracer. The statements of a batch have no spans of their own: they are one answer.
func (*Traces) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd ends the span of a batch.
func (t *Traces) TraceBatchEnd(ctx context.Context, conn *pgx.Conn, end pgx.TraceBatchEndData) {
	t.TraceQueryEnd(ctx, conn, pgx.TraceQueryEndData{Err: end.Err})
}

// serverOf returns which database on which server a connection is to.
func serverOf(conn *pgx.Conn) []attribute.KeyValue {
	config := conn.Config()
	attributes := []attribute.KeyValue{semconv.DBNamespace(config.Database), semconv.ServerAddress(config.Host)}
	if !strings.HasPrefix(config.Host, "/") { // a socket has no port
		attributes = append(attributes, semconv.ServerPort(int(config.Port)))
	}
	return attributes
}

type statementKey struct{}

// TraceQueryEnd ends the span. Of an error it records the SQLSTATE alone, since the message can contain values.
func (t *Traces) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, end pgx.TraceQueryEndData) {
	if ctx.Value(statementKey{}) == nil {
		return
	}
	span := trace.SpanFromContext(ctx)
	if failed, ok := errors.AsType[*pgconn.PgError](end.Err); ok {
		span.SetAttributes(semconv.DBResponseStatusCode(failed.Code), semconv.ErrorTypeKey.String(failed.Code))
	}
	if end.Err != nil {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}
