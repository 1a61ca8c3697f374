package letter

import (
	"bytes"
	"errors"
	"strings"
	"text/template"
	"text/template/parse"
	"unicode/utf8"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// Wording are the subject and the opening paragraphs of a letter: two templates of the package text/template that
// can use the members of Request and little else (letter_wording_check.go).
type Wording struct{ Subject, Body string }

// The sizes of a wording, and of what it makes, in characters.
const (
	subjectTemplateSize = 500
	subjectSize         = scalar.NameSize
	openingSize         = 20_000
	mostRounds          = 100_000 // of all its ranges together, whether they write something or not
)

// Check reports what is wrong with the wording, at /subject and /body: `required`, `too_long`, `unknown_member` for each
// member that a request does not have, `invalid_value` for all else that letters cannot do. A wording without
// violations can be written for every request.
func (w Wording) Check() (vs fault.Violations) {
	vs.Append(checkText("/subject", w.Subject, subjectTemplateSize, scalar.CheckText("/subject", w.Subject, subjectTemplateSize, "")))
	vs.Append(checkText("/body", w.Body, openingSize, scalar.CheckDescription("/body", w.Body)))
	return vs
}

// checkText adds to what is wrong with one of the texts what its template cannot do, or else what it makes of requests. Each needs
// that nothing was wrong before.
func checkText(pointer, text string, most int, wrong fault.Violations) fault.Violations {
	if wrong == nil {
		wrong = checkWordingTemplate(pointer, text)
	}
	for _, example := range []*Request{Example(), empty()} {
		if wrong == nil {
			wrong = checkOn(example, pointer, text, most)
		}
	}
	return wrong
}

// checkOn reports what is wrong with what a text makes of a request.
func checkOn(r *Request, pointer, text string, most int) (vs fault.Violations) {
	known := "of a policy of which everything is known"
	if r.PolicyNumber == "" {
		known = "of a policy of which nothing is known"
	}
	switch made, err := writeTemplate(text, r, most); {
	case errors.Is(err, errTooMuch):
		vs.Say(pointer, fault.CodeTooLong, "makes at most %d characters, also %s", most, known)
	case err != nil:
		vs.Say(pointer, fault.CodeInvalidValue, "can be written %s: %s", known, err)
	case someLines(made) == "":
		vs.Say(pointer, fault.CodeRequired, "must not be blank, also %s", known)
	}
	return vs
}

// Write returns the subject, on one line, and the opening paragraphs of a letter, at least one. It fails for a wording
// that was not checked, and for one that makes too much of the request.
func (w Wording) Write(r *Request) (subject string, paragraphs []string, err error) {
	parsed, err := w.Parse()
	if err != nil {
		return "", nil, err
	}
	return parsed.Write(r)
}

// Parsed is a wording for many letters: its templates are parsed.
type Parsed struct{ subject, body *template.Template }

// Parse parses the templates. It fails for a wording that was not checked.
func (w Wording) Parse() (p Parsed, err error) {
	if p.subject, err = parseText(w.Subject); err != nil {
		return p, err
	}
	p.body, err = parseText(w.Body)
	return p, err
}

// Write is Wording.Write.
func (p Parsed) Write(r *Request) (subject string, paragraphs []string, err error) {
	subject, err = execute(p.subject, r, openingSize)
	if err != nil {
		return "", nil, err
	}
	body, err := execute(p.body, r, openingSize)
	if err != nil {
		return "", nil, err
	}
	subject, body = scalar.Shorten(oneLine(subject), subjectSize), someLines(body)
	if subject == "" || body == "" {
		return "", nil, errors.New("the subject or the text is blank")
	}
	return subject, strings.Split(body, "\n"), nil
}

func writeTemplate(text string, r *Request, size int) (string, error) {
	t, err := parseText(text)
	if err != nil {
		return "", err
	}
	return execute(t, r, size)
}

func parseText(text string) (*template.Template, error) {
	t, err := template.New("").Parse(text)
	if err == nil && t.Tree != nil {
		markRounds(t.Root)
	}
	return t, err
}

// roundMark is what a range writes in each round, so that they are counted. No text has it.
const roundMark = "\x00"

func markRounds(list *parse.ListNode) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.IfNode:
			markRounds(n.List)
			markRounds(n.ElseList)
		case *parse.WithNode:
			markRounds(n.List)
			markRounds(n.ElseList)
		case *parse.RangeNode:
			markRounds(n.List)
			markRounds(n.ElseList)
			n.List.Nodes = append(n.List.Nodes, &parse.TextNode{NodeType: parse.NodeText, Text: []byte(roundMark)})
		}
	}
}

func execute(t *template.Template, r *Request, size int) (string, error) {
	out := &boundedText{most: size}
	err := t.Execute(out, r)
	return out.String(), err
}

// errTooMuch ends a template that makes too much.
var errTooMuch = errors.New("the text is too long")

// boundedText takes a text up to a size.
type boundedText struct {
	bytes.Buffer
	size, most int
	rounds     int
}

// Write refuses what is too much with errTooMuch.
func (b *boundedText) Write(p []byte) (int, error) {
	if string(p) == roundMark {
		if b.rounds++; b.rounds > mostRounds {
			return 0, errTooMuch
		}
		return len(p), nil
	}
	if b.size += utf8.RuneCount(p); b.size > b.most {
		return 0, errTooMuch
	}
	return b.Buffer.Write(p)
}
