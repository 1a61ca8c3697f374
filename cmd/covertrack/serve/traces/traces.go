package traces

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/go-logr/logr"
	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/covertrack/covertrack/cmd/covertrack/serve/access"
	"github.com/covertrack/covertrack/graph/engine"
)

// Traces makes spans of requests and of their statements. It is nil if they are not exported, since even an unused span
// costs a request several allocations. A span has the operation but never the address, the body or the text of a
// statement, which can contain personal data. So it is not made by otelhttp, whose spans have the path and the client's
// address.
type Traces struct {
	tracer trace.Tracer
	stop   func(context.Context) error
}

// Start exports by OTLP over HTTP if the usual environment variables name an endpoint, else it returns nil. All
// other OTEL_ variables of the exporter, the sampler and the resource apply too.
func Start(ctx context.Context, version string, log *slog.Logger) (*Traces, error) {
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		return nil, nil //nolint:nilnil // a nil *traces is one that does nothing
	}
	warnOfTraces(log)
	client, err := newOTLPClient()
	if err != nil {
		return nil, err
	}
	exporter, err := otlptrace.New(ctx, client)
	if err != nil {
		return nil, err
	}
	described, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(
			semconv.ServiceName("covertrack"), semconv.ServiceVersion(version)),
		resource.WithFromEnv())
	if err != nil {
		return nil, err
	}
	return To(sdktrace.WithBatcher(exporter), sdktrace.WithResource(described)), nil
}

// warnOfTraces makes the SDK log through log, as warnings at most: requests are served whether spans are exported or not.
func warnOfTraces(log *slog.Logger) {
	warn := func(err error) { log.Warn("traces: "+err.Error(), "library", "opentelemetry") }
	otel.SetErrorHandler(otel.ErrorHandlerFunc(warn))
	otel.SetLogger(logr.FromSlogHandler(warningsAtMost{log.Handler()}))
}

// warningsAtMost is a log handler that lowers errors to warnings.
type warningsAtMost struct{ slog.Handler }

// Handle lowers the level.
func (h warningsAtMost) Handle(ctx context.Context, record slog.Record) error {
	record.Level = min(record.Level, slog.LevelWarn)
	return h.Handler.Handle(ctx, record)
}

// To returns traces with these options, for tests.
func To(options ...sdktrace.TracerProviderOption) *Traces {
	provider := sdktrace.NewTracerProvider(options...)
	return &Traces{tracer: provider.Tracer("covertrack"), stop: provider.Shutdown}
}

// Statements returns the tracer for the pool. It is a nil interface if t is nil.
func (t *Traces) Statements() pgx.QueryTracer {
	if t == nil {
		return nil
	}
	return t
}

// Flush exports the spans that are left. A failure of tracing is no failure of the program.
func (t *Traces) Flush(log *slog.Logger) {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := t.stop(ctx); err != nil {
		log.Warn("the last spans were not exported", "error", err)
	}
}

// Traced makes a span of every request, as a child of the client's span.
func (t *Traces) Traced(next http.Handler) http.Handler {
	if t == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		door := access.DoorOf(r.URL.Path)
		if door == "" {
			next.ServeHTTP(w, r)
			return
		}
		ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := t.tracer.Start(ctx, "request", trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		out := access.Watched(w, r)
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
			attribute.String("covertrack.request_id", out.Header().Get(engine.RequestIDHeader)),
			semconv.HTTPRequestMethodKey.String(r.Method), semconv.HTTPResponseStatusCode(status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
	})
}
