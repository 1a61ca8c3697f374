package dossier

import (
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/covertrack/covertrack/graph/paper"
	"github.com/covertrack/covertrack/model/dossier"
)

// The measures of a page, in millimeters and points.
const (
	margin     = 18.0
	bottom     = 20.0
	nameWidth  = 42.0
	textSize   = 9.0
	fixedSize  = 8.0
	lineHeight = 4.4
	gap        = 2.0
)

// footer is what every page says: the case, the day, and by which knowledge.
type footer struct{ of, day, asOf string }

// page is a PDF that is being written.
type page struct {
	*paper.Paper

	width float64 // between the margins
}

// writePDF writes a PDF. The same pages make the same bytes.
func writePDF(w io.Writer, f footer, at time.Time, write func(dossier.Page)) error {
	base, err := paper.New(f.of+", "+f.day, at)
	if err != nil {
		return err
	}
	p := &page{Paper: base}
	p.UseFixed()
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(false, bottom)
	p.AliasNbPages("{nb}")
	whole, _ := p.GetPageSize()
	p.width = whole - 2*margin
	p.SetFooterFunc(func() { p.foot(f) })
	p.AddPage()
	write(p)
	return p.Output(w)
}

func (p *page) foot(f footer) {
	p.SetY(-bottom + 6)
	p.SetFont(paper.Regular, "", 7.5)
	p.SetTextColor(90, 90, 90)
	p.rule()
	p.CellFormat(p.width-22, 5, p.shortened(p.Plain(f.of), p.width-110)+"  ·  "+f.day+"  ·  "+f.asOf, "", 0, "L", false, 0, "")
	p.CellFormat(22, 5, "Page "+strconv.Itoa(p.PageNo())+" of {nb}", "", 0, "R", false, 0, "")
	p.SetTextColor(0, 0, 0)
}

