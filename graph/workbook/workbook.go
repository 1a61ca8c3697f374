// Package workbook writes files of Excel with one sheet, row by row, and keeps none of them: excelize keeps all of a file in memory,
// and is half as fast.
//
// It imports no package of the program.
package workbook

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
)

// What a sheet of Excel has room for.
const (
	MaxRows  = 1 << 20
	MaxChars = 1<<15 - 1 // of a cell
)

// Fits reports whether a cell has room for a text.
func Fits(text string) bool {
	return len(text) <= MaxChars || len(utf16.Encode([]rune(text))) <= MaxChars
}

// Cut is as much of a text as a cell has room for.
func Cut(text string) string {
	if Fits(text) {
		return text
	}
	return string(utf16.Decode(utf16.Encode([]rune(text))[:MaxChars]))
}

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

// Writer writes a workbook.
type Writer struct {
	zip     *zip.Writer
	sheet   io.Writer
	letters []string // of the columns
	row     int
	line    bytes.Buffer
}

// New begins a workbook that has a sheet with some columns.
func New(sheet string, columns int, w io.Writer) (*Writer, error) {
	b := &Writer{zip: zip.NewWriter(w), letters: lettersOf(columns)}
	b.zip.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	for _, part := range parts {
		if err := b.part(part.name, xml.Header+part.text); err != nil {
			return nil, err
		}
	}
	return b, errors.Join(b.part("xl/workbook.xml", xml.Header+`<workbook`+namespace+` xmlns:r="`+relations+
		`"><sheets><sheet name="`+sheet+`" sheetId="1" r:id="rId1"/></sheets></workbook>`), b.part("xl/worksheets/sheet1.xml", sheetBegin))
}

// part begins the next part of the workbook, the last one of which is the sheet.
func (b *Writer) part(name, text string) (err error) {
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

// Row begins the next row.
func (b *Writer) Row() {
	b.row++
	b.line.Reset()
	b.write(`<row r="`, strconv.Itoa(b.row), `">`)
}

func (b *Writer) write(texts ...string) {
	for _, text := range texts {
		b.line.WriteString(text)
	}
}

// Rows is how many rows were begun.
func (b *Writer) Rows() int { return b.row }

// Value is a cell of the row, of a number (n) or a boolean (b: 1 or 0).
func (b *Writer) Value(i int, kind, value string) {
	b.write(`<c r="`, b.letters[i], strconv.Itoa(b.row), `" t="`, kind, `"><v>`, value, `</v></c>`)
}

// numbered is what spreadsheets read as a character by its number; _x005F_ is the underscore itself.
var numbered = regexp.MustCompile(`_x[0-9a-fA-F]{4}`)

// Text is a cell of the row that has a text which fits.
func (b *Writer) Text(i int, text string) {
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

// End ends the row.
func (b *Writer) End() error {
	b.write(`</row>`)
	_, err := b.sheet.Write(b.line.Bytes())
	return err
}

// Close ends the workbook.
func (b *Writer) Close() error {
	_, err := io.WriteString(b.sheet, sheetEnd)
	return errors.Join(err, b.zip.Close())
}
