package site

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown leaves out raw HTML, so no text can bring a script into a page.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.TaskList),
	goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(links{}, 500))),
)

// scrolling makes wide tables and code scroll inside themselves, by keyboard too. The renderer alone writes these tags:
// in text they are escaped.
var scrolling = strings.NewReplacer(
	"<table>", `<div class="wide" role="group" aria-label="Table" tabindex="0"><table>`, "</table>", "</table></div>",
	"<pre>", `<pre tabindex="0">`,
)

// render returns the HTML of a text of the guide.
func render(source string) (template.HTML, error) {
	var out bytes.Buffer
	context := parser.NewContext(parser.WithIDs(anchors{}))
	if err := markdown.Convert([]byte(source), &out, parser.WithContext(context)); err != nil {
		return "", err
	}
	return template.HTML(tabbed(scrolling.Replace(out.String()))), nil
}

// renderInline returns the HTML of a text of one paragraph, without the paragraph.
func renderInline(source string) (template.HTML, error) {
	html, err := render(source)
	return template.HTML(strings.TrimSuffix(strings.TrimPrefix(string(html), "<p>"), "</p>\n")), err
}

// anchors gives headings the names under which GitHub links to them.
type anchors map[string]bool

// Generate returns the name of a heading; one that is taken gets a number.
func (a anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(string(value)))
	free := name
	for i := 1; a[free]; i++ {
		free = fmt.Sprintf("%s-%d", name, i)
	}
	a[free] = true
	return []byte(free)
}

// Put reserves a name.
func (a anchors) Put(value []byte) { a[string(value)] = true }

// links makes the links between files of the guide links between its pages, and finds its pictures. A link to any other
// file of the repository becomes its text, since a server does not have that file.
type links struct{}

// Transform changes the links of a parsed text.
func (links) Transform(document *ast.Document, _ text.Reader, _ parser.Context) {
	var found []*ast.Link
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := n.(*ast.Link); ok && entering {
			found = append(found, link)
		}
		if image, ok := n.(*ast.Image); ok && entering {
			image.Destination = []byte(guidePath + "/" + string(image.Destination))
		}
		return ast.WalkContinue, nil
	})
	for _, link := range found {
		target, ok := pageOf(string(link.Destination))
		if ok {
			link.Destination = []byte(target)
			continue
		}
		parent := link.Parent()
		for child := link.FirstChild(); child != nil; child = link.FirstChild() {
			parent.InsertBefore(parent, link, child)
		}
		parent.RemoveChild(parent, link)
	}
}

// pageOf returns where a link of the guide leads on a server; ok is false when the server has no such page.
func pageOf(destination string) (target string, ok bool) {
	if strings.Contains(destination, "://") || strings.HasPrefix(destination, "/") || strings.HasPrefix(destination, "#") {
		return destination, true
	}
	file, anchor, anchored := strings.Cut(destination, "#")
	name, isPage := strings.CutSuffix(file, ".md")
	if !isPage || strings.Contains(name, "/") {
		return "", false
	}
	target = guidePath + "/" + name
	if file == indexFile {
		target = guidePath
	}
	if anchored {
		target += "#" + anchor
	}
	return target, true
}
