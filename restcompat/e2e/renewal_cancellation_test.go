package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/covertrack/covertrack/storage/storagetest"
)

// cancelOn cancels a policy from a day relative to the end of the term; reinstateOn reinstates it.
func (r *renewals) cancelOn(t *testing.T, policy string, day int) {
	t.Helper()
	r.act(t, policy, "cancel", cancelBody(termEnd.AddDate(0, 0, day).Format(time.DateOnly)))
}

func (r *renewals) reinstateOn(t *testing.T, policy string, day int) {
	t.Helper()
	r.act(t, policy, "reinstate", object{"effectiveDate": termEnd.AddDate(0, 0, day).Format(time.DateOnly)})
}

func TestRenewalCancelled(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	policy := r.newPolicy(t, nil)
	r.cancelOn(t, policy, -70)
	require.Equal(t, []string{
		"1.request cancelled policyCancelled", "1.reminder planned", "1.final planned",
		"1.lapsed cancelled policyCancelled", "1.warning cancelled policyCancelled", "1.forcePlacementReview cancelled policyCancelled",
		"1.lapsed planned", "1.warning planned", "1.forcePlacementReview planned",
	}, r.story(t, policy), "what was planned is planned again")
	require.Equal(t, "2031-03-22T00:00:00.000Z <nil> false <nil>", r.renewal(t, policy), "the reminder is due at once")
	r.sweep(t)
	require.Equal(t, "1.reminder suppressed mailOff", r.story(t, policy)[1])
	require.Equal(t, "2031-04-06T00:00:00.000Z reminder false <nil>", r.renewal(t, policy))
	require.Equal(t, []string{"cancellationFollowUp open nonPayment"}, r.tasks(t, policy))
	r.day(t, -70)
	require.Equal(t, []string{"1.lapsed suppressed mailOff", "1.warning planned"}, r.story(t, policy)[6:8])
	require.Equal(t, []string{"cancellationFollowUp open nonPayment", "renewalFollowUp open lapsed"}, r.tasks(t, policy))
	r.day(t, -60)
	require.Equal(t, "1.request cancelled policyCancelled", r.story(t, policy)[0], "nobody is asked to renew what has ended")

	r.reinstateOn(t, policy, -65)
	require.Equal(t, []string{
		"1.request planned", "1.reminder suppressed mailOff", "1.final planned",
		"1.lapsed planned", "1.warning planned", "1.forcePlacementReview planned",
		"1.lapsed suppressed mailOff", "1.warning cancelled policyReinstated", "1.forcePlacementReview cancelled policyReinstated",
	}, r.story(t, policy))
	require.Equal(t, "2031-05-01T00:00:00.000Z reminder false <nil>", r.renewal(t, policy), "what was told of the cancellation is over")
	require.Equal(t, []string{"cancellationFollowUp completed nonPayment", "renewalFollowUp completed lapsed"}, r.tasks(t, policy),
		"it is insured again")
	for _, day := range []int{-60, -30, -15, 0, 15, 45} {
		r.day(t, day)
	}
	require.Equal(t, []string{
		"1.request suppressed mailOff", "1.reminder suppressed mailOff", "1.final suppressed mailOff",
		"1.lapsed suppressed mailOff", "1.warning suppressed mailOff", "1.forcePlacementReview suppressed mailOff",
	}, r.story(t, policy)[:6], "what went out is not repeated, and the real end is reported")
	require.Equal(t, []string{
		"cancellationFollowUp completed nonPayment", "renewalFollowUp completed lapsed", "renewalFollowUp open lapsed",
		"forcePlacementReview open forcePlacementReview",
	}, r.tasks(t, policy))
}

