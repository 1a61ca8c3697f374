package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestImportGuard counts a loan that a row changes or adds to as a change of the book, whatever the row makes beside that; a new loan is
// none.
func TestImportGuard(t *testing.T) {
	t.Parallel()
	i := newImporter(t)
	program := i.Program(t, i.tenant).String()
	file := func(loans int, amount, policy string) string {
		var all strings.Builder
		all.WriteString("Loan Number,Loan Amount,Program,Policy Number,Product Type,Effective Date,Expiration Date\n")
		for n := range loans {
			fmt.Fprintf(&all, "LN-%d,%s,%s,%s-%d,property,2026-01-15,2027-01-15\n", n, amount, program, policy, n)
		}
		return all.String()
	}
	i.commit(t, i.begin(t, file(7, "1.00", "PN"), object{"saveAs": "nightly"}, object{"name": "nightly"})["id"])
	for name, c := range map[string]struct {
		content string
		counts  []any // create, change, unchanged
		waits   []any
	}{
		"amounts and policies": {file(7, "2.00", "PX"), []any{0.0, 7.0, 0.0}, []any{"manyChanges"}},
		"policies":             {file(7, "1.00", "PX"), []any{7.0, 0.0, 0.0}, []any{"manyChanges"}},
		"amounts":              {file(7, "2.00", "PN"), []any{0.0, 7.0, 0.0}, []any{"manyChanges"}},
		"new loans":            {file(14, "1.00", "PN"), []any{7.0, 0.0, 7.0}, []any{}},
	} {
		checked := i.begin(t, c.content, nil, object{"name": "nightly", "mapping": "nightly", "complete": true})
		require.Equal(t, c.counts, values(checked["counts"].(object), "create", "change", "unchanged"), name)
		require.Equal(t, []any{"checked", c.waits}, values(checked, "state", "waitsFor"), name)
	}
}
