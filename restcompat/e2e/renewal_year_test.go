package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// deed is something that a client does to a policy or its case on a day of the year.
type deed struct {
	day    int
	policy int
	do     string
	length int // of a new term, or by how much the end moves
}

var deeds = []string{"on-hold", "on-hold", "release-hold", "release-hold", "deactivate", "reactivate", "new-term", "endDate", "noEndDate",
	"renewalInProgress", "active", "case on-hold", "case release-hold"}

// yearOf makes the deeds of a year on n policies.
func yearOf(policies, days int) *rapid.Generator[[]deed] {
	one := rapid.Custom(func(t *rapid.T) deed {
		return deed{
			day:    rapid.IntRange(0, days-1).Draw(t, "day"),
			policy: rapid.IntRange(0, policies-1).Draw(t, "policy"),
			do:     rapid.SampledFrom(deeds).Draw(t, "do"),
			length: rapid.IntRange(20, 300).Draw(t, "length"),
		}
	})
	return rapid.Custom(func(t *rapid.T) []deed {
		year := rapid.SliceOfN(one, 6*policies, 6*policies).Draw(t, "year")
		slices.SortStableFunc(year, func(a, b deed) int { return a.day - b.day })
		return year
	})
}

// TestRenewalYear runs a portfolio for more than a year, with a sweep a day: in the end every policy, term and step has
// exactly one outcome, and its reason is on record.
func TestRenewalYear(t *testing.T) {
	t.Parallel()
	const policies, days = 30, 430
	r := newRenewals(t, live)
	start := r.clock.now()
	nobody := r.newCase(t, nil)
	var cases []any
	var ids []string
	for i := range policies {
		c := r.caseID
		switch i % 5 {
		case 0:
			c = nobody
		case 1, 2:
			c = r.newCase(t, object{"insuranceContacts": []any{r.contact}})
		}
		cases = append(cases, c)
		ids = append(ids, r.newPolicy(t, object{"caseId": c, "endDate": start.AddDate(0, 0, 5+7*i).Format(time.DateOnly)}))
	}
	year := yearOf(policies, days).Example(1)
	done := map[string]int{}
	for day := range days {
		r.clock.set(start.AddDate(0, 0, day))
		for len(year) > 0 && year[0].day == day {
			d := year[0]
			year = year[1:]
			done[fmt.Sprint(d.do, " ", r.deed(t, ids[d.policy], cases[d.policy], d))]++
			r.sweepOften(t, d.length)
		}
		r.sweep(t)
		r.checkDay(t)
	}
	t.Log(done)
	for _, id := range ids { // release all that is on hold, so that every renewal ends
		r.client.Do(t, http.MethodPost, "/rest/policies/"+id+"/release-hold", nil)
	}
	for range 8 {
		r.clock.pass(60 * 24 * time.Hour)
		r.sweep(t)
		r.checkDay(t)
	}
	r.checkYear(t)
}

// sweepOften sweeps after some of the deeds, so that some days have several sweeps.
func (r *renewals) sweepOften(t *testing.T, n int) {
	t.Helper()
	if n%3 == 0 {
		r.sweep(t)
		r.checkDay(t)
		r.clock.pass(time.Minute)
	}
}

// deed does it and returns the status: a deed may be refused.
func (r *renewals) deed(t *testing.T, policy string, caseID any, d deed) int {
	t.Helper()
	path := "/rest/policies/" + policy
	answer := func() *resttest.Response {
		switch d.do {
		case "new-term":
			end, ok := r.client.Get(t, path)["endDate"].(string)
			if !ok {
				end = r.clock.now().Format(time.RFC3339)
			}
			from, err := time.Parse(time.RFC3339, end)
			require.NoError(t, err)
			return r.client.Do(t, http.MethodPost, path+"/new-term", object{
				"startDate": from.Format(time.DateOnly), "endDate": from.AddDate(0, 0, d.length).Format(time.DateOnly),
			})
		case "endDate":
			return r.client.Do(t, http.MethodPatch, path, object{"endDate": r.clock.now().AddDate(0, 0, d.length-100).Format(time.DateOnly)})
		case "noEndDate":
			return r.client.Do(t, http.MethodPatch, path, object{"endDate": nil})
		case "renewalInProgress", "active":
			return r.client.Do(t, http.MethodPatch, path, object{"status": d.do})
		case "case on-hold", "case release-hold":
			return r.client.Do(t, http.MethodPost, fmt.Sprintf("/rest/cases/%v/%s", caseID, d.do[len("case "):]), nil)
		default:
			return r.client.Do(t, http.MethodPost, path+"/"+d.do, nil)
		}
	}()
	require.Contains(t, []int{http.StatusOK, http.StatusConflict, http.StatusUnprocessableEntity}, answer.Status, "%s", answer.Body)
	return answer.Status
}

