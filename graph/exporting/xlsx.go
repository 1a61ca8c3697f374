package exporting

import (
	"io"

	"github.com/covertrack/covertrack/graph/workbook"
	"github.com/covertrack/covertrack/model/columns"
)

// excel is a file of Excel. Decimals, dates and times are texts, as the API writes them: a spreadsheet's own are not exact.
type excel struct {
	noun *columns.Noun
	*workbook.Writer
}

func newExcel(n *columns.Noun, w io.Writer) (*excel, error) {
	names := n.Names()
	b, err := workbook.New(n.Name, len(names), w)
	if err != nil {
		return nil, err
	}
	b.Row()
	for i, name := range names {
		b.Text(i, name)
	}
	return &excel{n, b}, b.End()
}

func (b *excel) add(row *columns.Row) error {
	if b.Rows() == workbook.MaxRows {
		return tooMuch("A workbook of Excel has room for %d records of a noun, and there are more %s; take csv, ndjson or parquet.",
			workbook.MaxRows-1, b.noun.Name)
	}
	b.Row()
	for i, cell := range row.Cells {
		if cell == nil {
			continue
		}
		switch c := b.noun.Columns[i]; {
		case !c.IsList && c.Kind == columns.KindBoolean:
			b.Value(i, "b", isTrue[string(cell)])
			continue
		case !c.IsList && c.Kind == columns.KindInteger && cell[0] != '"':
			b.Value(i, "n", string(cell))
			continue
		}
		text := columns.Guard(columns.Text(cell))
		if !workbook.Fits(text) {
			return tooMuch("A cell of Excel has room for %d characters, and `%s` of %s has more; take csv, ndjson or parquet.",
				workbook.MaxChars, b.noun.Columns[i].Name, columns.Text(row.Cells[0]))
		}
		b.Text(i, text)
	}
	return b.End()
}

var isTrue = map[string]string{"true": "1", "false": "0"}

func (b *excel) close(isWhole bool) error {
	if !isWhole {
		return nil
	}
	return b.Close()
}
