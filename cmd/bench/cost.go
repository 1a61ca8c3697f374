package main

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// cost is what the requests of a round took, each: CPU of servers and of Postgres in milliseconds, and bytes of bodies.
type cost struct{ servers, postgres, bytes float64 }

// costed is a contender that runs the jobs at the same time, and adds what a request of each round takes to costs.
func (r *rig) costed(costs *[]cost, servers []*process, jobs ...fire.Job) contender {
	return func(ctx context.Context, round int) (fire.Result, error) {
		nodes, postgres, err := r.cpu(servers)
		if err != nil {
			return fire.Result{}, err
		}
		result, err := together(ctx, jobs)
		if err != nil {
			return result, err
		}
		nodesAfter, postgresAfter, err := r.cpu(servers)
		if n := float64(result.Requests); round != warmUp {
			*costs = append(*costs, cost{(nodesAfter - nodes) / n, (postgresAfter - postgres) / n, float64(result.Bytes) / n})
		}
		return result, err
	}
}

// cpu returns the CPU time that the servers, and Postgres, have used since they started.
func (r *rig) cpu(servers []*process) (nodes, postgres float64, err error) {
	for _, server := range servers {
		used, err := cpuOf(server.Process.Pid)
		if err != nil {
			return 0, 0, err
		}
		nodes += used
	}
	postgres, err = cpuOf(r.server.Pid())
	return nodes, postgres, err
}

// together runs jobs at the same time. The result has their requests and bytes, and no latencies.
func together(ctx context.Context, jobs []fire.Job) (all fire.Result, err error) {
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	for _, job := range jobs {
		group.Go(func() error {
			result, err := fire.Run(ctx, job)
			mu.Lock()
			defer mu.Unlock()
			all.Requests, all.Bytes = all.Requests+result.Requests, all.Bytes+result.Bytes
			all.Seconds = max(all.Seconds, result.Seconds)
			return err
		})
	}
	return all, group.Wait()
}

func ofServers(c cost) float64  { return c.servers }
func ofPostgres(c cost) float64 { return c.postgres }
func ofBytes(c cost) float64    { return c.bytes }

// share returns the median over the rounds of one contender's cost divided by the other's of the same round.
func share(over, under []cost, figure func(cost) float64) float64 {
	shares := make([]float64, len(over))
	for i := range over {
		shares[i] = figure(over[i]) / figure(under[i])
	}
	return median(shares)
}

// typical returns the median of a cost over the rounds.
func typical(costs []cost, figure func(cost) float64) float64 {
	values := make([]float64, len(costs))
	for i, c := range costs {
		values[i] = figure(c)
	}
	return median(values)
}
