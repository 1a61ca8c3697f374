package storage

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun/schema"
)

// preparedRows is how many rows an INSERT may have to be worth preparing: its text depends on their number.
const preparedRows = 8

// newInsert inserts rows of a noun, in the columns named or else in all of them. They are no more than rowsAtOnce.
func newInsert[T any](rows []*T, columns ...string) (*command, error) {
	fields := fieldsNamed[T](columns)
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	c := &command{text: make([]byte, 0, 1024), values: make([]any, 1, 1+len(rows)*len(fields))}
	c.write("INSERT INTO ", tableOf[T]().Name, " (", strings.Join(names, ", "), ") VALUES ")
	for i, row := range rows {
		if i > 0 {
			c.write(", ")
		}
		if err := c.row(fields, reflect.ValueOf(row).Elem()); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// row is the values of a row's columns in brackets. A text that is JSON must be said to be, where a statement is not prepared.
func (c *command) row(fields []*schema.Field, row reflect.Value) error {
	c.write("(")
	for i, f := range fields {
		v, err := fieldValue(f)(f.Value(row))
		if err != nil {
			return err
		}
		if i > 0 {
			c.write(", ")
		}
		c.value(v)
		if isJSON(f) {
			c.write("::jsonb")
		}
	}
	c.write(")")
	return nil
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
