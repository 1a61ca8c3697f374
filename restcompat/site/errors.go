package site

import (
	"fmt"
	"html/template"
	"io/fs"
	"strings"
	"sync"

	"github.com/covertrack/covertrack/docs/guide"
	"github.com/covertrack/covertrack/model/fault"
)

const errorsFile = "errors.md"

// errorGuide is docs/guide/errors.md, taken apart.
type errorGuide struct {
	Introduction template.HTML
	Groups       []errorGroup
	sections     map[fault.Code]template.HTML // cause and remedy
}

// errorGroup is the codes of one status, under the words that the guide has for it.
type errorGroup struct {
	Title string
	Codes []fault.Code
}

// errorTexts reads the guide's sections: `## 409: …` begins a group, and "### `case_on_hold`" the section of a code.
var errorTexts = sync.OnceValues(func() (*errorGuide, error) {
	source, err := fs.ReadFile(guide.Files, errorsFile)
	if err != nil {
		return nil, err
	}
	introduction, listed, begins := strings.Cut(string(source), "\n<!-- errors:")
	listed, _, ends := strings.Cut(listed, "\n<!-- /errors -->")
	if !begins || !ends {
		return nil, fmt.Errorf("docs/guide/%s: the comments around the codes are missing", errorsFile)
	}
	_, introduction, _ = strings.Cut(introduction, "\n") // without its heading
	result := &errorGuide{sections: map[fault.Code]template.HTML{}}
	if result.Introduction, err = render(introduction); err != nil {
		return nil, err
	}
	for _, group := range strings.Split(listed, "\n## ")[1:] {
		if err := result.add(group); err != nil {
			return nil, err
		}
	}
	return result, nil
})

// add takes over the text of a group.
func (g *errorGuide) add(text string) error {
	sections := strings.Split(text, "\n### ")
	group := errorGroup{Title: strings.TrimSpace(sections[0])}
	for _, section := range sections[1:] {
		heading, body, _ := strings.Cut(section, "\n")
		code := fault.Code(strings.Trim(heading, "`"))
		_, body, _ = strings.Cut(body, "\n- ") // without the meaning, which the page has at its top
		html, err := render("- " + body)
		if err != nil {
			return fmt.Errorf("docs/guide/%s, %s: %w", errorsFile, code, err)
		}
		group.Codes = append(group.Codes, code)
		g.sections[code] = html
	}
	g.Groups = append(g.Groups, group)
	return nil
}
