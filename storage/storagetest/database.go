package storagetest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
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

// SharedServer is the variable that names the running Postgres on which all packages make their databases, as a URL of its
// database postgres. Without it each test process starts its own.
const SharedServer = "COVERTRACK_TEST_POSTGRES"

// oneServer is the cluster unless nodes are wanted: the URL of the server's database postgres.
type oneServer struct{ *url.URL }

// Seal has nothing to do: a server without extensions uses no database by itself.
func (oneServer) Seal(context.Context, string) error { return nil }

// DSN returns the URL of a database.
func (s oneServer) DSN(database string) string {
	of := *s.URL
	of.Path = "/" + database
	return of.String()
}

func startServer(ctx context.Context) (cluster, error) {
	dsn := os.Getenv(SharedServer)
	if dsn == "" {
		started, err := embedded.StartEphemeral(ctx)
		if err != nil {
			return nil, err
		}
		dsn = started.DSN("postgres")
	}
	at, err := url.Parse(dsn)
	if err != nil {
		return nil, err
	}
	server := oneServer{at}
	return server, server.makeTemplate(ctx)
}

// makeTemplate makes the template, unless another process has: the first that has the lock makes it under another name,
// so that one that was left half done is nobody's.
func (s oneServer) makeTemplate(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.DSN("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }() // ends the lock
	var exists bool
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1) FROM pg_advisory_lock(1)", template).Scan(&exists)
	if err != nil || exists {
		return err
	}
	const draft = template + "_draft"
	if err := s.migrated(ctx, draft); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+draft+" RENAME TO "+template)
	return err
}

// migrated makes a database with the schema, which nobody uses.
func (s oneServer) migrated(ctx context.Context, database string) error {
	if err := errors.Join(s.admin(ctx, "DROP DATABASE IF EXISTS "+database), s.Create(ctx, database, "")); err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, s.DSN(database), postgres.Options{MaxConns: 2})
	if err != nil {
		return err
	}
	defer pool.Close()
	_, err = storage.New(pool).Migrate(ctx)
	return err
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
	name = fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	require.NoError(t, where.Create(t.Context(), name, options))
	return where, name
}

// Open returns a store on a database, whose statements are watched: see Sweeps. It is closed when the test ends.
func Open(t testing.TB, dsn string, opt postgres.Options) *storage.Store {
	t.Helper()
	store, _ := openWatched(t, dsn, opt)
	t.Cleanup(func() {
		store.Wait()
		store.Pool().Close()
	})
	return store
}

func openWatched(t testing.TB, dsn string, opt postgres.Options) (*storage.Store, *guard) {
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
	return store, watch
}
