package importing

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// sheetMarks is what the row iterator does not say of a sheet, or of the texts that cells share.
type sheetMarks struct {
	hasCells bool
	lastRow  int
	wideRow  int                 // the first row that has more cells with something in them than a table has columns
	formulas map[int]int         // by row, the index of the first cell that has one
	merged   map[int]map[int]int // by row and column, from 1, the first row of a cell that is merged over several
	spread   int
	days     []daysFrom // which cells of numbers show days
	isDay    func(style string) bool

	texts        int
	hasEmptyText bool

	cells  int    // of the row
	filled int    // of these, those that are more than a format
	cell   string // the tag of the latest
	begun  int    // where the cell or text began that is read; 0 outside of one
	length int    // of what it says
	said   int    // the same with all its parts
	codes  int    // characters of it that are written as _x000D_; each costs a copy of what is before it
	costs  int    // of the codes of all
}

// daysFrom are the columns, in their order, whose cells show days from a row on.
type daysFrom struct {
	row     int
	columns []uint16
}

func scanPart(packed *zip.Reader, name string, isDay func(style string) bool) (*sheetMarks, error) {
	for _, f := range packed.File {
		if strings.EqualFold(nameOfPart(f), name) {
			return scan(f, isDay)
		}
	}
	return &sheetMarks{}, nil
}

// scan looks through a part without building anything: for formulas, merged cells, texts without an end and documents that define
// entities, by which a few bytes become gigabytes.
func scan(f *zip.File, isDay func(style string) bool) (*sheetMarks, error) {
	part, err := f.Open()
	if err != nil {
		return nil, refuse("The workbook is damaged: %s.", err)
	}
	defer func() { _ = part.Close() }()
	m := &sheetMarks{formulas: map[int]int{}, merged: map[int]map[int]int{}, isDay: isDay}
	r := &tags{Reader: bufio.NewReaderSize(part, maxTag)}
	isTable := strings.HasPrefix(nameOfPart(f), "xl/worksheets/") || nameOfPart(f) == textsPart
	for {
		tag, text, err := r.next()
		if isEnd(err) {
			return m, nil
		}
		if err == nil && strings.HasPrefix(tag, "!") && !strings.HasPrefix(tag, "!--") && !strings.HasPrefix(tag, "![") {
			err = refuse("The workbook defines entities, which no spreadsheet does.")
		}
		if err == nil && isTable {
			err = m.see(tag, text, r)
		}
		if err != nil {
			return nil, err
		}
	}
}

// see takes a tag of a sheet or of the shared texts, with the length of the text before it.
func (m *sheetMarks) see(tag string, text int, r *tags) error {
	name := localName(tag)
	if err := m.bound(tag, text, r); err != nil {
		return err
	}
	if m.begun > 0 && (name == "c" || name == "si") {
		return refuse("The workbook is damaged: a cell is inside of another.")
	}
	return m.note(name, tag, text, r)
}

// bound refuses a cell, or a text, that has become too large.
func (m *sheetMarks) bound(tag string, text int, r *tags) error {
	if m.begun > 0 {
		if m.said, m.codes = m.said+text, m.codes+r.codes; strings.HasPrefix(tag, "![") { // text that is written as it is
			m.said, m.codes = m.said+len(tag), m.codes+codesOf([]byte(tag))
		}
		if m.codes > 0 && m.codes*m.said > maxCodes {
			return refuse("A cell of the workbook has %d characters that are written as codes, such as _x000D_.", m.codes)
		}
	}
	if text > 6*maxCell || m.begun > 0 && (m.said > 6*maxCell || r.at-m.begun > maxRecord) {
		return refuse("A cell of the workbook is longer than %d characters, which no spreadsheet allows.", maxCell)
	}
	return nil
}

