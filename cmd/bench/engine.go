package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
)

// benchmark is a result of Go's own benchmarks, which measure the engine with the storage faked.
var benchmark = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op.*?\s([\d.]+) allocs/op`)

// engineRows run BenchmarkEngineList and BenchmarkEngineGet.
func engineRows(ctx context.Context, t *table) error {
	progress("the engine alone")
	run := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", "^BenchmarkEngine", "-benchmem", "-count", "5", "./graph", "./restcompat")
	run.Env = append(os.Environ(), "GOGC=800") // as serve sets it
	out, err := run.CombinedOutput()
	if err != nil {
		return fmt.Errorf("go test: %w: %s", err, out)
	}
	times, allocations := map[string][]float64{}, map[string][]float64{}
	for _, found := range benchmark.FindAllStringSubmatch(string(out), -1) {
		ns, _ := strconv.ParseFloat(found[2], 64)
		allocated, _ := strconv.ParseFloat(found[3], 64)
		times[found[1]], allocations[found[1]] = append(times[found[1]], ns/1000), append(allocations[found[1]], allocated)
	}
	for _, r := range []struct {
		name, what         string
		micros, allocation float64
	}{
		{"EngineList", "engine alone (bind, execute, reshape), list of 50", 40, 100},
		{"EngineGet", "engine alone, get", 12, 85},
	} {
		target := fmt.Sprintf("≤ %g µs, ≤ %g allocations", r.micros, r.allocation)
		if len(times[r.name]) == 0 {
			t.add(r.what, "no Benchmark"+r.name, target, false)
			continue
		}
		micros, allocated := median(times[r.name]), median(allocations[r.name])
		t.add(r.what, fmt.Sprintf("%.1f µs, %.0f allocations", micros, allocated), target, micros <= r.micros && allocated <= r.allocation)
	}
	return nil
}
