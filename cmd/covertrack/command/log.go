package command

import (
	"context"
	"io"
	"log/slog"

	"github.com/urfave/cli/v3"
	"go.opentelemetry.io/otel/trace"

	"github.com/covertrack/covertrack/graph/engine"
)

// LogFlags say what is logged, and in which form.
func LogFlags() []cli.Flag {
	return []cli.Flag{
		Setting("log-format", "text", "form of the log on stderr: text or json"),
		Setting("log-level", "info", "least of what is logged: debug, info, warn or error"),
	}
}

// NewLogger returns the logger of the flags. While the server runs, nothing else writes to stderr.
func NewLogger(cmd *cli.Command, w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cmd.String("log-level"))); err != nil {
		return nil, Usagef(cmd, "--log-level is %q; it takes debug, info, warn or error", cmd.String("log-level"))
	}
	options := &slog.HandlerOptions{Level: level}
	switch format := cmd.String("log-format"); format {
	case "text":
		return slog.New(AboutRequest{slog.NewTextHandler(w, options)}), nil
	case "json":
		return slog.New(AboutRequest{slog.NewJSONHandler(w, options)}), nil
	default:
		return nil, Usagef(cmd, "--log-format is %q; it takes text or json", format)
	}
}

// AboutRequest is a log handler that adds the request's id and that of its trace to every record that was logged with a
// request's context, in whatever package.
type AboutRequest struct{ slog.Handler }

// Handle adds the ids.
func (h AboutRequest) Handle(ctx context.Context, record slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		record.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	if seen := engine.SeenOf(ctx); seen != nil {
		record.AddAttrs(slog.String("request_id", seen.RequestID))
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs returns a handler that adds the attributes too.
func (h AboutRequest) WithAttrs(attrs []slog.Attr) slog.Handler {
	return AboutRequest{h.Handler.WithAttrs(attrs)}
}

// WithGroup returns a handler of a group.
func (h AboutRequest) WithGroup(name string) slog.Handler {
	return AboutRequest{h.Handler.WithGroup(name)}
}
