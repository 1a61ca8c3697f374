package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/model/fault"
)

// Exit codes (contract section 8).
const (
	ExitOK      = 0
	ExitFailure = 1
	ExitUsage   = 2
)

// failure is the error of a command whose command line was correct. Every other error is one of usage.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// usageError is an error in the command line.
type usageError struct {
	error
	command string
}

func (u usageError) Unwrap() error { return u.error }

// Usagef returns an error in the command line of cmd.
func Usagef(cmd *cli.Command, format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...), cmd.FullName()}
}

// Action makes the function of a command. Its errors are failures, except those made by Usagef.
func Action(run func(context.Context, *cli.Command) error) cli.ActionFunc {
	return func(ctx context.Context, cmd *cli.Command) error {
		err := run(ctx, cmd)
		if _, usage := errors.AsType[usageError](err); err == nil || usage {
			return err
		}
		return failure{err}
	}
}

// Prepare makes a command and those below it refuse unknown arguments, without the help text before the reason, and take
// secrets from files.
func Prepare(cmd *cli.Command) {
	cmd.ArgValidator = refuseArgs
	cmd.Flags = append(cmd.Flags, fileFlags(cmd.Flags)...)
	cmd.Before = readFiles
	if slices.ContainsFunc(cmd.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), "signing-key-previous") }) {
		cmd.SliceFlagSeparator = "\n" // a key may have a comma
	}
	cmd.OnUsageError = func(_ context.Context, cmd *cli.Command, err error, _ bool) error {
		return usageError{suggestFlag(cmd, err), cmd.FullName()}
	}
	for _, sub := range cmd.Commands {
		Prepare(sub)
	}
}

func refuseArgs(_ context.Context, cmd *cli.Command) error {
	args := cmd.Args()
	if args.Len() <= len(cmd.Arguments) || strings.HasSuffix(cmd.ArgsUsage, "…") || cmd.Name == "help" {
		return nil
	}
	if !isGroup(cmd) {
		return Usagef(cmd, "unexpected argument %q", args.Get(len(cmd.Arguments)))
	}
	hint := ""
	if near := cli.SuggestCommand(cmd.Commands, args.First()); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return Usagef(cmd, "there is no command %q%s", args.First(), hint)
}

// isGroup reports whether a command has subcommands. The `help` that the library gives every command does not count.
func isGroup(cmd *cli.Command) bool {
	return slices.ContainsFunc(cmd.Commands, func(sub *cli.Command) bool { return sub.Name != "help" })
}

// Report prints the error, if any, and returns the exit code.
func Report(stderr io.Writer, err error) int {
	if err == nil {
		return ExitOK
	}
	if failed, ok := errors.AsType[failure](err); ok {
		_, _ = fmt.Fprintln(stderr, "covertrack:", Explain(failed.error))
		return ExitFailure
	}
	_, _ = fmt.Fprintln(stderr, "covertrack:", err)
	command := "covertrack"
	if usage, ok := errors.AsType[usageError](err); ok {
		command = usage.command
	}
	_, _ = fmt.Fprintf(stderr, "Run '%s --help' to see what it takes.\n", command)
	return ExitUsage
}

// Explain returns the text of an error: of a refusal the messages that a client would get, of any other error all of it.
func Explain(err error) string {
	if domain, ok := errors.AsType[*fault.Error](err); ok && domain.Unwrap() == nil {
		var messages []string
		for _, v := range domain.Violations {
			messages = append(messages, v.Message)
		}
		return cmp.Or(strings.Join(messages, " "), domain.Message)
	}
	return err.Error()
}
