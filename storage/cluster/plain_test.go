package cluster_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/cluster"
	"github.com/covertrack/covertrack/storage/storagetest"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

// TestPlainDistribution holds that one Postgres knows that it is one, and says what it lacks.
func TestPlainDistribution(t *testing.T) {
	t.Parallel()
	nodes.PlainOnly(t, "it is about a Postgres without the extension")
	w := storagetest.NewWorld(t)
	of := cluster.Of(w.Store)
	is, err := of.IsDistributed(t.Context())
	require.NoError(t, err)
	require.False(t, is)
	placement, err := of.Placement(t.Context())
	require.NoError(t, err)
	require.Nil(t, placement)
	none := func(text string) { require.Fail(t, "it did something", text) }
	require.ErrorContains(t, of.Distribute(t.Context(), false, none), "CREATE EXTENSION citus")
	_, err = of.Isolate(t.Context(), w.Harbor.Portfolio.ID(), "", none)
	require.ErrorIs(t, err, cluster.ErrNotDistributed)
}
