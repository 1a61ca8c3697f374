package e2e

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

// TestVerdictSweepDays has what time changes: on the day before, a sweep finds nothing, and on the day it finds it.
func TestVerdictSweepDays(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	until := func(end string) func(*testing.T, *insuredCase) {
		return func(t *testing.T, c *insuredCase) {
			for _, policy := range []string{c.property, c.flood, c.liability} {
				st.c.Patch(t, "/rest/policies/"+policy, object{"endDate": end})
			}
		}
	}
	cases := []struct {
		what, day, before, after string
		prepare                  func(t *testing.T, c *insuredCase)
	}{
		{"a waiver expires", "2030-03-11", "waived", "deficient", func(t *testing.T, c *insuredCase) {
			waiver := st.lowLimit(t, c)
			st.second.Post(t, "/rest/waivers/"+st.newWaiverUntil(t, c.id, "2030-03-05")+"/reject", nil, 200)
			st.c.Post(t, "/rest/waivers/"+st.newWaiverUntil(t, c.id, "2030-03-10")+"/approve", nil, 200)
			require.NotEmpty(t, waiver)
		}},
		{"a cancellation takes effect", "2030-03-15", "compliant", "deficient", func(t *testing.T, c *insuredCase) {
			st.act(t, c.flood, "cancel", cancelBody("2030-03-15"))
		}},
		{"a reinstatement takes effect", "2030-04-20", "deficient", "compliant", func(t *testing.T, c *insuredCase) {
			st.act(t, c.flood, "cancel", cancelBody("2030-02-15"))
			st.act(t, c.flood, "reinstate", object{"effectiveDate": "2030-04-20"})
		}},
		{"a term begins", "2030-05-01", "deficient", "compliant", func(t *testing.T, c *insuredCase) {
			st.c.Patch(t, "/rest/policies/"+c.liability, object{"startDate": "2030-05-01"})
		}},
		{"a policy expires", "2030-06-01", "compliant", "deficient", func(*testing.T, *insuredCase) {}},
		{"policies for years expire, which two days see first", "2034-03-01", "compliant", "deficient", until("2034-03-01")},
		{"policies for years expire after another leap day", "2036-03-01", "compliant", "deficient", until("2036-03-01")},
	}
	ids := make([]string, len(cases))
	for i, tt := range cases {
		c := st.newInsured(t)
		if ids[i] = c.id; strings.HasPrefix(tt.what, "policies") {
			tt.prepare(t, c)
			continue
		}
		tt.prepare(t, c)
		if tt.what != "a policy expires" {
			until("2040-01-01")(t, c)
		}
	}
	for i, tt := range cases {
		day, err := time.Parse(time.DateOnly, tt.day)
		require.NoError(t, err)
		for _, at := range []time.Time{day.AddDate(-2, 0, -1), day.AddDate(-2, 0, 0), day.Add(-time.Millisecond), day} {
			if !at.After(st.clock.now()) {
				continue
			}
			st.clock.set(at)
			before := st.verdict(t, ids[i])
			require.Equal(t, tt.before, before, tt.what)
			changes := st.sweep(t)
			st.requireRight(t)
			if at.Equal(day) {
				require.Equal(t, tt.after, st.verdict(t, ids[i]), tt.what)
				require.Len(t, changes, 1)
				require.Equal(t, []any{ids[i], tt.before, tt.after, at},
					[]any{changes[0].CaseID.String(), string(*changes[0].From), string(changes[0].To), changes[0].At})
				st.requireSystem(t, changes[0])
			} else {
				require.Empty(t, changes)
			}
		}
	}
}

func (st *verdictStage) newWaiverUntil(t *testing.T, caseID, day string) string {
	t.Helper()
	return st.newWaiver(t, caseID, object{"expiresOn": day})
}

// requireSystem expects a change to have come with time, in the audit trail too.
func (st *verdictStage) requireSystem(t *testing.T, c *model.VerdictChange) {
	t.Helper()
	event := st.c.Get(t, "/rest/audit-events/"+c.AuditEventID.String())
	action := "case.verdictChanged"
	if c.IsOfFindings() {
		action = "case.findingsChanged"
	}
	require.Equal(t, []any{action, "system", nil, "compliance", c.CaseID.String()},
		[]any{event["action"], event["actorKind"], event["actorId"], event["requestId"], event["subjectId"]})
}