func TestRenewalCancelledOtherMoves(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	t.Run("on hold", func(t *testing.T) {
		policy := r.newPolicy(t, nil)
		r.act(t, policy, "on-hold", nil)
		r.cancelOn(t, policy, -98)
		r.day(t, -90)
		require.Equal(t, "<nil> <nil> true policyOnHold", r.renewal(t, policy))
		r.act(t, policy, "release-hold", nil)
		require.Equal(t, []string{"1.request skipped hold", "1.reminder skipped hold", "1.final skipped hold"}, r.story(t, policy)[:3])
		r.sweep(t)
		require.Equal(t, "1.lapsed suppressed mailOff", r.story(t, policy)[6])
	})
	t.Run("deactivated and back", func(t *testing.T) {
		policy := r.newPolicy(t, nil)
		r.cancelOn(t, policy, -10)
		r.act(t, policy, "deactivate", nil)
		r.act(t, policy, "reactivate", nil)
		require.Equal(t, "1.lapsed planned", r.story(t, policy)[6], "still by the cancellation")
	})
	t.Run("a new term", func(t *testing.T) {
		policy := r.newPolicy(t, nil)
		r.cancelOn(t, policy, -10)
		r.act(t, policy, "new-term", object{"startDate": "2031-06-20", "endDate": "2032-06-20"})
		story := r.story(t, policy)
		require.Equal(t, []string{"2.request planned", "2.reminder planned", "2.final planned", "2.lapsed planned"}, story[9:13])
		require.NotContains(t, story[:9], "1.lapsed planned")
		require.Equal(t, "2032-04-21T00:00:00.000Z <nil> false <nil>", r.renewal(t, policy))
	})
	t.Run("without an end", func(t *testing.T) {
		policy := r.newPolicy(t, object{"endDate": absent})
		require.Equal(t, "<nil> <nil> false endDateUnknown", r.renewal(t, policy))
		r.cancelOn(t, policy, -10)
		require.Equal(t, "1.lapsed planned", r.story(t, policy)[3], "the cancellation's day is known")
		r.reinstateOn(t, policy, -10)
		require.Equal(t, "<nil> <nil> false endDateUnknown", r.renewal(t, policy))
	})
	t.Run("of a term that is not the current one", func(t *testing.T) {
		policy := r.newPolicy(t, nil)
		r.act(t, policy, "new-term", object{"startDate": "2031-06-30", "endDate": "2032-06-30"})
		before := r.story(t, policy)
		r.cancelOn(t, policy, -20)
		require.Equal(t, append(before, "1.lapsed planned", "1.warning planned"), r.story(t, policy), "told until the next term begins")
		require.Contains(t, r.tasks(t, policy), "cancellationFollowUp open nonPayment")
	})
	t.Run("an end that comes before it", func(t *testing.T) {
		policy := r.newPolicy(t, nil)
		r.cancelOn(t, policy, -10)
		r.client.Patch(t, "/rest/policies/"+policy, object{"endDate": termEnd.AddDate(0, 0, -20).Format(time.DateOnly)})
		require.Equal(t, []string{"1.lapsed planned", "1.lapsed cancelled endDateChanged"},
			[]string{r.story(t, policy)[3], r.story(t, policy)[6]})
	})
}

func TestRenewalCancelledText(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, func(w *storagetest.World) *storagetest.Tenant { return w.HarborTest })
	policy := r.newPolicy(t, nil)
	r.cancelOn(t, policy, -40)
	for _, day := range []int{-100, -70, -55, -40, -25, 5} {
		r.day(t, day)
	}
	data := r.client.Query(t, `query($p: [ID!]) { renewalNotices(filter: {policyId: $p, state: [suppressed]}) { nodes {
		step subject body cancellation { effectiveDate } } } }`, object{"p": []any{policy}})
	nodes := data["renewalNotices"].(object)["nodes"].([]any)
	require.Len(t, nodes, 6)
	for _, node := range nodes {
		n := node.(object)
		require.Equal(t, "2031-05-21T00:00:00.000Z", n["cancellation"].(object)["effectiveDate"], n["step"])
		require.Contains(t, n["subject"], "May 21, 2031")
		require.Regexp(t, "(?i)cancel", n["subject"])
		require.Contains(t, n["body"], "cancelled")
		require.Regexp(t, "Cancelled as of +May 21, 2031", n["body"])
		require.NotContains(t, n["body"], "renew", "what is cancelled is reinstated or replaced")
		require.NotContains(t, n["body"], "June 30, 2031")
	}
}

// cancelDeeds are what clients do in a year with cancellations.
var cancelDeeds = []string{"cancel", "cancel", "cancel", "reinstate", "reinstate", "reinstate", "cancel ahead", "on-hold", "release-hold",
	"deactivate", "reactivate", "new-term", "endDate"}

