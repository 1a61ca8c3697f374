package storage_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/storage/storagetest"
)

// TestSweeps fails for a sweep that is gone: what has its name next would be free to forget the portfolio.
func TestSweeps(t *testing.T) {
	t.Parallel()
	sourceOf := func(folder string) string {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		require.NoError(t, err)
		var source strings.Builder
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			source.Write(text)
		}
		return source.String()
	}
	own := sourceOf(".")
	for name, reason := range storagetest.Sweeps {
		receiver, method, _ := strings.Cut(name, ".")
		if folder, isBelow := strings.CutPrefix(receiver, "storage/"); isBelow {
			require.Contains(t, sourceOf(folder), "\nfunc "+method+"(", "%s is not declared", name)
			continue
		}
		declared := regexp.MustCompile(`\nfunc \(\w+ ` + regexp.QuoteMeta(strings.Trim(receiver, "()")) + `\) ` + method + `\(`)
		require.Regexp(t, declared, own, "%s is not declared", name)
		require.NotEmpty(t, reason, name)
	}
}
