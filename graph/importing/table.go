package importing

import (
	"errors"
	"fmt"
	"io"

	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/model/importing"
)

// Bounds of a file, beyond which it is refused.
const (
	maxFile     = 64 << 20  // bytes of an upload
	maxWorkbook = 32 << 20  // bytes of an XLSX
	maxRecord   = 1 << 20   // bytes of one row of a CSV, of one cell of an XLSX
	maxCell     = 32_767    // characters, as of a spreadsheet
	maxColumns  = 1_000     // of one row
	maxUnpacked = 512 << 20 // bytes of an unpacked XLSX
	maxRatio    = 200       // of unpacked to packed bytes
	maxParts    = 500       // files in an XLSX
	maxInMemory = 4 << 20   // bytes of a part that is not read from a file
	maxBeside   = 24 << 20  // bytes of all parts that are not
	maxTag      = 64 << 10  // bytes of a tag
	maxTexts    = 2_000_000 // texts that cells share
	maxMerged   = 200_000   // cells
)

// refusedFile is the reason why a file is not read, for people.
type refusedFile struct{ reason string }

// Error is the reason.
func (e *refusedFile) Error() string { return e.reason }

func refuse(format string, args ...any) error { return &refusedFile{fmt.Sprintf(format, args...)} }

// table reads a file row by row, each with the index of its first cell that has a formula, none for no formula; io.EOF is its end.
type table interface {
	next() (cells []string, formula int, err error)
	close()
}

// clean cleans the cells of a row in place, and refuses one that is too large. What an export wrote is as it was.
func clean(file *importing.File, cells []string, row int) ([]string, error) {
	if len(cells) > maxColumns {
		return nil, refuse("Row %d has %d columns; a table has at most %d.", row, len(cells), maxColumns)
	}
	if row == 1 {
		file.Noun = importing.ExportedNoun(cells)
	}
	last := 0
	for i, cell := range cells {
		if len(cell) > 4*maxCell {
			return nil, refuse("Row %d has a cell of %d bytes; a cell has at most %d characters.", row, len(cell), maxCell)
		}
		if cells[i] = columns.Unguard(cell); file.Noun == "" {
			cells[i] = importing.Clean(cells[i])
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
