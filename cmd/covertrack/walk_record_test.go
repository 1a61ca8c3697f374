//go:build walk

package main

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRecordWalk creates a policy as often as WALK says, and once before. TestWalk runs it with counters compiled in, and
// takes the difference of two runs.
func TestRecordWalk(t *testing.T) {
	x := newInProcess(t)
	harbor := x.world.Harbor
	body := fmt.Sprintf(`{"caseId":"%s","productType":"property","startDate":"2026-01-01","endDate":"2027-01-01"}`, x.world.Case(t, harbor))
	times, err := strconv.Atoi(os.Getenv("WALK"))
	require.NoError(t, err)
	for i := range 1 + times {
		w := x.do("POST", "/rest/policies", harbor.Token, body, "Idempotency-Key", fmt.Sprint("walk-", i))
		require.Equal(t, http.StatusCreated, w.Code, w.Body)
	}
}
