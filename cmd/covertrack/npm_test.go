//go:build npm

package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/covertrack/covertrack/restcompat/resttest"
)

// TestNPMPages looks at the pages for people in headless Chromium. SCREENSHOTS names a folder to look at.
func TestNPMPages(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(newInProcess(t).Handler)
	t.Cleanup(server.Close)
	t.Log(resttest.Node(t, "pages.js", server.URL, os.Getenv("SCREENSHOTS")))
}

// TestNPMDocs executes every write of /docs in headless Chromium, as the page prefills it, on the demo data.
// SCREENSHOTS names a folder to look at.
func TestNPMDocs(t *testing.T) {
	t.Parallel()
	x := newInProcess(t)
	fillWithDemo(t, x.world, x.Blobs, time.Now().UTC().Truncate(24*time.Hour))
	server := httptest.NewServer(x.Handler)
	t.Cleanup(server.Close)
	args := []string{server.URL, x.world.HarborTest.Token}
	if folder := os.Getenv("SCREENSHOTS"); folder != "" {
		args = append(args, filepath.Join(folder, "docs.png"))
	}
	t.Log(resttest.Node(t, "docs.js", args...))
}
