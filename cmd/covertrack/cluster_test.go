package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/postgres/embedded"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

// cluster is a Postgres that keeps what it acknowledges (fsync on), for tests that kill.
type cluster struct {
	dir    string
	server *embedded.Server
	nodes  *nodes.Nodes // instead of the server, where the tests run on nodes
}

// newCluster starts a cluster of the test's own, whose database covertrack is migrated.
func newCluster(t *testing.T) *cluster {
	t.Helper()
	if nodes.Wanted() {
		return &cluster{nodes: newNodes(t)}
	}
	return clusterIn(t, readyDataDir(t))
}

// newOtherCluster starts an empty one that is no copy: Postgres has given it an identity of its own.
func newOtherCluster(t *testing.T) *cluster {
	t.Helper()
	return clusterIn(t, newDataDir(t))
}

func clusterIn(t *testing.T, dir string) *cluster {
	t.Helper()
	c := &cluster{dir: dir}
	c.start(t)
	t.Cleanup(func() { require.NoError(t, c.server.Stop(context.Background())) })
	return c
}

func (c *cluster) start(t *testing.T) {
	t.Helper()
	if c.nodes != nil {
		require.NoError(t, c.nodes.Restart(t.Context(), 0))
		return
	}
	var err error
	c.server, err = startCluster(t.Context(), c.dir)
	require.NoError(t, err)
}

func startCluster(ctx context.Context, dir string) (*embedded.Server, error) {
	return embedded.Start(ctx, embedded.Config{DataDir: dir, Logger: slog.New(slog.DiscardHandler)})
}

// stop ends the server, which of nodes is the coordinator, by a signal, SIGQUIT being the shutdown mode `immediate`, and
// waits for its end.
func (c *cluster) stop(t *testing.T, signal syscall.Signal) {
	t.Helper()
	if c.nodes != nil {
		require.NoError(t, c.nodes.End(context.Background(), 0, signal))
		return
	}
	ended := c.server.Done()
	require.NoError(t, syscall.Kill(c.server.Pid(), signal))
	<-ended
	require.NoError(t, c.server.Stop(context.Background()), "its lock is given back")
}

// database creates a database and answers its DSN.
func (c *cluster) database(t *testing.T, name string) string {
	t.Helper()
	if c.nodes != nil {
		return c.nodes.DSN(name)
	}
	require.NoError(t, c.server.CreateDatabase(t.Context(), name))
	return c.server.DSN(name)
}

// sharedFolder holds what tests share: the prepared data folder and that of the shared cluster. runTests removes it.
var sharedFolder string

// prepared is a data folder whose server is stopped and whose database is migrated: copies of it are sooner made than
// others like it.
var prepared = sync.OnceValues(func() (dir string, err error) {
	ctx := context.Background()
	dir = filepath.Join(sharedFolder, "prepared")
	server, err := startCluster(ctx, dir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, server.Stop(ctx)) }()
	if err := server.CreateDatabase(ctx, command.EmbeddedName); err != nil {
		return "", err
	}
	pool, err := postgres.Open(ctx, server.DSN(command.EmbeddedName), postgres.Options{MaxConns: 2})
	if err != nil {
		return "", err
	}
	defer pool.Close()
	_, err = storage.New(pool).Migrate(ctx)
	return dir, err
})

// copyPrepared makes a copy of the prepared data folder in a folder that does not exist.
func copyPrepared(dir string) error {
	from, err := prepared()
	if err != nil {
		return err
	}
	out, err := exec.Command("cp", "-a", from, dir).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// durable is the cluster that tests share which do not stop it.
var durable = sync.OnceValues(func() (*embedded.Server, error) {
	dir := filepath.Join(sharedFolder, "durable")
	if err := copyPrepared(dir); err != nil {
		return nil, err
	}
	return startCluster(context.Background(), dir)
})

var durableDatabases atomic.Int64

// durableDatabase creates a migrated database without records, of the test's own, and answers its DSN.
func durableDatabase(t *testing.T) string {
	t.Helper()
	return createDurable(t, "TEMPLATE "+command.EmbeddedName)
}

// emptyDurableDatabase creates one without tables.
func emptyDurableDatabase(t *testing.T) string {
	t.Helper()
	return createDurable(t, "")
}

func createDurable(t *testing.T, options string) string {
	t.Helper()
	name := fmt.Sprintf("soak_%d", durableDatabases.Add(1))
	if nodes.Wanted() {
		shared, err := durableNodes()
		require.NoError(t, err)
		require.NoError(t, shared.Create(t.Context(), name, options))
		return shared.DSN(name)
	}
	server, err := durable()
	require.NoError(t, err)
	scan(t, server.DSN("postgres"), "CREATE DATABASE "+name+" "+options)
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
