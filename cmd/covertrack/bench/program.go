package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// startRow is from the start of the process to readiness, with an embedded Postgres: on a new folder with migrations and demo
// data, and on that folder again.
func startRow(ctx context.Context, r *rig, t *table) error {
	dir, err := os.MkdirTemp(filepath.Dir(r.dir), "start-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o755); err != nil { // the user of Postgres comes through here
		return err
	}
	var fresh, existing []float64
	for n := range min(3, r.rounds) {
		progress("starting with an embedded Postgres")
		for _, times := range []*[]float64{&fresh, &existing} {
			addr, err := freeAddr()
			if err != nil {
				return err
			}
			p, err := startProcess(ctx, addr, r.binary, "serve", "--demo", "--addr", addr, "--data-dir", filepath.Join(dir, strconv.Itoa(n)), "--log-level", "warn")
			if err != nil {
				return err
			}
			*times = append(*times, p.took.Seconds())
			if err := p.stop(); err != nil {
				return err
			}
		}
	}
	t.add("start to ready, existing data", fmt.Sprintf("%.2f s", median(existing)), "≤ 1.5 s", median(existing) <= 1.5)
	t.add("start to ready, fresh with migrations and demo", fmt.Sprintf("%.2f s", median(fresh)), "≤ 10 s", median(fresh) <= 10)
	return nil
}

// sampleMemory keeps the most memory that the product was seen to hold.
func (r *rig) sampleMemory() error {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.product.Process.Pid))
	if err != nil {
		return nil // another system: the row says so
	}
	for line := range bytes.Lines(text) {
		if rest, ok := strings.CutPrefix(string(line), "VmHWM:"); ok {
			var kilobytes int
			if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
				return err
			}
			r.peak = max(r.peak, kilobytes<<10)
		}
	}
	return nil
}

// memoryRow is the most that the product held resident at any time up to the list with 64 clients.
func memoryRow(_ context.Context, r *rig, t *table) error {
	megabytes := float64(r.peak) / (1 << 20)
	figure := fmt.Sprintf("%.0f MB", megabytes)
	if r.peak == 0 {
		figure = "not measured on this system"
	}
	t.add("resident memory of the server, most with 64 clients", figure, "≤ 150 MB", r.peak > 0 && megabytes <= 150)
	return nil
}
