package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/model"
)

// Exit codes (contract section 8).
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

// failure is what went wrong with a command that was asked for rightly. Every other error is one of usage.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// usageError is a command line that cannot be meant.
type usageError struct {
	error
	command string
}

func (u usageError) Unwrap() error { return u.error }

func usagef(cmd *cli.Command, format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...), cmd.FullName()}
}

// action is a command's function, whose errors are failures unless it says otherwise.
func action(run func(context.Context, *cli.Command) error) cli.ActionFunc {
	return func(ctx context.Context, cmd *cli.Command) error {
		err := run(ctx, cmd)
		var usage usageError
		if err == nil || errors.As(err, &usage) {
			return err
		}
		return failure{err}
	}
}

// strict has a command and those below it refuse what they do not know, without the help being printed over the reason.
func strict(cmd *cli.Command) {
	cmd.ArgValidator = refuseArgs
	cmd.OnUsageError = func(_ context.Context, cmd *cli.Command, err error, _ bool) error {
		return usageError{err, cmd.FullName()}
	}
	for _, sub := range cmd.Commands {
		strict(sub)
	}
}

func refuseArgs(_ context.Context, cmd *cli.Command) error {
	args := cmd.Args()
	if args.Len() <= len(cmd.Arguments) || cmd.Name == "help" {
		return nil
	}
	if !isGroup(cmd) {
		return usagef(cmd, "%q is too much", args.Get(len(cmd.Arguments)))
	}
	hint := ""
	if near := cli.SuggestCommand(cmd.Commands, args.First()); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return usagef(cmd, "there is no command %q%s", args.First(), hint)
}

// isGroup tells a command that only has others below it; the library gives each one a `help`.
func isGroup(cmd *cli.Command) bool {
	return slices.ContainsFunc(cmd.Commands, func(sub *cli.Command) bool { return sub.Name != "help" })
}

// report tells the error, if any, and answers the exit code.
func report(stderr io.Writer, err error) int {
	var failed failure
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &failed):
		_, _ = fmt.Fprintln(stderr, "covertrack:", explain(failed.error))
		return exitFailure
	}
	_, _ = fmt.Fprintln(stderr, "covertrack:", err)
	command := "covertrack"
	var usage usageError
	if errors.As(err, &usage) {
		command = usage.command
	}
	_, _ = fmt.Fprintf(stderr, "Run '%s --help' to see what it takes.\n", command)
	return exitUsage
}

// explain is an error in words: of a refusal the words that a client would read, of anything else all there is.
func explain(err error) string {
	var domain *model.Error
	if errors.As(err, &domain) && domain.Unwrap() == nil {
		return domain.Message
	}
	return err.Error()
}
