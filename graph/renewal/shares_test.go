package renewal_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakR25Jobs: the letters and sweeps of a lender with very many wait for themselves, not those of another lender.
func TestSoakR25Jobs(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R25", "letters and jobs of a lender with very many that are due: another's are among the first")
	o := newOffice(t)
	many := soak.Count(70, 2000)
	for range many {
		o.newPolicy(t)
	}
	o.tenant = o.Prairie
	broker := o.Broker(t, o.tenant)
	o.caseID = o.newCase(t, o.tenant, broker)
	o.newPolicy(t)

	ahead := map[string]int{}
	counted, err := o.Store.Pool().Pgx().Query(t.Context(),
		"SELECT args->>'portfolio', count(*) FROM river_job WHERE kind = 'renewal_wake' AND priority = 1 GROUP BY 1")
	require.NoError(t, err)
	var portfolio string
	var n int
	_, err = pgx.ForEachRow(counted, []any{&portfolio, &n}, func() error {
		ahead[portfolio] = n
		return nil
	})
	require.NoError(t, err)
	require.Less(t, ahead[o.Harbor.Portfolio.ID().String()], many, "the others wait behind those of lenders with few")
	require.Equal(t, 1, ahead[o.Prairie.Portfolio.ID().String()])

	_, err = o.follower.Sweep(t.Context())
	require.NoError(t, err)
	require.NoError(t, o.follower.Deliver(t.Context()))
	letters := o.mail.received()
	tally.Tried(len(letters))
	require.Len(t, letters, many+1)
	at := slices.IndexFunc(letters, func(l letter) bool { return slices.Contains(l.to, "broker-"+broker.String()+"@example.com") })
	require.NotEqual(t, -1, at)
	require.Less(t, at, 4, "lenders take turns")
}
