package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	blockForm      = regexp.MustCompile("(?s)\n```.*?\n```")
	linkForm       = regexp.MustCompile(`\]\(([^)\s]*)\)`)
	headingForm    = regexp.MustCompile(`(?m)^#+ (.*)$`)
	unanchoredForm = regexp.MustCompile(`[^\p{L}\p{N}_ -]`) // what GitHub leaves out of a heading's anchor
)

// TestLinks follows the relative links of all documents, to files and to headings in them.
func TestLinks(t *testing.T) {
	t.Parallel()
	const root = "../.."
	documents := []string{filepath.Join(root, "README.md"), filepath.Join(root, "CHANGELOG.md")}
	require.NoError(t, filepath.WalkDir(filepath.Join(root, "docs"), func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".md") {
			documents = append(documents, path)
		}
		return err
	}))
	for _, document := range documents {
		for _, found := range linkForm.FindAllStringSubmatch(readDocument(t, document), -1) {
			if !strings.Contains(found[1], "://") {
				requireTarget(t, document, found[1])
			}
		}
	}
}

// requireTarget expects a link of a document to name a file, and a heading of it if the link has an anchor.
func requireTarget(t *testing.T, document, target string) {
	t.Helper()
	path, anchor, anchored := strings.Cut(target, "#")
	file := document
	if path != "" {
		file = filepath.Join(filepath.Dir(document), path)
	}
	require.FileExists(t, file, "%s links to %s", document, target)
	if anchored {
		require.Contains(t, anchors(readDocument(t, file)), anchor, "%s links to %s", document, target)
	}
}

// anchors returns the names under which GitHub links to the headings of a text.
func anchors(text string) (names []string) {
	for _, found := range headingForm.FindAllStringSubmatch(text, -1) {
		names = append(names, strings.ReplaceAll(unanchoredForm.ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-"))
	}
	return names
}

// readDocument returns the text of a document without its blocks of code.
func readDocument(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return blockForm.ReplaceAllString(string(text), "")
}
