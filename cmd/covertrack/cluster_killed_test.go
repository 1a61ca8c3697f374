//go:build program

package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
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

// emptyDurableDatabase creates one without tables.
func emptyDurableDatabase(t *testing.T) string {
	t.Helper()
	return createDurable(t, "")
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

// newNodes starts nodes of the test's own, with a distributed database of the embedded one's name.
func newNodes(t *testing.T) *nodes.Nodes {
	t.Helper()
	n, err := nodes.StartIn(t.Context(), newDataDir(t))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Stop(context.Background())) })
	require.NoError(t, n.Distribute(t.Context(), command.EmbeddedName))
	return n
}
