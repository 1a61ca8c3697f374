//go:build program

package main

import (
	"context"
	"net/http"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/cmd/covertrack/serve"
	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/graph/renewal"
)

// TestVerdictDuties has the program's own duties, run as jobs, keep verdicts: one that was never evaluated, one that is
// wrong and one that is missing. The last two are counted and logged.
func TestVerdictDuties(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	harbor := x.world.Harbor
	profile := x.world.DemandingRiskProfile(t, harbor, "generalLiability").String()
	ids := make([]string, 3)
	for i := range ids {
		w := x.do("POST", "/rest/cases", harbor.Token, `{"status":"OPEN","riskProfile":"`+profile+`"}`)
		require.Equal(t, http.StatusCreated, w.Code, w.Body)
		ids[i] = regexp.MustCompile(`"id":"([^"]+)"`).FindStringSubmatch(w.Body.String())[1]
	}
	x.world.Exec(t, "UPDATE case_verdicts SET evaluated_at = NULL, look_again_on = '2000-01-01Z', verdict = 'unknown', "+
		"codes = '{}' WHERE id = $1", uuid.MustParse(ids[0]))
	x.world.Exec(t, "UPDATE case_verdicts SET verdict = 'compliant', codes = '{}' WHERE id = $1", uuid.MustParse(ids[1]))
	x.world.Exec(t, "DELETE FROM case_verdicts WHERE id = $1", uuid.MustParse(ids[2]))
	before := x.counted(t, "covertrack_verdict_differences_total")

	follower := renewal.NewFollower(renewal.Config{Store: x.Store, Now: time.Now, Logger: x.Log})
	duties := serve.VerdictDuties(x.Store, x.Log)
	for i := range duties {
		duties[i].Every = time.Second // each leaves to the next time what the other has locked
	}
	running, err := jobs.Start(t.Context(), jobs.Config{
		Store: x.Store, Now: time.Now, Logger: x.Log, FollowUp: follower, Workers: 2, Duties: duties,
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, running.Stop(context.Background())) })
	require.Eventually(t, func() bool {
		var deficient int
		err := x.Store.Pool().Pgx().QueryRow(t.Context(),
			"SELECT count(*) FROM case_verdicts WHERE verdict = 'deficient' AND evaluated_at IS NOT NULL AND codes = '{no_policy}'").Scan(&deficient)
		return err == nil && deficient == len(ids)
	}, 20*time.Second, 50*time.Millisecond)
	// They are counted after the commit, and other tests count too.
	require.Eventually(t, func() bool { return x.counted(t, "covertrack_verdict_differences_total") >= before+2 }, 10*time.Second,
		50*time.Millisecond)
	require.Positive(t, x.counted(t, "covertrack_verdicts_compared_total"))
	for _, id := range ids[1:] {
		require.Regexp(t, `a stored verdict was not what an evaluation says.*`+id, x.log.String())
	}
	require.NotRegexp(t, `a stored verdict was not what an evaluation says.*`+ids[0], x.log.String(), "it was due")
}

// counted is what /metrics shows of a counter.
func (x *inProcess) counted(t *testing.T, name string) int {
	t.Helper()
	shown := regexp.MustCompile(`(?m)^` + name + ` (\d+)$`).FindStringSubmatch(x.do("GET", "/metrics", "", "").Body.String())
	require.NotNil(t, shown, name)
	n, err := strconv.Atoi(shown[1])
	require.NoError(t, err)
	return n
}
