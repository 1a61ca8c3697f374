package paper

import (
	"bytes"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
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

// Plain leaves in a text what the fonts can show. A letter whose accents they lack goes without; what else they lack is a box.
func (p *Paper) Plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t' || unicode.Is(unicode.Zs, r):
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return p.show(r)
	}, norm.NFC.String(strings.ToValidUTF8(text, "□")))
}

// show returns a character as it can be shown; -1 for an accent that the font has not.
func (p *Paper) show(r rune) rune {
	shown, known := p.shown[r]
	if !known {
		shown = '□'
		switch like := bare(r); {
		case p.has(r):
			shown = r
		case p.has(like):
			shown = like
		case unicode.Is(unicode.Mn, r):
			shown = -1
		}
		p.shown[r] = shown
	}
	return shown
}

func (p *Paper) has(r rune) bool {
	glyph, err := p.font.GlyphIndex(&p.buf, r)
	return err == nil && glyph != 0 && r <= 0xffff
}

// bare is a letter without its accents, or the hyphen of all keyboards for those of word processors.
func bare(r rune) rune {
	if r == '\u2010' || r == '\u2011' {
		return '-'
	}
	first, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	return first
}
