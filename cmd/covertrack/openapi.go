package main

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/restcompat"
)

func openapiCommand() *cli.Command {
	return &cli.Command{
		Name:  "openapi",
		Usage: "print the OpenAPI 3.1 document of the REST API",
		Description: `The document that a server shows at /openapi.json. It needs neither a server nor a database.

Examples:
   covertrack openapi > openapi.json
   covertrack openapi --base-url https://covertrack.example.com`,
		Flags: []cli.Flag{setting("base-url", "", "address that clients use (default: none; paths are relative)")},
		Action: action(func(_ context.Context, cmd *cli.Command) error {
			rest, err := describedREST(cmd.String("base-url"))
			if err != nil {
				return err
			}
			_, err = cmd.Root().Writer.Write(rest.OpenAPI())
			return err
		}),
	}
}

// describedREST is a REST door that can only describe itself: its engine has neither a store nor resolvers.
func describedREST(baseURL string) (*restcompat.Server, error) {
	e := engine.New(engine.Config{Now: time.Now, Logger: slog.New(slog.DiscardHandler)}, nil)
	return restcompat.NewServer(e, restcompat.Options{BaseURL: baseURL})
}

// mountDocs adds the documentation of the API. It is public: integrators read it before they have a token.
func mountDocs(mux *http.ServeMux, rest *restcompat.Server) {
	mux.HandleFunc("GET /openapi.json", rest.ServeOpenAPI)
	mux.HandleFunc("GET /docs/reference", rest.ServeReference)
	mux.HandleFunc("GET /docs", restcompat.ServeViewer)
	mux.HandleFunc("GET /docs/viewer/{file}", restcompat.ServeViewer)
	mux.Handle("GET /docs/{$}", http.RedirectHandler("/docs", http.StatusMovedPermanently))
}
