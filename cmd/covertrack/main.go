package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/model"
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
			serveCommand(), migrateCommand(), orgCommand(), tokenCommand(), quotaCommand(), portfolioCommand(), demoCommand(), loadCommand(),
			renewalsCommand(), doctorCommand(), adoptCommand(), backupCommand(), openapiCommand(), routesCommand(), licensesCommand(), eventsCommand(), versionCommand(),
		},
	}
	refuseUnknown(root)
	return root
}

// Exit codes (contract section 8).
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

// failure is the error of a command whose command line was correct. Every other error is one of usage.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// usageError is an error in the command line.
type usageError struct {
	error
	command string
}

func usagef(cmd *cli.Command, format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...), cmd.FullName()}
}

// action makes the function of a command. Its errors are failures, except those made by usagef.
func action(run func(context.Context, *cli.Command) error) cli.ActionFunc {
	return func(ctx context.Context, cmd *cli.Command) error {
		err := run(ctx, cmd)
		if _, usage := errors.AsType[usageError](err); err == nil || usage {
			return err
		}
		return failure{err}
	}
}

// refuseUnknown makes a command and those below it refuse unknown arguments, without the help text before the reason.
func refuseUnknown(cmd *cli.Command) {
	cmd.ArgValidator = refuseArgs
	cmd.OnUsageError = func(_ context.Context, cmd *cli.Command, err error, _ bool) error {
		return usageError{suggestFlag(cmd, err), cmd.FullName()}
	}
	for _, sub := range cmd.Commands {
		refuseUnknown(sub)
	}
}

func refuseArgs(_ context.Context, cmd *cli.Command) error {
	args := cmd.Args()
	if args.Len() <= len(cmd.Arguments) || cmd.Name == "help" {
		return nil
	}
	if !isGroup(cmd) {
		return usagef(cmd, "unexpected argument %q", args.Get(len(cmd.Arguments)))
	}
	hint := ""
	if near := cli.SuggestCommand(cmd.Commands, args.First()); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return usagef(cmd, "there is no command %q%s", args.First(), hint)
}

// isGroup reports whether a command has subcommands. The `help` that the library gives every command does not count.
func isGroup(cmd *cli.Command) bool {
	return slices.ContainsFunc(cmd.Commands, func(sub *cli.Command) bool { return sub.Name != "help" })
}

// report prints the error, if any, and returns the exit code.
func report(stderr io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	if failed, ok := errors.AsType[failure](err); ok {
		_, _ = fmt.Fprintln(stderr, "covertrack:", explain(failed.error))
		return exitFailure
	}
	_, _ = fmt.Fprintln(stderr, "covertrack:", err)
	command := "covertrack"
	if usage, ok := errors.AsType[usageError](err); ok {
		command = usage.command
	}
	_, _ = fmt.Fprintf(stderr, "Run '%s --help' to see what it takes.\n", command)
	return exitUsage
}

// explain returns the text of an error: of a refusal the message that a client would get, of any other error all of it.
func explain(err error) string {
	if domain, ok := errors.AsType[*model.Error](err); ok && domain.Unwrap() == nil {
		return domain.Message
	}
	return err.Error()
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
		Action: action(func(_ context.Context, cmd *cli.Command) error {
			_, err := fmt.Fprintln(cmd.Root().Writer, programVersion())
			return err
		}),
	}
}
