package main

import (
	"io"
	"log/slog"

	"github.com/urfave/cli/v3"
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
		return slog.New(slog.NewTextHandler(w, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, options)), nil
	default:
		return nil, usagef(cmd, "--log-format is %q; it takes text or json", format)
	}
}
