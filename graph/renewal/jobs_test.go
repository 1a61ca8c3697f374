package renewal_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/graph/jobs"
	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/graph/renewal"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (o *office) start(t *testing.T, cfg jobs.Config) *jobs.Jobs {
	t.Helper()
	running := o.startJobs(t, cfg)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		require.NoError(t, running.Stop(ctx))
	})
	return running
}

func (o *office) startJobs(t *testing.T, cfg jobs.Config) *jobs.Jobs {
	t.Helper()
	cfg.Store, cfg.Now, cfg.Logger = o.Store, o.follower.Now, o.follower.Logger
	cfg.FollowUp, cfg.Workers = o.follower, 2
	running, err := jobs.Start(t.Context(), cfg)
	require.NoError(t, err)
	return running
}

func (o *office) jobs(t *testing.T, kind string) (n int) {
	t.Helper()
	err := o.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE kind = $1", kind).Scan(&n)
	require.NoError(t, err)
	return n
}

// TestJobsInTransaction shows that a job has the fate of the transaction that planned it.
func TestJobsInTransaction(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	end := termEnd
	p := o.Policy(t, o.tenant, o.caseID, &end)
	failed := errors.New("failed")
	plan := func(result error) error {
		return o.Store.InTx(t.Context(), o.tenant.Portfolio.ID(), func(ctx context.Context, tx *storage.Tx) error {
			err := renewal.Plan(ctx, tx.For(o.tenant.Portfolio.ID()), []renewal.Change{{After: p}}, o.now())
			return errors.Join(err, result)
		})
	}
	require.ErrorIs(t, plan(failed), failed)
	require.Zero(t, o.jobs(t, "renewal_wake"))
	require.NoError(t, plan(nil))
	require.Equal(t, 1, o.jobs(t, "renewal_wake"))
	o.pass(-time.Hour * 24)
	o.newPolicy(t)
	require.Equal(t, 1, o.jobs(t, "renewal_wake"), "nothing of the second is due")
}

func TestJobsAtOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.start(t, jobs.Config{Every: time.Hour})
	require.Eventually(t, func() bool { return o.jobs(t, "renewal_sweep") == 1 }, 10*time.Second, 20*time.Millisecond)
	p := o.newPolicy(t)
	require.Eventually(t, func() bool { return len(o.mail.received()) == 1 }, 10*time.Second, 20*time.Millisecond, "no sweep is due")
	require.Eventually(t, func() bool { return o.outcome(t, p) == "sent 0" }, time.Second, 10*time.Millisecond)
}

// TestJobsNodes has two nodes on one database; the periodic jobs are started by one of them, and go on when that one stops.
func TestJobsNodes(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	var cleaned atomic.Int64
	clean := []jobs.Cleaner{
		{Name: "failing", Run: func(context.Context, time.Time) (int, error) { return 0, errors.New("failed") }},
		{Name: "counting", Run: func(context.Context, time.Time) (int, error) { cleaned.Add(1); return 1, nil }},
	}
	cfg := jobs.Config{Every: time.Second, CleanEvery: time.Second, Cleaners: clean}
	first := o.startJobs(t, cfg)
	o.start(t, cfg)
	for range 20 {
		o.newPolicy(t)
	}
	o.set(termEnd.AddDate(0, 0, -30))
	require.Eventually(t, func() bool { return len(o.mail.received()) >= 20 }, 20*time.Second, 20*time.Millisecond)
	require.Eventually(t, func() bool {
		var nodes int
		err := o.Store.Pool().Pgx().QueryRow(t.Context(),
			"SELECT count(DISTINCT attempted_by[1]) FROM river_job WHERE kind = 'renewal_sweep'").Scan(&nodes)
		return err == nil && nodes == 2
	}, 20*time.Second, 50*time.Millisecond, "they share the sweeps")
	require.NoError(t, first.Stop(t.Context()))
	o.set(termEnd.AddDate(0, 0, -15))
	before := cleaned.Load()
	require.Eventually(t, func() bool { return o.sent(t, model.RenewalStepFinal) == 20 && cleaned.Load() > before },
		30*time.Second, 50*time.Millisecond, "the other node goes on")
	seen := map[string]int{}
	for _, l := range o.mail.received() {
		seen[l.id()]++
		require.Equal(t, 1, seen[l.id()], l.id())
	}
}