// TestRenewalYearCancelled runs a portfolio for more than a year, with a sweep a day and cancellations and reinstatements
// in it: every letter is right on the day on which it goes out, none is repeated, and every end is reported.
func TestRenewalYearCancelled(t *testing.T) {
	t.Parallel()
	const policies, days = 24, 400
	r := newRenewals(t, live)
	start := r.clock.now()
	var ids []string
	for i := range policies {
		ids = append(ids, r.newPolicy(t, object{"startDate": "2030-01-01", "endDate": start.AddDate(0, 0, 20+15*i).Format(time.DateOnly)}))
	}
	year := rapid.Custom(func(t *rapid.T) []deed {
		deeds := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) deed {
			return deed{
				day: rapid.IntRange(0, days-1).Draw(t, "day"), policy: rapid.IntRange(0, policies-1).Draw(t, "policy"),
				do: rapid.SampledFrom(cancelDeeds).Draw(t, "do"), length: rapid.IntRange(20, 300).Draw(t, "length"),
			}
		}), 20*policies, 20*policies).Draw(t, "year")
		slices.SortStableFunc(deeds, func(a, b deed) int { return a.day - b.day })
		return deeds
	}).Example(1)
	done := map[string]int{}
	for day := range days {
		r.clock.set(start.AddDate(0, 0, day))
		for len(year) > 0 && year[0].day == day {
			d := year[0]
			year = year[1:]
			done[fmt.Sprint(d.do, " ", r.cancelDeed(t, ids[d.policy], d))]++
			r.checkLetters(t)
			r.sweepOften(t, d.length)
		}
		r.sweep(t)
		r.checkDay(t)
		r.checkLetters(t)
	}
	t.Log(done)
	require.Greater(t, done["cancel 200"], 10)
	require.Greater(t, done["reinstate 200"], 5)
	for _, id := range ids {
		r.client.Do(t, http.MethodPost, "/rest/policies/"+id+"/release-hold", nil)
	}
	for range 10 {
		r.clock.pass(60 * 24 * time.Hour)
		r.sweep(t)
		r.checkLetters(t)
	}
	r.checkCancelledYear(t)
	requireSoundPolicies(t, r.Server)
}

// cancelDeed does it and returns the status: a deed may be refused.
func (r *renewals) cancelDeed(t *testing.T, policy string, d deed) int {
	t.Helper()
	path, today := "/rest/policies/"+policy, r.clock.now()
	on := func(days int) string { return today.AddDate(0, 0, days).Format(time.DateOnly) }
	switch d.do {
	case "cancel":
		return r.client.Do(t, http.MethodPost, path+"/cancel", cancelBody(on(d.length%40-20))).Status
	case "cancel ahead":
		return r.client.Do(t, http.MethodPost, path+"/cancel", cancelBody(on(d.length%120))).Status
	case "reinstate":
		day := on(d.length % 10)
		if c, ok := r.client.Get(t, path)["cancellation"].(object); ok && c["effectiveDate"].(string) > day {
			day = c["effectiveDate"].(string)
		}
		return r.client.Do(t, http.MethodPost, path+"/reinstate", object{"effectiveDate": day}).Status
	default:
		return r.deed(t, policy, nil, d)
	}
}

// coverEnds has, of each policy, the first of the cancellations after which no day of its term is insured, and the end that makes.
const coverEnds = `kept AS (SELECT p.id AS policy_id, c.* FROM policies AS p, jsonb_to_recordset(p.cancellations -> 'latest')
			AS c(id uuid, "termNumber" int, "effectiveDate" timestamptz, "reinstatedOn" timestamptz)
			WHERE c."termNumber" = p.term_number AND (c."reinstatedOn" > c."effectiveDate" OR c."reinstatedOn" IS NULL)),
		heads AS (SELECT DISTINCT ON (policy_id) * FROM kept AS h WHERE NOT EXISTS (SELECT FROM kept AS k
				WHERE k.policy_id = h.policy_id AND k."reinstatedOn" > h."effectiveDate" AND NOT EXISTS (SELECT FROM kept AS m
					WHERE m.policy_id = h.policy_id AND m."effectiveDate" <= k."reinstatedOn"
						AND (m."reinstatedOn" > k."reinstatedOn" OR m."reinstatedOn" IS NULL)))
			ORDER BY policy_id, "effectiveDate", id),
		ends AS (SELECT p.portfolio_id, p.id, p.term_number, p.status, h.id AS cancellation_id,
				coalesce(h."effectiveDate", p.end_date) AS cover_end
			FROM policies AS p LEFT JOIN heads AS h ON h.policy_id = p.id AND (p.end_date IS NULL OR h."effectiveDate" < p.end_date))`

