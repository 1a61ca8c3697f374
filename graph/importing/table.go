package importing

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/model/importing"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// Bounds of a file, beyond which it is refused.
const (
	maxFile     = 64 << 20  // bytes of an upload
	maxWorkbook = 32 << 20  // bytes of an XLSX
	maxRecord   = 1 << 20   // bytes of one row, and of what an XLSX has for one cell
	maxCell     = 32_767    // characters, as of a spreadsheet
	maxColumns  = 1_000     // of one row
	maxUnpacked = 512 << 20 // bytes of an unpacked XLSX
	maxRatio    = 200       // of unpacked to packed bytes
	maxParts    = 500       // files in an XLSX
	maxInMemory = 4 << 20   // bytes of a part that is not read from a file
	maxBeside   = 24 << 20  // bytes of all parts that are not
	maxTag      = 64 << 10  // bytes of a tag
	maxCodes    = 16 << 20  // bytes that the characters of a cell cost that are written as codes
	allCodes    = 4 << 30   // the same of a part
	maxTexts    = 2_000_000 // texts that cells share
	maxMerged   = 200_000   // cells
	maxKept     = 16 << 20  // bytes of the texts of merged cells
	maxSpread   = 20        // of a table's texts, each wherever it stands, to the bytes of its file
)

// refusedFile is the reason why a file is not read, for people.
type refusedFile struct{ reason string }

// Error is the reason.
func (e *refusedFile) Error() string { return e.reason }

func refuse(format string, args ...any) error { return &refusedFile{fmt.Sprintf(format, args...)} }

// table reads a file row by row; io.EOF is its end.
type table interface {
	next() (cells []string, m marks, err error)
	close()
}

// marks are what a row has beside the values of its cells.
type marks struct {
	formula int         // the index of its first cell that has one; none for no formula
	merged  map[int]int // by column, from 1, the first row of a cell that is merged over several
}

// unmarked are no marks.
var unmarked = marks{formula: none}

// markSign begins what is kept of the marks of a row, before its cells. No clean cell has it.
const markSign = "\x1f"

// kept are the cells of a row with its marks before them, if it has any.
func (m marks) kept(cells []string) []string {
	var mark strings.Builder
	for _, column := range slices.Sorted(maps.Keys(m.merged)) {
		if column <= len(cells) && cells[column-1] != "" {
			fmt.Fprintf(&mark, " %d:%d", column, m.merged[column])
		}
	}
	if m.formula == none && mark.Len() == 0 {
		return cells
	}
	return append([]string{markSign + strconv.Itoa(m.formula) + mark.String()}, cells...)
}

// valuesOf are the cells of a row that was kept, and its marks.
func valuesOf(row stored.Staged) (cells []string, m marks) {
	if len(row.Cells) == 0 || !strings.HasPrefix(row.Cells[0], markSign) {
		return row.Cells, unmarked
	}
	m.merged = map[int]int{}
	for _, part := range strings.Fields(row.Cells[0][len(markSign):]) {
		column, first, isMerged := strings.Cut(part, ":")
		n, _ := strconv.Atoi(column)
		if !isMerged {
			m.formula = n
			continue
		}
		m.merged[n], _ = strconv.Atoi(first)
	}
	return row.Cells[1:], m
}

// checkRow refuses a row that is too large. Cells of a workbook share their texts, so a few bytes may be very many cells.
func checkRow(cells []string, row int) error {
	if len(cells) > maxColumns {
		return refuse("Row %d has %d columns; a table has at most %d.", row, len(cells), maxColumns)
	}
	for _, cell := range cells {
		if len(cell) > 4*maxCell {
			return refuse("Row %d has a cell of %d bytes; a cell has at most %d characters.", row, len(cell), maxCell)
		}
	}
	if bytesOf(cells) > maxRecord {
		return refuse("Row %d has more than %d MiB.", row, maxRecord>>20)
	}
	return nil
}

func bytesOf(cells []string) (n int) {
	for _, cell := range cells {
		n += len(cell)
	}
	return n
}

// clean cleans the cells of a row in place, and refuses one that is too large. What an export wrote is as it was, but for characters
// that no text has.
func clean(file *importing.File, cells []string, row int) ([]string, error) {
	if err := checkRow(cells, row); err != nil {
		return nil, err
	}
	if row == 1 {
		file.Noun = importing.ExportedNoun(cells)
	}
	last := 0
	for i, cell := range cells {
		switch cells[i] = columns.Unguard(cell); {
		case file.Noun == "":
			cells[i] = importing.Clean(cells[i])
		case strings.IndexByte(cell, 0) >= 0 || !utf8.ValidString(cell): // a workbook writes it as _x0000_
			return nil, refuse("Row %d has a cell with a character that is none.", row)
		}
		if cells[i] != "" {
			last = i + 1
		}
	}
	return cells[:last], nil
}

// openTable reads a file by what it is, whatever its name says.
func openTable(content []byte, file *importing.File) (table, error) {
	switch {
	case len(content) == 0:
		return nil, refuse("The file is empty.")
	case len(content) > 3 && string(content[:4]) == "PK\x03\x04":
		file.Format = "xlsx"
		return openXLSX(content, file)
	case len(content) > 7 && string(content[:4]) == "\xd0\xcf\x11\xe0":
		return nil, refuse("This is a workbook of Excel 97 to 2003, or one with a password; save it as .xlsx without a password.")
	case len(content) > 4 && string(content[:5]) == "%PDF-":
		return nil, refuse("This is a PDF; send a CSV or an XLSX file.")
	default:
		file.Format = "csv"
		return openCSV(content, file)
	}
}

func isEnd(err error) bool { return errors.Is(err, io.EOF) }
