package rates_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/rates"
)

// TestShares: each portfolio is in one share, no share has few of them, and the zero share has all.
func TestShares(t *testing.T) {
	t.Parallel()
	const parts, portfolios = 8, 8000
	shares, held := rates.Shares(parts), make([]int, parts)
	for range portfolios {
		id, holders := uuid.Must(uuid.NewV7()), 0
		for i, share := range shares {
			if share.Has(id) {
				holders++
				held[i]++
			}
		}
		require.Equal(t, 1, holders)
		require.True(t, rates.Share{}.Has(id))
	}
	for _, n := range held {
		require.Greater(t, n, portfolios/parts/2)
	}
}
