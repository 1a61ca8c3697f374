package exporting

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/covertrack/covertrack/model/columns"
)

const (
	// groupRows and groupBytes end a row group of Parquet, which is in memory until it ends.
	groupRows  = 10_000
	groupBytes = 4 << 20
)

// table is a file of Parquet. Decimals are texts, so that they are exact; dates and times are those of Parquet.
type table struct {
	noun   *columns.Noun
	w      *parquet.GenericWriter[any]
	places []int // of the columns: Parquet has them in the order of their names
	row    parquet.Row
	rows   int
	bytes  int
}

func newParquet(n *columns.Noun, w io.Writer) *table {
	group := parquet.Group{}
	for _, c := range n.Columns {
		group[c.Name] = parquet.Optional(nodeOf(c))
	}
	schema := parquet.NewSchema(n.Type, group)
	places := map[string]int{}
	for i, path := range schema.Columns() {
		places[path[0]] = i
	}
	t := &table{noun: n, row: make(parquet.Row, len(n.Columns))}
	for _, c := range n.Columns {
		t.places = append(t.places, places[c.Name])
	}
	t.w = parquet.NewGenericWriter[any](w, schema, parquet.Compression(&parquet.Snappy), parquet.PageBufferSize(32<<10))
	return t
}

func nodeOf(c columns.Column) parquet.Node {
	switch {
	case c.IsList || c.Kind == columns.KindJSON:
		return parquet.JSON()
	case c.Kind == columns.KindDate:
		return parquet.Date()
	case c.Kind == columns.KindTime:
		return parquet.Timestamp(parquet.Millisecond)
	case c.Kind == columns.KindInteger:
		return parquet.Int(64)
	case c.Kind == columns.KindNumber:
		return parquet.Leaf(parquet.DoubleType)
	case c.Kind == columns.KindBoolean:
		return parquet.Leaf(parquet.BooleanType)
	default:
		return parquet.String()
	}
}

func (t *table) add(row *columns.Row) error {
	for i, cell := range row.Cells {
		place := t.places[i]
		if cell == nil {
			t.row[place] = parquet.NullValue().Level(0, 0, place)
			continue
		}
		value, err := valueOf(t.noun.Columns[i], cell)
		if err != nil {
			return fmt.Errorf("%s: %w", t.noun.Columns[i].Name, err)
		}
		t.row[place] = value.Level(0, 1, place)
		t.bytes += len(cell)
	}
	if _, err := t.w.WriteRows([]parquet.Row{t.row}); err != nil {
		return err
	}
	if t.rows++; t.rows < groupRows && t.bytes < groupBytes {
		return nil
	}
	t.rows, t.bytes = 0, 0
	return t.w.Flush()
}

func valueOf(c columns.Column, cell []byte) (parquet.Value, error) {
	text := columns.Text(cell)
	switch {
	case c.IsList || c.Kind == columns.KindJSON:
		return parquet.ByteArrayValue([]byte(text)), nil
	case c.Kind == columns.KindDate || c.Kind == columns.KindTime:
		at, err := parseTime(text)
		if c.Kind == columns.KindDate {
			return parquet.Int32Value(int32(at.Unix() / (24 * 60 * 60))), err
		}
		return parquet.Int64Value(at.UnixMilli()), err
	case c.Kind == columns.KindInteger:
		n, err := strconv.ParseInt(text, 10, 64)
		return parquet.Int64Value(n), err
	case c.Kind == columns.KindNumber:
		n, err := strconv.ParseFloat(text, 64)
		return parquet.DoubleValue(n), err
	case c.Kind == columns.KindBoolean:
		return parquet.BooleanValue(text == "true"), nil
	default:
		return parquet.ByteArrayValue([]byte(text)), nil
	}
}

// parseTime reads an instant, or a date of an asset's fields.
func parseTime(text string) (time.Time, error) {
	if len(text) == len(time.DateOnly) {
		return time.Parse(time.DateOnly, text)
	}
	return time.Parse(time.RFC3339, text)
}

func (t *table) close(isWhole bool) error {
	if !isWhole {
		return nil
	}
	return t.w.Close()
}
