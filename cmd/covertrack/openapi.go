package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
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
		Flags: []cli.Flag{command.Setting("base-url", "", "address that clients use (default: none; paths are relative)")},
		Action: command.Action(func(_ context.Context, cmd *cli.Command) error {
			rest, err := describedREST(cmd, cmd.String("base-url"))
			if err != nil {
				return err
			}
			document, err := rest.OpenAPI()
			if err != nil {
				return err
			}
			_, err = cmd.Root().Writer.Write(document)
			return err
		}),
	}
}

// describedREST is a REST door that can only describe itself: its engine has neither a store nor resolvers.
func describedREST(cmd *cli.Command, baseURL string) (*restcompat.Server, error) {
	e := engine.New(engine.Config{Now: time.Now, Logger: slog.New(slog.DiscardHandler)}, nil)
	return restcompat.NewServer(e, restcompat.Options{BaseURL: baseURL, Version: cmd.Root().Version})
}

func routesCommand() *cli.Command {
	return &cli.Command{
		Name:  "routes",
		Usage: "print every endpoint of the REST API",
		Description: `One line an endpoint: the method, the path, the operation that it runs, what the caller's plan must include, and
the field of the GraphQL schema. It needs neither a server nor a database.

Examples:
   covertrack routes
   covertrack routes --markdown > docs/guide/routes.md`,
		Flags: []cli.Flag{&cli.BoolFlag{Name: "markdown", Usage: "print a page of Markdown, which is docs/guide/routes.md"}},
		Action: command.Action(func(_ context.Context, cmd *cli.Command) error {
			rest, err := describedREST(cmd, "")
			if err != nil {
				return err
			}
			if cmd.Bool("markdown") {
				_, err = io.WriteString(cmd.Root().Writer, routesPage(rest.Endpoints()))
				return err
			}
			table := command.NewTable(cmd)
			_, _ = fmt.Fprintln(table, "METHOD\tPATH\tOPERATION\tENTITLEMENT\tFIELD")
			for _, e := range rest.Endpoints() {
				_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", e.Method, e.Path, e.Operation, e.Entitlement, e.Root.Name)
			}
			return table.Flush()
		}),
	}
}

const routesHead = `# Routes

Every endpoint: the methods of a path, and of those below it. All need the entitlement ` + "`API_ACCESS`" + `, those of ` +
	"`/rest/risk-profiles`" + `
` + "`RISK_PROFILE_MANAGEMENT`" + `. ` + "`/docs`" + ` has a request for each; ` + "`covertrack routes`" +
	` prints their GraphQL operations too.

| path | methods |
|---|---|
`

// routesPage returns a row for each collection, in the order of the files.
func routesPage(endpoints []restcompat.Endpoint) string {
	methods, below, collections := map[string][]string{}, map[string][]string{}, []string{}
	for _, e := range endpoints {
		collection := strings.Join(strings.SplitN(e.Path, "/", 4)[:3], "/")
		if below[collection] == nil {
			collections = append(collections, collection)
		}
		if methods[e.Path] == nil {
			below[collection] = append(below[collection], e.Path)
		}
		methods[e.Path] = append(methods[e.Path], e.Method)
	}
	var page strings.Builder
	page.WriteString(routesHead)
	for _, collection := range collections {
		var parts []string
		for _, path := range slices.Sorted(slices.Values(below[collection])) {
			part := strings.Join(methods[path], ", ")
			if path != collection {
				part = "`" + strings.TrimPrefix(path, collection) + "` " + part
			}
			parts = append(parts, part)
		}
		fmt.Fprintf(&page, "| `%s` | %s |\n", collection, strings.Join(parts, "; "))
	}
	return page.String()
}
