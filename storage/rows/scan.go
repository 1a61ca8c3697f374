package rows

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/postgres"
)

// firstRows is for how many rows a list has room at first.
const firstRows = 8

// collect reads rows into a list, which is a pointer to a slice of pointers to structs. It adds nothing for a row whose
// first column is NULL, and no row follows that. If beside is not nil, it is called with the number and the values of
// each row, of that one too.
func collect(r pgx.Rows, list any, beside func(row int, values [][]byte) error) error {
	return collectWhile(r, list, beside, nil)
}

// collectWhile is collect up to a row after which more says no. More is called with the number of each row, the row, and how
// many bytes the database sent of it; nil for all rows.
func collectWhile(
	r pgx.Rows, list any, beside func(row int, values [][]byte) error, more func(n int, row reflect.Value, size int) (bool, error),
) error {
	into := reflect.ValueOf(list).Elem()
	of := into.Type().Elem().Elem()
	columns := columnsOf(r.Conn(), r.FieldDescriptions(), dialect.Tables().Get(of))
	for n := 0; r.Next(); n++ {
		values, size := r.RawValues(), 0
		for _, v := range values {
			size += len(v)
		}
		if err := postgres.CountRead(r.Conn(), size); err != nil {
			return err
		}
		if beside != nil {
			if err := beside(n, values); err != nil {
				return err
			}
		}
		if values[0] == nil {
			break
		}
		row := reflect.New(of)
		if err := scan(columns, values, row.Elem()); err != nil {
			return err
		}
		if n == into.Cap() {
			into.Grow(max(n, firstRows))
		}
		into.SetLen(n + 1)
		into.Index(n).Set(row)
		if more == nil {
			continue
		}
		if goesOn, err := more(n, row, size); err != nil || !goesOn {
			return err
		}
	}
	return nil
}

// scanValue reads one value of the present row.
func scanValue(rows pgx.Rows, column int, dst any) error {
	d := rows.FieldDescriptions()[column]
	return rows.Conn().TypeMap().Scan(d.DataTypeOID, d.Format, rows.RawValues()[column], dst)
}

// column is how a column of a result is read.
type column struct {
	field  *schema.Field // nil for a column that is passed over
	decode decoder
}

// decoder reads a value that is not NULL into a field.
type decoder func(field reflect.Value, src []byte) error

// result is what a kind of result is like: its columns, in their order.
type result struct {
	described []pgconn.FieldDescription
	columns   []column
}

// maxResults is how many kinds of results of a table are cached: clients choose the columns (Showing).
const maxResults = 20

// columnsOf finds the fields of a struct for the columns of a result. A connection caches those of the results it
// had: its decoders are its own.
func columnsOf(conn *pgx.Conn, described []pgconn.FieldDescription, table *schema.Table) []column {
	const name = "covertrack: columns"
	data := conn.PgConn().CustomData()
	memo, ok := data[name].(map[*schema.Table][]result)
	if !ok {
		memo = map[*schema.Table][]result{}
		data[name] = memo
	}
	for _, known := range memo[table] {
		if slices.Equal(known.described, described) {
			return known.columns
		}
	}
	if len(memo[table]) == maxResults {
		memo[table] = nil
	}
	columns := make([]column, len(described))
	for i, d := range described {
		if f := table.FieldMap[d.Name]; f != nil {
			columns[i] = column{f, decoderOf(conn.TypeMap(), d, f.StructField.Type)}
		}
	}
	memo[table] = append(memo[table], result{slices.Clone(described), columns}) // pgx uses its own slice again
	return columns
}

// scan reads the values of a row into a struct.
func scan(columns []column, values [][]byte, row reflect.Value) error {
	for i, c := range columns {
		if c.field == nil || values[i] == nil {
			continue
		}
		if err := c.decode(c.field.Value(row), values[i]); err != nil {
			return fmt.Errorf("read %s: %w", c.field.Name, err)
		}
	}
	return nil
}

// decoderOf is how a type of Postgres is read into a type of Go: as pgx does, but for what pgx would read by way of
// text or reflection.
func decoderOf(types *pgtype.Map, d pgconn.FieldDescription, t reflect.Type) decoder {
	isBinary := d.Format == pgtype.BinaryFormatCode
	switch {
	case d.DataTypeOID == pgtype.JSONBOID && isBinary:
		decode := decoderOfJSON(t)
		return func(field reflect.Value, src []byte) error { return decode(field, src[1:]) } // after the version
	case d.DataTypeOID == pgtype.JSONBOID:
		return decoderOfJSON(t)
	case d.DataTypeOID == pgtype.TextOID && t.Kind() == reflect.String:
		return decodeText
	case d.DataTypeOID == pgtype.UUIDOID && isBinary && t == reflect.TypeFor[uuid.UUID]():
		return decodeUUID
	case d.DataTypeOID == pgtype.UUIDArrayOID && isBinary && t == reflect.TypeFor[[]uuid.UUID]():
		return decodeUUIDs
	case t.Kind() == reflect.Pointer:
		return behind(t, decoderOf(types, d, t.Elem()))
	default:
		plan := types.PlanScan(d.DataTypeOID, d.Format, reflect.New(t).Interface())
		return func(field reflect.Value, src []byte) error { return plan.Scan(src, field.Addr().Interface()) }
	}
}

// behind reads what a pointer points to.
func behind(pointer reflect.Type, decode decoder) decoder {
	return func(field reflect.Value, src []byte) error {
		field.Set(reflect.New(pointer.Elem()))
		return decode(field.Elem(), src)
	}
}

func decodeText(field reflect.Value, src []byte) error {
	field.SetString(string(src))
	return nil
}

func decodeUUID(field reflect.Value, src []byte) error {
	copy(field.Addr().Interface().(*uuid.UUID)[:], src)
	return nil
}

// decoderOfJSON does as Bun does: a type that knows how to read itself does, every other is JSON. Those of which lists
// have many are read without reflection.
func decoderOfJSON(t reflect.Type) decoder {
	if t.Kind() == reflect.Pointer {
		return behind(t, decoderOfJSON(t.Elem()))
	}
	if read := model.ReadStored(t); read != nil {
		return func(field reflect.Value, src []byte) error { return read(field.Addr().Interface(), string(src)) }
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[sql.Scanner]()) {
		return func(field reflect.Value, src []byte) error { return field.Addr().Interface().(sql.Scanner).Scan(src) }
	}
	return func(field reflect.Value, src []byte) error { return json.Unmarshal(src, field.Addr().Interface()) }
}

// decodeUUIDs reads Postgres's binary array: a header, of which one of no elements lacks the last part, and each id
// after its length.
func decodeUUIDs(field reflect.Value, src []byte) error {
	const header, element = 20, 4 + len(uuid.UUID{})
	rest := src[min(header, len(src)):]
	if len(rest)%element != 0 {
		return errors.New("not a plain array of ids")
	}
	ids := make([]uuid.UUID, len(rest)/element)
	for i := range ids {
		copy(ids[i][:], rest[i*element+4:])
	}
	*field.Addr().Interface().(*[]uuid.UUID) = ids
	return nil
}
