package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// measureScale is the take scale: the same portfolios on one plain Postgres, on a coordinator with one worker, and on a
// coordinator with two. Requests come for all portfolios in turn. It makes its own servers and data, and prints a table
// of its own. Where the extension Citus is not installed it measures nothing, says so, and is no failure.
func measureScale(ctx context.Context, s settings) (err error) {
	load := newTable(s).load
	r := &scaleRig{rig: &rig{settings: s}}
	defer func() { err = errors.Join(err, r.close()) }()
	if err := r.start(ctx); errors.Is(err, errNoCitus) {
		fmt.Println("SKIPPED: this machine's Postgres has no extension citus. docs/guide/scale.md says how to install it.")
		return nil
	} else if err != nil {
		return err
	}
	version, err := r.version(ctx, r.placements[0].database)
	if err != nil {
		return err
	}
	fmt.Printf("\n%s, %d cores (%s), Postgres %s, all servers, the node and the clients on one machine; %d portfolios of %d cases, "+
		"%d clients, %d rounds of %s; load before: %s.\n\n", time.Now().Format(time.DateOnly), runtime.NumCPU(), runtime.Version(),
		version, s.portfolios, scaleCases, writers, s.rounds, s.round, load)
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(out, "what\ton\trequests/s\t÷ plain\tp50 ms\tp99 ms\tCPU ms a request: node\tcoordinator\tworkers\n")
	for _, kind := range r.kinds {
		if err := r.row(ctx, out, kind); err != nil {
			return err
		}
	}
	return errors.Join(r.background(ctx, out), out.Flush())
}

// kind is a kind of request that is measured.
type kind struct {
	name, method, path string
	bodies             []string
}

// row measures one kind of request on each placement, and prints a line for each.
func (r *scaleRig) row(ctx context.Context, out *tabwriter.Writer, k kind) error {
	contenders := make([]contender, len(r.placements))
	for i, p := range r.placements {
		p.used, p.requests = usage{}, 0
		job := fire.Job{
			Addr: p.product.addr, Method: k.method, Paths: []string{k.path}, Bodies: k.bodies, Tokens: r.tokens,
			Keyed: k.method == http.MethodPost, Conns: writers, For: r.round,
		}
		contenders[i] = func(ctx context.Context, round int) (fire.Result, error) { return r.fireAt(ctx, p, job, round) }
	}
	results, err := r.alternate(ctx, k.name, contenders...)
	if err != nil {
		return err
	}
	for i, p := range r.placements {
		cost := p.used.each(p.requests)
		_, _ = fmt.Fprintf(out, "%s\t%s\t%.0f\t%.2f\t%.1f\t%.1f\t%.2f\t%.2f\t%.2f\n", k.name, p.name,
			of(results[i], rate), ratio(results[i], results[0], rate), 1000*of(results[i], p50), 1000*of(results[i], p99),
			cost.node, cost.coordinator, cost.workers)
	}
	return nil
}

// fireAt does a round on one placement, and adds what its processes have used meanwhile.
func (r *scaleRig) fireAt(ctx context.Context, p *placement, job fire.Job, round int) (fire.Result, error) {
	if round == warmUp {
		job.Count = 2 * len(r.tokens) // each token is looked up, statements are planned on all connections
		return fire.Run(ctx, job)
	}
	before, err := r.usage(p)
	if err != nil {
		return fire.Result{}, err
	}
	result, err := fire.Run(ctx, job)
	if err != nil {
		return result, err
	}
	after, err := r.usage(p)
	p.used = p.used.plus(after.minus(before))
	p.requests += result.Requests
	return result, err
}

// of returns the median of a figure over the rounds.
func of(results []fire.Result, figure func(fire.Result) float64) float64 {
	values := make([]float64, len(results))
	for i, result := range results {
		values[i] = figure(result)
	}
	return median(values)
}
