package importing

import (
	"archive/zip"
	"bufio"
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
	formulas map[int]int         // by row, the index of the first cell that has one
	merged   map[int]map[int]int // by row and column, from 1, the first row of a cell that is merged over several
	spread   int
	days     []daysFrom // which cells of numbers show days
	isDay    func(style string) bool

	texts        int
	hasEmptyText bool

	cells  int    // of the row
	cell   string // the tag of the latest
	begun  int    // where the cell or text began that is read; 0 outside of one
	length int    // of what it says
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
			err = m.see(tag, text, r.at)
		}
		if err != nil {
			return nil, err
		}
	}
}

// see takes a tag of a sheet or of the shared texts, with the length of the text before it.
func (m *sheetMarks) see(tag string, text, at int) error {
	if text > 6*maxCell || m.begun > 0 && at-m.begun > maxRecord {
		return refuse("A cell of the workbook is longer than %d characters, which no spreadsheet allows.", maxCell)
	}
	switch localName(tag) {
	case "row":
		row, err := strconv.Atoi(attribute(tag, "r"))
		if err != nil || row == 0 {
			row = m.lastRow + 1
		}
		if row <= m.lastRow || row > excelize.TotalRows {
			return refuse("Row %d of the workbook comes behind row %d; rows must be in their order, and at most %d.", row, m.lastRow,
				excelize.TotalRows)
		}
		m.lastRow, m.cells = row, 0
		m.beginDays()
	case "c":
		if m.cells++; m.cells > excelize.MaxColumns {
			return refuse("Row %d has more than %d columns; a table has at most %d.", m.lastRow, excelize.MaxColumns, maxColumns)
		}
		m.hasCells, m.cell = true, tag
		m.begin(tag, at)
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
		m.begin(tag, at)
	case "/t":
		m.length += text
	case "/si":
		m.hasEmptyText = m.hasEmptyText || m.length == 0
		m.begun = 0
	case "/c":
		m.begun = 0
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
	at int
}

// next reads up to the next tag and returns it, and how long the text before it is.
func (r *tags) next() (tag string, text int, err error) {
	if text, err = r.skipText(); err != nil {
		return "", 0, err
	}
	all, err := r.ReadSlice('>')
	r.at += len(all)
	switch {
	case err == nil:
		return string(all[:len(all)-1]), text, nil
	case errors.Is(err, bufio.ErrBufferFull):
		return "", 0, refuse("The workbook has a tag of more than %d KiB, which no spreadsheet writes.", maxTag>>10)
	default:
		return "", 0, refuse("The workbook is damaged: a part ends inside of a tag.")
	}
}

func (r *tags) skipText() (length int, err error) {
	for {
		text, err := r.ReadSlice('<')
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
