//go:build npm

package playground_test

import (
	"os"
	"testing"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestNPMBrowser uses the page in headless Chromium. SCREENSHOTS names a folder to look at.
func TestNPMBrowser(t *testing.T) {
	t.Parallel()
	s := resttest.New(t)
	s.Case(t, s.Harbor)
	s.Case(t, s.Harbor)
	t.Log(resttest.Node(t, "playground.js", s.URL, s.Support, s.Harbor.Portfolio.ID().String(), os.Getenv("SCREENSHOTS")))
}
