package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/storage"
)

func demoCommand() *cli.Command {
	return &cli.Command{
		Name:  "demo",
		Usage: "load the demo data if there is none, and print fresh tokens for it",
		Description: `Three lenders with a plan each (full, basic, none) in both modes, and two members of staff. Tokens are minted anew by
every run, since only their digests are kept.

Examples:
   covertrack demo
   covertrack demo --json | jq -r '.lenders[0].tokens.test'`,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print JSON: lenders with organization, tokens and portfolios, and the staff's tokens"},
		}, databaseFlags()...),
		Action: onSchema(func(ctx context.Context, cmd *cli.Command, store *storage.Store) error {
			access, err := prepareDemo(ctx, store)
			if err != nil {
				return err
			}
			if cmd.Bool("json") {
				return json.NewEncoder(cmd.Root().Writer).Encode(access)
			}
			return access.print(cmd.Root().Writer)
		}),
	}
}

// print shows the tokens for people.
func (a *demoAccess) print(w io.Writer) error {
	_, err := fmt.Fprintln(w, "Tokens for the demo data:")
	for _, l := range a.Lenders {
		_, err = fmt.Fprintf(w, "\n  %s (plan %s)\n    live      %s\n    test      %s\n", l.Name, l.Plan, l.Tokens.Live, l.Tokens.Test)
	}
	if err == nil {
		_, err = fmt.Fprintf(w, "\n  Staff, for /graphql\n    support   %s\n    operator  %s\n", a.Staff.Support, a.Staff.Operator)
	}
	return err
}

// printCurl shows a first request that works when it is pasted.
func (a *demoAccess) printCurl(w io.Writer, baseURL string) error {
	_, err := fmt.Fprintf(w, "\nTry it:\n\ncurl -H 'Authorization: Bearer %s' '%s/rest/cases?limit=2'\n", a.Lenders[0].Tokens.Test, baseURL)
	return err
}
