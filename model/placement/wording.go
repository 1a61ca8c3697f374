package placement

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/covertrack/covertrack/model/fault"
)

// A wording is the text of a notice. Text between two pairs of asterisks is bold. Marks around a passage, [[key]] and
// [[/key]], say which statement it says in the lender's own words; what is said word for word is found without.

// Passage is a piece of a wording, for a preview.
type Passage struct {
	Text      string
	Bold      bool
	Statement *Statement // that it says; nil for none
}

var markForm = regexp.MustCompile(`^\[\[(/?)([A-Za-z]*)\]\]`)

// letterRune is one character of a wording with what is known of it.
type letterRune struct {
	r    rune
	bold bool
	said int // 1 + the statement's place among those of the step; 0 for none
}

// Built returns the wording of the law's own model, which passes CheckWording.
func (s *Step) Built() string {
	var paragraphs []string
	for _, stated := range s.Statements {
		text := stated.Text
		if stated.Optional {
			continue
		}
		if stated.Bold {
			text = "**" + text + "**"
		}
		if stated.Say == SayVaried {
			text = "[[" + stated.Key + "]]" + text + "[[/" + stated.Key + "]]"
		}
		paragraphs = append(paragraphs, text)
	}
	return strings.Join(paragraphs, "\n\n")
}

// CheckWording reports everything by which a lender's wording falls short of what the step's notice must say: a statement
// that is missing, changed where it must not be, or not bold; and, where the law permits nothing else, what is besides.
func (s *Step) CheckWording(pointer, wording string) fault.Violations {
	var vs fault.Violations
	text := s.parse(pointer, wording, &vs)
	for at, stated := range s.Statements {
		s.checkStatement(pointer, stated, passageOf(text, at+1), &vs)
	}
	if rest := strings.Fields(plain(text, 0)); s.OnlyStatements != "" && len(rest) > 0 {
		vs.Say(pointer, fault.CodeInvalidValue, "says more than the notice may: %s (%s). Put it on a paper of its own",
			fault.Quote(strings.Join(rest, " ")), s.OnlyStatements)
	}
	for _, m := range members(wording) {
		if !isMember(m) {
			vs.Say(pointer, fault.CodeInvalidValue, "has a member %s that letters do not have", fault.Quote(m))
		}
	}
	return vs
}

func (s *Step) checkStatement(pointer string, stated *Statement, said []letterRune, vs *fault.Violations) {
	asked := strings.TrimSuffix(stated.Text, ".") // what is said of it ends its sentence
	if strings.TrimSpace(string(runesOf(said))) == "" {
		if !stated.Optional {
			how := "in your own words between [[" + stated.Key + "]] and [[/" + stated.Key + "]]"
			if stated.Say == SayVerbatim {
				how = "word for word"
			}
			vs.Say(pointer, fault.CodeRequired, "does not say %s (%s): %s", how, stated.Citation, asked)
		}
		return
	}
	text := squeeze(string(runesOf(said)))
	if stated.Say == SayVerbatim && text != squeeze(stated.Text) {
		vs.Say(pointer, fault.CodeInvalidValue, "changes a statement that is word for word (%s): %s", stated.Citation, asked)
	}
	for _, m := range members(stated.Text) {
		if stated.Say == SayVaried && !strings.Contains(text, m) {
			vs.Say(pointer, fault.CodeInvalidValue, "leaves %s out of the statement %s (%s)", m, stated.Key, stated.Citation)
		}
	}
	if stated.Bold && !isBold(said, stated.Plain) {
		vs.Say(pointer, fault.CodeInvalidValue, "does not set in bold (%s): %s", stated.Citation, asked)
	}
}

// Preview returns a wording in passages, each with the statement that it says.
func (s *Step) Preview(wording string) []Passage {
	var passages []Passage
	text := s.parse("", wording, &fault.Violations{})
	for from, at := 0, 0; at <= len(text); at++ {
		if at < len(text) && text[at].bold == text[from].bold && text[at].said == text[from].said {
			continue
		}
		if at > from {
			p := Passage{Text: string(runesOf(text[from:at])), Bold: text[from].bold}
			if n := text[from].said; n > 0 {
				p.Statement = s.Statements[n-1]
			}
			passages = append(passages, p)
		}
		from = at
	}
	return passages
}

