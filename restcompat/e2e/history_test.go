package e2e

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/restcompat/resttest"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

const (
	historyClients = 8
	historyCalls   = 4 // of each client
)

// TestSoakR3Histories has eight clients at once hold, release, create, patch, deactivate, reactivate and renew on one
// case and its policies, and checks that some serial order of the calls, by the pure model, explains all results, the
// stored verdict of the case among them (reliability R3). Letters about its findings are sent all the while, each once.
func TestSoakR3Histories(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	machine := historyMachine()
	profile := published(t, s.As(s.Harbor.Token),
		object{"requirements": []any{object{"coverageType": "generalLiability", "perils": []any{"bodilyInjury"}}}})["id"]
	tally := soak.NewTally(t, "R3",
		"histories of 8 clients on a case, its policies and its stored verdict, each linearizable by the pure model")
	calls := 0
	for i := range soak.Count(20, 1000) {
		h := newHistory(t, s, profile, uint64(i))
		stop := h.sendLetters(t, s)
		h.run(t)
		stop()
		calls += len(h.operations)
		tally.Tried(1)
		tally.Note("%d calls", calls)
		result, info := porcupine.CheckOperationsVerbose(machine, h.operations, 10*time.Second)
		if result != porcupine.Ok {
			file := fmt.Sprintf("%s/history-%d.html", t.ArtifactDir(), i)
			require.NoError(t, porcupine.VisualizePath(machine, info, file))
			require.Equal(t, porcupine.Ok, result, "no serial order explains history %d; -artifacts keeps %s", i, file)
		}
	}
	requireSoundPolicies(t, s)
	requireVerdicts(t, s, time.Now())
	requireDeficiencies(t, s, time.Now())
	requireVerdictHistory(t, s)
	require.NotZero(t, count(t, s, "SELECT count(*) FROM renewal_notices WHERE task_id IS NOT NULL AND state = 'suppressed'"))
	require.Zero(t, count(t, s, `SELECT count(*) FROM (SELECT FROM audit_events WHERE action = 'renewalNotice.suppressed'
		GROUP BY portfolio_id, subject_id HAVING count(*) > 1) AS twice`), "no letter goes twice")
}

// sendLetters has two nodes carry out letters until it is stopped, on clocks by which each step is due at some time. The first
// letter of the case is sent before anything is done to it.
func (h *history) sendLetters(t *testing.T, s *resttest.Server) (stop func()) {
	t.Helper()
	var nodes sync.WaitGroup
	done := make(chan struct{})
	sweepOf := func() func() {
		days := 0
		follower := renewal.NewFollower(renewal.Config{
			Store: s.Store, MailOff: true, Logger: slog.New(slog.DiscardHandler), Now: func() time.Time { return time.Now().AddDate(0, 0, days) },
		})
		return func() {
			days = min(days+2, 46)
			_, err := follower.Sweep(t.Context())
			assert.NoError(t, err)
		}
	}
	for range 2 {
		sweep := sweepOf()
		sweep()
		nodes.Go(func() {
			for isOver := false; !isOver; {
				select {
				case <-done:
					isOver = true // and once more
				default:
				}
				sweep()
			}
		})
	}
	return func() {
		close(done)
		nodes.Wait()
	}
}

// TestSoakR3HoldAndCreate: whichever commits first, a policy created on a case while that is put on hold ends up on
// hold.
func TestSoakR3HoldAndCreate(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	c := s.As(s.Harbor.Token)
	tally := soak.NewTally(t, "R3", "a case put on hold while 7 clients create policies on it: none stays active")
	for range soak.Count(10, 200) {
		tally.Tried(1)
		id := s.Case(t, s.Harbor).String()
		var clients sync.WaitGroup
		for range historyClients - 1 {
			clients.Go(func() { untilServed(t, c, "/rest/policies", legacy(id, nil)).Object(t, http.StatusCreated) })
		}
		clients.Go(func() { untilServed(t, c, "/rest/cases/"+id+"/on-hold", nil).Object(t, http.StatusOK) })
		clients.Wait()
	}
	require.Zero(t,
		count(t, s, `SELECT count(*) FROM policies p JOIN cases c USING (portfolio_id) WHERE c.id = p.case_id AND c.status = 'onHold' AND `+
			`p.status <> 'onHold'`))
	requireSoundPolicies(t, s)
}

// untilServed sends a POST again while the machine is too busy for it.
func untilServed(t *testing.T, c *resttest.Client, path string, body any) *resttest.Response {
	for {
		r := c.Do(t, http.MethodPost, path, body)
		if r.Status != http.StatusServiceUnavailable {
			return r
		}
	}
}

