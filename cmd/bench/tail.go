package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// mixedRows are the capacity for mixed work while renewals are followed up, and the tail of latencies at half of it:
// while the program works on other things as well, compared with a calm time.
func mixedRows(ctx context.Context, r *rig, t *table) (err error) {
	const name = "mixed"
	site, err := r.mixedSite(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.leave(ctx, site, name)) }()
	job, err := site.mixedJob(ctx)
	if err != nil {
		return err
	}
	sweep := func(ctx context.Context, _ int) error { return sweepOnce(ctx, r.server.DSN(name)) }
	vacuum := func(ctx context.Context, _ int) error { return r.exec(ctx, name, "VACUUM") }
	job.For = 2 * r.round
	stop := keepOn(ctx, sweep)
	results, err := site.fire(ctx, "mixed work, 80 reads and 20 writes", job)
	if err := errors.Join(err, stop()); err != nil {
		return err
	}
	capacity := of(results[0], rate)
	t.tell("mixed work, 80 reads and 20 writes, the sweep of renewals running, 16 clients, requests a second / p99",
		fmt.Sprintf("%.0f / %.1f ms", capacity, 1000*of(results[0], p99)))
	job.Rate, job.For = capacity/2, 8*r.round
	return site.tailRow(ctx, t, name, job, sweep, r.loadOthers(name), vacuum)
}

// tailRow sends a job at a rate that the node can do, in a calm time and while other works go on.
func (r *rig) tailRow(ctx context.Context, t *table, name string, job fire.Job, others ...work) error {
	calm := func(ctx context.Context, round int) (fire.Result, error) {
		if round == warmUp {
			return fire.Result{}, nil // the capacity was taken just now
		}
		return fire.Run(ctx, job)
	}
	busy := func(ctx context.Context, round int) (fire.Result, error) {
		if round == warmUp {
			return fire.Result{}, nil
		}
		stop := keepOn(ctx, others...)
		result, err := fire.Run(ctx, job)
		return result, errors.Join(err, stop(), r.exec(ctx, name, "VACUUM ANALYZE", "CHECKPOINT")) // a calm time may follow
	}
	fewer := *r
	fewer.rounds = max(1, r.rounds-2) // they are long
	results, err := fewer.alternate(ctx, fmt.Sprintf("%.0f a second, calm and busy", job.Rate), calm, busy)
	if err != nil {
		return err
	}
	for i, what := range []string{"calm", "busy"} {
		progress("  %s: p50 %.1f, p99 %.1f, p99.9 %.1f ms", what, 1000*of(results[i], p50), 1000*of(results[i], p99),
			1000*of(results[i], p999))
	}
	t.atMost("p99.9 at half of that capacity, the sweep, a `load` of others and VACUUM running ÷ calm", 5,
		ratio(results[1], results[0], p999))
	return nil
}

// loadOthers loads another portfolio into a database each time.
func (r *rig) loadOthers(name string) work {
	loads := 0
	return func(ctx context.Context, _ int) error {
		loads++
		_, err := r.command(ctx, name, "load", "--data-dir", r.dir, "--lender", fmt.Sprint("Bench Other ", loads),
			"--cases", strconv.Itoa(min(r.cases, mixedCases)/2))
		return err
	}
}

// work is something that a program does besides. It is told how often it was done.
type work func(ctx context.Context, n int) error

// keepOn does each work again and again until stop is called, which waits for what has begun.
func keepOn(ctx context.Context, works ...work) (stop func() error) {
	var over atomic.Bool
	group, ctx := errgroup.WithContext(ctx)
	for _, work := range works {
		group.Go(func() error {
			for n := 0; !over.Load() && ctx.Err() == nil; n++ {
				if err := work(ctx, n); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return func() error {
		over.Store(true)
		return group.Wait()
	}
}

// sweepOnce asks the nodes of a database for a sweep of renewals, which they do each minute by themselves, and waits for
// its end.
func sweepOnce(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	var job int64
	err = conn.QueryRow(ctx, `INSERT INTO river_job (kind, args, max_attempts, queue)
		VALUES ('renewal_sweep', '{}', 1, 'default') RETURNING id`).Scan(&job)
	begun := time.Now()
	for state := ""; err == nil && state != "completed"; {
		if state == "discarded" || time.Since(begun) > time.Minute {
			return fmt.Errorf("a sweep of renewals is %s after %s", state, time.Since(begun).Round(time.Second))
		}
		time.Sleep(20 * time.Millisecond)
		err = conn.QueryRow(ctx, "SELECT state FROM river_job WHERE id = $1", job).Scan(&state)
	}
	return err
}
