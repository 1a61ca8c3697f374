package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/cmd/covertrack/admin"
	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/cmd/covertrack/copies"
	"github.com/covertrack/covertrack/cmd/covertrack/doctor"
	"github.com/covertrack/covertrack/cmd/covertrack/remote"
	"github.com/covertrack/covertrack/cmd/covertrack/renewals"
	"github.com/covertrack/covertrack/cmd/covertrack/sample"
	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/cmd/covertrack/transfer"
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
	return command.Report(stderr, err)
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
			serve.Command(), admin.MigrateCommand(), admin.OrgCommand(), admin.TokenCommand(), admin.IdentityCommand(),
			admin.QuotaCommand(), admin.KeysCommand(), admin.EraseCommand(), transfer.ImportCommand(),
			admin.PortfolioCommand(), admin.ProfilesCommand(), sample.DemoCommand(), sample.LoadCommand(), renewals.Command(), doctor.Command(),
			healthCommand(), copies.AdoptCommand(), copies.BackupCommand(), openapiCommand(), routesCommand(), licensesCommand(),
			admin.EventsCommand(), remote.ListenCommand(), remote.MCPCommand(), remote.SandboxCommand(),
			transfer.ExportCommand(),
			transfer.DossierCommand(),
			versionCommand(),
		},
	}
	command.Prepare(root)
	return root
}

// version is set by the linker. A program built by `go install` finds its version in the build information.
var version = ""

func programVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "dev"
}

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version",
		Description: "Example:\n   covertrack version",
		Action: command.Action(func(_ context.Context, cmd *cli.Command) error {
			_, err := fmt.Fprintln(cmd.Root().Writer, programVersion())
			return err
		}),
	}
}