// requireSoundPolicies checks in the database the rules that do not depend on the calls and their order.
func requireSoundPolicies(t *testing.T, s *resttest.Server) {
	t.Helper()
	require.NotZero(t, count(t, s, "SELECT count(*) FROM policies"))
	for law, broken := range map[string]string{
		"a policy shows its latest version": `SELECT count(*) FROM policies p JOIN (
				SELECT DISTINCT ON (portfolio_id, policy_id) portfolio_id, policy_id, id FROM policy_versions
				ORDER BY portfolio_id, policy_id, version_number DESC) v ON v.portfolio_id = p.portfolio_id AND v.policy_id = p.id
			WHERE p.current_version_id <> v.id`,
		"the copies for filters are the version's": `SELECT count(*) FROM policies p
			JOIN policy_versions v ON v.portfolio_id = p.portfolio_id AND v.id = p.current_version_id
			WHERE (p.term_number, p.start_date, p.end_date, p.policy_number, p.coverage_type_ids, p.case_id)
			IS DISTINCT FROM (v.term_number, v.start_date, v.end_date, v.policy_number, v.coverage_type_ids, v.case_id)`,
		"versions are numbered without a gap": `SELECT count(*) FROM (
			SELECT version_number <> row_number() OVER (PARTITION BY portfolio_id, policy_id ORDER BY id) AS wrong
			FROM policy_versions) v WHERE wrong`,
		"terms never go back": `SELECT count(*) FROM (
			SELECT term_number < lag(term_number) OVER (PARTITION BY portfolio_id, policy_id ORDER BY version_number) AS wrong
				FROM policy_versions) v WHERE wrong`,
		"every policy is in the audit trail": `SELECT count(*) FROM policies p WHERE NOT EXISTS (
			SELECT FROM audit_events e WHERE e.portfolio_id = p.portfolio_id AND e.subject_id = p.id AND e.action = 'policy.created')`,
		"a policy keeps the cancellations of a term that were not over when the next was recorded": `WITH counted AS (
				SELECT * FROM cancellations AS c WHERE NOT EXISTS (SELECT FROM cancellations AS x WHERE x.portfolio_id = c.portfolio_id
					AND x.policy_id = c.policy_id AND x.term_number = c.term_number AND x.id > c.id AND x.recorded_at >= c.reinstated_on))
			SELECT count(*) FROM counted AS c
			JOIN policies AS p ON p.portfolio_id = c.portfolio_id AND p.id = c.policy_id
			LEFT JOIN LATERAL jsonb_array_elements(p.cancellations -> 'latest') AS kept ON kept ->> 'id' = c.id::text
			WHERE (kept ->> 'termNumber')::int IS DISTINCT FROM c.term_number
			OR (kept ->> 'reinstatedOn')::timestamptz IS DISTINCT FROM c.reinstated_on
			OR jsonb_array_length(p.cancellations -> 'latest') <> (
				SELECT count(*) FROM counted AS x WHERE x.portfolio_id = p.portfolio_id AND x.policy_id = p.id)`,
		"a policy that was cancelled keeps the dates of its earlier terms": `SELECT count(*) FROM policies
			WHERE cancellations IS NOT NULL AND jsonb_array_length(cancellations -> 'terms') <> term_number - 1`,
		"a cancellation that was not reinstated has an open task, until a term follows": `SELECT count(*) FROM cancellations AS c
			JOIN policies AS p ON p.portfolio_id = c.portfolio_id AND p.id = c.policy_id
			WHERE (c.term_number = p.term_number OR reinstated_on IS NOT NULL) AND (reinstated_on IS NULL) <> EXISTS (SELECT FROM tasks AS t
				WHERE t.portfolio_id = c.portfolio_id AND t.origin = 'cancellation/' || c.id AND t.state IN ('open', 'inProgress', 'paused'))`,
		"a policy's evidence is asked for once": `SELECT count(*) FROM (
			SELECT policy_id FROM tasks WHERE type = 'collectEvidence' GROUP BY portfolio_id, policy_id HAVING count(*) > 1) t`,
	} {
		require.Zero(t, count(t, s, broken), law)
	}
}

// history is what eight clients did to one case and its policies.
type history struct {
	client   *resttest.Client
	caseID   string
	random   *rand.Rand
	began    time.Time
	mu       sync.Mutex
	policies []string
	started  int

	operations []porcupine.Operation
}

func newHistory(t *testing.T, s *resttest.Server, profile any, seed uint64) *history {
	t.Helper()
	c := s.As(s.Harbor.Token)
	body := object{"riskProfile": profile, "status": "OPEN", "insuranceContacts": []any{s.Broker(t, s.Harbor)}}
	caseID := c.Post(t, "/rest/cases", body, http.StatusCreated)["id"].(string)
	return &history{client: c, caseID: caseID, random: rand.New(rand.NewPCG(seed, 7)), began: time.Now()}
}