// checkLetters checks the letters of this moment: none asks to renew what has ended, and none tells of an end that has
// not come or that is not the policy's. What is planned is tied to the cancellation that is in effect, or to the end.
func (r *renewals) checkLetters(t *testing.T) {
	t.Helper()
	const ending = "WITH " + coverEnds + `,
		letters AS (SELECT n.*, e.cover_end, e.status, e.cancellation_id AS of, e.term_number AS current,
			step IN ('request', 'reminder', 'final') AS asks
			FROM renewal_notices AS n JOIN ends AS e ON e.portfolio_id = n.portfolio_id AND e.id = n.policy_id
			WHERE (n.term_number = e.term_number OR n.cancellation_id IS NULL OR n.due_at > $1 AND n.settled_at = $1) -- else of a gap
			AND NOT EXISTS (SELECT FROM cancellations AS c JOIN cancellations AS m USING (policy_id, term_number)
				WHERE c.id = n.cancellation_id AND c.reinstated_on IS NOT NULL AND (m.reinstated_on > $1 OR e.status = 'onHold')))
		SELECT count(*) FROM letters WHERE `
	for wrong, where := range map[string]string{
		"asks to renew what has ended":      "settled_at = $1 AND state = 'suppressed' AND asks AND cover_end <= $1",
		"tells of an end that has not come": "settled_at = $1 AND state = 'suppressed' AND NOT asks AND cover_end > $1",
		"is about another end":              "settled_at = $1 AND state = 'suppressed' AND cancellation_id IS DISTINCT FROM of",
		"is planned by another end": "$1::timestamptz IS NOT NULL AND state = 'planned' AND (cancellation_id IS DISTINCT FROM of " +
			"OR term_number <> current)",
		"asks, though the policy has ended":    "$1::timestamptz IS NOT NULL AND state = 'planned' AND asks AND cover_end <= $1 AND due_at > $1",
		"has the day of another end":           "$1::timestamptz IS NOT NULL AND state = 'planned' AND step = 'lapsed' AND due_at <> cover_end",
		"goes out though nobody follows it up": "settled_at = $1 AND state = 'suppressed' AND status NOT IN ('active', 'renewalInProgress')",
		"does not say that it is a cancelled's": "settled_at = $1 AND state = 'suppressed' AND (cancellation_id IS NOT NULL) <> (body LIKE " +
			"'%cancelled%')",
	} {
		require.Zero(t, count(t, r.Server, ending+where, r.clock.now()), "a letter %s", wrong)
	}
}

// checkCancelledYear checks at the end: nothing was sent twice, and every end of a policy that is followed up is reported.
func (r *renewals) checkCancelledYear(t *testing.T) {
	t.Helper()
	for law, broken := range map[string]string{
		"a step goes out once a term, and once a cancellation if it tells": `SELECT count(*) FROM (SELECT policy_id FROM renewal_notices
			WHERE state = 'suppressed' GROUP BY portfolio_id, policy_id, term_number, step,
				CASE WHEN step NOT IN ('request', 'reminder', 'final') THEN cancellation_id END HAVING count(*) > 1) AS twice`,
		"no notice went out twice": `SELECT count(*) FROM (SELECT subject_id FROM audit_events WHERE action = 'renewalNotice.suppressed'
			GROUP BY portfolio_id, subject_id HAVING count(*) > 1) AS twice`,
		"the last end is reported": "WITH " + coverEnds + ` SELECT count(*) FROM ends AS e
			WHERE e.status IN ('active', 'renewalInProgress') AND NOT EXISTS (SELECT FROM renewal_notices AS n
				WHERE n.portfolio_id = e.portfolio_id AND n.policy_id = e.id AND n.term_number = e.term_number AND n.state = 'suppressed'
				AND n.step IN ('lapsed', 'warning', 'forcePlacementReview') AND n.cancellation_id IS NOT DISTINCT FROM e.cancellation_id)`,
		"nothing is left": `SELECT count(*) FROM renewal_notices WHERE state = 'planned'`,
	} {
		require.Zero(t, count(t, r.Server, broken), law)
	}
	require.NotZero(t, count(t, r.Server, "SELECT count(*) FROM renewal_notices WHERE state = 'suppressed' AND cancellation_id IS NOT NULL"))
	require.NotZero(t, count(t, r.Server, "SELECT count(*) FROM renewal_notices WHERE skip_reason = 'policyReinstated'"))
}

