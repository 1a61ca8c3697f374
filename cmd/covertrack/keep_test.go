package main

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestKeepCases has the program itself remove a case that was closed long ago, and neither one that is open nor one that has a term
// which runs. The log says what went, and the trail who did it.
func TestKeepCases(t *testing.T) {
	t.Parallel()
	dsn := durableDatabase(t)
	org := line(t, on(dsn), "org", "create", "--name", "Acme", "--lender", "Acme Bank", "--plan", "full")
	token := line(t, on(dsn), "token", "create", "--org", org, "--mode", "test")
	files := []string{"--mail", "off", "--blob-url", "file://" + newDataDir(t)}
	idle := serveOn(t, newDataDir(t), on(dsn), append(files, "--workers", "0")...)
	status := map[string]int{} // in the end, by the case
	for _, of := range []struct {
		ends       time.Time
		closed     bool
		statusThen int
	}{
		{time.Now().AddDate(-1, 0, 0), true, http.StatusNotFound},
		{time.Now().AddDate(-1, 0, 0), false, http.StatusOK},
		{time.Now().AddDate(0, 0, 9), true, http.StatusOK},
	} {
		loan := idle.dueNotice(t, token)
		scan(t, dsn, fmt.Sprintf(`UPDATE policies SET end_date = '%s' WHERE case_id = '%s'`, of.ends.Format(time.DateOnly), loan))
		if of.closed {
			code, body, err := idle.send(http.MethodPost, "/rest/cases/"+loan+"/close", token, `{"reason": "paidOff"}`)
			require.NoError(t, err)
			require.Equal(t, http.StatusOK, code, body)
		}
		status[loan] = of.statusThen
	}
	scan(t, dsn, `UPDATE cases SET closure = jsonb_set(closure, '{closedAt}', '"2020-01-01T00:00:00.000Z"') WHERE status = 'closed'`)
	idle.stop(t)

	busy := serveOn(t, newDataDir(t), on(dsn), append(files, "--keep-cases", "90d")...)
	require.Equal(t, "90d", busy.logged("settings")["keep-cases"])
	require.Eventually(t, func() bool { return busy.logged("cleaned up") != nil }, time.Minute, 10*time.Millisecond)
	said := busy.logged("cleaned up")
	require.Equal(t, []any{"cases whose time is over", 1.0}, []any{said["what"], said["removed"]})
	for loan, want := range status {
		code, body, err := busy.send(http.MethodGet, "/rest/cases/"+loan, token, "")
		require.NoError(t, err)
		require.Equal(t, want, code, body)
	}
	var who string
	scan(t, dsn, "SELECT actor_name FROM audit_events WHERE action = 'case.deleted'", &who)
	require.Equal(t, "retention", who)
}
