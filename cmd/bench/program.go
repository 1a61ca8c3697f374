package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// benchmark finds a result of Go's own benchmarks: name, ns/op, allocs/op.
var benchmark = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op.*?\s([\d.]+) allocs/op`)

// engineRows run the benchmarks BenchmarkEngine…, which measure the engine on a fake storage.
func engineRows(ctx context.Context, t *table) error {
	progress("the engine alone")
	run := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", "^BenchmarkEngine", "-benchmem", "-count", "5",
		"./graph", "./restcompat")
	run.Env = append(os.Environ(), "GOGC=800") // as serve sets it
	out, err := run.CombinedOutput()
	if err != nil {
		return fmt.Errorf("go test: %w: %s", err, out)
	}
	micros, allocations := map[string][]float64{}, map[string][]float64{}
	for _, found := range benchmark.FindAllStringSubmatch(string(out), -1) {
		ns, _ := strconv.ParseFloat(found[2], 64)
		allocated, _ := strconv.ParseFloat(found[3], 64)
		micros[found[1]], allocations[found[1]] = append(micros[found[1]], ns/1000), append(allocations[found[1]], allocated)
	}
	for _, r := range []struct {
		name, what          string
		micros, allocations float64
	}{
		{"EngineList", "engine alone (bind, execute, reshape), list of 50", 33, 90},
		{"EnginePolicies", "engine alone, list of 50 policies", 60, math.Inf(1)},
		{"EngineGet", "engine alone, get", 6.5, 75},
	} {
		if len(micros[r.name]) == 0 {
			return fmt.Errorf("go test ran no Benchmark%s: %s", r.name, out)
		}
		took, allocated := median(micros[r.name]), median(allocations[r.name])
		target := fmt.Sprintf("≤ %g µs", r.micros)
		if !math.IsInf(r.allocations, 1) {
			target += fmt.Sprintf(", ≤ %g allocations", r.allocations)
		}
		t.add(r.what, fmt.Sprintf("%.1f µs, %.0f allocations", took, allocated), target,
			took <= r.micros && allocated <= r.allocations)
	}
	return nil
}

var perSecond = regexp.MustCompile(`all rows\s+\d+ in \S+, (\d+) a second`)

// loadRow is `covertrack load` into a database of its own: the rows of all nouns, checked and counted.
func loadRow(ctx context.Context, r *rig, t *table) error {
	const name = "load"
	if err := r.recreate(ctx, name); err != nil {
		return err
	}
	progress("loading %d cases with everything below them", r.cases)
	last, err := r.load(ctx, name, "--cases", strconv.Itoa(r.cases))
	if err != nil {
		return err
	}
	found := perSecond.FindStringSubmatch(last)
	if found == nil {
		return fmt.Errorf("covertrack load did not say how long it took: %s", last)
	}
	rate, err := strconv.Atoi(found[1])
	t.add("`covertrack load`, rows a second", found[1], "≥ 20000", rate >= 20_000)
	return err
}

// startRow is the time from start to readiness with an embedded Postgres: with migrations and demo data, and again.
func startRow(ctx context.Context, r *rig, t *table) error {
	dir, err := os.MkdirTemp(filepath.Dir(r.dir), "start-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o755); err != nil { // Postgres may run as another user
		return err
	}
	var fresh, existing []float64
	for n := range min(3, r.rounds) {
		data := filepath.Join(dir, strconv.Itoa(n))
		progress("starting with an embedded Postgres")
		for _, times := range []*[]float64{&fresh, &existing} {
			p, err := startProcess(ctx, r.binary, "serve", "--demo", "--data-dir", data, "--log-level", "warn")
			if err != nil {
				return err
			}
			*times = append(*times, p.took.Seconds())
			if err := p.stop(); err != nil {
				return err
			}
		}
	}
	again, first := median(existing), median(fresh)
	t.add("start to ready, existing data", fmt.Sprintf("%.2f s", again), "≤ 1.5 s", again <= 1.5)
	t.add("start to ready, fresh with migrations and demo", fmt.Sprintf("%.2f s", first), "≤ 10 s", first <= 10)
	return nil
}

// memoryRow is the most memory that the product held during the run.
func memoryRow(_ context.Context, r *rig, t *table) error {
	const what, target = "resident memory of the server, most of the whole run", "≤ 150 MB"
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.product.Process.Pid))
	if errors.Is(err, fs.ErrNotExist) {
		t.add(what, "not measured on this system", target, false)
		return nil
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kilobytes float64
	if _, scan := fmt.Sscan(rest, &kilobytes); err != nil || scan != nil {
		return errors.Join(err, scan)
	}
	t.add(what, fmt.Sprintf("%.0f MB", kilobytes/1024), target, kilobytes <= 150<<10)
	return nil
}