// TestRenewalGapBeforeNextTerm: the days without cover before a term that is entered already are told of until cover begins
// again, whichever came first, the renewal or the cancellation; then the tasks are done.
func TestRenewalGapBeforeNextTerm(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	early := r.newPolicy(t, nil)
	r.act(t, early, "new-term", object{"startDate": "2031-06-30", "endDate": "2032-06-30"})
	r.cancelOn(t, early, -90)
	require.Equal(t, []string{"1.lapsed planned", "1.warning planned", "1.forcePlacementReview planned"}, r.story(t, early)[12:])
	require.Equal(t, "2031-04-01T00:00:00.000Z <nil> false <nil>", r.renewal(t, early))
	for _, day := range []int{-90, -75, -45} {
		r.day(t, day)
	}
	told := []string{"1.lapsed suppressed mailOff", "1.warning suppressed mailOff", "1.forcePlacementReview suppressed mailOff"}
	require.Equal(t, told, r.story(t, early)[12:])
	data := r.client.Query(t, `query($p: [ID!]) { renewalNotices(filter: {policyId: $p, step: [lapsed], `+
		`state: [suppressed]}) { nodes { body } } }`,
		object{"p": []any{early}})
	body := data["renewalNotices"].(object)["nodes"].([]any)[0].(object)["body"]
	require.Contains(t, body, "was cancelled as of April 1, 2031")
	require.Regexp(t, `Cover begins again +June 30, 2031`, body)
	require.Equal(t, []string{"cancellationFollowUp open nonPayment", "renewalFollowUp open lapsed",
		"forcePlacementReview open forcePlacementReview"},
		r.tasks(t, early))
	r.day(t, 0)
	require.Equal(t, []string{
		"cancellationFollowUp completed nonPayment", "renewalFollowUp completed lapsed", "forcePlacementReview open forcePlacementReview",
	}, r.tasks(t, early), "cover has begun again")
	require.Equal(t, told, r.story(t, early)[12:])

	late := r.newPolicy(t, object{"startDate": "2031-06-30", "endDate": "2032-06-30"})
	r.cancelOn(t, late, 10)
	r.day(t, 10)
	r.act(t, late, "new-term", object{"startDate": "2031-07-30", "endDate": "2032-07-30"})
	require.Equal(t, []string{"1.lapsed suppressed mailOff", "1.warning planned", "1.forcePlacementReview cancelled newTerm"},
		r.story(t, late)[6:9])
	require.Equal(t, []string{"cancellationFollowUp open nonPayment", "renewalFollowUp open lapsed"}, r.tasks(t, late))
	r.day(t, 25)
	require.Equal(t, "1.warning suppressed mailOff", r.story(t, late)[7])
	r.day(t, 30)
	require.Equal(t, []string{"cancellationFollowUp completed nonPayment", "renewalFollowUp completed lapsed"}, r.tasks(t, late))
}

