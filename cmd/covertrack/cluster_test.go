package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

// cluster is a Postgres that keeps what it acknowledges (fsync on), for tests that kill.
type cluster struct {
	dir    string
	server *embedded.Server
}

// newCluster starts a cluster of the test's own.
func newCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{dir: newDataDir(t)}
	c.start(t)
	t.Cleanup(func() { require.NoError(t, c.server.Stop(context.Background())) })
	return c
}

func (c *cluster) start(t *testing.T) {
	t.Helper()
	var err error
	c.server, err = embedded.Start(t.Context(), embedded.Config{DataDir: c.dir, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
}

// stop ends the server by a signal, SIGQUIT being the shutdown mode `immediate`, and waits for its end.
func (c *cluster) stop(t *testing.T, signal syscall.Signal) {
	t.Helper()
	ended := c.server.Done()
	require.NoError(t, syscall.Kill(c.server.Pid(), signal))
	<-ended
	require.NoError(t, c.server.Stop(context.Background()), "its lock is given back")
}

// database creates a database and answers its DSN.
func (c *cluster) database(t *testing.T, name string) string {
	t.Helper()
	require.NoError(t, c.server.CreateDatabase(t.Context(), name))
	return c.server.DSN(name)
}

// durable is the cluster that tests share which do not stop it.
var durable = sync.OnceValues(func() (*embedded.Server, error) {
	return embedded.Start(context.Background(), embedded.Config{DataDir: durableFolder, Logger: slog.New(slog.DiscardHandler)})
})

// durableFolder is where the shared cluster lives, below the folder that runTests removes.
var durableFolder string

var durableDatabases atomic.Int64

// durableDatabase creates an empty database of the test's own and answers its DSN.
func durableDatabase(t *testing.T) string {
	t.Helper()
	server, err := durable()
	require.NoError(t, err)
	name := fmt.Sprintf("soak_%d", durableDatabases.Add(1))
	require.NoError(t, server.CreateDatabase(t.Context(), name))
	return server.DSN(name)
}

// on has a command work on a database.
func on(dsn string) func(*exec.Cmd) {
	return func(cmd *exec.Cmd) { cmd.Env = append(cmd.Environ(), "COVERTRACK_DATABASE_URL="+dsn) }
}

// unlimited are the arguments of a node that refuses nobody for coming too often.
var unlimited = []string{"--rate-limit", "0", "--max-in-flight", "0"}

// nodeOn starts a node on a database.
func nodeOn(t *testing.T, dsn string, args ...string) *server {
	t.Helper()
	return serveOn(t, newDataDir(t), on(dsn), slices.Concat(unlimited, []string{"--blob-url", filesOf(dsn)}, args)...)
}

// filesOf is the address of the folder that the nodes on a database share for files: the last --blob-url counts.
func filesOf(dsn string) string {
	return fmt.Sprintf("file://%s/files/%x", binFolder, sha256.Sum256([]byte(dsn)))
}
