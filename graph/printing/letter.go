package printing

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"github.com/covertrack/covertrack/graph/paper"
	"github.com/covertrack/covertrack/model"
)

// The measures of a letter, in millimeters and points. It has what the law asks for, and nothing else: no letterhead, no window.
const (
	margin     = 25.4
	textSize   = 11.0
	lineHeight = 5.6
)

// printed is the PDF of a letter.
type printed struct {
	content []byte
	pages   int
}

// write makes the PDF of a letter from the words that it keeps: bold is bold.
func write(l *model.PlacementLetter) (*printed, error) {
	title := ""
	if l.Subject != nil {
		title = *l.Subject
	}
	p, err := paper.New(title, l.CreatedAt)
	if err != nil {
		return nil, err
	}
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, margin)
	p.AddPage()
	for _, passage := range l.Passages {
		style := ""
		if passage.Bold {
			style = "B"
		}
		p.SetFont(paper.Regular, style, textSize)
		p.Write(lineHeight, p.Plain(passage.Text))
	}
	var b bytes.Buffer
	if err := p.Output(&b); err != nil {
		return nil, err
	}
	return &printed{content: b.Bytes(), pages: p.PageNo()}, nil
}

func (p *printed) sha256() string {
	sum := sha256.Sum256(p.content)
	return hex.EncodeToString(sum[:])
}
