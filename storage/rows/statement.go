package rows

import (
	"cmp"
	"context"
	"reflect"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/schema"

	"github.com/covertrack/covertrack/storage/postgres"
)

// write is a query's text, with an end, and its values.
func write(q schema.QueryAppender, end string) (text string, values []any, err error) {
	s := &statement{Dialect: dialect, values: make([]any, 0, 8)}
	b, err := q.AppendQuery(schema.NewQueryGen(s), make([]byte, 0, 1024))
	return string(append(b, end...)), s.values, err
}

var dialect = pgdialect.New()

// statement is the dialect in which a query of Bun's is written with $1, $2 … in the place of its values. Whole numbers
// and NULL stay in the text.
type statement struct {
	schema.Dialect
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
// uuid.UUID, []byte or of the kind string.
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
	if values, ok := any([]V(a)).([][]byte); ok {
		return s.value(b, values), nil
	}
	texts := make([]string, len(a))
	for i, v := range a {
		texts[i] = reflect.ValueOf(v).String()
	}
	return s.value(b, texts), nil
}

// Command is a statement that is written by hand, with its values beside the text.
type Command struct {
	text   []byte
	values []any
	err    error // of a value
	isRare bool  // its text depends on the number of rows, so it is not worth preparing
}

// NewCommand begins an empty statement.
func NewCommand() *Command { return &Command{values: make([]any, 0, 4)} }

// IsEmpty reports whether nothing has been written.
func (c *Command) IsEmpty() bool { return len(c.text) == 0 }

// Write adds to the text.
func (c *Command) Write(parts ...string) *Command {
	for _, part := range parts {
		c.text = append(c.text, part...)
	}
	return c
}

// Value puts a value beside the text.
func (c *Command) Value(v any) *Command {
	c.values = append(c.values, v)
	c.text = strconv.AppendInt(append(c.text, '$'), int64(len(c.values)), 10)
	return c
}

// column puts a row's value of a column beside the text. A text that is JSON must be said to be, where a statement is
// not prepared.
func (c *Command) column(column ownColumn, row reflect.Value) {
	v, err := column.of(row)
	c.err = cmp.Or(c.err, err)
	if c.Value(v); column.isJSON {
		c.Write("::jsonb")
	}
}

// Run sends the statement. Read is nil for one that returns nothing.
func (c *Command) Run(ctx context.Context, db *DB, read func(pgx.Rows) error) error {
	if c.err != nil {
		return c.err
	}
	return Translate(db.send(ctx, c.statement(db, read)))
}

// Later has the statement sent with the next one of the transaction, at the latest with its COMMIT, and its rows read
// then. It takes no round trip of its own, and its error is that of what it is sent with. Outside of a transaction that
// may write it is Run.
func (c *Command) Later(ctx context.Context, db *DB, read func(pgx.Rows) error) error {
	switch {
	case !db.isBound || c.err != nil:
		return c.Run(ctx, db, read)
	case !db.conn.IsOpen():
		return Translate(pgx.ErrTxClosed)
	}
	db.conn.Later(c.statement(db, read))
	return nil
}

func (c *Command) statement(db *DB, read func(pgx.Rows) error) postgres.Statement {
	s := postgres.Statement{SQL: c.textFor(db), Values: c.values, Mode: Prepared, Read: read}
	if c.isRare {
		s.Mode = Once
	}
	return s
}

// textFor is the text for a DB, the other way round than text.of: what writes is seldom outside of a transaction.
func (c *Command) textFor(db *DB) string {
	if !c.isRare && !db.isBound {
		c.Write(apart)
	}
	return string(c.text)
}
