package e2e

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSoakClauses changes the type of a clause that very many cases have. The change takes a moment, and so do the writes of
// others beside it; the verdicts say when they were evaluated until the sweep has judged them in pieces, by several nodes at once,
// and a case that is locked meanwhile is not passed over.
func TestSoakClauses(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "Clauses", "verdicts of cases with a clause whose type changes: none is lost, and nobody waits for them")
	st := newVerdictStage(t)
	profile := published(t, st.c, object{"certificateHolders": []any{st.bank}, "requirements": []any{
		object{"coverageType": "generalLiability", "perils": []any{"bodilyInjury"}, "clauseType": "mortgagee"},
	}})["id"]
	var ids []string
	for range soak.Count(3, 60) {
		var policies []any
		body := object{"riskProfile": profile, "status": "OPEN"}
		for _, c := range createBatch(t, st.c, "/rest/cases", slices.Repeat([]any{body}, 70)...).Created(t) {
			ids = append(ids, c["id"].(string))
			policies = append(policies, st.cover(c["id"].(string), "generalLiability", "bodilyInjury", "1.00"))
		}
		createBatch(t, st.c, "/rest/policies", policies...).Created(t)
	}
	tally.Tried(len(ids))
	st.Exec(t, "ANALYZE")
	before := st.stored(t)
	changedAt := verdictDay.Add(time.Hour)
	st.clock.set(changedAt)
	begun := time.Now()
	st.setClause(t, "lossPayee")
	took := time.Since(begun)
	tally.Note("%d cases, the change took %v", len(ids), took.Round(time.Millisecond))
	require.Less(t, took, time.Second)
	require.Equal(t, before, st.stored(t), "they are judged later")
	shown := func() time.Time {
		data := st.c.Query(t, `query($id: ID!) { case(id: $id) { caseVerdict { evaluatedAt } } }`, object{"id": ids[0]})
		at, err := time.Parse(time.RFC3339, data["case"].(object)["caseVerdict"].(object)["evaluatedAt"].(string))
		require.NoError(t, err)
		return at
	}
	require.True(t, shown().Before(changedAt))

	tx, err := st.Store.Pool().Pgx().Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "SELECT FROM cases WHERE portfolio_id = $1 AND id = $2 FOR UPDATE", st.Harbor.Portfolio.ID(), ids[30])
	require.NoError(t, err)
	others := make(chan error)
	for range 2 {
		keeper := st.newKeeper(t)
		go func() {
			_, err := keeper.Sweep(t.Context())
			others <- err
		}()
	}
	require.Equal(t, http.StatusCreated, st.c.Do(t, http.MethodPost, "/rest/policies",
		st.cover(ids[len(ids)-1], "generalLiability", "bodilyInjury", "1.00")).Status, "others go on")
	require.NoError(t, tx.Rollback(t.Context()))
	require.NoError(t, <-others)
	require.NoError(t, <-others)
	st.sweep(t)
	require.Equal(t, slices.Repeat([]string{"deficient"}, len(ids)), st.verdicts(t, ids))
	require.False(t, shown().Before(changedAt))
	require.Zero(t, count(t, st.Server, "SELECT count(*) FROM mortgagee_clauses WHERE judged_to IS NOT NULL"))
	st.requireRight(t)
}