// note keeps what a tag says.
func (m *sheetMarks) note(name, tag string, text int, r *tags) error {
	switch name {
	case "row":
		row, err := strconv.Atoi(attribute(tag, "r"))
		if err != nil || row == 0 {
			row = m.lastRow + 1
		}
		if row <= m.lastRow || row > excelize.TotalRows {
			return refuse("Row %d of the workbook comes behind row %d; rows must be in their order, and at most %d.", row, m.lastRow,
				excelize.TotalRows)
		}
		m.lastRow, m.cells, m.filled = row, 0, 0
		m.beginDays()
	case "c":
		if m.cells++; m.cells > excelize.MaxColumns {
			return refuse("Row %d has more than %d columns; a table has at most %d.", m.lastRow, excelize.MaxColumns, maxColumns)
		}
		if !strings.HasSuffix(tag, "/") {
			m.filled++
		}
		if m.filled > maxColumns && m.wideRow == 0 {
			m.wideRow = m.lastRow
		}
		m.hasCells, m.cell = true, tag
		m.begin(tag, r.at)
		m.seeDay(tag)
	case "f":
		if _, ok := m.formulas[m.lastRow]; !ok {
			m.formulas[m.lastRow] = m.column()
		}
	case "mergeCell":
		return m.merge(attribute(tag, "ref"))
	case "si":
		m.texts++
		m.hasEmptyText = m.hasEmptyText || strings.HasSuffix(tag, "/")
		m.begin(tag, r.at)
	case "/t":
		m.length += text
	case "/si":
		m.hasEmptyText = m.hasEmptyText || m.length == 0
		return m.end()
	case "/c":
		return m.end()
	}
	return nil
}

// end ends a cell or a text.
func (m *sheetMarks) end() error {
	m.begun, m.costs = 0, m.costs+m.codes*m.said
	if m.codes = 0; m.costs > allCodes {
		return refuse("The workbook has very many characters that are written as codes, such as _x000D_.")
	}
	return nil
}

// beginDays begins the days of a row. A row that has those of the one before needs none of its own.
func (m *sheetMarks) beginDays() {
	n := len(m.days)
	if m.isDay == nil {
		return
	}
	if n > 1 && slices.Equal(m.days[n-1].columns, m.days[n-2].columns) {
		m.days[n-1] = daysFrom{row: m.lastRow, columns: m.days[n-1].columns[:0]}
		return
	}
	m.days = append(m.days, daysFrom{row: m.lastRow})
}

// seeDay notes a cell of a number that is shown as a day.
func (m *sheetMarks) seeDay(tag string) {
	if len(m.days) == 0 {
		return
	}
	if kind := attribute(tag, "t"); (kind == "" || kind == "n") && m.isDay(attribute(tag, "s")) {
		last := &m.days[len(m.days)-1]
		last.columns = append(last.columns, uint16(m.column())) // at most 16,384
	}
}

// daysOf are the columns of a row whose cells show days.
func (m *sheetMarks) daysOf(row int) []uint16 {
	n, isFirst := slices.BinarySearchFunc(m.days, row, func(d daysFrom, row int) int { return d.row - row })
	if isFirst {
		n++
	}
	if n == 0 {
		return nil
	}
	return m.days[n-1].columns
}

// column is the index of the latest cell.
func (m *sheetMarks) column() int {
	column, _, err := excelize.CellNameToCoordinates(attribute(m.cell, "r"))
	if err != nil {
		column = m.cells
	}
	return column - 1
}

// begin begins a cell or a text, unless its tag is its end too.
func (m *sheetMarks) begin(tag string, at int) {
	m.said, m.codes = 0, 0
	if m.begun, m.length = at, 0; strings.HasSuffix(tag, "/") {
		m.begun = 0
	}
}

// localName is the name of a tag without its prefix, with a slash before it if it is an end.
func localName(tag string) string {
	slash := tag[:len(tag)-len(strings.TrimPrefix(tag, "/"))]
	tag = tag[len(slash):]
	if i := strings.IndexAny(tag, " \t\r\n/"); i >= 0 {
		tag = tag[:i]
	}
	return slash + tag[strings.IndexByte(tag, ':')+1:]
}

// tags reads a part of a workbook tag by tag.
type tags struct {
	*bufio.Reader
	at    int
	codes int    // of the latest text, as codesOf counts them
	tag   []byte // the latest, with its end
}

