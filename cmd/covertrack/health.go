package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
)

// healthWithin is longer than /readyz takes.
const healthWithin = 5 * time.Second

// healthCommand is `covertrack health`, for containers, whose image has no other program that could ask.
func healthCommand() *cli.Command {
	return &cli.Command{
		Name:  "health",
		Usage: "ask the server on this machine whether it should get requests",
		Description: `Prints what /readyz of the server at --addr answers, and exits with 1 unless it is ready. It is the health check of a
container.

Example:
   covertrack health --addr :8080`,
		Flags: []cli.Flag{command.Setting("addr", "127.0.0.1:8080", "address that the server listens on")},
		Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
			host, port, err := net.SplitHostPort(cmd.String("addr"))
			if err != nil {
				return command.Usagef(cmd, "--addr: %w", err)
			}
			if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
				host = "localhost"
			}
			return askReady(ctx, cmd.Root().Writer, "http://"+net.JoinHostPort(host, port)+"/readyz")
		}),
	}
}

func askReady(ctx context.Context, w io.Writer, address string) error {
	ctx, cancel := context.WithTimeout(ctx, healthWithin)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 4096))
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s", strings.TrimSpace(string(text)))
	}
	_, err = w.Write(text)
	return err
}
