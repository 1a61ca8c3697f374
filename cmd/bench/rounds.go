package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// warmUp is the round before the first. It fills caches and is not counted.
const warmUp = -1

// contender does its part of a round.
type contender func(ctx context.Context, round int) (fire.Result, error)

// alternate has the contenders take turns, round by round, and returns the results of each. Another one begins each
// round, so that a disturbance of the machine meets all of them.
func (r *rig) alternate(ctx context.Context, what string, contenders ...contender) ([][]fire.Result, error) {
	progress("%s: %d rounds", what, r.rounds)
	results := make([][]fire.Result, len(contenders))
	for round := warmUp; round < r.rounds; round++ {
		for i := range contenders {
			n := (max(round, 0) + i) % len(contenders)
			result, err := contenders[n](ctx, round)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", what, err)
			}
			if round != warmUp {
				results[n] = append(results[n], result)
			}
		}
	}
	for i, list := range results {
		rates := make([]float64, len(list))
		for round, result := range list {
			rates[round] = result.PerSecond()
		}
		progress("  %d: %.0f a second", i+1, median(rates))
	}
	return results, nil
}

// fire is alternate for jobs of the load generator.
func (r *rig) fire(ctx context.Context, what string, jobs ...fire.Job) ([][]fire.Result, error) {
	contenders := make([]contender, len(jobs))
	for i, job := range jobs {
		contenders[i] = func(ctx context.Context, round int) (fire.Result, error) {
			turn := job
			switch {
			case round == warmUp && job.Count > 0: // it would create records
				return fire.Result{}, nil
			case round == warmUp:
				turn.For /= 3
			case job.Count > 0: // each body once
				turn.Bodies = job.Bodies[round*job.Count:]
			}
			return fire.Run(ctx, turn)
		}
	}
	return r.alternate(ctx, what, contenders...)
}

func rate(r fire.Result) float64 { return r.PerSecond() }
func p50(r fire.Result) float64  { return r.P50 }
func p99(r fire.Result) float64  { return r.P99 }
func p999(r fire.Result) float64 { return r.P999 }

// ratio returns the median over the rounds of one contender's figure divided by the other's of the same round.
func ratio(over, under []fire.Result, figure func(fire.Result) float64) float64 {
	ratios := make([]float64, len(over))
	for i := range over {
		ratios[i] = figure(over[i]) / figure(under[i])
	}
	return median(ratios)
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