// TestSweepShares: each portfolio's notices are decided by the sweep of its share alone.
func TestSweepShares(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	p := o.newPolicy(t)
	planned := o.outcome(t, p)
	var mine rates.Share
	for _, share := range rates.Shares(8) {
		if share.Has(o.tenant.Portfolio.ID()) {
			mine = share
			continue
		}
		require.NoError(t, o.follower.SweepShare(t.Context(), share))
		require.Equal(t, planned, o.outcome(t, p))
	}
	require.NoError(t, o.follower.SweepShare(t.Context(), mine))
	require.NoError(t, o.follower.Deliver(t.Context()))
	require.NotEqual(t, planned, o.outcome(t, p))
}

// TestSweepSharedOut: what one job finds too much for itself, the jobs of the shares handle, each portfolio once.
func TestSweepSharedOut(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	var due []*model.Portfolio
	for range 100 {
		due = append(due, &model.Portfolio{ID: uuid.New()})
	}
	swept := make(chan uuid.UUID, 2*len(due))
	sweep := func(due []*model.Portfolio) func(context.Context, rates.Share) error {
		return func(_ context.Context, share rates.Share) error {
			some, err := share.Of(due)
			for _, p := range some {
				swept <- p.ID
			}
			return err
		}
	}
	o.start(t, jobs.Config{Every: time.Second, Duties: []jobs.Duty{
		{Name: jobs.Placements, Every: time.Hour, Sweep: sweep(due[:92])},
		{Name: jobs.Verdicts, Every: time.Hour, Sweep: sweep(due[92:])},
	}})
	times := map[uuid.UUID]int{}
	for range due {
		select {
		case id := <-swept:
			times[id]++
		case <-time.After(10 * time.Second):
			require.Len(t, times, len(due), "portfolios that were swept")
		}
	}
	require.Len(t, times, len(due))
	require.Equal(t, 1+8+1, o.jobs(t, "duty"), "few are swept by the job that has found them")
}

// sent is how many notices of a step are recorded as sent.
func (o *office) sent(t *testing.T, step model.RenewalStep) (n int) {
	t.Helper()
	err := o.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT count(*) FROM renewal_notices WHERE step = $1 AND state = 'sent'", step).Scan(&n)
	require.NoError(t, err)
	return n
}

// TestSweepNodes has many sweeps and deliveries at once, on connections of their own. Each leaves what another has
// locked to a later one, so one more of each, alone, handles what all of them left.
func TestSweepNodes(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	const policies = 120
	for i := range policies {
		if i%10 == 0 {
			o.caseID = o.newCase(t, o.tenant, o.broker)
		}
		o.newPolicy(t)
	}
	done := make(chan error)
	const nodes = 4
	for range nodes {
		go func() {
			var err error
			for range 3 {
				_, swept := o.follower.Sweep(context.Background())
				err = errors.Join(err, swept, o.follower.Deliver(context.Background()))
			}
			done <- err
		}()
	}
	for range nodes {
		require.NoError(t, <-done)
	}
	_, err := o.follower.Sweep(t.Context())
	require.NoError(t, err)
	require.NoError(t, o.follower.Deliver(t.Context()))
	require.Equal(t, policies, o.sent(t, model.RenewalStepRequest))
	require.Len(t, o.mail.received(), policies)
}

// TestJobsFailed has a job that fails: it is in the log.
func TestJobsFailed(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	log := o.logged(t, "smtp://127.0.0.1:1")
	o.start(t, jobs.Config{Duties: []jobs.Duty{{
		Name: "failing", Every: time.Hour, Run: func(context.Context) error { return errors.New("the duty is too hard") },
	}}})
	var entries []string
	require.Eventually(t, func() bool {
		entries = append(entries, log.take()...)
		return len(entries) > 0
	}, 10*time.Second, 20*time.Millisecond)
	require.Contains(t, entries[0],
		`level=WARN msg="a background job failed; the next one does what it left undone" job=duty error="the duty is too hard"`)
}
