package site

import (
	"regexp"
	"strings"
)

// language is one in which examples are written.
type language struct{ Key, Name string }

var languages = []language{{"sh", "Shell"}, {"python", "Python"}, {"ts", "TypeScript"}}

// The renderer escapes what is in a block, so that no block has a tag.
var (
	blocksForm = regexp.MustCompile(`(?:<pre tabindex="0"><code class="language-(?:sh|text|python|ts)">[^<]*</code></pre>\n)+`)
	blockForm  = regexp.MustCompile(`<pre tabindex="0"><code class="language-(\w+)">[^<]*</code></pre>\n`)
)

// tabbed shows blocks of one example that follow each other in several languages one at a time. Which one is chosen by
// the radio buttons of the page (guide.html, site.css), for all its examples at once and without a script. What the shell
// prints stands below its commands.
func tabbed(html string) string {
	return blocksForm.ReplaceAllStringFunc(html, func(blocks string) string {
		if !strings.Contains(blocks, `"language-sh"`) || !strings.Contains(blocks, `"language-python"`) {
			return blocks
		}
		byLanguage := map[string]string{}
		for _, block := range blockForm.FindAllStringSubmatch(blocks, -1) {
			key := block[1]
			if key == "text" {
				key = "sh"
			}
			byLanguage[key] += block[0]
		}
		var choice, tabs strings.Builder
		for _, l := range languages {
			choice.WriteString(`<label for="in-` + l.Key + `">` + l.Name + `</label>`)
			tabs.WriteString(`<div class="in-` + l.Key + `">` + byLanguage[l.Key] + `</div>`)
		}
		return `<div class="tabs"><div class="choice">` + choice.String() + `</div>` + tabs.String() + "</div>\n"
	})
}
