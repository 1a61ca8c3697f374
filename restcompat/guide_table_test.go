package restcompat

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const errorsDocument = "../docs/guide/errors.md"

// TestErrorsDocument compares the sections of errors.md with the codes: one each, in order, below the code's status, with its
// meaning, and with a cause and a remedy that people wrote.
func TestErrorsDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(errorsDocument)
	require.NoError(t, err)
	_, listed, ok := strings.Cut(string(text), "\n<!-- errors: ")
	require.True(t, ok)
	listed, _, ok = strings.Cut(listed, "\n<!-- /errors -->")
	require.True(t, ok)
	codes := Codes()
	for _, group := range strings.Split(listed, "\n## ")[1:] {
		for _, section := range strings.Split(group, "\n### ")[1:] {
			require.NotEmpty(t, codes, "a section is of no code")
			want := fmt.Sprintf("`%s`\n\n%s\n\n- **Cause:** ", codes[0], refusals[codes[0]].meaning)
			require.Equal(t, want, section[:min(len(want), len(section))])
			require.Regexp(t, `(?m)^- \*\*Remedy:\*\* \S`, section)
			require.True(t, strings.HasPrefix(group, fmt.Sprint(refusals[codes[0]].status, ": ")), codes[0])
			codes = codes[1:]
		}
	}
	require.Empty(t, codes, "they have no section")
}