// checkDay checks after every sweep: notices were sent only for policies that are followed up, one for each, of its
// current term or of a gap after a cancellation, when it was due; and no notice that is due waits.
func (r *renewals) checkDay(t *testing.T) {
	t.Helper()
	var wrong int
	row := r.Store.Pool().Pgx().QueryRow(t.Context(), `
		SELECT count(*) FROM renewal_notices n JOIN policies p USING (portfolio_id)
		WHERE p.id = n.policy_id AND n.settled_at = $1 AND n.state = 'suppressed'
			AND (p.status NOT IN ('active', 'renewalInProgress') OR n.term_number <> p.term_number AND n.cancellation_id IS NULL OR n.due_at > $1)`,
		r.clock.now())
	require.NoError(t, row.Scan(&wrong))
	require.Zero(t, wrong, "went out wrongly")
	row = r.Store.Pool().Pgx().QueryRow(t.Context(), `SELECT count(*) FROM (SELECT policy_id FROM renewal_notices
		WHERE settled_at = $1 AND state = 'suppressed' GROUP BY portfolio_id, policy_id, term_number HAVING count(*) > 1) AS twice`,
		r.clock.now())
	require.NoError(t, row.Scan(&wrong))
	require.Zero(t, wrong, "one notice a term and sweep")
	row = r.Store.Pool().Pgx().QueryRow(t.Context(), `SELECT count(*) FROM renewal_notices n JOIN policies p USING (portfolio_id)
		WHERE p.id = n.policy_id AND n.state = 'planned'
			AND (p.status = 'deactivated' OR n.cancellation_id IS NULL AND (p.end_date IS NULL OR n.term_number <> p.term_number)
				OR p.status <> 'onHold' AND n.due_at <= $1)`, r.clock.now())
	require.NoError(t, row.Scan(&wrong))
	require.Zero(t, wrong, "left planned")
}

// checkYear checks at the end of the year.
func (r *renewals) checkYear(t *testing.T) {
	t.Helper()
	rows, err := r.Store.Pool().Pgx().Query(t.Context(), `SELECT state || ' ' || coalesce(skip_reason, '-'), count(*)
		FROM renewal_notices GROUP BY 1`)
	require.NoError(t, err)
	defer rows.Close()
	known := []string{
		"suppressed mailOff", "skipped late", "skipped hold", "skipped noRecipient",
		"cancelled newTerm", "cancelled deactivated", "cancelled endDateUnknown",
	}
	outcomes := map[string]int{}
	for rows.Next() {
		var outcome string
		var n int
		require.NoError(t, rows.Scan(&outcome, &n))
		require.Contains(t, known, outcome)
		outcomes[outcome] = n
	}
	require.NoError(t, rows.Err())
	require.Len(t, outcomes, len(known), "the year had all of them: %v", outcomes)
	var incomplete int
	row := r.Store.Pool().Pgx().QueryRow(t.Context(), `SELECT count(*) FROM (
		SELECT policy_id FROM policy_versions v LEFT JOIN renewal_notices n USING (portfolio_id, policy_id, term_number)
		WHERE v.end_date IS NOT NULL AND v.reason <> 'correction' GROUP BY portfolio_id, policy_id, term_number HAVING count(n.id) <> 6) AS bad`)
	require.NoError(t, row.Scan(&incomplete))
	require.Zero(t, incomplete, "six steps a term")
	var repeated int
	row = r.Store.Pool().Pgx().QueryRow(t.Context(), `SELECT count(*) FROM (SELECT subject_id FROM audit_events
		WHERE action = 'renewalNotice.suppressed' GROUP BY portfolio_id, subject_id HAVING count(*) > 1) AS twice`)
	require.NoError(t, row.Scan(&repeated))
	require.Zero(t, repeated, "what went out once never goes out again")
	t.Log(outcomes)
}
