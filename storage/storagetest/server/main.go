// Command server runs a command beside a throw-away Postgres that all of its test processes share, and ends with its exit
// code: `go run ./storage/storagetest/server go test ./...`. One package alone needs none: it starts its own.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

// shared is storagetest.SharedServer. The name is written twice so that this program is linked without the tests.
const shared = "COVERTRACK_TEST_POSTGRES"

func main() {
	err := run(context.Background(), os.Args[1:])
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		os.Exit(failed.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, command []string) error {
	server, err := embedded.StartEphemeral(ctx)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), shared+"="+server.DSN("postgres"))
	return errors.Join(cmd.Run(), server.Stop(ctx))
}
