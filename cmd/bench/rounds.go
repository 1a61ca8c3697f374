package main

import "slices"

// warmUp is the round before the first. It fills caches and is not counted.
const warmUp = -1

// contender does its part of a round.
type contender func(round int) result

// alternate has the contenders take turns, round by round, and returns the results of each. Another one begins each
// round, so that a disturbance of the machine meets all of them.
func (r *rig) alternate(what string, contenders ...contender) []results {
	progress("%s: %d rounds", what, r.rounds)
	all := make([]results, len(contenders))
	for round := warmUp; round < r.rounds; round++ {
		for i := range contenders {
			n := (max(round, 0) + i) % len(contenders)
			if got := contenders[n](round); round != warmUp {
				all[n] = append(all[n], got)
			}
		}
	}
	for i, one := range all {
		progress("  %d: %.0f a second, p50 %.2f ms, p99 %.2f ms", i+1, one.median(rate), 1000*one.median(p50), 1000*one.median(p99))
	}
	return all
}

// fire is alternate for jobs.
func (r *rig) fire(what string, jobs ...job) []results {
	contenders := make([]contender, len(jobs))
	for i, j := range jobs {
		contenders[i] = func(round int) result {
			turn := j
			switch {
			case round == warmUp && j.count > 0: // it would create records
				return result{}
			case round == warmUp:
				turn.lasts /= 3
			case j.count > 0: // each request once
				turn.shots = j.shots[round*j.count:]
			}
			return must(turn.run(r.ctx))
		}
	}
	return r.alternate(what, contenders...)
}

// results are those of one contender, by round.
type results []result

func rate(r result) float64 { return float64(r.requests) / r.seconds }
func p50(r result) float64  { return r.p50 }
func p99(r result) float64  { return r.p99 }
func p999(r result) float64 { return r.p999 }
func size(r result) float64 { return float64(r.bytes) / float64(r.requests) }
func cpu(r result) float64  { return r.cpu / float64(r.requests) }

// median returns the median of a figure over the rounds.
func (rs results) median(of func(result) float64) float64 {
	values := make([]float64, len(rs))
	for i, r := range rs {
		values[i] = of(r)
	}
	return median(values)
}

// ratio returns the median over the rounds of one contender's figure divided by the other's of the same round.
func ratio(over, under results, of func(result) float64) float64 {
	ratios := make([]float64, len(over))
	for i := range over {
		ratios[i] = of(over[i]) / of(under[i])
	}
	return median(ratios)
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
