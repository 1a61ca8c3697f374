package restcompat

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the tables of the documents anew")

var errorTable = regexp.MustCompile(`(?s)(<!-- errors: [^\n]*-->\n).*?(<!-- /errors -->)`)

// TestGuideTable keeps the guide's table of errors what the codes are.
func TestGuideTable(t *testing.T) {
	t.Parallel()
	const file = "../docs/rest.md"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var table strings.Builder
	table.WriteString("| status | code | meaning |\n|---|---|---|\n")
	for _, code := range Codes() {
		fmt.Fprintf(&table, "| %d | `%s` | %s |\n", refusals[code].status, code, refusals[code].meaning)
	}
	want := errorTable.ReplaceAllString(string(text), "${1}"+table.String()+"${2}")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
		return
	}
	require.Equal(t, want, string(text), "run go test ./restcompat -run TestGuideTable -update")
}
