package main

import (
	"context"
	"io"
	"log/slog"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/graph/engine"
)

func logFlags() []cli.Flag {
	return []cli.Flag{
		setting("log-format", "text", "form of the log on stderr: text or json"),
		setting("log-level", "info", "least of what is logged: debug, info, warn or error"),
	}
}

// newLogger returns the logger of the flags. While the server runs, nothing else writes to stderr.
func newLogger(cmd *cli.Command, w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cmd.String("log-level"))); err != nil {
		return nil, usagef(cmd, "--log-level is %q; it takes debug, info, warn or error", cmd.String("log-level"))
	}
	options := &slog.HandlerOptions{Level: level}
	switch format := cmd.String("log-format"); format {
	case "text":
		return slog.New(aboutRequest{slog.NewTextHandler(w, options)}), nil
	case "json":
		return slog.New(aboutRequest{slog.NewJSONHandler(w, options)}), nil
	default:
		return nil, usagef(cmd, "--log-format is %q; it takes text or json", format)
	}
}

// aboutRequest is a log handler that adds the request's id to every record that was logged with a request's context, in
// whatever package.
type aboutRequest struct{ slog.Handler }

// Handle adds the id.
func (h aboutRequest) Handle(ctx context.Context, record slog.Record) error {
	if seen := engine.SeenOf(ctx); seen != nil {
		record.AddAttrs(slog.String("request_id", seen.RequestID))
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs returns a handler that adds the attributes too.
func (h aboutRequest) WithAttrs(attrs []slog.Attr) slog.Handler {
	return aboutRequest{h.Handler.WithAttrs(attrs)}
}

// WithGroup returns a handler of a group.
func (h aboutRequest) WithGroup(name string) slog.Handler {
	return aboutRequest{h.Handler.WithGroup(name)}
}
