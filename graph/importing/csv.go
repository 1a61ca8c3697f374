package importing

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/covertrack/covertrack/model/importing"
)

// csvTable reads text. A cell that is no UTF-8 is read as Windows-1252, which Excel writes.
type csvTable struct {
	*csv.Reader
	text   []byte
	budget *budget
	file   *importing.File
	row    int
	line   int      // that the next record begins in, unless blank ones are before it
	blank  int      // lines that are told before the record that is kept
	kept   []string // a record behind blank lines
}

// budget refuses a record that goes on and on, as behind a quote that nobody closes.
type budget struct {
	io.Reader
	left int
}

// Read reads no more than the record has left.
func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, refuse("A row has more than %d MiB; a quote may not be closed.", maxRecord>>20)
	}
	n, err := b.Reader.Read(p)
	b.left -= n
	return n, err
}

func openCSV(content []byte, file *importing.File) (table, error) {
	file.Encoding = "utf-8"
	text, err := decoded(content, file)
	if err != nil {
		return nil, err
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		return nil, refuse("The file has a NUL at byte %d, so it is no text; send a CSV or an XLSX file.", i)
	}
	if bytes.IndexByte(text, '\n') < 0 { // as Excel writes on a Macintosh
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	comma := separatorOf(text)
	file.Comma = string(comma)
	t := &csvTable{text: text, budget: &budget{Reader: bytes.NewReader(text), left: maxRecord}, file: file}
	t.Reader = csv.NewReader(t.budget)
	t.Comma, t.FieldsPerRecord, t.LazyQuotes, t.ReuseRecord = comma, -1, true, true
	return t, nil
}

// decoded takes a mark of its encoding from a text, and reads UTF-16, as Excel's “Unicode text”.
func decoded(content []byte, file *importing.File) ([]byte, error) {
	switch {
	case bytes.HasPrefix(content, []byte("\xef\xbb\xbf")):
		return content[3:], nil
	case bytes.HasPrefix(content, []byte("\xff\xfe")), bytes.HasPrefix(content, []byte("\xfe\xff")):
		file.Encoding = "utf-16"
		text, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(content)
		if err != nil {
			return nil, refuse("The file is no UTF-16, though it says so.")
		}
		return text, nil
	case isWide(content, 1):
		return decoded(append([]byte("\xff\xfe"), content...), file)
	case isWide(content, 0):
		return decoded(append([]byte("\xfe\xff"), content...), file)
	default:
		return content, nil
	}
}

// isWide reports whether a text begins as UTF-16 without a mark: each second byte is 0.
func isWide(content []byte, first int) bool {
	const enough = 16
	for i := first; i < 2*enough; i += 2 {
		if i|1 >= len(content) || content[i] != 0 || content[i^1] == 0 {
			return false
		}
	}
	return true
}

// separatorOf is the sign that parts the cells: that which the first lines have most evenly.
func separatorOf(text []byte) rune {
	sample := text[:min(len(text), 64<<10)]
	best, most := ',', 0
	for _, sign := range []rune{',', ';', '\t', '|'} {
		var counts []int
		for i, line := range strings.Split(strings.ReplaceAll(string(sample), "\r", "\n"), "\n") {
			if i < 50 && strings.TrimSpace(line) != "" {
				counts = append(counts, outsideOfQuotes(line, sign))
			}
		}
		if len(counts) == 0 {
			continue
		}
		slices.Sort(counts)
		if usual := counts[len(counts)/2]; usual > most {
			best, most = sign, usual
		}
	}
	return best
}

func outsideOfQuotes(line string, sign rune) (n int) {
	isQuoted := false
	for _, r := range line {
		switch {
		case r == '"':
			isQuoted = !isQuoted
		case r == sign && !isQuoted:
			n++
		}
	}
	return n
}

func (t *csvTable) next() ([]string, marks, error) {
	t.row++
	if t.blank > 0 {
		t.blank--
		return nil, unmarked, nil
	}
	cells := t.kept
	if t.kept = nil; cells == nil {
		var err error
		if cells, err = t.record(); err != nil || t.blank > 0 {
			t.kept = cells
			t.blank = max(t.blank-1, 0)
			return nil, unmarked, err
		}
	}
	formula := none
	for i, cell := range cells {
		if !utf8.ValidString(cell) {
			t.file.Encoding = "windows-1252"
			cells[i], _ = charmap.Windows1252.NewDecoder().String(cell) // every byte is a character, or none
		}
		if formula == none && isFormula(cells[i]) {
			formula = i
		}
	}
	cells, err := clean(t.file, cells, t.row)
	return cells, marks{formula: formula}, err
}

// record reads a record, and notes how many blank lines are before it: they are rows of a spreadsheet.
func (t *csvTable) record() ([]string, error) {
	t.budget.left = maxRecord
	begun := t.InputOffset()
	cells, err := t.Read()
	if isEnd(err) {
		return nil, io.EOF
	}
	if reason, ok := errors.AsType[*refusedFile](err); ok {
		return nil, reason
	}
	if err != nil {
		return nil, refuse("Row %d cannot be read: %s.", t.row, err)
	}
	if err := t.checkQuotes(t.text[begun:t.InputOffset()], cells); err != nil {
		return nil, err
	}
	first, _ := t.FieldPos(0)
	t.blank = max(first-max(t.line, 1), 0)
	t.line = first + 1
	for _, cell := range cells {
		t.line += strings.Count(cell, "\n")
	}
	return slices.Clone(cells), nil
}

// checkQuotes refuses a record of several lines whose quotes are not closed or not doubled: it has taken the rows behind it.
func (t *csvTable) checkQuotes(raw []byte, cells []string) error {
	if !slices.ContainsFunc(cells, func(cell string) bool { return strings.Contains(cell, "\n") }) {
		return nil
	}
	strict := csv.NewReader(bytes.NewReader(raw))
	strict.Comma, strict.FieldsPerRecord = t.Comma, -1
	if _, err := strict.Read(); err != nil {
		return refuse("Row %d has a quote that is not closed, or one within a cell that is not doubled.", t.row)
	}
	return nil
}

// isFormula reports whether a spreadsheet would run a cell.
func isFormula(cell string) bool {
	cell = strings.TrimSpace(cell)
	return len(cell) > 1 && (cell[0] == '=' || cell[0] == '@' && strings.Contains(cell, "("))
}

func (*csvTable) close() {}
