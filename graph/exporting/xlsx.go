package exporting

import (
	"errors"
	"io"
	"strconv"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"github.com/covertrack/covertrack/model/columns"
)

// workbook is a file of Excel with one sheet. Decimals, dates and times are texts, as the API writes them: a spreadsheet's own
// are not exact.
type workbook struct {
	noun  *columns.Noun
	w     io.Writer
	file  *excelize.File
	sheet *excelize.StreamWriter
	row   int
	cells []any
}

func newWorkbook(n *columns.Noun, w io.Writer) (*workbook, error) {
	b := &workbook{noun: n, w: w, file: excelize.NewFile(), cells: make([]any, len(n.Columns))}
	err := b.file.SetSheetName("Sheet1", n.Name)
	if err != nil {
		return nil, err
	}
	if b.sheet, err = b.file.NewStreamWriter(n.Name); err != nil {
		return nil, err
	}
	for i, name := range n.Names() {
		b.cells[i] = name
	}
	return b, b.next()
}

func (b *workbook) next() error {
	if b.row++; b.row > excelize.TotalRows {
		return tooMuch("A workbook of Excel has room for %d records of a noun, and there are more %s; take csv, ndjson or parquet.",
			excelize.TotalRows-1, b.noun.Name)
	}
	return b.sheet.SetRow("A"+strconv.Itoa(b.row), b.cells)
}

func (b *workbook) add(row *columns.Row) error {
	for i, cell := range row.Cells {
		b.cells[i] = nil
		if cell == nil {
			continue
		}
		switch c := b.noun.Columns[i]; {
		case c.IsList:
		case c.Kind == columns.KindBoolean:
			b.cells[i] = string(cell) == "true"
			continue
		case c.Kind == columns.KindInteger:
			if n, err := strconv.ParseInt(string(cell), 10, 64); err == nil {
				b.cells[i] = n
				continue
			}
		}
		text := columns.Guard(columns.Text(cell))
		if len(text) > excelize.TotalCellChars && len(utf16.Encode([]rune(text))) > excelize.TotalCellChars {
			return tooMuch("A cell of Excel has room for %d characters, and `%s` of %s has more; take csv, ndjson or parquet.",
				excelize.TotalCellChars, b.noun.Columns[i].Name, columns.Text(row.Cells[0]))
		}
		b.cells[i] = text
	}
	return b.next()
}

func (b *workbook) close(isWhole bool) error {
	defer func() { _ = b.file.Close() }()
	if !isWhole {
		return nil
	}
	if err := b.sheet.Flush(); err != nil {
		return err
	}
	return errors.Join(b.file.Write(b.w))
}
