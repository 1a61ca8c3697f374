package renewal_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/storage"
)

// fill fills the office's portfolio with policies, five in each case, with six notices each. As many notices as due are
// due now. It returns the cases with a due notice, and the others.
func (o *office) fill(b *testing.B, policies, due int) (touched, others []uuid.UUID) {
	b.Helper()
	portfolio := o.tenant.Portfolio.ID()
	run := func(statement string) { o.execute(b, statement) }
	program := o.Program(b, o.tenant)
	run(fmt.Sprintf(
		`INSERT INTO cases (portfolio_id, id, display_name, status, management_type, program_id, insurance_contact_ids, created_at, updated_at)
		SELECT '%s', gen_random_uuid(), 'Case ' || i, 'OPEN', 'serviceManaged', '%s', '%s', now(), now() FROM generate_series(1, %d) AS i`,
		portfolio, program, array(o.broker), policies/5))
	run(fmt.Sprintf(`WITH c AS (SELECT id AS case_id, row_number() OVER () AS i FROM cases WHERE display_name LIKE 'Case %%'),
		p AS (SELECT case_id, gen_random_uuid() AS id, gen_random_uuid() AS version_id, (i * 5 + n) %% %[3]d AS place
			FROM c, generate_series(0, 4) AS n),
		days AS (SELECT *, CASE WHEN place < %[4]d THEN '%[2]s'::timestamptz
			ELSE '%[2]s'::timestamptz + (1 + place %% 300) * interval '1 day' END AS end_date FROM p),
		added AS (INSERT INTO policies (portfolio_id, id, case_id, status, current_version_id, term_number, end_date, created_at, updated_at)
			SELECT '%[1]s', id, case_id, 'active', version_id, 1, end_date, now(), now() FROM days),
		versions AS (INSERT INTO policy_versions (portfolio_id, id, policy_id, case_id, version_number, term_number, reason, display_name,
			end_date, created_at, updated_at)
			SELECT '%[1]s', version_id, id, case_id, 1, 1, 'created', 'A policy', end_date, now(), now() FROM days)
		INSERT INTO renewal_notices (portfolio_id, id, policy_id, case_id, term_number, step, due_at, state, created_at, updated_at)
			SELECT '%[1]s', gen_random_uuid(), id, case_id, 1, s.step, end_date + s.days * interval '1 day', 'planned', now(), now()
			FROM days, (VALUES ('request', -60), ('reminder', -30), ('final', -15), ('lapsed', 0), ('warning', 15),
				('forcePlacementReview', 45)) AS s (step, days)`,
		portfolio, termEnd.Format(time.RFC3339), policies, due))
	run("ANALYZE")
	return o.caseIDs(b, "due_at <= $1"), o.caseIDs(b, "case_id NOT IN (SELECT case_id FROM renewal_notices WHERE due_at <= $1)")
}

// caseIDs are cases with notices that meet a condition.
func (o *office) caseIDs(b *testing.B, condition string) (cases []uuid.UUID) {
	b.Helper()
	rows, err := o.Store.Pool().Pgx().Query(b.Context(),
		"SELECT DISTINCT case_id FROM renewal_notices WHERE "+condition+" LIMIT 1000", o.now())
	require.NoError(b, err)
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		require.NoError(b, rows.Scan(&id))
		cases = append(cases, id)
	}
	require.NoError(b, rows.Err())
	return cases
}

// execute runs a statement for as long as it takes.
func (o *office) execute(b *testing.B, statement string) {
	b.Helper()
	conn, err := o.Store.Pool().Pgx().Acquire(b.Context())
	require.NoError(b, err)
	defer conn.Release()
	for _, s := range []string{"SET statement_timeout = 0", statement, "RESET statement_timeout"} {
		_, err = conn.Exec(b.Context(), s)
		require.NoError(b, err)
	}
}

// callers lock cases all the time, as API calls do, and report the longest wait.
func (o *office) callers(ctx context.Context, cases []uuid.UUID) (longest func() time.Duration) {
	const callers = 2
	waits := make(chan time.Duration, callers)
	for range callers {
		go func() {
			var longest time.Duration
			for ctx.Err() == nil {
				_ = o.Store.InTx(ctx, o.tenant.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
					began := time.Now()
					_, err := storage.Cases.Lock(ctx, tx.For(o.tenant.Portfolio.ID()), cases[rand.IntN(len(cases))])
					if ctx.Err() == nil {
						longest = max(longest, time.Since(began))
					}
					return err
				})
				time.Sleep(2 * time.Millisecond)
			}
			waits <- longest
		}()
	}
	return func() (longest time.Duration) {
		for range callers {
			longest = max(longest, <-waits)
		}
		return longest
	}
}

// BenchmarkSweep is a sweep over 100,000 policies of which 5,000 have a notice due, while API calls lock their cases. The
// bounds: 30 s, and no call waits for more than 100 ms (issue 4). What calls on cases that no sweep touches wait for at the longest is
// what the machine itself makes them wait.
func BenchmarkSweep(b *testing.B) {
	const policies, due = 100_000, 5_000
	o := newOffice(b)
	touched, others := o.fill(b, policies, due)
	b.Run("recorded", func(b *testing.B) { o.benchmarkSweep(b, o.mailOff(b), touched, others, due) })
	b.Run("delivered", func(b *testing.B) { o.benchmarkSweep(b, o.follower, touched, others, due) })
}

func (o *office) benchmarkSweep(b *testing.B, follower *renewal.Follower, touched, others []uuid.UUID, due int) {
	var longest, elsewhere, sweeping time.Duration
	for b.Loop() {
		b.StopTimer()
		o.execute(b, `UPDATE renewal_notices SET state = 'planned', settled_at = NULL, skip_reason = NULL WHERE state <> 'planned'`)
		ctx, stop := context.WithCancel(b.Context())
		waited, idle := o.callers(ctx, touched), o.callers(ctx, others)
		b.StartTimer()
		began := time.Now()
		for n := 0; n < due; { // a case that a caller has locked is left to the next sweep
			decisions, err := follower.Sweep(b.Context())
			require.NoError(b, err)
			n += len(decisions)
		}
		sweeping += time.Since(began)
		require.NoError(b, follower.Deliver(b.Context()))
		b.StopTimer()
		stop()
		longest, elsewhere = max(longest, waited()), max(elsewhere, idle())
		b.StartTimer()
	}
	b.ReportMetric(sweeping.Seconds()/float64(b.N), "s/sweep")
	b.ReportMetric(float64(longest.Milliseconds()), "ms-longest-wait")
	b.ReportMetric(float64(elsewhere.Milliseconds()), "ms-longest-elsewhere")
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/op")
}
