//go:build program

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// killedHome is a home whose lender places insurance, on two nodes.
type killedHome struct {
	*killing
	nodes []*server
	path  string // of the placement
}

// TestKillPlacement takes a placement from its first notice to the refund on two nodes. At each arrow the node that makes it is killed
// while it writes, and the other one is asked again: each event, task and policy is there once.
func TestKillPlacement(t *testing.T) {
	t.Parallel()
	h := newKilledHome(t)
	notice := func(step string, days int) string {
		return fmt.Sprintf(`{"step": %q, "handedOverOn": %q, "means": "post", "postClass": "firstClass", "proof": "batch 7",
			"estimate": {"amount": "3650.00", "currency": "USD"}}`, step, dayFromNow(days))
	}
	h.twice(t, "/notices", notice("first", -60), "noticed")
	h.twice(t, "/notices", notice("reminder", -14), "reminded")
	h.passes(t)
	h.twice(t, "/place", fmt.Sprintf(`{"carrier": "Example Surplus", "policyNumber": "LP-1", "effectiveOn": %q, "endsOn": %q, "perils": ["fire"],
		"amount": {"amount": "250000", "currency": "USD"}, "premium": {"amount": "3650.00", "currency": "USD"}}`,
		dayFromNow(-100), dayFromNow(265)), "placed")
	h.twice(t, "/charge", "{}", "charged")
	h.twice(t, "/proofs", fmt.Sprintf(`{"receivedOn": %q, "from": %q}`, dayFromNow(0), dayFromNow(-70)), "charged")
	h.twice(t, "/cancel", fmt.Sprintf(`{"from": %q}`, dayFromNow(-70)), "cancelled")
	h.twice(t, "/refund", "{}", "refunded")

	moves := h.count(t, `SELECT count(*) FROM audit_events WHERE action = 'placement.updated' AND changes ? 'state'`)
	require.Equal(t, 6, moves, "reminded, mayPlace, placed, charged, cancelled, refunded")
	require.Equal(t, 8, h.count(t, `SELECT count(*) FROM audit_events WHERE action = 'placement.updated'`), "the first notice and the proof, too")
	require.Equal(t, 1, h.count(t, `SELECT count(*) FROM policies`))
	require.Equal(t, 2, h.count(t, `SELECT count(*) FROM policy_versions`), "as placed, and as ended")
	require.Equal(t, 3, h.count(t, `SELECT count(*) FROM tasks WHERE type IN ('placementDuty', 'refundPlacement')`),
		"to place, to end and to give back")
	require.Equal(t, 0, h.count(t, `SELECT count(*) FROM tasks WHERE type IN ('placementDuty', 'refundPlacement') AND state <> 'completed'`))
	for _, action := range []string{"task.created", "task.updated"} {
		require.Equal(t, 3, h.count(t, fmt.Sprintf(`SELECT count(*) FROM audit_events AS e JOIN tasks AS t ON t.id = e.subject_id
			WHERE e.action = '%s' AND t.type IN ('placementDuty', 'refundPlacement')`, action)), action)
	}
}

func newKilledHome(t *testing.T) *killedHome {
	t.Helper()
	h := &killedHome{killing: newKilling(t)}
	h.nodes = h.start(t, 2)
	scan(t, h.dsn, "UPDATE lenders SET time_zone = 'UTC'")
	s := h.nodes[0]
	profile := s.create(t, h.token, "/rest/risk-profiles",
		`{"name": "Homes", "requirements": [{"coverageType": "building", "perils": ["fire"]}]}`)
	h.answers(t, s, "/rest/risk-profiles/"+profile+"/publish", "{}", "publish")
	loan := s.create(t, h.token, "/rest/cases", fmt.Sprintf(`{"riskProfile": %q, "status": "OPEN", "federallyRelated": true}`, profile))
	home := s.create(t, h.token, "/rest/assets", fmt.Sprintf(`{"caseId": %q, "assetType": "residentialRealEstate", "fields": [
		{"fieldType": "units", "value": 1}, {"fieldType": "borrowerOccupied", "value": true}]}`, loan))
	h.path = "/rest/placements/" + s.create(t, h.token, "/rest/placements", fmt.Sprintf(`{"caseId": %q, "asset": %q, "lapsedOn": %q,
		"coverageType": "building", "estimate": {"amount": "3650.00", "currency": "USD"}}`, loan, home, dayFromNow(-100)))
	return h
}

// answers sends a request, which is answered with success, and returns the state of what it answers with.
func (h *killedHome) answers(t *testing.T, s *server, path, body, key string) (state string) {
	t.Helper()
	var status int
	var text string
	h.await(t, func() (isOver bool) { // what the dead node has sent may still run in the database
		var err error
		status, text, err = s.send(http.MethodPost, path, h.token, body, "Idempotency-Key", key)
		return err == nil && !strings.Contains(text, "idempotency_key_in_flight")
	})
	require.Less(t, status, 300, text)
	var made struct{ State string }
	require.NoError(t, json.Unmarshal([]byte(text), &made))
	return made.State
}

// twice sends a request under a key to a node that is killed while it writes, and again under the same key to the other one.
func (h *killedHome) twice(t *testing.T, act, body, state string) {
	t.Helper()
	key, first, done := act+"-"+state, h.nodes[0], make(chan struct{})
	release := h.block(t, "audit_events")
	go func() {
		defer close(done)
		_, _, _ = first.send(http.MethodPost, h.path+act, h.token, body, "Idempotency-Key", key)
	}()
	h.writes(t)
	require.NoError(t, first.Process.Kill())
	first.ended(t)
	<-done
	release()
	require.Equal(t, state, h.answers(t, h.nodes[1], h.path+act, body, key))
	h.nodes = append(h.nodes[1:], h.start(t, 1)...)
}

// writes waits until a node is about to write its events.
func (h *killedHome) writes(t *testing.T) {
	t.Helper()
	h.await(t, func() bool {
		return h.count(t, `SELECT count(*) FROM pg_stat_activity
			WHERE wait_event_type = 'Lock' AND query LIKE '%audit_events%' AND pid <> pg_backend_pid()`) > 0
	})
}

// passes has the last day of the waits pass, while the nodes that see it are killed. The others see it once.
func (h *killedHome) passes(t *testing.T) {
	t.Helper()
	due := `UPDATE placements SET notices = jsonb_set(notices, '{1,handedOverOn}', to_jsonb('` +
		dayFromNow(-15) + `T00:00:00Z'::text)), next_at = now()`
	release := h.block(t, "audit_events")
	scan(t, h.dsn, due)
	scan(t, h.dsn, "DELETE FROM river_job WHERE kind = 'duty'")
	h.writes(t)
	for _, s := range h.nodes {
		require.NoError(t, s.Process.Kill())
		s.ended(t)
	}
	release()
	scan(t, h.dsn, "DELETE FROM river_job WHERE kind = 'duty'")
	scan(t, h.dsn, "DELETE FROM river_leader")
	h.nodes = h.start(t, 2)
	h.await(t, func() bool {
		return h.count(t, "SELECT count(*) FROM placements WHERE state = 'mayPlace'") == 1
	})
}
