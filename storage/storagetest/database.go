package storagetest

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/postgres/embedded"
)

const template = "covertrack_template"

// cluster is the process's Postgres, started by the first test that needs it.
var cluster = sync.OnceValues(func() (*embedded.Server, error) {
	collectLess()
	ctx := context.Background()
	server, err := embedded.StartEphemeral(ctx)
	if err != nil {
		return nil, err
	}
	if err := admin(ctx, server, "CREATE DATABASE "+template); err != nil {
		return nil, err
	}
	pool, err := postgres.Open(ctx, server.DSN(template), postgres.Options{MaxConns: 2})
	if err != nil {
		return nil, err
	}
	defer pool.Close() // a template with a connection cannot be copied
	_, err = storage.New(pool).Migrate(ctx)
	return server, err
})

// garbagePercent is how much garbage there may be, as a percentage of the live data. The program itself has more.
const garbagePercent = 400

// collectLess makes garbage collections rarer, unless GOGC is set in the environment. With Go's own setting they are half
// of what the tests of a package compute.
func collectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
}

var databases atomic.Int64

// New returns a store on a migrated, empty database of the test's own.
func New(t testing.TB) *storage.Store {
	t.Helper()
	return Open(t, Database(t), postgres.DefaultOptions())
}

// Database creates a migrated, empty database and returns its DSN. It is dropped when the test ends.
func Database(t testing.TB) (dsn string) {
	t.Helper()
	return create(t, copyOf(template))
}

// EmptyDatabase is Database without a schema, for tests of migrations.
func EmptyDatabase(t testing.TB) (dsn string) {
	t.Helper()
	return create(t, "")
}

// copyOf is an option of CREATE DATABASE.
func copyOf(template string) string { return "TEMPLATE " + template + " STRATEGY file_copy" }

func create(t testing.TB, options string) (dsn string) {
	t.Helper()
	server, name := createKept(t, options)
	t.Cleanup(func() {
		require.NoError(t, admin(context.Background(), server, "DROP DATABASE "+name+" WITH (FORCE)"))
	})
	return server.DSN(name)
}

// createKept creates a database that stays as long as the process.
func createKept(t testing.TB, options string) (server *embedded.Server, name string) {
	t.Helper()
	server, err := cluster()
	require.NoError(t, err)
	name = fmt.Sprintf("test_%d", databases.Add(1))
	require.NoError(t, admin(t.Context(), server, "CREATE DATABASE "+name+" "+options))
	return server, name
}

// Open returns a store on a database, whose statements are watched: see Sweeps. It is closed when the test ends.
func Open(t testing.TB, dsn string, opt postgres.Options) *storage.Store {
	t.Helper()
	opt.RefuseUnsafe = false // a throw-away cluster has fsync off
	if opt.MaxConns == 0 {
		opt.MaxConns = 8
	}
	watch := &guard{t: t, sweeps: Sweeps, inner: opt.Tracer}
	opt.Tracer = watch
	pool, err := postgres.Open(t.Context(), dsn, opt)
	require.NoError(t, err)
	store := storage.New(pool)
	watch.protect(t, store)
	t.Cleanup(func() {
		store.Wait()
		pool.Close()
	})
	return store
}

func admin(ctx context.Context, server *embedded.Server, statement string) error {
	conn, err := pgx.Connect(ctx, server.DSN("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, statement)
	return err
}
