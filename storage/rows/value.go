package rows

import (
	"database/sql/driver"
	"encoding/json"
	"reflect"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/uptrace/bun/schema"
)

// newOwnColumn says how a column's field becomes what pgx takes as it is, beside a statement or in COPY's binary form.
func newOwnColumn(f *schema.Field) ownColumn {
	convert, isJSON := func(v reflect.Value) (any, error) { return v.Interface(), nil }, false
	switch t := f.StructField.Type; {
	case t == reflect.TypeFor[uuid.UUID](), t == reflect.TypeFor[*uuid.UUID](), t == reflect.TypeFor[[]uuid.UUID]():
		convert = idsOf
	case t.Implements(reflect.TypeFor[driver.Valuer]()): // a type of ours that knows how the database has it: as JSON
		convert, isJSON = func(v reflect.Value) (any, error) { return v.Interface().(driver.Valuer).Value() }, true
	case f.UserSQLType == "jsonb":
		convert, isJSON = jsonOf, true
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String:
		convert = textsOf
	case f.IndirectType.Kind() == reflect.String:
		convert = func(v reflect.Value) (any, error) { return reflect.Indirect(v).String(), nil }
	}
	return ownColumn{f, convert, isJSON}
}

// of is a row's value of the column.
func (c ownColumn) of(row reflect.Value) (any, error) {
	v := c.Field.Value(row)
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	return c.convert(v)
}

func idsOf(v reflect.Value) (any, error) {
	switch v := v.Interface().(type) {
	case *uuid.UUID:
		return IDValue(*v), nil
	case []uuid.UUID:
		return IDValues(v), nil
	default:
		return IDValue(v.(uuid.UUID)), nil
	}
}

func jsonOf(v reflect.Value) (any, error) {
	text, err := json.Marshal(v.Interface())
	return string(text), err
}

func textsOf(v reflect.Value) (any, error) {
	texts := make([]string, v.Len())
	for i := range texts {
		texts[i] = v.Index(i).String()
	}
	return texts, nil
}

// IDValue is an id in the type that pgx takes without looking for long what it might be.
func IDValue(id uuid.UUID) pgtype.UUID { return pgtype.UUID{Bytes: id, Valid: true} }

// IDValues is IDValue for several.
func IDValues(ids []uuid.UUID) []pgtype.UUID {
	values := make([]pgtype.UUID, len(ids))
	for i, id := range ids {
		values[i] = IDValue(id)
	}
	return values
}
