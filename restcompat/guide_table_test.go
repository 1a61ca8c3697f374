package restcompat

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const errorsDocument = "../docs/guide/errors.md"

// TestErrorsDocument compares the sections of errors.md with the codes: one each, in order, with the code's status and
// meaning, and with a cause and a remedy that people wrote.
func TestErrorsDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(errorsDocument)
	require.NoError(t, err)
	_, listed, ok := strings.Cut(string(text), "\n<!-- errors: ")
	require.True(t, ok)
	listed, _, ok = strings.Cut(listed, "\n<!-- /errors -->")
	require.True(t, ok)
	sections := strings.Split(listed, "\n### ")[1:]
	for i, code := range Codes() {
		require.Greater(t, len(sections), i, "%s has no section", code)
		want := fmt.Sprintf("`%s`\n\n%d: %s\n\n- **Cause:** ", code, refusals[code].status, refusals[code].meaning)
		require.Equal(t, want, sections[i][:min(len(want), len(sections[i]))])
		require.Regexp(t, `(?m)^- \*\*Remedy:\*\* \S`, sections[i])
	}
	require.Len(t, sections, len(refusals), "a section is of no code")
}
