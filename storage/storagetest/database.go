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
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

const template = "covertrack_template"

// cluster is where the process's databases are: one Postgres or several nodes, started by the first test that needs it.
type cluster interface {
	// Create makes a database, with the options of CREATE DATABASE.
	Create(ctx context.Context, database, options string) error
	// Drop removes one, and ends its sessions.
	Drop(ctx context.Context, database string) error
	// Seal makes one a template that nothing uses, of which copies can be made.
	Seal(ctx context.Context, database string) error
	// DSN returns the URL of one.
	DSN(database string) string
}

var shared = sync.OnceValues(func() (cluster, error) {
	collectLess()
	if nodes.Wanted() {
		return openNodes(context.Background())
	}
	return startServer(context.Background())
})

func openNodes(ctx context.Context) (cluster, error) {
	n, err := nodes.Open(ctx)
	if err != nil {
		return nil, err
	}
	if err := n.Distribute(ctx, template); err != nil {
		return nil, err
	}
	return n, n.Seal(ctx, template)
}

// oneServer is the cluster unless nodes are wanted.
type oneServer struct{ *embedded.Server }

// Seal has nothing to do: a server without extensions uses no database by itself.
func (oneServer) Seal(context.Context, string) error { return nil }

func startServer(ctx context.Context) (cluster, error) {
	started, err := embedded.StartEphemeral(ctx)
	if err != nil {
		return nil, err
	}
	server := oneServer{started}
	if err := server.Create(ctx, template, ""); err != nil {
		return nil, err
	}
	pool, err := postgres.Open(ctx, server.DSN(template), postgres.Options{MaxConns: 2})
	if err != nil {
		return nil, err
	}
	defer pool.Close() // a template with a connection cannot be copied
	_, err = storage.New(pool).Migrate(ctx)
	return server, err
}

// Create makes a database.
func (s oneServer) Create(ctx context.Context, database, options string) error {
	return s.admin(ctx, "CREATE DATABASE "+database+" "+options)
}

// Drop removes a database.
func (s oneServer) Drop(ctx context.Context, database string) error {
	return s.admin(ctx, "DROP DATABASE "+database+" WITH (FORCE)")
}

func (s oneServer) admin(ctx context.Context, statement string) error {
	conn, err := pgx.Connect(ctx, s.DSN("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, statement)
	return err
}

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
	where, name := createKept(t, options)
	t.Cleanup(func() { require.NoError(t, where.Drop(context.Background(), name)) })
	return where.DSN(name)
}

// createKept creates a database that stays as long as the process.
func createKept(t testing.TB, options string) (where cluster, name string) {
	t.Helper()
	where, err := shared()
	require.NoError(t, err)
	name = fmt.Sprintf("test_%d", databases.Add(1))
	require.NoError(t, where.Create(t.Context(), name, options))
	return where, name
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
