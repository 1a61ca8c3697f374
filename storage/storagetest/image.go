package storagetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/postgres"
)

// Image is a world with what a test wrote into it, for tests that begin with the same records: a copy is cheaper than
// to write them again. It is kept until the process ends.
type Image struct {
	database string
	world    *World
}

// NewImage makes a world and fills it. What fill opens must be closed when its test ends.
func NewImage(t *testing.T, fill func(t *testing.T, w *World)) *Image {
	t.Helper()
	i := &Image{}
	var where cluster
	filled := t.Run("image", func(t *testing.T) {
		where, i.database = createKept(t, copyOf(template))
		i.world = WorldOn(t, where.DSN(i.database))
		fill(t, i.world)
	})
	require.True(t, filled, "the image could not be made")
	require.NoError(t, where.Seal(t.Context(), i.database))
	return i
}

// World returns the world in a copy of the image, with the same ids and tokens. The copy is dropped when the test ends.
func (i *Image) World(t testing.TB) *World {
	t.Helper()
	w := &World{Support: i.world.Support, Operator: i.world.Operator, statements: &statements{}}
	opt := postgres.DefaultOptions()
	opt.Tracer = w.statements
	w.Store = Open(t, create(t, copyOf(i.database)), opt)
	require.NoError(t, w.Store.CheckWriter(t.Context()))
	for to, from := range map[**Tenant]*Tenant{
		&w.Harbor: i.world.Harbor, &w.HarborTest: i.world.HarborTest, &w.Prairie: i.world.Prairie,
		&w.Basic: i.world.Basic, &w.None: i.world.None,
	} {
		*to = from.in(w.Store)
	}
	return w
}

// in returns the tenant in a copy of its database.
func (t *Tenant) in(store *storage.Store) *Tenant {
	return &Tenant{
		Organization: t.Organization, Portfolio: store.For(t.Portfolio.ID()), Token: t.Token, Mode: t.Mode,
		portfolio: t.portfolio, book: newBook(t.portfolio),
	}
}