// shortened cuts a text that is wider than it may be.
func (p *page) shortened(text string, width float64) string {
	if p.GetStringWidth(text) <= width {
		return text
	}
	for text != "" && p.GetStringWidth(text+"…") > width {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text + "…"
}

func (p *page) rule() {
	p.SetDrawColor(200, 200, 200)
	p.SetLineWidth(0.15)
	p.Line(margin, p.GetY(), margin+p.width, p.GetY())
}

// room begins a page if there is no room for so many millimeters.
func (p *page) room(height float64) (begun bool) {
	if _, whole := p.GetPageSize(); p.GetY()+height <= whole-bottom {
		return false
	}
	p.AddPage() // it keeps the font
	return true
}

// Section begins a part.
func (p *page) Section(title string) {
	p.SetFont(paper.Regular, "B", 14)
	if p.GetY() > margin {
		p.Ln(5)
	}
	p.room(30)
	p.Bookmark(p.Plain(title), 0, -1)
	p.lines(p.Plain(title), p.width, 7, 0)
	p.rule()
	p.Ln(gap)
}

// Heading begins what is about one record.
func (p *page) Heading(text string) {
	p.SetFont(paper.Regular, "B", 10)
	p.Ln(gap)
	p.room(16)
	p.lines(p.Plain(text), p.width, 5, 0)
	p.Ln(1)
}

// Text writes a paragraph.
func (p *page) Text(text string) {
	p.SetFont(paper.Regular, "", textSize)
	p.lines(p.Plain(text), p.width, lineHeight, 0)
	p.Ln(gap)
}

// lines writes a text in as many lines as it needs.
func (p *page) lines(text string, width, height, indent float64) {
	for _, line := range p.split(text, width) {
		p.room(height)
		p.SetX(margin + indent)
		p.CellFormat(width, height, line, "", 1, "L", false, 0, "")
	}
}

// split breaks a text into lines of at most a width, of which there is at least one.
func (p *page) split(text string, width float64) (lines []string) {
	for part := range strings.SplitSeq(text, "\n") {
		if part == "" {
			lines = append(lines, "")
			continue
		}
		for _, line := range p.SplitText(part, width) {
			lines = append(lines, strings.TrimRight(line, " "))
		}
	}
	return lines
}

// Facts writes names and what they are.
func (p *page) Facts(facts [][2]string) {
	for _, f := range facts {
		if f[1] == "" {
			continue
		}
		p.SetFont(paper.Regular, "", textSize)
		for i, line := range p.split(p.Plain(f[1]), p.width-nameWidth) {
			p.room(lineHeight)
			p.SetX(margin)
			name := ""
			if i == 0 {
				name = p.shortened(p.Plain(f[0]), nameWidth-2)
			}
			p.SetTextColor(90, 90, 90)
			p.CellFormat(nameWidth, lineHeight, name, "", 0, "L", false, 0, "")
			p.SetTextColor(0, 0, 0)
			p.CellFormat(p.width-nameWidth, lineHeight, line, "", 1, "L", false, 0, "")
		}
	}
	p.Ln(1)
}

// Table writes rows, and the names of their columns at the top of each page.
func (p *page) Table(columns []string, widths []float64, rows [][]string) {
	whole := 0.0
	for _, w := range widths {
		whole += w
	}
	at := make([]float64, len(widths))
	for i, w := range widths {
		at[i] = w / whole * p.width
	}
	p.room(4 * lineHeight)
	p.head(columns, at)
	for _, row := range rows {
		p.row(columns, at, row)
		p.rule()
	}
	p.Ln(gap)
}

func (p *page) head(columns []string, widths []float64) {
	p.SetFont(paper.Regular, "B", textSize-1)
	p.SetFillColor(238, 238, 238)
	p.SetX(margin)
	for i, name := range columns {
		p.CellFormat(widths[i], lineHeight+1, name, "", 0, "L", true, 0, "")
	}
	p.Ln(lineHeight + 1)
	p.SetFont(paper.Regular, "", textSize-1)
}

// row writes a row line by line, so that one that is higher than a page goes on on the next.
func (p *page) row(columns []string, widths []float64, row []string) {
	cells, most := make([][]string, len(row)), 0
	for i, text := range row {
		cells[i] = p.split(p.Plain(text), widths[i]-1.5)
		most = max(most, len(cells[i]))
	}
	if most <= 6 && p.room(float64(most)*lineHeight) {
		p.head(columns, widths)
	}
	for line := range most {
		if p.room(lineHeight) {
			p.head(columns, widths)
		}
		p.SetX(margin)
		for i := range cells {
			text := ""
			if line < len(cells[i]) {
				text = cells[i][line]
			}
			p.CellFormat(widths[i], lineHeight, text, "", 0, "L", false, 0, "")
		}
		p.Ln(lineHeight)
	}
}

// Letter writes a text word for word. A line that is too long goes on in the next.
func (p *page) Letter(text string) {
	p.SetFont(paper.Fixed, "", fixedSize)
	most := int((p.width - 8) / p.GetStringWidth("m"))
	p.SetDrawColor(170, 170, 170)
	for part := range strings.SplitSeq(p.Plain(text), "\n") {
		line := []rune(part)
		for first := true; first || len(line) > 0; first = false {
			n := lineOf(line, most)
			p.room(lineHeight - 0.6)
			p.Line(margin+1, p.GetY(), margin+1, p.GetY()+lineHeight-0.6)
			p.SetX(margin + 4)
			p.CellFormat(p.width-4, lineHeight-0.6, string(line[:n]), "", 1, "L", false, 0, "")
			line = line[n:]
		}
	}
	p.Ln(gap)
}

// lineOf returns how many characters of a text one line takes: whole words if there are several.
func lineOf(text []rune, most int) int {
	if len(text) <= most {
		return len(text)
	}
	for n := most; n > most/2; n-- {
		if text[n-1] == ' ' {
			return n
		}
	}
	return most
}
