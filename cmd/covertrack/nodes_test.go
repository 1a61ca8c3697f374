package main

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

// durableNodes are the nodes that tests share which do not stop them, with a template of the embedded database's name.
var durableNodes = sync.OnceValues(func() (*nodes.Nodes, error) {
	ctx := context.Background()
	n, err := nodes.StartIn(ctx, filepath.Join(sharedFolder, "nodes"))
	if err != nil {
		return nil, err
	}
	if err := n.Distribute(ctx, command.EmbeddedName); err != nil {
		return nil, err
	}
	return n, n.Seal(ctx, command.EmbeddedName)
})

// newNodes starts nodes of the test's own, with a distributed database of the embedded one's name.
func newNodes(t *testing.T) *nodes.Nodes {
	t.Helper()
	n, err := nodes.StartIn(t.Context(), newDataDir(t))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Stop(context.Background())) })
	require.NoError(t, n.Distribute(t.Context(), command.EmbeddedName))
	return n
}
