package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/restcompat"
)

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
		Action: action(func(_ context.Context, cmd *cli.Command) error {
			rest, err := describedREST("")
			if err != nil {
				return err
			}
			if cmd.Bool("markdown") {
				_, err = io.WriteString(cmd.Root().Writer, routesPage(rest.Endpoints()))
				return err
			}
			table := newTable(cmd)
			_, _ = fmt.Fprintln(table, "METHOD\tPATH\tOPERATION\tENTITLEMENT\tFIELD")
			for _, e := range rest.Endpoints() {
				_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", e.Method, e.Path, e.Operation, e.Entitlement, e.Root.Name)
			}
			return table.Flush()
		}),
	}
}

const routesHead = `# Routes

Every endpoint of the REST API, in the order of the files in ` + "`restcompat/operations/`" + `. An endpoint runs one operation, which selects
one field of the GraphQL schema; the caller's plan must include the entitlement. ` + "`covertrack routes --markdown`" + ` writes this page.

| method | path | operation | entitlement | field |
|---|---|---|---|---|
`

func routesPage(endpoints []restcompat.Endpoint) string {
	var page strings.Builder
	page.WriteString(routesHead)
	for _, e := range endpoints {
		fmt.Fprintf(&page, "| %s | `%s` | `%s` | `%s` | `%s` |\n", e.Method, e.Path, e.Operation, e.Entitlement, e.Root.Name)
	}
	return page.String()
}
