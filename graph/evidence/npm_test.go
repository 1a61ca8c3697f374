//go:build npm

package evidence_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestNPMBrowser hands in evidence in headless Chromium. SCREENSHOTS names a folder to look at.
func TestNPMBrowser(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	_, first := b.rested(t)
	links := []string{first.url}
	for i := range 7 {
		links = append(links, b.newVisitor(t, b.newPolicy(t, fmt.Sprintf("EX-%d", i))).url)
	}
	t.Log(resttest.Node(t, "evidence.js", b.URL, strings.Join(links, ","), os.Getenv("SCREENSHOTS")))
}
