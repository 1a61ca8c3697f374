package storage

import (
	"context"
	"reflect"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun/schema"
)

// preparedRows is how many rows an INSERT may have to be worth preparing: its text depends on their number.
const preparedRows = 8

// command writes a statement whose values stand beside its text, where Bun's INSERT has them within: one that is prepared costs
// Postgres half.
type command struct {
	text   []byte
	values []any // how the statement runs comes first
}

func newCommand() *command {
	return &command{text: make([]byte, 0, 256), values: make([]any, 1, 4)}
}

// newInsert inserts rows of a noun, in the columns named or else in all of them. They are no more than rowsAtOnce.
func newInsert[T any](rows []*T, columns ...string) (*command, error) {
	fields := fieldsNamed[T](columns)
	c := &command{text: make([]byte, 0, 1024), values: make([]any, 1, 1+len(rows)*len(fields))}
	c.write("INSERT INTO ", tableOf[T]().Name)
	for n, f := range fields {
		c.write([]string{" (", ", "}[min(n, 1)], f.Name)
	}
	c.write(") VALUES ")
	for n, row := range rows {
		c.write([]string{"", ", "}[min(n, 1)], "(")
		for m, f := range fields {
			c.write([]string{"", ", "}[min(m, 1)])
			if err := c.field(f, reflect.ValueOf(row).Elem()); err != nil {
				return nil, err
			}
		}
		c.write(")")
	}
	return c, nil
}

// fieldsNamed are the fields of columns, all of them for none.
func fieldsNamed[T any](columns []string) []*schema.Field {
	table := tableOf[T]()
	if len(columns) == 0 {
		return table.Fields
	}
	fields := make([]*schema.Field, len(columns))
	for i, name := range columns {
		fields[i] = table.FieldMap[name]
	}
	return fields
}

// rowsAtOnce is how many rows of a noun one statement inserts at most: it takes 65,535 values, and a few are others.
func rowsAtOnce[T any]() int { return 65_000 / len(tableOf[T]().Fields) }

func (c *command) write(parts ...string) *command {
	for _, part := range parts {
		c.text = append(c.text, part...)
	}
	return c
}

// value puts a value beside the text.
func (c *command) value(v any) *command {
	c.values = append(c.values, v)
	c.text = strconv.AppendInt(append(c.text, '$'), int64(len(c.values)-1), 10)
	return c
}

// field is the value of a row's column. A text that is JSON must be said to be, where a statement is not prepared.
func (c *command) field(f *schema.Field, row reflect.Value) error {
	v, err := fieldValue(f)(f.Value(row))
	if c.value(v); isJSON(f) {
		c.write("::jsonb")
	}
	return err
}

// run sends the statement; few tells that its text is one of few.
func (c *command) run(ctx context.Context, on runner, few bool, read func(pgx.Rows) error) error {
	how := prepared
	if !few {
		how = pgx.QueryExecModeExec
	}
	return Translate(on.send(ctx, how, string(c.text), c.values, read))
}

// insert adds rows and reads back what the database made of them.
func insert[T any](ctx context.Context, on runner, rows ...*T) error {
	for some := range slices.Chunk(rows, rowsAtOnce[T]()) {
		c, err := newInsert(some)
		if err != nil {
			return err
		}
		c.write(" RETURNING *")
		if err := c.run(ctx, on, len(some) <= preparedRows, func(r pgx.Rows) error { return readBack(r, some) }); err != nil {
			return err
		}
	}
	return nil
}

// readBack reads as many rows over those that were sent.
func readBack[T any](r pgx.Rows, rows []*T) error {
	columns := columnsOf(r, tableOf[T]())
	for _, row := range rows {
		if !r.Next() {
			return nil // with an error, which the rows have
		}
		if err := columns.scan(r.RawValues(), reflect.ValueOf(row).Elem()); err != nil {
			return err
		}
	}
	return nil
}

// drained is for statements that answer nothing.
func drained(r pgx.Rows) error {
	for r.Next() {
	}
	return nil
}