// Fill returns passages with the values of members in their places; a member without one is left blank.
func Fill(passages []Passage, values map[string]string) []Passage {
	filled := slices.Clone(passages)
	for i := range filled {
		filled[i].Text = memberForm.ReplaceAllStringFunc(filled[i].Text, func(m string) string { return values[strings.Trim(m, "{}")] })
	}
	return filled
}

// parse reads a wording, takes the marks out, and finds the statements.
func (s *Step) parse(pointer, wording string, vs *fault.Violations) []letterRune {
	var text []letterRune
	bold, said := false, 0
	for wording != "" {
		if mark := markForm.FindStringSubmatch(wording); mark != nil {
			said = s.marked(pointer, mark, said, vs)
			wording = wording[len(mark[0]):]
			continue
		}
		if strings.HasPrefix(wording, "**") {
			bold, wording = !bold, wording[2:]
			continue
		}
		r, size := utf8.DecodeRuneInString(wording)
		text = append(text, letterRune{r, bold, said})
		wording = wording[size:]
	}
	if said != 0 {
		vs.Say(pointer, fault.CodeInvalidValue, "does not end the statement %s", s.Statements[said-1].Key)
	}
	s.find(text)
	return text
}

// marked returns which statement is said behind a mark.
func (s *Step) marked(pointer string, mark []string, said int, vs *fault.Violations) int {
	at := 1 + slices.IndexFunc(s.Statements, func(stated *Statement) bool { return stated.Key == mark[2] })
	switch {
	case at == 0:
		vs.Say(pointer, fault.CodeInvalidValue, "has a mark %s, and the notice no such statement", fault.Quote(mark[0]))
		return said
	case mark[1] == "/" && at == said:
		return 0
	case mark[1] == "/" || said != 0:
		vs.Say(pointer, fault.CodeInvalidValue, "has a mark %s where none can be", fault.Quote(mark[0]))
		return said
	}
	return at
}

// find marks what is said word for word without a mark.
func (s *Step) find(text []letterRune) {
	words := wordsOf(text)
	for n, stated := range s.Statements {
		wanted := strings.Fields(stated.Text)
		for at := 0; stated.Say == SayVerbatim && at+len(wanted) <= len(words); at++ {
			same := func(i int) bool { return string(runesOf(text[words[at+i].from:words[at+i].to])) == wanted[i] }
			i := 0
			for i < len(wanted) && same(i) && text[words[at+i].from].said == 0 {
				i++
			}
			if i == len(wanted) {
				for k := words[at].from; k < words[at+i-1].to; k++ {
					text[k].said = n + 1
				}
				break
			}
		}
	}
}

// wordPlace is where a word of a text is.
type wordPlace struct{ from, to int }

func wordsOf(text []letterRune) (words []wordPlace) {
	for at, c := range text {
		switch {
		case unicode.IsSpace(c.r):
		case at > 0 && !unicode.IsSpace(text[at-1].r):
			words[len(words)-1].to = at + 1
		default:
			words = append(words, wordPlace{at, at + 1})
		}
	}
	return words
}

// passageOf returns what says one statement.
func passageOf(text []letterRune, said int) (passage []letterRune) {
	for _, c := range text {
		if c.said == said {
			passage = append(passage, c)
		}
	}
	return passage
}

func plain(text []letterRune, said int) string { return string(runesOf(passageOf(text, said))) }

func runesOf(text []letterRune) []rune {
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = c.r
	}
	return runes
}

// squeeze returns a text with single spaces between its words.
func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

// isBold reports whether all of a passage but some members is bold.
func isBold(said []letterRune, exempt []string) bool {
	for _, w := range wordsOf(said) {
		word := said[w.from:w.to]
		isExempt := slices.Contains(exempt, string(runesOf(word)))
		if !isExempt && slices.ContainsFunc(word, func(c letterRune) bool { return !c.bold }) {
			return false
		}
	}
	return true
}
