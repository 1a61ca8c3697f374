package main

import (
	"context"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/licenses"
)

func licensesCommand() *cli.Command {
	return &cli.Command{
		Name:  "licenses",
		Usage: "print the licences of everything that the program contains",
		Description: `The texts of the licences of all Go modules in the program, of Go itself, and of the files from npm that
/docs, /playground and /console load. The program's own licence is not among them.

Example:
   covertrack licenses | less`,
		Action: command.Action(func(_ context.Context, cmd *cli.Command) error {
			_, err := io.WriteString(cmd.Root().Writer, licenses.Texts)
			return err
		}),
	}
}
