//go:build program

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// loansInSandbox have policies that end in the course of the year.
const loansInSandbox = 15

// TestKillSandbox kills the nodes that move the clock of a sandbox by a year, three times in the midst of it. Others go on, and in the
// end its book, letters and events are those of a sandbox of the same loans whose nodes were not killed.
func TestKillSandbox(t *testing.T) {
	t.Parallel()
	k := newKilling(t)
	nodes := k.start(t, 2)
	whole, cut := k.sandbox(t, nodes[0]), k.sandbox(t, nodes[0])
	k.moves(t, nodes[0], whole)
	k.arrives(t, whole)
	k.moves(t, nodes[0], cut)
	for _, month := range []int{2, 5, 8} {
		k.await(t, func() bool {
			return k.count(t, fmt.Sprintf("SELECT count(*) FROM sandboxes WHERE id = '%s' AND now >= '2027-%02d-01'", cut, month+1)) == 1
		})
		for _, s := range nodes {
			require.NoError(t, s.Process.Kill())
		}
		for _, s := range nodes {
			s.ended(t)
		}
		require.Equal(t, 1, k.count(t, "SELECT count(*) FROM sandboxes WHERE state = 'advancing'"), "they were killed in the middle")
		scan(t, k.dsn, "UPDATE sandboxes SET leased_until = now()")
		scan(t, k.dsn, "DELETE FROM river_job WHERE kind = 'duty'")
		scan(t, k.dsn, "DELETE FROM river_leader")
		nodes = k.start(t, 2)
	}
	k.arrives(t, cut)
	require.NotZero(t, k.count(t, "SELECT count(*) FROM sandbox_letters WHERE portfolio_id = '"+whole+"'"))
	require.Equal(t, k.story(t, whole), k.story(t, cut))
}

// sandbox makes a sandbox with loans, and returns its id.
func (k *killing) sandbox(t *testing.T, s *server) string {
	t.Helper()
	status, answer, err := s.send(http.MethodPost, "/rest/sandboxes", k.token, `{"name": "A year", "now": "2027-01-01T09:00:00Z"}`)
	require.NoError(t, err)
	require.Equal(t, http.StatusCreated, status, answer)
	var made struct{ ID, Token string }
	require.NoError(t, json.Unmarshal([]byte(answer), &made))
	_, answer, err = s.send(http.MethodGet, "/rest/risk-profiles", made.Token, "")
	require.NoError(t, err)
	var profiles struct{ Data []struct{ ID string } }
	require.NoError(t, json.Unmarshal([]byte(answer), &profiles))
	broker := s.create(t, made.Token, "/rest/brokers", `{"email": "broker@example.com", "displayName": "A broker"}`)
	for n := range loansInSandbox {
		loan := s.create(t, made.Token, "/rest/cases", fmt.Sprintf(`{"riskProfile": %q, "insuranceContacts": [%q]}`, profiles.Data[0].ID, broker))
		status, answer, err = s.send(http.MethodPatch, "/rest/cases/"+loan, made.Token, `{"status": "OPEN"}`)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, status, answer)
		end := time.Date(2027, time.January, 20+21*n, 0, 0, 0, 0, time.UTC)
		s.create(t, made.Token, "/rest/policies", fmt.Sprintf(`{"caseId": %q, "coverageLayer": "primary", "coverageTypes": ["building"],
			"perils": ["fire"], "policyNumber": "CP-%d", "startDate": %q, "endDate": %q}`,
			loan, n, end.AddDate(-1, 0, 0).Format(time.DateOnly), end.Format(time.DateOnly)))
	}
	return made.ID
}

func (k *killing) moves(t *testing.T, s *server, id string) {
	t.Helper()
	status, answer, err := s.send(http.MethodPost, "/rest/sandboxes/"+id+"/advance", k.token, `{"by": "P1Y"}`)
	require.NoError(t, err)
	require.Equal(t, http.StatusAccepted, status, answer)
}

// arrives waits until the clock stands still again.
func (k *killing) arrives(t *testing.T, id string) {
	t.Helper()
	k.await(t, func() bool {
		return k.count(t, "SELECT count(*) FROM sandboxes WHERE id = '"+id+"' AND state <> 'advancing'") == 1
	})
	var state, now string
	scan(t, k.dsn, "SELECT state, now::date::text FROM sandboxes WHERE id = '"+id+"'", &state, &now)
	require.Equal(t, []string{"ready", "2028-01-01"}, []string{state, now})
}

// story is what happened in a sandbox, and when.
func (k *killing) story(t *testing.T, id string) (story string) {
	t.Helper()
	scan(t, k.dsn, `SELECT string_agg(line, E'\n' ORDER BY line) FROM (
		SELECT concat_ws(' ', 'letter', created_at, subject) AS line FROM sandbox_letters WHERE portfolio_id = '`+id+`'
		UNION ALL SELECT concat_ws(' ', 'event', at, action, subject_type) FROM audit_events WHERE portfolio_id = '`+id+`'
		UNION ALL SELECT concat_ws(' ', 'notice', due_at, step, state, settled_at) FROM renewal_notices WHERE portfolio_id = '`+id+`'
		UNION ALL SELECT concat_ws(' ', 'task', type, state, due_at) FROM tasks WHERE portfolio_id = '`+id+`') AS lines`, &story)
	return story
}
