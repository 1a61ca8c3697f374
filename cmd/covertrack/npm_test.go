//go:build npm

package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestNPMDocs tries the API on /docs in headless Chromium. SCREENSHOTS names a folder to look at.
func TestNPMDocs(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	x.world.Case(t, x.world.Harbor)
	server := httptest.NewServer(x.handler)
	t.Cleanup(server.Close)
	args := []string{server.URL, x.world.Harbor.Token}
	if folder := os.Getenv("SCREENSHOTS"); folder != "" {
		args = append(args, filepath.Join(folder, "docs.png"))
	}
	t.Log(resttest.Node(t, "docs.js", args...))
}