// next reads up to the next tag and returns it, and how long the text before it is.
func (r *tags) next() (tag string, text int, err error) {
	if text, err = r.skipText(); err != nil {
		return "", 0, err
	}
	r.tag = r.tag[:0]
	for quote := byte(0); ; {
		part, err := r.ReadSlice('>')
		r.at += len(part)
		switch {
		case errors.Is(err, bufio.ErrBufferFull), len(r.tag)+len(part) > maxTag:
			return "", 0, refuse("The workbook has a tag of more than %d KiB, which no spreadsheet writes.", maxTag>>10)
		case err != nil:
			return "", 0, refuse("The workbook is damaged: a part ends inside of a tag.")
		}
		r.tag, quote = append(r.tag, part...), quoteIn(part, quote)
		if isWhole(r.tag[:len(r.tag)-1], quote) {
			return string(r.tag[:len(r.tag)-1]), text, nil
		}
	}
}

// quoteIn is the quote that is open behind a part of a tag, of which one is open before it; 0 for none.
func quoteIn(part []byte, open byte) byte {
	for _, c := range part {
		switch {
		case c == open:
			open = 0
		case open == 0 && (c == '"' || c == '\''):
			open = c
		}
	}
	return open
}

// isWhole reports whether a tag, a comment or text that is written as it is ends here, and not with a later >.
func isWhole(tag []byte, quote byte) bool {
	switch {
	case bytes.HasPrefix(tag, []byte("!--")):
		return len(tag) >= len("!----") && bytes.HasSuffix(tag, []byte("--"))
	case bytes.HasPrefix(tag, []byte("![CDATA[")):
		return bytes.HasSuffix(tag, []byte("]]"))
	case bytes.HasPrefix(tag, []byte("?")):
		return len(tag) > 1 && bytes.HasSuffix(tag, []byte("?"))
	default: // one that begins with ! is not read
		return quote == 0 || bytes.HasPrefix(tag, []byte("!"))
	}
}

func (r *tags) skipText() (length int, err error) {
	r.codes = 0
	for {
		text, err := r.ReadSlice('<')
		r.codes += codesOf(text)
		length += len(text)
		r.at += len(text)
		switch {
		case err == nil:
			return length - 1, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case isEnd(err):
			return 0, io.EOF
		default:
			return 0, refuse("The workbook is damaged: %s.", err)
		}
	}
}

// codesOf counts what may begin a character that is written as a code, such as _x000D_, however its parts are written.
func codesOf(text []byte) (n int) {
	for i, c := range text {
		switch {
		case i+1 == len(text):
		case c == '_' && (text[i+1] == 'x' || text[i+1] == '&'):
			n++
		case c == '&' && text[i+1] == '#':
			number, _, _ := bytes.Cut(text[i+2:min(len(text), i+20)], []byte(";"))
			switch string(bytes.TrimLeft(bytes.ToLower(number), "x0")) {
			case "95", "5f":
				n++
			}
		}
	}
	return n
}

func attribute(tag, name string) string {
	for _, quote := range []string{`"`, "'"} {
		if _, rest, ok := strings.Cut(tag, " "+name+"="+quote); ok {
			value, _, _ := strings.Cut(rest, quote)
			return value
		}
	}
	return ""
}

// merge notes the rows of a range: they all have its value. Over columns alone, it is a heading.
func (m *sheetMarks) merge(ref string) error {
	from, to, ok := strings.Cut(ref, ":")
	if !ok {
		return nil
	}
	column, firstRow, err := excelize.CellNameToCoordinates(from)
	_, lastRow, err2 := excelize.CellNameToCoordinates(to)
	if err != nil || err2 != nil || firstRow == lastRow {
		return nil
	}
	if m.spread += max(0, lastRow-firstRow); m.spread > maxMerged {
		return refuse("The sheet has more than %d merged cells; unmerge them and save it again.", maxMerged)
	}
	for row := firstRow; row <= lastRow; row++ {
		if m.merged[row] == nil {
			m.merged[row] = map[int]int{}
		}
		m.merged[row][column] = firstRow
	}
	return nil
}
