package rows

import (
	"database/sql/driver"
	"encoding/json"
	"reflect"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/uptrace/bun/schema"
)

// fieldValue makes of a column's field what pgx takes as it is, beside a statement or in COPY's binary form.
func fieldValue(f *schema.Field) func(reflect.Value) (any, error) {
	t := f.StructField.Type
	switch {
	case t == reflect.TypeFor[uuid.UUID](), t == reflect.TypeFor[*uuid.UUID](), t == reflect.TypeFor[[]uuid.UUID]():
		return idsOf
	case t.Implements(reflect.TypeFor[driver.Valuer]()):
		return valuerOf
	case f.UserSQLType == "jsonb":
		return jsonOf
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String:
		return textsOf
	case f.IndirectType.Kind() == reflect.String:
		return textOf
	default:
		return func(v reflect.Value) (any, error) { return v.Interface(), nil }
	}
}

func idsOf(v reflect.Value) (any, error) {
	switch v := v.Interface().(type) {
	case *uuid.UUID:
		if v == nil {
			return nil, nil
		}
		return IDValue(*v), nil
	case []uuid.UUID:
		return IDValues(v), nil
	default:
		return IDValue(v.(uuid.UUID)), nil
	}
}

func valuerOf(v reflect.Value) (any, error) {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	return v.Interface().(driver.Valuer).Value()
}

func jsonOf(v reflect.Value) (any, error) {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	text, err := json.Marshal(v.Interface())
	return string(text), err
}

func textOf(v reflect.Value) (any, error) {
	if v.Kind() != reflect.Pointer {
		return v.String(), nil
	}
	if v.IsNil() {
		return nil, nil
	}
	return v.Elem().String(), nil
}

func textsOf(v reflect.Value) (any, error) {
	texts := make([]string, v.Len())
	for i := range texts {
		texts[i] = v.Index(i).String()
	}
	return texts, nil
}

// isJSON reports whether a column's value is JSON: that of our types which know how the database has them is.
func isJSON(f *schema.Field) bool {
	return f.UserSQLType == "jsonb" ||
		f.IndirectType != reflect.TypeFor[uuid.UUID]() && f.StructField.Type.Implements(reflect.TypeFor[driver.Valuer]())
}

// IDValue is an id in the type that pgx takes without looking for long what it might be.
func IDValue(id uuid.UUID) pgtype.UUID { return pgtype.UUID{Bytes: id, Valid: true} }

func IDValues(ids []uuid.UUID) []pgtype.UUID {
	values := make([]pgtype.UUID, len(ids))
	for i, id := range ids {
		values[i] = IDValue(id)
	}
	return values
}
