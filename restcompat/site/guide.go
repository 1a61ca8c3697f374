package site

import (
	"fmt"
	"html/template"
	"io/fs"
	"regexp"
	"slices"
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
	Path, Title string
	HTML        template.HTML
	Sections    []section
}

// Languages returns those that the page's examples can be read in, nil if they are in one only.
func (p *guidePage) Languages() []language {
	if strings.Contains(string(p.HTML), `<div class="tabs">`) {
		return languages
	}
	return nil
}

// guideText is the pages of the guide by the names of their files, and in the order in which they are listed.
type guideText struct {
	pages   map[string]*guidePage
	ordered []*guidePage
}

// listedForm finds the pages in the list of README.md.
var listedForm = regexp.MustCompile(`(?m)^\| \[[^]]*\]\(([\w-]+\.md)\) \|`)

// guides reads the guide. What README.md does not list comes last.
var guides = sync.OnceValues(func() (*guideText, error) {
	result := &guideText{pages: map[string]*guidePage{}}
	index, err := result.add(indexFile)
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(guide.Files, "*.md")
	if err != nil {
		return nil, err
	}
	var listed []string
	for _, found := range listedForm.FindAllStringSubmatch(index, -1) {
		listed = append(listed, found[1])
	}
	for _, name := range slices.Concat(listed, names) {
		if result.pages[name] == nil {
			if _, err := result.add(name); err != nil {
				return nil, err
			}
		}
	}
	return result, nil
})

// add reads a page and returns its source.
func (g *guideText) add(name string) (string, error) {
	data, err := fs.ReadFile(guide.Files, name)
	if err != nil {
		return "", err
	}
	source := string(data)
	html, err := render(source)
	if err != nil {
		return "", fmt.Errorf("docs/guide/%s: %w", name, err)
	}
	page := &guidePage{Path: guidePath + "/" + strings.TrimSuffix(name, ".md"), HTML: html, Sections: sectionsOf(source)}
	if name == indexFile {
		page.Path = guidePath
	}
	page.Title = page.Sections[0].Heading
	g.pages[name], g.ordered = page, append(g.ordered, page)
	return source, nil
}
