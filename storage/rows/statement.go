package rows

import (
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/schema"
)

// write is a query's text, with an end, and its values.
func write(q schema.QueryAppender, end string) (text string, values []any, err error) {
	s := statements.Get().(*statement)
	defer statements.Put(s)
	s.values = make([]any, 0, 8)
	b, err := q.AppendQuery(schema.NewQueryGen(s), s.text[:0])
	b = append(b, end...)
	s.text = b
	return string(b), s.values, err
}

// statements are written one after another, each in the memory of an earlier one.
var statements = sync.Pool{New: func() any { return &statement{Dialect: dialect, text: make([]byte, 0, 1024)} }}

var dialect = pgdialect.New()

// statement is the dialect in which a query of Bun's is written with $1, $2 … in the place of its values. Whole numbers
// and NULL stay in the text.
type statement struct {
	schema.Dialect
	text   []byte
	values []any
}

func (s *statement) value(b []byte, v any) []byte {
	s.values = append(s.values, v)
	return strconv.AppendInt(append(b, '$'), int64(len(s.values)), 10)
}

func (s *statement) AppendString(b []byte, v string) []byte  { return s.value(b, v) }
func (s *statement) AppendTime(b []byte, v time.Time) []byte { return s.value(b, v) }
func (s *statement) AppendBool(b []byte, v bool) []byte      { return s.value(b, v) }
func (s *statement) AppendBytes(b []byte, v []byte) []byte   { return s.value(b, v) }

// written is a statement written by hand.
type written struct {
	text string
	args []any
}

// SQL is a statement with a value, or a part that writes itself, for each ? of its text. All values stand beside the text,
// which may name those before by $1, $2 …
func SQL(text string, args ...any) schema.QueryAppender { return written{text, args} }

// AppendQuery writes the statement.
func (q written) AppendQuery(gen schema.QueryGen, b []byte) (_ []byte, err error) {
	s, rest := gen.Dialect().(*statement), q.text
	for _, arg := range q.args {
		before, after, _ := strings.Cut(rest, "?")
		b, rest = append(b, before...), after
		switch v := arg.(type) {
		case schema.QueryAppender:
			if b, err = v.AppendQuery(gen, b); err != nil {
				return nil, err
			}
		case uuid.UUID:
			b = s.value(b, IDValue(v))
		case []uuid.UUID:
			b = s.value(b, IDValues(v))
		default:
			b = s.value(b, v)
		}
	}
	return append(b, rest...), nil
}

// Number is a whole number that stands beside the text of a statement.
type Number int64

// AppendQuery puts the number beside the text.
func (n Number) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	return gen.Dialect().(*statement).value(b, int64(n)), nil
}

// Array is a list of values as one value, so that a statement's text does not depend on their number: `= ANY (?)`. V is
// uuid.UUID, []byte, int or of the kind string.
type Array[V any] []V

// AppendQuery puts the array beside the text.
func (a Array[V]) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	return gen.Dialect().(*statement).value(b, arrayValue([]V(a))), nil
}

// arrayValue is a list as pgx takes it.
func arrayValue(list any) any {
	switch list := list.(type) {
	case []uuid.UUID:
		return IDValues(list)
	case [][]byte, []string, []int:
		return list
	default:
		texts, _ := textsOf(reflect.ValueOf(list))
		return texts
	}
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

func textsOf(v reflect.Value) (any, error) {
	texts := make([]string, v.Len())
	for i := range texts {
		texts[i] = v.Index(i).String()
	}
	return texts, nil
}
