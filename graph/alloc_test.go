//go:build !race

package graph_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAllocations is the budget of each way through the engine, without the database: garbage is what a read costs. The
// race detector allocates too, so it is not asked. Nothing else may run meanwhile, hence no t.Parallel.
func TestAllocations(t *testing.T) {
	few := readyServer(t, 50)
	for path, budget := range map[string]float64{readyList: 100, readyGet: 85} {
		require.LessOrEqual(t, allocations(few, path), budget, path)
	}
	require.Equal(t, allocations(few, readyList), allocations(readyServer(t, 100), readyList), "a further row costs nothing")
}

func allocations(s http.Handler, path string) float64 {
	request := get(s, path)
	request() // pools are filled, and caches
	return testing.AllocsPerRun(200, request)
}
