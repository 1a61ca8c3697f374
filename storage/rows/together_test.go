package rows_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestReadTogether has many read at the same time: each gets its own row as it was committed when it asked, or why there is
// none, whatever becomes of the others, by fewer statements than there are readers.
func TestReadTogether(t *testing.T) {
	t.Parallel()
	const readers, readsEach = 48, 30
	w := storagetest.NewWorld(t)
	cases := make([]uuid.UUID, 10)
	for i := range cases {
		cases[i] = w.Case(t, w.Harbor)
	}
	broken, others := w.Case(t, w.Harbor), w.Case(t, w.Prairie)
	w.Exec(t, "UPDATE cases SET loan_amount = '[]' WHERE id = $1", broken)

	p, pool := w.Harbor.Portfolio, w.Store.Pool().Pgx()
	read := func(ctx context.Context) error {
		id := cases[rand.IntN(len(cases))]
		c, err := storage.Cases.One(ctx, p, id)
		if err == nil {
			require.Equal(t, id, c.ID)
			c.DisplayName = "nobody else sees this"
		}
		return err
	}
	one := func(reader, i int) {
		switch ctx := t.Context(); {
		case reader == 0: // what it has written it sees
			_, err := pool.Exec(ctx, "UPDATE cases SET display_name = $2 WHERE id = $1", cases[0], strconv.Itoa(i))
			require.NoError(t, err)
			c, err := storage.Cases.One(ctx, p, cases[0])
			require.NoError(t, err)
			require.Equal(t, strconv.Itoa(i), c.DisplayName)
		case i%10 == 0:
			_, err := storage.Cases.One(ctx, p, broken)
			require.Error(t, err)
			require.Equal(t, fault.CodeInternal, fault.CodeOf(err))
		case i%10 == 1:
			_, err := storage.Cases.One(ctx, p, others)
			require.Equal(t, fault.CodeNotFound, fault.CodeOf(err))
		case i%10 == 2:
			gone, cancel := context.WithCancel(ctx)
			go cancel()
			if err := read(gone); err != nil {
				require.ErrorIs(t, err, context.Canceled)
			}
		default:
			require.NoError(t, read(ctx))
		}
	}
	statements := w.CountStatements(func() {
		var all sync.WaitGroup
		for reader := range readers {
			all.Go(func() {
				for i := range readsEach {
					one(reader, i)
				}
			})
		}
		all.Wait()
	})
	require.Less(t, statements, readers*readsEach)
}

// TestReadTogetherApart reads records of two portfolios at the same time: none is found in the other.
func TestReadTogetherApart(t *testing.T) {
	t.Parallel()
	w := storagetest.NewWorld(t)
	tenants := []*storagetest.Tenant{w.Harbor, w.Prairie}
	ids := []uuid.UUID{w.Case(t, w.Harbor), w.Case(t, w.Prairie)}
	var all sync.WaitGroup
	for reader := range 40 {
		all.Go(func() {
			for i := range 20 {
				of, id := tenants[reader%2].Portfolio, ids[(reader+i)%2]
				c, err := storage.Cases.One(t.Context(), of, id)
				if i%2 == 1 {
					require.Equal(t, fault.CodeNotFound, fault.CodeOf(err))
					continue
				}
				require.NoError(t, err)
				require.Equal(t, of.ID(), c.PortfolioID)
			}
		})
	}
	all.Wait()
}