// TestRenewalTaskUntilCover: with days without cover still to come a renewal's task stays open until cover is in force, and says
// when that is; a reinstatement to come is followed up until its day, beside the term's own end.
func TestRenewalTaskUntilCover(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	texts := func(policy string) (texts []any) {
		for _, task := range r.client.Get(t, "/rest/tasks?type=renewalFollowUp&policyId="+policy)["data"].([]any) {
			texts = append(texts, task.(object)["text"])
		}
		return texts
	}
	reinstated := r.newPolicy(t, nil)
	r.cancelOn(t, reinstated, -70)
	r.day(t, -70)
	require.Equal(t, []any{nil}, texts(reinstated))
	r.reinstateOn(t, reinstated, -30)
	require.Equal(t, []string{"cancellationFollowUp completed nonPayment", "renewalFollowUp open lapsed"}, r.tasks(t, reinstated))
	require.Equal(t, []any{"No cover until May 31, 2031."}, texts(reinstated))
	require.Equal(t, "2031-05-01T00:00:00.000Z <nil> false <nil>", r.renewal(t, reinstated))
	require.Equal(t, []string{"1.lapsed suppressed mailOff", "1.warning planned", "1.forcePlacementReview cancelled policyReinstated"},
		r.story(t, reinstated)[6:])
	r.day(t, -55)
	require.Equal(t, []string{"1.request suppressed mailOff", "1.warning suppressed mailOff"},
		[]string{r.story(t, reinstated)[0], r.story(t, reinstated)[7]}, "both are told")
	data := r.client.Query(t, `query($p: [ID!]) { renewalNotices(filter: {policyId: $p, step: [warning], `+
		`state: [suppressed]}) { nodes { body } } }`,
		object{"p": []any{reinstated}})
	body := data["renewalNotices"].(object)["nodes"].([]any)[0].(object)["body"]
	require.Regexp(t, `Cancelled as of +April 21, 2031\s+Cover begins again +May 31, 2031`, body)
	r.day(t, -31)
	require.Contains(t, r.tasks(t, reinstated), "renewalFollowUp open lapsed")
	r.day(t, -30)
	require.Contains(t, r.tasks(t, reinstated), "renewalFollowUp completed lapsed", "it is in force again")
	require.Equal(t, []any{nil}, texts(reinstated))

	renewed := r.newPolicy(t, nil)
	r.day(t, 0)
	r.act(t, renewed, "new-term", object{"startDate": "2031-08-29", "endDate": "2032-06-30"})
	require.Equal(t, []string{"renewalFollowUp open lapsed"}, r.tasks(t, renewed))
	require.Equal(t, []any{"No cover until August 29, 2031."}, texts(renewed))
	r.day(t, 59)
	require.Equal(t, []string{"renewalFollowUp open lapsed"}, r.tasks(t, renewed))
	r.day(t, 60)
	require.Equal(t, []string{"renewalFollowUp completed lapsed"}, r.tasks(t, renewed))
}

// TestRenewalCancelledAgain: while nobody is insured, a further cancellation of the term for a day after that takes nothing back.
func TestRenewalCancelledAgain(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	policy := r.newPolicy(t, nil)
	r.cancelOn(t, policy, -90)
	r.day(t, -90)
	r.reinstateOn(t, policy, -55)
	r.day(t, -88)
	r.cancelOn(t, policy, -14)
	require.Equal(t, "1.warning planned", r.story(t, policy)[7])
	open := []string{"cancellationFollowUp completed nonPayment", "renewalFollowUp open lapsed", "cancellationFollowUp open nonPayment"}
	require.Equal(t, open, r.tasks(t, policy))
	task := r.client.Get(t, "/rest/tasks?type=renewalFollowUp&policyId="+policy)["data"].([]any)[0].(object)
	require.Equal(t, "No cover until May 6, 2031.", task["text"])
	r.day(t, -75)
	require.Equal(t, "1.warning suppressed mailOff", r.story(t, policy)[7])
	r.day(t, -56)
	require.Equal(t, open, r.tasks(t, policy))
	r.day(t, -55)
	require.Contains(t, r.tasks(t, policy), "renewalFollowUp completed lapsed", "it is in force again")
	r.day(t, -14)
	require.Contains(t, r.tasks(t, policy), "renewalFollowUp open lapsed", "until the next end")
}

// TestRenewalTaskGoes: a renewal's task is done when the new term exists, and that of a cancellation that leaves no gap.
func TestRenewalTaskGoes(t *testing.T) {
	t.Parallel()
	r := newRenewals(t, live)
	rewritten := r.newPolicy(t, nil)
	r.cancelOn(t, rewritten, -90)
	r.act(t, rewritten, "new-term", object{"startDate": "2031-04-01", "endDate": "2032-04-01"})
	require.Equal(t, []string{"cancellationFollowUp completed nonPayment"}, r.tasks(t, rewritten))
	require.NotContains(t, r.story(t, rewritten), "1.lapsed planned")
	r.day(t, 1)
	lapsed := r.newPolicy(t, nil)
	r.sweep(t)
	require.Equal(t, []string{"renewalFollowUp open lapsed"}, r.tasks(t, lapsed))
	r.act(t, lapsed, "new-term", object{"startDate": "2031-06-30", "endDate": "2032-06-30"})
	require.Equal(t, []string{"renewalFollowUp completed lapsed"}, r.tasks(t, lapsed))
}
