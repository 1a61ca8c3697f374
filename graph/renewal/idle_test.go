package renewal_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/placing"
	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/graph/verdict"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestIdleMinute: the sweeps of a minute in which nothing is due ask some questions, and no portfolio by itself.
func TestIdleMinute(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	addPortfolios(t, o.World, 200)
	sweeps := map[string]func(context.Context) error{
		"notices": func(ctx context.Context) error { return o.follower.SweepShare(ctx, rates.Share{}) },
		"letters": o.follower.Deliver,
		"verdicts": func(ctx context.Context) error {
			_, err := verdict.NewKeeper(verdict.Config{Store: o.Store, Now: o.now, Logger: testLog(t)}).Sweep(ctx)
			return err
		},
		"placements": placing.New(placing.Config{Store: o.Store, Now: o.now}).Sweep,
	}
	for name, sweep := range sweeps {
		sent := o.CountStatements(func() { require.NoError(t, sweep(t.Context())) })
		require.LessOrEqual(t, sent, 3, name)
	}
}

func addPortfolios(t *testing.T, w *storagetest.World, n int) {
	w.Exec(t, `WITH made AS (
			INSERT INTO lenders (id, name, review_days, created_at, updated_at)
			SELECT gen_random_uuid(), 'Lender ' || g, 10, now(), now() FROM generate_series(1, $1::int) AS g RETURNING id
		) INSERT INTO portfolios (id, lender_id, mode, created_at) SELECT gen_random_uuid(), id, 'live', now() FROM made`, n)
}
