package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// budget is what one request costs.
type budget struct {
	RoundTrips  int `json:"roundTrips"`  // to the database, each with the statements that are sent together
	Statements  int `json:"statements"`  // BEGIN, what it sets and COMMIT among them
	Allocations int `json:"allocations"` // of the whole process, until other nodes are notified
}

// most and least are the limits of a budget for allocations: more is a regression, far fewer is a gain that the file
// must keep. Measured again, the figures are exactly the same; the tolerance is less than one allocation for each row
// of a list of 50.
func (b budget) most() int  { return b.Allocations + b.Allocations/100 + 5 }
func (b budget) least() int { return b.Allocations - b.Allocations/10 - 20 }

func (b budget) holds(got budget) bool {
	return got.RoundTrips == b.RoundTrips && got.Statements == b.Statements && got.Allocations <= b.most() && got.Allocations >= b.least()
}

// isEnough reports whether the allocations need not be measured again.
func (b budget) isEnough(allocations int) bool { return allocations <= b.most() }

// budgets are the rows of testdata/budgets.json, by name.
type budgets map[string]budget

var budgetsFile = filepath.Join("testdata", "budgets.json")

func readBudgets(t testing.TB) budgets {
	t.Helper()
	b, err := os.ReadFile(budgetsFile)
	require.NoError(t, err)
	rows := budgets{}
	require.NoError(t, json.Unmarshal(b, &rows))
	return rows
}

// hold compares what was measured with the row. With -update, a row within its limits stays as it is, so that noise
// makes no diff.
func (b budgets) hold(t *testing.T, name string, got budget) {
	row, known := b[name]
	if samples == 0 {
		got.Allocations = row.Allocations
	}
	if *update && (!known || !row.holds(got)) {
		b[name] = got
		return
	}
	require.True(t, known, "%s has no budget: run make generate, and see whether %+v is what it may cost", name, got)
	require.Equal(t, row.RoundTrips, got.RoundTrips, "%s: round trips; if that is meant, run make generate", name)
	require.Equal(t, row.Statements, got.Statements, "%s: statements; if that is meant, run make generate", name)
	require.LessOrEqual(t, got.Allocations, row.most(), "%s allocates more than its %d: if that is meant, run make generate", name,
		row.Allocations)
	require.GreaterOrEqual(t, got.Allocations, row.least(), "%s allocates less than its %d: run make generate to keep the gain", name,
		row.Allocations)
}

// write writes one line a row.
func (b budgets) write(t *testing.T) {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(b)) {
		row := b[name]
		lines = append(lines, fmt.Sprintf("  %q: {\"roundTrips\": %d, \"statements\": %d, \"allocations\": %d}",
			name, row.RoundTrips, row.Statements, row.Allocations))
	}
	require.NoError(t, os.WriteFile(budgetsFile, []byte("{\n"+strings.Join(lines, ",\n")+"\n}\n"), 0o644))
}
