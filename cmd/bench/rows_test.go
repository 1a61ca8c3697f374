package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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

// TestRows takes rows on a small data set, so that each of them works. Their figures say nothing.
func TestRows(t *testing.T) {
	t.Chdir("../..")
	folder, err := os.MkdirTemp("", "covertrack-bench-") // below t.TempDir a user of Postgres' own reaches nothing
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	require.NoError(t, os.Chmod(folder, 0o755))
	binary := filepath.Join(folder, "covertrack")
	out, err := exec.Command("go", "build", "-o", binary, "./cmd/covertrack").CombinedOutput()
	require.NoError(t, err, string(out))
	r := &rig{settings: settings{
		binary: binary, folder: folder, rounds: 2, round: 50_000_000, creations: 5, cases: 60, documents: 1500,
	}}
	t.Cleanup(func() { require.NoError(t, r.close()) })
	require.NoError(t, r.start(t.Context()))
	for _, take := range []struct {
		name string
		rows func(context.Context, *rig, *table) error
		want []string
	}{
		{"change", changeRow, []string{"PATCH of a case / document / policy"}},
		{"filter", filterRows, []string{
			"1500 documents", "60 cases", " policies", " tasks", " renewal notices", " verdicts",
		}},
		{"follow-up", followUpRow, []string{"policies with follow-up and stored verdict"}},
		{"mixed", mixedRows, []string{"mixed work", "p99.9 at half"}},
		{"compress", compressRows, []string{"in gzip, bytes", "CPU of the server", "in zstd, bytes", "CPU of the server"}},
		{"nodes", nodesRow, []string{"CPU of the nodes", "CPU of Postgres"}},
	} {
		t.Run(take.name, func(t *testing.T) {
			taken := newTable(r.settings)
			require.NoError(t, take.rows(t.Context(), r, taken))
			require.Len(t, taken.rows, len(take.want))
			for i, row := range taken.rows {
				require.Contains(t, row[0], take.want[i])
				require.Regexp(t, `^\d+`, row[1])
				require.NotContains(t, fmt.Sprint(row...), "NaN")
			}
		})
	}
	_, err = os.Stat(filepath.Join(r.dir, "mixed"))
	require.True(t, strings.Contains(fmt.Sprint(err), "no such file"), "what a row has made is gone: %v", err)
	t.Run("millions", func(t *testing.T) { takeMillions(t, r.settings) })
}

// takeMillions makes the data of the take and uses it again.
func takeMillions(t *testing.T, s settings) {
	s.portfolios, s.millions = 4, 4000
	for range 2 {
		taken := newTable(s)
		m := &millionsRig{rig: &rig{settings: s}}
		err := m.start(t.Context())
		if err == nil {
			err = m.rows(t.Context(), taken)
		}
		require.NoError(t, errors.Join(err, m.close()))
		require.Len(t, taken.rows, 2)
		require.Equal(t, "1200 documents among 4000 of 4 portfolios ÷ 1200 alone: first page / page of a case / get / creation", taken.rows[0][0])
		require.Contains(t, taken.rows[1][0], "400 documents among 4000")
		kept, err := filepath.Glob(filepath.Join(s.folder, "millions-*", "bench.json"))
		require.NoError(t, err)
		require.Len(t, kept, 1)
	}
}