// newExpiring opens cases whose only demand is met until June 2030.
func (st *verdictStage) newExpiring(t *testing.T, n int) (ids []string) {
	t.Helper()
	profile := published(t, st.c, object{"requirements": st.demands()[2:]})["id"]
	body := object{"riskProfile": profile, "status": "OPEN"}
	var policies []any
	for _, c := range createBatch(t, st.c, "/rest/cases", slices.Repeat([]any{body}, n)...).Created(t) {
		ids = append(ids, c["id"].(string))
		policies = append(policies, st.cover(c["id"].(string), "generalLiability", "bodilyInjury", "1000000.00"))
	}
	createBatch(t, st.c, "/rest/policies", policies...).Created(t)
	return ids
}

// TestVerdictSweepNodes has several nodes sweep one database at once, more cases than one transaction takes: each change
// is made once.
func TestVerdictSweepNodes(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	ids := st.newExpiring(t, 90)
	st.clock.set(time.Date(2030, 6, 1, 0, 0, 0, 0, time.UTC))
	var nodes sync.WaitGroup
	var mu sync.Mutex
	changed := map[string]int{}
	for range 4 {
		keeper := st.newKeeper(t)
		nodes.Go(func() {
			for range 3 {
				changes, err := keeper.Sweep(t.Context())
				mu.Lock()
				for _, c := range changes {
					changed[c.CaseID.String()]++
				}
				mu.Unlock()
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	nodes.Wait()
	for _, c := range st.sweep(t) { // what one has left that another had locked
		changed[c.CaseID.String()]++
	}
	require.Len(t, changed, len(ids))
	for id, times := range changed {
		require.Equal(t, 1, times, id)
	}
	require.Equal(t, 3*len(ids), count(t, st.Server, "SELECT count(*) FROM verdict_changes"), "deficient, compliant, deficient")
	st.requireRight(t)
}

// TestVerdictSweepLocked: a case that another transaction has locked is left to the next sweep, which does not wait.
func TestVerdictSweepLocked(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	ids := st.newExpiring(t, 3)
	st.clock.set(time.Date(2030, 6, 1, 0, 0, 0, 0, time.UTC))
	tx, err := st.Store.Pool().Pgx().Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "SELECT FROM cases WHERE portfolio_id = $1 AND id = $2 FOR UPDATE", st.Harbor.Portfolio.ID(), ids[1])
	require.NoError(t, err)
	require.Len(t, st.sweep(t), 2)
	require.Equal(t, []string{"deficient", "compliant", "deficient"}, st.verdicts(t, ids))
	require.NoError(t, tx.Rollback(t.Context()))
	require.Len(t, st.sweep(t), 1)
	st.requireRight(t)
}

func (st *verdictStage) verdicts(t *testing.T, ids []string) (all []string) {
	t.Helper()
	for _, id := range ids {
		all = append(all, st.verdict(t, id))
	}
	return all
}

// TestVerdictSweepFailing: a case that always fails does not hold up the others of its transaction, nor those after it.
func TestVerdictSweepFailing(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	ids := st.newExpiring(t, 40)
	st.Exec(t, `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'this one fails'; END $$`)
	st.Exec(t, `CREATE TRIGGER fail BEFORE UPDATE ON case_verdicts FOR EACH ROW WHEN (NEW.id = '`+ids[3]+`') EXECUTE FUNCTION fail()`)
	st.clock.set(time.Date(2030, 6, 1, 0, 0, 0, 0, time.UTC))
	changes, err := st.keeper.Sweep(t.Context())
	require.ErrorContains(t, err, "this one fails")
	require.Len(t, changes, 39)
	st.Exec(t, "DROP TRIGGER fail ON case_verdicts")
	require.Len(t, st.sweep(t), 1)
	st.requireRight(t)
}

// TestVerdictSweepSlow: a case whose evaluation takes too long does not hold up the others of its transaction, and the error
// names it.
func TestVerdictSweepSlow(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	ids := st.newExpiring(t, 3)
	st.Exec(t, `CREATE FUNCTION slow(of uuid) RETURNS bool LANGUAGE plpgsql COST 1000000 AS $$
		BEGIN IF of = '`+ids[1]+`' THEN PERFORM pg_sleep(10); END IF; RETURN true; END $$`)
	st.Exec(t, `CREATE POLICY slow ON policies AS RESTRICTIVE FOR SELECT USING (slow(case_id))`)
	st.clock.set(time.Date(2030, 6, 1, 0, 0, 0, 0, time.UTC))
	changes, err := st.keeper.Sweep(t.Context())
	require.ErrorContains(t, err, "statement timeout")
	require.ErrorContains(t, err, "evaluate 1 cases, ["+ids[1]+"]")
	require.Len(t, changes, 2)
	st.Exec(t, "DROP POLICY slow ON policies")
	require.Len(t, st.sweep(t), 1)
	st.requireRight(t)
}

// TestVerdictSweepTable: verdicts that rest on a shorter federal table are due, the others are not.
func TestVerdictSweepTable(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	c, other := st.newInsured(t), st.newExpiring(t, 1)[0]
	st.Exec(t, `UPDATE case_verdicts SET flood_rows = flood_rows - 1, shortfalls = '[{"amount": "1.00", "currency": "USD"}]' WHERE id = $1`,
		c.id)
	st.Exec(t, "UPDATE case_verdicts SET evaluated_at = '2030-01-01Z' WHERE id = $1", other)
	require.Empty(t, st.sweep(t), "the verdict is the same")
	st.requireRight(t)
	require.Equal(t, 1, count(t, st.Server, "SELECT count(*) FROM case_verdicts WHERE evaluated_at = '2030-01-01Z'"), "it was not due")
}

// TestVerdictSweepPlaceholders runs the migration's own statement for cases that were there before there were verdicts.
func TestVerdictSweepPlaceholders(t *testing.T) {
	t.Parallel()
	nodes.PlainOnly(t, "the migration runs before the tables are distributed")
	st := newVerdictStage(t)
	ids := []uuid.UUID{st.FrameworkCase(t, st.Harbor), st.FrameworkCase(t, st.Prairie)}
	st.Case(t, st.Harbor)
	st.Exec(t, `BEGIN; SET LOCAL session_replication_role = replica; -- past the triggers that keep the history
		DELETE FROM case_verdicts; DELETE FROM verdict_changes; DELETE FROM audit_events
			WHERE action IN ('case.verdictChanged', 'case.findingsChanged'); COMMIT`)
	migration, err := os.ReadFile("../../storage/migrations/0018_case_verdicts.tx.up.sql")
	require.NoError(t, err)
	_, statement, found := strings.Cut(string(migration), "INSERT INTO case_verdicts")
	require.True(t, found)
	statement, _, _ = strings.Cut(statement, ";")
	st.Exec(t, "INSERT INTO case_verdicts"+statement)
	require.Equal(t, 2, count(t, st.Server, "SELECT count(*) FROM case_verdicts WHERE evaluated_at IS NULL"))

	changes := st.sweep(t)
	require.Len(t, changes, len(ids))
	for _, c := range changes {
		require.Contains(t, ids, c.CaseID)
		require.Nil(t, c.From, "it is the first one")
	}
	st.requireRight(t)
	require.Empty(t, st.sweep(t))
}

// TestVerdictAudit: verdicts that are wrong or missing are found, logged and repaired, and nothing else is.
func TestVerdictAudit(t *testing.T) {
	t.Parallel()
	st := newVerdictStage(t)
	ids := append(st.newExpiring(t, 3), st.newInsured(t).id)
	audit := func() int {
		differing, err := st.keeper.Audit(t.Context())
		require.NoError(t, err)
		return differing
	}
	require.Zero(t, audit(), "nothing differs")
	st.Exec(t, "UPDATE case_verdicts SET verdict = 'deficient' WHERE id = $1", ids[0])
	st.Exec(t, "UPDATE case_verdicts SET next_change_on = '2031-01-01Z' WHERE id = $1", ids[1])
	st.Exec(t, "DELETE FROM case_verdicts WHERE id = $1", ids[2])
	st.Exec(t, `UPDATE case_verdicts SET metadata = '{"a": "b"}' WHERE id = $1`, ids[3])
	require.Equal(t, 4, audit())
	requireVerdicts(t, st.Server, st.clock.now())
	requireDeficiencies(t, st.Server, st.clock.now())
	require.Zero(t, audit())

	st.clock.set(time.Date(2030, 6, 1, 0, 0, 0, 0, time.UTC))
	require.Zero(t, audit(), "what is due is the sweep's")
	require.Len(t, st.sweep(t), 4)
	require.Zero(t, audit())
}
