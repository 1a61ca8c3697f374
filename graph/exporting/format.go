package exporting

import (
	"fmt"
	"io"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/columns"
)

var contentTypes = map[model.ExportFormat]string{
	model.ExportFormatCSV:     "text/csv",
	model.ExportFormatNdjson:  "application/x-ndjson",
	model.ExportFormatParquet: "application/vnd.apache.parquet",
	model.ExportFormatXlsx:    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

// sheet is the file of a noun in some format.
type sheet interface {
	add(row *columns.Row) error
	// close ends the file, or gives it up.
	close(isWhole bool) error
}

func openSheet(format model.ExportFormat, n *columns.Noun, w io.Writer) (sheet, error) {
	switch format {
	case model.ExportFormatCSV:
		_, err := w.Write(n.AppendHeading(nil))
		return &lines{w: w, format: (*columns.Row).AppendCSV}, err
	case model.ExportFormatNdjson:
		return &lines{w: w, format: func(row *columns.Row, line []byte) []byte { return append(append(line, row.Record...), '\n') }}, nil
	case model.ExportFormatParquet:
		return newParquet(n, w), nil
	case model.ExportFormatXlsx:
		return newExcel(n, w)
	}
	return nil, fmt.Errorf("there is no format %s", format)
}

// lines is a text with a line for each record.
type lines struct {
	w      io.Writer
	format func(row *columns.Row, line []byte) []byte
	line   []byte
}

func (l *lines) add(row *columns.Row) error {
	l.line = l.format(row, l.line[:0])
	_, err := l.w.Write(l.line)
	return err
}

func (l *lines) close(bool) error { return nil }
