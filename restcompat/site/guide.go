package site

import (
	"fmt"
	"html/template"
	"io/fs"
	"strings"
	"sync"

	"github.com/covertrack/covertrack/docs/guide"
)

const (
	guidePath = "/docs/guide"
	indexFile = "README.md"
)

// guidePage is one page of the guide.
type guidePage struct {
	Title string
	HTML  template.HTML
}

// guides are the pages of the guide by the names of their files.
var guides = sync.OnceValues(func() (map[string]guidePage, error) {
	names, err := fs.Glob(guide.Files, "*.md")
	if err != nil {
		return nil, err
	}
	pages := map[string]guidePage{}
	for _, name := range names {
		source, err := fs.ReadFile(guide.Files, name)
		if err != nil {
			return nil, err
		}
		heading, _, _ := strings.Cut(string(source), "\n")
		html, err := render(string(source))
		if err != nil {
			return nil, fmt.Errorf("docs/guide/%s: %w", name, err)
		}
		pages[name] = guidePage{Title: strings.TrimPrefix(heading, "# "), HTML: html}
	}
	return pages, nil
})