func (h *history) run(t *testing.T) {
	t.Helper()
	for len(h.policies) < 2 {
		h.do(t, 0, call{action: "create"})
	}
	var clients sync.WaitGroup
	for client := range historyClients {
		clients.Go(func() {
			for range historyCalls {
				h.do(t, client, h.next())
			}
		})
	}
	clients.Wait()
	h.do(t, 0, call{action: "list"})
	h.do(t, 0, call{action: "verdict"})
}

// next chooses a call at random. New terms start later and later, so that some are refused.
func (h *history) next() call {
	h.mu.Lock()
	defer h.mu.Unlock()
	actions := []string{"create", "hold case", "hold case", "release case", "approve case", "open case", "get case", "list", "list", "verdict",
		"verdict", "verdict",
		"on-hold", "release-hold", "release-hold", "deactivate", "reactivate", "new-term", "cancel", "reinstate", "patch active",
		"patch renewalInProgress", "get"}
	h.started++
	return call{actions[h.random.IntN(len(actions))], h.policies[h.random.IntN(len(h.policies))], h.started}
}

// do sends a call and records it with its answer.
func (h *history) do(t *testing.T, client int, in call) {
	called := time.Since(h.began).Nanoseconds()
	out := h.send(t, in)
	returned := time.Since(h.began).Nanoseconds()
	h.mu.Lock()
	defer h.mu.Unlock()
	if out.id != "" {
		h.policies = append(h.policies, out.id)
	}
	h.operations = append(h.operations, porcupine.Operation{ClientId: client, Input: in, Call: called, Output: out, Return: returned})
}

func (h *history) send(t *testing.T, in call) answer {
	casePath, path := "/rest/cases/"+h.caseID, "/rest/policies/"+in.policy
	var r *resttest.Response
	switch in.action {
	case "create":
		r = h.client.Do(t, http.MethodPost, "/rest/policies", liability(h.caseID))
	case "verdict":
		r = h.client.Do(t, http.MethodGet, "/rest/compliance?caseId="+h.caseID, nil)
	case "list":
		r = h.client.Do(t, http.MethodGet, "/rest/policies?limit=200&caseId="+h.caseID, nil)
	case "get case":
		r = h.client.Do(t, http.MethodGet, casePath, nil)
	case "hold case":
		r = h.client.Do(t, http.MethodPost, casePath+"/on-hold", nil)
	case "release case":
		r = h.client.Do(t, http.MethodPost, casePath+"/release-hold", nil)
	case "approve case":
		r = h.client.Do(t, http.MethodPatch, casePath, object{"status": "approved"})
	case "open case":
		r = h.client.Do(t, http.MethodPatch, casePath, object{"status": "OPEN"})
	case "get":
		r = h.client.Do(t, http.MethodGet, path, nil)
	case "new-term":
		r = h.client.Do(t, http.MethodPost, path+"/new-term", object{"startDate": startOf(in.start), "endDate": "2099-01-01"})
	case "cancel":
		r = h.client.Do(t, http.MethodPost, path+"/cancel", object{"effectiveDate": cancelledFrom, "reason": "other"})
	case "reinstate":
		r = h.client.Do(t, http.MethodPost, path+"/reinstate", object{"effectiveDate": cancelledFrom})
	default:
		r = doPolicy(t, h.client, path, in.action)
	}
	var body object
	require.NoError(t, json.Unmarshal(r.Body, &body))
	switch {
	case r.Status >= 400:
		require.NotEqual(t, http.StatusInternalServerError, r.Status, "%s: %s", in.action, r.Body)
		return answer{refusal: body["code"].(string)}
	case in.action == "list":
		return answer{state: listed(body["data"].([]any))}
	case in.action == "verdict":
		return answer{state: body["data"].([]any)[0].(object)["verdict"].(string)}
	case in.action == "create":
		return answer{state: stateOf(body), id: body["id"].(string)}
	default:
		return answer{state: stateOf(body)}
	}
}

// liability is a policy that meets the demand of a history's case, from the day before those on which new terms start.
func liability(caseID string) object {
	return object{
		"caseId": caseID, "coverageLayer": "primary", "coverageTypes": []any{"generalLiability"}, "perils": []any{"bodilyInjury"},
		"startDate": startOf(0), "endDate": "2099-01-01",
	}
}

// cancelledFrom is a day of all terms. It is over, so that a policy that is cancelled from it is not in force.
const cancelledFrom = "2026-06-01"

func startOf(day int) string {
	return time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// listed is the state of every policy, by id.
func listed(policies []any) string {
	states := map[string]string{}
	for _, p := range policies {
		states[p.(object)["id"].(string)] = stateOf(p.(object))
	}
	return joined(states)
}

func joined(states map[string]string) string {
	var lines []string
	for _, id := range slices.Sorted(maps.Keys(states)) {
		lines = append(lines, id+" "+states[id])
	}
	return strings.Join(lines, "\n")
}
