package paper

import (
	"bytes"
	"strings"
	"time"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// The fonts are Go's own: Latin, Greek and Cyrillic, free to embed. What a document does not use of them is left out.
const (
	Regular = "go" // also bold, as the style B
	Fixed   = "gomono"
)

// Paper is a PDF that is being written.
type Paper struct {
	*fpdf.Fpdf

	font  *sfnt.Font
	buf   sfnt.Buffer
	shown map[rune]rune // a box for what the font lacks
}

// New begins a PDF of a day, without a page. It is not compressed, because archives are.
func New(title string, at time.Time) (*Paper, error) {
	font, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	p := &Paper{Fpdf: fpdf.New("P", "mm", "Letter", ""), font: font, shown: map[rune]rune{}}
	p.SetCompression(false)
	p.SetCatalogSort(true)
	p.SetCreationDate(at)
	p.SetModificationDate(at)
	p.SetProducer("covertrack", true)
	p.SetTitle(p.Plain(title), true)
	p.SetLang("en-US")
	p.AddUTF8FontFromBytes(Regular, "", bytes.Clone(goregular.TTF)) // it writes into what it reads
	p.AddUTF8FontFromBytes(Regular, "B", bytes.Clone(gobold.TTF))
	return p, nil
}

// UseFixed makes Fixed known to a PDF.
func (p *Paper) UseFixed() { p.AddUTF8FontFromBytes(Fixed, "", bytes.Clone(gomono.TTF)) }

// Plain leaves in a text what the fonts can show. What they lack is a box.
func (p *Paper) Plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t' || r == '\u00a0':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return p.show(r)
	}, strings.ToValidUTF8(text, "□"))
}

// show returns a character, or a box if the font has none of it.
func (p *Paper) show(r rune) rune {
	shown, known := p.shown[r]
	if !known {
		shown = r
		if glyph, err := p.font.GlyphIndex(&p.buf, r); err != nil || glyph == 0 || r > 0xffff {
			shown = '□'
		}
		p.shown[r] = shown
	}
	return shown
}
