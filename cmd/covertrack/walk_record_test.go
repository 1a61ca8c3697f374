//go:build walk

package main

import (
	"fmt"
	"net/http"
	"os"
	"runtime/coverage"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRecordWalk writes down which lines run for one creation of a policy, into the folder that WALK names. TestWalk runs
// it with counters compiled in. The first creation warms the caches and is not counted.
func TestRecordWalk(t *testing.T) {
	x := newInProcess(t)
	harbor := x.world.Harbor
	body := fmt.Sprintf(`{"caseId":%q,"productType":"property","startDate":"2026-01-01","endDate":"2027-01-01"}`, x.world.Case(t, harbor).ID)
	create := func() {
		w := x.do("POST", "/rest/policies", harbor.Token, body, "Idempotency-Key", fmt.Sprint("walk-", len(x.log.String())))
		require.Equal(t, http.StatusCreated, w.Code, w.Body)
	}
	create()
	require.NoError(t, coverage.ClearCounters())
	create()
	require.NoError(t, coverage.WriteCountersDir(os.Getenv("WALK")))
	require.NoError(t, coverage.WriteMetaDir(os.Getenv("WALK")))
}
