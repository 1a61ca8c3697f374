package main

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// traces makes spans of requests and of their statements. It is nil if they are not exported, since even an unused span
// costs a request several allocations. A span has the operation but never the address, the body or the text of a
// statement, which can contain personal data. So it is not made by otelhttp, whose spans have the path and the client's
// address.
type traces struct {
	tracer trace.Tracer
	stop   func(context.Context) error
}

// startTraces exports by OTLP over HTTP if the usual environment variables name an endpoint, else it returns nil. All
// other OTEL_ variables of the exporter, the sampler and the resource apply too.
func startTraces(ctx context.Context) (*traces, error) {
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		return nil, nil //nolint:nilnil // a nil *traces is one that does nothing
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, err
	}
	described, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(
			attribute.String("service.name", "covertrack"), attribute.String("service.version", programVersion())),
		resource.WithFromEnv())
	if err != nil {
		return nil, err
	}
	return tracesTo(sdktrace.WithBatcher(exporter), sdktrace.WithResource(described)), nil
}

func tracesTo(options ...sdktrace.TracerProviderOption) *traces {
	provider := sdktrace.NewTracerProvider(options...)
	return &traces{tracer: provider.Tracer("covertrack"), stop: provider.Shutdown}
}

// statements returns the tracer for the pool. It is a nil interface if t is nil.
func (t *traces) statements() pgx.QueryTracer {
	if t == nil {
		return nil
	}
	return t
}

// flush exports the spans that are left.
func (t *traces) flush() error {
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return t.stop(ctx)
}

// traced makes a span of every request, as a child of the client's span.
func (t *traces) traced(next http.Handler) http.Handler {
	if t == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		door := doorOf(r.URL.Path)
		if door == "" {
			next.ServeHTTP(w, r)
			return
		}
		ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := t.tracer.Start(ctx, "request", trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		out := watched(w, r)
		next.ServeHTTP(out, r.WithContext(ctx))
		if !span.IsRecording() {
			return
		}
		operation := door
		if named := out.Header().Get("X-GraphQL-Operation"); named != "" && door == "rest" {
			operation = named
		}
		status := cmp.Or(out.Status(), http.StatusOK)
		span.SetName(operation)
		span.SetAttributes(attribute.String("covertrack.door", door), attribute.String("covertrack.operation", operation),
			attribute.Int("http.response.status_code", status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
	})
}

// TraceQueryStart starts the span of a statement. It does not record the text.
func (t *traces) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	ctx, _ = t.tracer.Start(ctx, "statement", trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("db.system.name", "postgresql")))
	return context.WithValue(ctx, statementKey{}, true)
}

type statementKey struct{}

// TraceQueryEnd ends the span. Of an error it records the SQLSTATE alone, since the message can contain values.
func (t *traces) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	if ctx.Value(statementKey{}) == nil {
		return
	}
	span := trace.SpanFromContext(ctx)
	if failed, ok := errors.AsType[*pgconn.PgError](data.Err); ok {
		span.SetAttributes(attribute.String("db.response.status_code", failed.Code))
	}
	if data.Err != nil {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}
