package main

import (
	"context"
	"path/filepath"
	"sync"

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
