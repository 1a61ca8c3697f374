package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/restcompat/mcp"
)

// MCPCommand is `covertrack mcp`.
func MCPCommand() *cli.Command {
	return &cli.Command{
		Name:  "mcp",
		Usage: "offer a server's REST API to a language model as tools, over stdin and stdout",
		Description: `Speaks the Model Context Protocol with the program that starts it, and REST with the server. Each endpoint is a tool;
without --write only those that read. The token's role, scope and limits hold. /mcp of a server is the same over HTTP.

Examples:
   COVERTRACK_TOKEN=test_… covertrack mcp --url https://covertrack.example.com
   covertrack mcp --url http://127.0.0.1:8080 --token-file ./token --write`,
		Flags: append(serverFlags(), &cli.BoolFlag{Name: "write", Usage: "offer the tools that change records too, if the token may"}),
		Action: command.Action(func(ctx context.Context, cmd *cli.Command) error {
			s, err := newServer(cmd)
			if err != nil {
				return err
			}
			return s.serveTools(ctx, cmd)
		}),
	}
}

// serveTools serves until the input or ctx ends.
func (s *server) serveTools(ctx context.Context, cmd *cli.Command) error {
	openAPI, err := s.read(ctx, http.MethodGet, "/openapi.json", nil)
	if err != nil {
		return err
	}
	writes := cmd.Bool("write")
	if writes {
		// A server with --trusted-only does not say; then each call is refused that the token may not make.
		viewer, err := s.viewer(ctx)
		if refused := (refusal{}); err != nil && (!errors.As(err, &refused) || refused.status == http.StatusUnauthorized) {
			return err
		}
		writes = !viewer.ReadOnly
	} else if _, err := s.read(ctx, http.MethodGet, "/rest/cases?limit=0", nil); err != nil {
		return err // a bad token is an error at the start, which the user sees
	}
	tools, err := mcp.NewServer(openAPI, cmd.Root().Version, writes, s.send)
	if err != nil {
		return err
	}
	in := cmd.Root().Reader
	err = tools.Run(ctx, mcp.Keyed(&sdk.IOTransport{Reader: io.NopCloser(in), Writer: lasting{cmd.Root().Writer}}))
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the client cannot be understood: %w", err)
	}
	return nil
}

// lasting is a writer that is not closed: the command's own.
type lasting struct{ io.Writer }

// Close does nothing.
func (lasting) Close() error { return nil }
