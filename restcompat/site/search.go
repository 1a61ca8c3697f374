package site

import (
	"net/http"
	"slices"
	"strings"
)

const (
	maxQuery = 200 // bytes of a search that count
	maxHits  = 30
	around   = 90 // bytes of text on each side of what was found
)

// searchPage is what the template of a search gets.
type searchPage struct {
	Query string
	Hits  []hit
}

// hit is a section that a search found, with some of its text around the first word.
type hit struct {
	Title, Heading, Link, Before, Match, After string

	score int
}

// serveSearch looks through the headings and texts of the guide. It needs no script.
func (s *Site) serveSearch(w http.ResponseWriter, r *http.Request) {
	query := strings.TrimSpace(r.URL.Query().Get("q"))
	page := searchPage{Query: query, Hits: s.guide.search(query)}
	s.write(w, r, http.StatusOK, "search", view{Title: "Search", Page: page})
}

// search returns the sections that have all words of a query, best first: headings count more than texts.
func (g *guideText) search(query string) (hits []hit) {
	words := strings.Fields(strings.ToLower(query[:min(len(query), maxQuery)]))
	if len(words) == 0 {
		return nil
	}
	for _, page := range g.ordered[1:] { // without the list of pages
		for _, section := range page.Sections {
			if score := section.score(words); score > 0 {
				h := hit{Title: page.Title, Heading: section.Heading, Link: page.Path + "#" + section.Anchor, score: score}
				h.Before, h.Match, h.After = section.excerpt(words[0])
				hits = append(hits, h)
			}
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return b.score - a.score })
	return hits[:min(len(hits), maxHits)]
}

// score says how well a section fits; 0 if it lacks a word.
func (s *section) score(words []string) (score int) {
	for _, word := range words {
		inHeading, inText := strings.Contains(s.heading, word), strings.Count(s.text, word)
		if !inHeading && inText == 0 {
			return 0
		}
		if inHeading {
			score += 20
		}
		score += min(inText, 5)
	}
	if strings.Contains(s.heading, strings.Join(words, " ")) {
		score += 50
	}
	return score
}

// excerpt returns the text around the first place of a word, or its beginning, in whole words.
func (s *section) excerpt(word string) (before, match, after string) {
	at := strings.Index(s.text, word)
	if at < 0 || len(s.text) != len(s.Text) { // lower case has another length in few languages
		return "", "", beginning(s.Text, 2*around)
	}
	before, match, after = s.Text[:at], s.Text[at:at+len(word)], beginning(s.Text[at+len(word):], around)
	if at > around {
		_, before, _ = strings.Cut(before[at-around:], " ")
		before = "… " + before
	}
	return before, match, after
}

// beginning returns the first words of a text, of at most so many bytes.
func beginning(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:max(0, strings.LastIndex(text[:most], " "))] + " …"
}
