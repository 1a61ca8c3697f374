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
)

// tableOf is what Bun knows of a struct: its table and its columns.
func tableOf[T any]() *schema.Table { return dialect.Tables().Get(reflect.TypeFor[T]()) }

// collect reads rows into structs. With a total the last column is that; then a row whose first column is NULL has
// nothing else to tell.
func collect[T any](rows pgx.Rows, total *int) ([]*T, error) {
	list := []*T{}
	columns := columnsOf(rows, tableOf[T]())
	for rows.Next() {
		values := rows.RawValues()
		if total != nil && len(list) == 0 {
			last := rows.FieldDescriptions()[len(values)-1]
			if err := rows.Conn().TypeMap().Scan(last.DataTypeOID, last.Format, values[len(values)-1], total); err != nil {
				return nil, err
			}
		}
		if values[0] == nil {
			break
		}
		row := new(T)
		if err := columns.scan(values, reflect.ValueOf(row).Elem()); err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}

// columns are how the columns of a result are read, in their order.
type columns []column

type column struct {
	field  *schema.Field // nil for a column that is passed over
	decode decoder
}

// decoder reads a value that is not NULL into a field.
type decoder func(field reflect.Value, src []byte) error

// columnsOf finds the fields of a struct for the columns of a result. A connection remembers those of the results it
// had: its decoders are its own.
func columnsOf(rows pgx.Rows, table *schema.Table) columns {
	described, memo := rows.FieldDescriptions(), columnMemoOf(rows.Conn())
	for _, known := range memo[table] {
		if slices.Equal(known.described, described) {
			return known.columns
		}
	}
	if len(memo[table]) == maxResults {
		memo[table] = nil
	}
	cs := newColumns(rows, table)
	memo[table] = append(memo[table], result{slices.Clone(described), cs}) // pgx uses its own slice again
	return cs
}

// result is what a kind of result is like.
type result struct {
	described []pgconn.FieldDescription
	columns   columns
}

// maxResults is how many kinds of results of a table are remembered: clients choose the columns (Showing).
const maxResults = 20

type columnMemo map[*schema.Table][]result

func columnMemoOf(conn *pgx.Conn) columnMemo {
	const name = "covertrack: columns"
	data := conn.PgConn().CustomData()
	memo, ok := data[name].(columnMemo)
	if !ok {
		memo = columnMemo{}
		data[name] = memo
	}
	return memo
}

func newColumns(rows pgx.Rows, table *schema.Table) columns {
	descriptions := rows.FieldDescriptions()
	cs := make(columns, len(descriptions))
	for i, d := range descriptions {
		if f := table.FieldMap[d.Name]; f != nil {
			cs[i] = column{f, decoderOf(rows.Conn().TypeMap(), d, f.StructField.Type)}
		}
	}
	return cs
}

func (cs columns) scan(values [][]byte, row reflect.Value) error {
	for i, c := range cs {
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
		return func(field reflect.Value, src []byte) error { return decodeJSON(field, src[1:]) } // after the version
	case d.DataTypeOID == pgtype.JSONBOID:
		return decodeJSON
	case d.DataTypeOID == pgtype.TextOID && t.Kind() == reflect.String:
		return decodeText
	case d.DataTypeOID == pgtype.UUIDOID && isBinary && t == reflect.TypeFor[uuid.UUID]():
		return decodeUUID
	case d.DataTypeOID == pgtype.UUIDArrayOID && isBinary && t == reflect.TypeFor[[]uuid.UUID]():
		return decodeUUIDs
	case t.Kind() == reflect.Pointer:
		decode := decoderOf(types, d, t.Elem())
		return func(field reflect.Value, src []byte) error {
			field.Set(reflect.New(t.Elem()))
			return decode(field.Elem(), src)
		}
	default:
		plan := types.PlanScan(d.DataTypeOID, d.Format, reflect.New(t).Interface())
		return func(field reflect.Value, src []byte) error { return plan.Scan(src, field.Addr().Interface()) }
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

// decodeJSON does as Bun does: a type that knows how to read itself does, every other is JSON.
func decodeJSON(field reflect.Value, src []byte) error {
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	dst := field.Addr().Interface()
	if scanner, ok := dst.(sql.Scanner); ok {
		return scanner.Scan(src)
	}
	return json.Unmarshal(src, dst)
}

var errNotIDs = errors.New("not a plain array of ids")

// decodeUUIDs reads Postgres's binary array: a header, of which one of no elements lacks the last part, and each id
// after its length.
func decodeUUIDs(field reflect.Value, src []byte) error {
	const header, element = 20, 4 + len(uuid.UUID{})
	rest := src[min(header, len(src)):]
	if len(rest)%element != 0 {
		return errNotIDs
	}
	ids := make([]uuid.UUID, len(rest)/element)
	for i := range ids {
		copy(ids[i][:], rest[i*element+4:])
	}
	*field.Addr().Interface().(*[]uuid.UUID) = ids
	return nil
}
