package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMain lets the test binary be the server written by hand, which the bench starts as its own program.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "limit" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestRows takes each row on a small data set, so that each of them works. Their figures say nothing. Not taken are Go's
// own benchmarks, which have to be compiled, and peers, which need npm.
func TestRows(t *testing.T) {
	t.Chdir("../..")
	folder, err := os.MkdirTemp("", "covertrack-bench-") // below t.TempDir a user of Postgres' own reaches nothing
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	require.NoError(t, os.Chmod(folder, 0o755))
	binary := filepath.Join(folder, "covertrack")
	out, err := exec.Command("go", "build", "-o", binary, "./cmd/covertrack").CombinedOutput()
	require.NoError(t, err, string(out))
	r := newRig(t.Context(), settings{
		binary: binary, folder: folder, rounds: 1, round: 30_000_000, creations: 3, cases: 60, documents: 1500, portfolios: 3, each: 300,
		idle: time.Second,
	})
	t.Cleanup(func() { require.NoError(t, attempt(r.close)) })
	require.NoError(t, attempt(r.start))
	for _, take := range takes {
		if slices.Contains([]string{"engine", "verdict:evaluation", "peers"}, take.name) {
			continue
		}
		t.Run(take.name, func(t *testing.T) {
			r.table = nil
			require.NoError(t, attempt(func() { take.rows(r) }))
			require.NotEmpty(t, r.table)
			for _, row := range r.table {
				require.Regexp(t, `^\d+`, row[1])
				require.NotContains(t, fmt.Sprint(row...), "NaN")
			}
		})
	}
	require.NoDirExists(t, filepath.Join(r.dir, "mixed"), "what a row has made is gone")
}
