package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/command"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/postgres/embedded"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

func startCluster(ctx context.Context, dir string) (*embedded.Server, error) {
	return embedded.Start(ctx, embedded.Config{DataDir: dir, Logger: slog.New(slog.DiscardHandler)})
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
