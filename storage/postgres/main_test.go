package postgres

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

// server is the one of all tests of this package.
var server *embedded.Server

func TestMain(m *testing.M) {
	os.Exit(runTests(m))
}

func runTests(m *testing.M) (code int) {
	var err error
	if server, err = embedded.StartEphemeral(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code = m.Run()
	if err := server.Stop(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}
