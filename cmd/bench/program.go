package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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

// memoryRow is the most that the product has held resident, at 64 clients and everything else that was measured.
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
