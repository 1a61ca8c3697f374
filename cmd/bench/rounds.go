package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

// alternate runs the jobs one after another, round by round, each round beginning with another one, and answers each job's
// results. What comes over the machine comes over all of them.
func (r *rig) alternate(what string, jobs ...fire.Job) ([][]fire.Result, error) {
	progress("%s: %d rounds", what, r.rounds)
	for _, job := range jobs { // caches and connections, not counted
		job.For /= 3
		if job.Count > 0 {
			continue
		}
		if _, err := r.fire(job); err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
	}
	results := make([][]fire.Result, len(jobs))
	for round := range r.rounds {
		for i := range jobs {
			n := (round + i) % len(jobs)
			job := jobs[n]
			if job.Count > 0 { // each body once
				job.Bodies = job.Bodies[round*job.Count%len(job.Bodies):]
			}
			result, err := r.fire(job)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", what, err)
			}
			results[n] = append(results[n], result)
		}
	}
	for i, job := range jobs {
		rates := make([]float64, r.rounds)
		for round, result := range results[i] {
			rates[round] = result.PerSecond()
		}
		progress("  %s: %.0f requests a second", r.name(job.Addr), median(rates))
	}
	return results, nil
}

func (r *rig) name(addr string) string {
	if addr == r.product.addr {
		return "product"
	}
	return "by hand"
}

// ratio is the median over the rounds of one job's figure divided by another's of the same round.
func ratio(over, under []fire.Result, figure func(fire.Result) float64) float64 {
	ratios := make([]float64, len(over))
	for i := range over {
		ratios[i] = figure(over[i]) / figure(under[i])
	}
	return median(ratios)
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	if n := len(values); n%2 == 0 {
		return (values[n/2-1] + values[n/2]) / 2
	}
	return values[len(values)/2]
}

func rate(r fire.Result) float64 { return r.PerSecond() }
func p50(r fire.Result) float64  { return r.P50 }
func p99(r fire.Result) float64  { return r.P99 }

// figures writes numbers as the table has them.
func figures(values ...float64) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprintf("%.2f", v)
	}
	return strings.Join(texts, " / ")
}
