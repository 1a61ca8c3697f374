package importing

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/covertrack/covertrack/graph/workbook"
	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/model/importing"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// refusedAtOnce is how many refused rows are read at a time.
const refusedAtOnce = 1000

// writeRefused keeps, for each file, its refused rows with a column of reasons, to be mended and sent again.
func (r *run) writeRefused(ctx context.Context) error {
	for n, file := range r.Files {
		file.Refused = ""
		content, rows, err := r.refusedOf(ctx, n, file)
		if err != nil {
			return err
		}
		if rows == 0 {
			continue
		}
		key := fmt.Sprintf("%s/%d-refused.%s", r.Folder(), n, file.Format)
		if err := r.Blobs.Write(ctx, key, MediaType(file), bytes.NewReader(content)); err != nil {
			return err
		}
		file.Refused = key
	}
	return nil
}

// MediaType is that of a file of refused rows.
func MediaType(file *importing.File) string {
	if file.Format == "xlsx" {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv"
}

// RefusedName is what a file of refused rows is called.
func RefusedName(file *importing.File) string {
	name := strings.TrimSuffix(file.FileName, path.Ext(file.FileName))
	return name + "-refused." + file.Format
}

func (r *run) refusedOf(ctx context.Context, n int, file *importing.File) (content []byte, rows int, err error) {
	w, err := newTableWriter(file)
	if err != nil {
		return nil, 0, err
	}
	if err := w.write(guarded(append(slices.Clone(file.Layout.Names), importing.ReasonColumn))); err != nil {
		return nil, 0, err
	}
	for after := -1; ; {
		results, err := stored.RefusedFrom(ctx, r.store, r.ID, n, after, refusedAtOnce)
		if err != nil {
			return nil, 0, err
		}
		if len(results) == 0 {
			break
		}
		positions, reasons := make([]int, len(results)), map[int]string{}
		for i, res := range results {
			positions[i], reasons[res.Position] = res.Position, spokenReasons(res.Reasons)
		}
		found, err := stored.RowsAt(ctx, r.store, r.ID, positions)
		if err != nil {
			return nil, 0, err
		}
		for _, row := range found {
			cells, _ := valuesOf(row)
			line := make([]string, len(file.Layout.Names)+1)
			for i := range file.Layout.Names {
				if i < len(cells) {
					line[i] = cells[i]
				}
			}
			line[len(line)-1] = reasons[row.Position]
			if err := w.write(guarded(line)); err != nil {
				return nil, 0, err
			}
			rows++
		}
		after = positions[len(positions)-1]
	}
	content, err = w.end()
	return content, rows, err
}

// guarded has each cell as a text that no spreadsheet runs: headings and reasons have texts of the file too.
func guarded(line []string) []string {
	for i, cell := range line {
		line[i] = columns.Guard(cell)
	}
	return line
}

func spokenReasons(reasons []importing.Reason) string {
	parts := make([]string, len(reasons))
	for i, r := range reasons {
		parts[i] = r.Message
		if r.Column != "" {
			parts[i] = r.Column + ": " + r.Message
		}
	}
	return strings.Join(parts, " ")
}

// tableWriter writes a file of the kind that came.
type tableWriter interface {
	write(line []string) error
	end() ([]byte, error)
}

func newTableWriter(file *importing.File) (tableWriter, error) {
	if file.Format == "xlsx" {
		w := &xlsxWriter{}
		var err error
		w.Writer, err = workbook.New("Sheet1", len(file.Layout.Names)+1, &w.buffer)
		return w, err
	}
	w := &csvWriter{}
	w.buffer.WriteString("\ufeff") // Excel would not read UTF-8 without it
	w.Writer = csv.NewWriter(&w.buffer)
	if file.Comma != "" {
		w.Comma = []rune(file.Comma)[0]
	}
	return w, nil
}

type csvWriter struct {
	*csv.Writer
	buffer bytes.Buffer
}

func (w *csvWriter) write(line []string) error { return w.Write(line) }

func (w *csvWriter) end() ([]byte, error) {
	w.Flush()
	return w.buffer.Bytes(), w.Error()
}

// xlsxWriter is a workbook. What does not fit into a cell is cut: reasons may be many.
type xlsxWriter struct {
	*workbook.Writer
	buffer bytes.Buffer
}

func (w *xlsxWriter) write(line []string) error {
	w.Row()
	for i, cell := range line {
		if cell != "" {
			w.Text(i, workbook.Cut(cell))
		}
	}
	return w.End()
}

func (w *xlsxWriter) end() ([]byte, error) {
	err := w.Close()
	return w.buffer.Bytes(), err
}
