package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v3"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}

// run runs one command line and returns the exit code. The first SIGTERM or SIGINT ends ctx, and so the command,
// cleanly; the second one ends the process.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	err := newRoot(stdout, stderr).Run(ctx, append([]string{"covertrack"}, args...))
	return report(stderr, err)
}

func newRoot(stdout, stderr io.Writer) *cli.Command {
	root := &cli.Command{
		Name:  "covertrack",
		Usage: "insurance coverage tracking for lenders",
		Description: `Examples:
   covertrack serve --demo            serve with demo data on an embedded Postgres in ./var
   covertrack token create --org ID --mode test
                                      mint a token for an integrator
   covertrack serve --help            all settings of the server`,
		Version:        programVersion(),
		Writer:         stdout,
		ErrWriter:      stderr,
		ExitErrHandler: func(context.Context, *cli.Command, error) {}, // run decides the exit code
		Commands: []*cli.Command{
			serveCommand(), migrateCommand(), orgCommand(), tokenCommand(), demoCommand(), loadCommand(),
			renewalsCommand(), openapiCommand(), routesCommand(), versionCommand(),
		},
	}
	strict(root)
	return root
}
