package exporting

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/klauspost/compress/flate"

	"github.com/covertrack/covertrack/model/columns"
)

// What a sheet of Excel has room for.
const (
	maxRows  = 1 << 20
	maxChars = 1<<15 - 1
)

// parts are those of a workbook beside its sheet.
var parts = []struct{ name, text string }{
	{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + office + `spreadsheetml.sheet.main+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="` + office + `spreadsheetml.worksheet+xml"/></Types>`},
	{"_rels/.rels", relation("officeDocument", "xl/workbook.xml")},
	{"xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/sheet1.xml")},
}

const (
	office     = "application/vnd.openxmlformats-officedocument."
	schemas    = "http://schemas.openxmlformats.org/"
	namespace  = ` xmlns="` + schemas + `spreadsheetml/2006/main"`
	relations  = schemas + "officeDocument/2006/relationships"
	sheetBegin = xml.Header + `<worksheet` + namespace + `><sheetData>`
	sheetEnd   = `</sheetData></worksheet>`
)

func relation(kind, target string) string {
	return `<Relationships xmlns="` + schemas + `package/2006/relationships"><Relationship Id="rId1" Type="` + relations + "/" + kind +
		`" Target="` + target + `"/></Relationships>`
}

// workbook is a file of Excel with one sheet, which is written row by row and nowhere kept: excelize keeps all of a file in
// memory, and is half as fast. Decimals, dates and times are texts, as the API writes them: a spreadsheet's own are not exact.
type workbook struct {
	noun    *columns.Noun
	zip     *zip.Writer
	sheet   io.Writer
	letters []string // of the columns
	row     int
	line    bytes.Buffer
}

func newWorkbook(n *columns.Noun, w io.Writer) (*workbook, error) {
	b := &workbook{noun: n, zip: zip.NewWriter(w), letters: lettersOf(len(n.Columns))}
	b.zip.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	for _, part := range parts {
		if err := b.part(part.name, xml.Header+part.text); err != nil {
			return nil, err
		}
	}
	err := errors.Join(b.part("xl/workbook.xml", xml.Header+`<workbook`+namespace+` xmlns:r="`+relations+
		`"><sheets><sheet name="`+n.Name+`" sheetId="1" r:id="rId1"/></sheets></workbook>`), b.part("xl/worksheets/sheet1.xml", sheetBegin))
	if err != nil {
		return nil, err
	}
	b.begin()
	for i, name := range n.Names() {
		b.text(i, name)
	}
	return b, b.end()
}

// part begins the next part of the workbook, the last one of which is the sheet.
func (b *workbook) part(name, text string) (err error) {
	if b.sheet, err = b.zip.Create(name); err == nil {
		_, err = io.WriteString(b.sheet, text)
	}
	return err
}

// lettersOf are the names of columns: A to Z, AA to ZZ, and so on.
func lettersOf(columns int) []string {
	all := make([]string, columns)
	for i := range all {
		if i >= 26 {
			all[i] = all[i/26-1]
		}
		all[i] += string(rune('A' + i%26))
	}
	return all
}

func (b *workbook) add(row *columns.Row) error {
	if b.row == maxRows {
		return tooMuch("A workbook of Excel has room for %d records of a noun, and there are more %s; take csv, ndjson or parquet.",
			maxRows-1, b.noun.Name)
	}
	b.begin()
	for i, cell := range row.Cells {
		if cell == nil {
			continue
		}
		switch c := b.noun.Columns[i]; {
		case !c.IsList && c.Kind == columns.KindBoolean:
			b.value(i, "b", isTrue[string(cell)])
			continue
		case !c.IsList && c.Kind == columns.KindInteger && cell[0] != '"':
			b.value(i, "n", string(cell))
			continue
		}
		text := columns.Guard(columns.Text(cell))
		if len(text) > maxChars && len(utf16.Encode([]rune(text))) > maxChars {
			return tooMuch("A cell of Excel has room for %d characters, and `%s` of %s has more; take csv, ndjson or parquet.",
				maxChars, b.noun.Columns[i].Name, columns.Text(row.Cells[0]))
		}
		b.text(i, text)
	}
	return b.end()
}

var isTrue = map[string]string{"true": "1", "false": "0"}

func (b *workbook) begin() {
	b.row++
	b.line.Reset()
	b.write(`<row r="`, strconv.Itoa(b.row), `">`)
}

func (b *workbook) write(texts ...string) {
	for _, text := range texts {
		b.line.WriteString(text)
	}
}

// value is a cell of a number or a boolean.
func (b *workbook) value(i int, kind, value string) {
	b.write(`<c r="`, b.letters[i], strconv.Itoa(b.row), `" t="`, kind, `"><v>`, value, `</v></c>`)
}

// numbered is what spreadsheets read as a character by its number; _x005F_ is the underscore itself.
var numbered = regexp.MustCompile(`_x[0-9a-fA-F]{4}`)

func (b *workbook) text(i int, text string) {
	b.write(`<c r="`, b.letters[i], strconv.Itoa(b.row), `" t="inlineStr"><is><t`)
	if strings.TrimSpace(text) != text {
		b.write(` xml:space="preserve"`)
	}
	b.write(`>`)
	if strings.Contains(text, "_x") {
		text = numbered.ReplaceAllString(text, "_x005F$0")
	}
	_ = xml.EscapeText(&b.line, []byte(text))
	b.write(`</t></is></c>`)
}

func (b *workbook) end() error {
	b.write(`</row>`)
	_, err := b.sheet.Write(b.line.Bytes())
	return err
}

func (b *workbook) close(isWhole bool) error {
	if !isWhole {
		return nil
	}
	_, err := io.WriteString(b.sheet, sheetEnd)
	return errors.Join(err, b.zip.Close())
}
