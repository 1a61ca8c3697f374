package rows

import (
	"reflect"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/schema"
)

// write is a query's text and values; the first value is left for how it runs.
func write(q schema.QueryAppender) (text string, values []any, err error) {
	s := &statement{Dialect: dialect, values: make([]any, 1, 8)}
	b, err := q.AppendQuery(schema.NewQueryGen(s), make([]byte, 0, 1024))
	return string(b), s.values, err
}

var dialect = pgdialect.New()

// statement is the dialect in which a query of Bun's is written with $1, $2 … in the place of its values. Whole numbers
// and NULL stay in the text.
type statement struct {
	schema.Dialect
	values []any // how the statement runs comes first
}

func (s *statement) value(b []byte, v any) []byte {
	s.values = append(s.values, v)
	return strconv.AppendInt(append(b, '$'), int64(len(s.values)-1), 10)
}

// AppendString puts the string beside the text.
func (s *statement) AppendString(b []byte, v string) []byte { return s.value(b, v) }

// AppendTime puts the time beside the text.
func (s *statement) AppendTime(b []byte, v time.Time) []byte { return s.value(b, v) }

// AppendBool puts the boolean beside the text.
func (s *statement) AppendBool(b []byte, v bool) []byte { return s.value(b, v) }

// AppendBytes puts the bytes beside the text.
func (s *statement) AppendBytes(b []byte, v []byte) []byte { return s.value(b, v) }

// Number is a whole number that stands beside the text of a statement.
type Number int64

// AppendQuery writes the number, or puts it beside the text of a statement.
func (n Number) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	if s, ok := gen.Dialect().(*statement); ok {
		return s.value(b, int64(n)), nil
	}
	return strconv.AppendInt(b, int64(n), 10), nil
}

// Array is a list of values as one value, so that a statement's text does not depend on their number: `= ANY (?)`. V is
// uuid.UUID or of the kind string.
type Array[V any] []V

// AppendQuery writes the array, or puts it beside the text of a statement.
func (a Array[V]) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	s, ok := gen.Dialect().(*statement)
	if !ok {
		return pgdialect.Array([]V(a)).AppendQuery(gen, b)
	}
	if ids, ok := any([]V(a)).([]uuid.UUID); ok {
		return s.value(b, IDValues(ids)), nil
	}
	texts := make([]string, len(a))
	for i, v := range a {
		texts[i] = reflect.ValueOf(v).String()
	}
	return s.value(b, texts), nil
}
