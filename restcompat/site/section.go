package site

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// section is a heading of a page, the words below it, and both in lower case to be searched.
type section struct {
	Level                 int
	Anchor, Heading, Text string

	heading, text string
}

// sectionsOf returns the sections of a page in order. The first one is the whole page's heading.
func sectionsOf(source string) (sections []section) {
	context := parser.NewContext(parser.WithIDs(anchors{}))
	document := markdown.Parser().Parse(text.NewReader([]byte(source)), parser.WithContext(context))
	begins := 0
	close := func(end int) {
		if len(sections) > 0 {
			last := &sections[len(sections)-1]
			last.Text = wordsOf(source[begins:end])
			last.text = strings.ToLower(last.Text)
		}
	}
	for node := document.FirstChild(); node != nil; node = node.NextSibling() {
		heading, ok := node.(*ast.Heading)
		if !ok {
			continue
		}
		line := heading.Lines().At(0)
		close(line.Start)
		begins = line.Stop
		anchor, _ := heading.AttributeString("id")
		words := wordsOf(string(line.Value([]byte(source))))
		sections = append(sections, section{
			Level: heading.Level, Anchor: string(anchor.([]byte)), Heading: words, heading: strings.ToLower(words),
		})
	}
	close(len(source))
	return sections
}

// What Markdown adds to words: signs among them, and what stands for a space between them, which are comments, pictures,
// rules of tables, fences, and the signs of headings, items and cells.
var (
	signs  = regexp.MustCompile("(?s)\\]\\([^)]*\\)|[*`\\[\\]]")
	spaces = regexp.MustCompile("(?s)<!--.*?-->|!\\[[^]]*\\]\\([^)]*\\)|\\|(?:---\\|)+|(?m:^```[a-z ]*$)|(?m:^ *(?:#+|-) )|\\|")
)

// wordsOf returns a text without Markdown, with one space between words.
func wordsOf(source string) string {
	return strings.Join(strings.Fields(signs.ReplaceAllString(spaces.ReplaceAllString(source, " "), "")), " ")
}
