package storagetest

import (
	"context"
	_ "embed"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

// Image is a world with what a test wrote into it, for tests that begin with the same records. Each test has a copy of its
// database to itself. The copies are handed on from test to test with their connections: a new database costs ten times
// what it costs to restore the rows of a used one. An image is kept until the process ends.
type Image struct {
	where    cluster
	database string
	world    *World

	mu   sync.Mutex
	free []*imageCopy // no test uses them
}

// imageCopy is a database with the rows of an image, and what stays open on it.
type imageCopy struct {
	database string
	pool     *postgres.Pool
	watch    *guard
	sent     *statements
	restorer *pgx.Conn // a session in which no trigger runs
	schema   string    // as saved.schema() told it at first
}

//go:embed image.sql
var saveRows string

// NewImage makes a world and fills it. What fill opens must be closed when its test ends.
func NewImage(t *testing.T, fill func(t *testing.T, w *World)) *Image {
	t.Helper()
	i := &Image{}
	filled := t.Run("image", func(t *testing.T) {
		i.where, i.database = createKept(t, copyOf(template))
		i.world = WorldOn(t, i.where.DSN(i.database))
		fill(t, i.world)
	})
	require.True(t, filled, "the image could not be made")
	i.seal(t)
	return i
}

// seal saves the rows of the image, and has nobody use it any more.
func (i *Image) seal(t testing.TB) {
	t.Helper()
	if !nodes.Wanted() {
		conn, err := pgx.Connect(t.Context(), i.where.DSN(i.database))
		require.NoError(t, err)
		_, err = conn.Exec(t.Context(), saveRows)
		require.NoError(t, err)
		require.NoError(t, conn.Close(t.Context()))
	}
	require.NoError(t, i.where.Seal(t.Context(), i.database))
}

// untouchedImage is the image of a world to which nothing was added.
var untouchedImage struct {
	sync.Mutex
	image *Image
}

func untouched(t testing.TB) *Image {
	t.Helper()
	untouchedImage.Lock()
	defer untouchedImage.Unlock()
	if untouchedImage.image == nil {
		i := &Image{}
		i.where, i.database = createKept(t, copyOf(template))
		store, _ := openWatched(t, i.where.DSN(i.database), postgres.DefaultOptions())
		i.world = &World{Store: store}
		i.world.settle(t)
		store.Wait()
		store.Pool().Close()
		i.seal(t)
		untouchedImage.image = i
	}
	return untouchedImage.image
}

// World returns the world in a copy of the image, with the same ids and tokens. The test may change what it likes: a copy
// that cannot be made what it was is dropped.
func (i *Image) World(t testing.TB) *World {
	t.Helper()
	var w *World
	if nodes.Wanted() {
		sent := &statements{}
		w = i.world.on(Open(t, create(t, copyOf(i.database)), tracedBy(sent)), sent)
	} else {
		c := i.take(t)
		w = i.world.on(storage.New(c.pool), c.sent)
		t.Cleanup(func() {
			w.Store.Wait()
			require.NoError(t, i.giveBack(context.Background(), c))
		})
	}
	require.NoError(t, w.Store.CheckWriter(t.Context()))
	return w
}

// on returns the world in a copy of its database.
func (w *World) on(store *storage.Store, sent *statements) *World {
	return &World{
		Store: store, Support: w.Support, Operator: w.Operator, statements: sent,
		Harbor: w.Harbor.in(store), HarborTest: w.HarborTest.in(store), Prairie: w.Prairie.in(store),
		Basic: w.Basic.in(store), None: w.None.in(store),
	}
}

// in returns the tenant in a copy of its database.
func (t *Tenant) in(store *storage.Store) *Tenant {
	return &Tenant{
		Organization: t.Organization, Portfolio: store.For(t.Portfolio.ID()), Token: t.Token, Mode: t.Mode,
		portfolio: t.portfolio, book: newBook(t.portfolio),
	}
}

// take returns a free copy, or a new one if there is none.
func (i *Image) take(t testing.TB) *imageCopy {
	t.Helper()
	i.mu.Lock()
	defer i.mu.Unlock()
	if last := len(i.free) - 1; last >= 0 {
		c := i.free[last]
		i.free = i.free[:last]
		c.watch.t = t
		return c
	}
	c := &imageCopy{sent: &statements{}}
	_, c.database = createKept(t, copyOf(i.database))
	dsn := i.where.DSN(c.database)
	store, watch := openWatched(t, dsn, tracedBy(c.sent))
	c.pool, c.watch = store.Pool(), watch
	config, err := pgx.ParseConfig(dsn)
	require.NoError(t, err)
	config.RuntimeParams["session_replication_role"] = "replica"
	c.restorer, err = pgx.ConnectConfig(t.Context(), config)
	require.NoError(t, err)
	require.NoError(t, c.restorer.QueryRow(t.Context(), "SELECT saved.schema()").Scan(&c.schema))
	return c
}

// giveBack frees a copy for the next test. It is dropped instead if there is something that restoring the rows does not
// undo: a change of the schema or its settings, a connection that is still in use, another program.
func (i *Image) giveBack(ctx context.Context, c *imageCopy) error {
	if c.restore(ctx) {
		i.mu.Lock()
		defer i.mu.Unlock()
		i.free = append(i.free, c)
		return nil
	}
	c.pool.Close()
	_ = c.restorer.Close(ctx) // dropping the database ends it too
	return i.where.Drop(ctx, c.database)
}

func (c *imageCopy) restore(ctx context.Context) bool {
	if c.pool.Pgx().Stat().AcquiredConns() > 0 || c.pool.Pgx().Ping(ctx) != nil {
		return false
	}
	var schema string
	var sessions int32
	const state = `SELECT saved.schema(), (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> ` +
		`pg_backend_pid())`
	if err := c.restorer.QueryRow(ctx, state).Scan(&schema, &sessions); err != nil {
		return false
	}
	if schema != c.schema || sessions > c.pool.Pgx().Stat().TotalConns() {
		return false
	}
	_, err := c.restorer.Exec(ctx, "SELECT saved.restore()")
	return err == nil
}
