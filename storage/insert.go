package storage

import (
	"context"
	"reflect"
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

// newInsert inserts rows of a noun, in the columns named or else in all of them.
func newInsert[T any](rows []*T, columns ...string) (*command, error) {
	table := tableOf[T]()
	fields := table.Fields
	if len(columns) > 0 {
		fields = make([]*schema.Field, len(columns))
		for i, name := range columns {
			fields[i] = table.FieldMap[name]
		}
	}
	i := &command{text: make([]byte, 0, 1024), values: make([]any, 1, 1+len(rows)*len(fields))}
	i.write("INSERT INTO ", table.Name)
	for n, f := range fields {
		i.write([]string{" (", ", "}[min(n, 1)], f.Name)
	}
	i.write(") VALUES ")
	for n, row := range rows {
		i.write([]string{"", ", "}[min(n, 1)], "(")
		for m, f := range fields {
			i.write([]string{"", ", "}[min(m, 1)])
			if err := i.field(f, reflect.ValueOf(row).Elem()); err != nil {
				return nil, err
			}
		}
		i.write(")")
	}
	return i, nil
}

func (i *command) write(parts ...string) *command {
	for _, part := range parts {
		i.text = append(i.text, part...)
	}
	return i
}

// value puts a value beside the text.
func (i *command) value(v any) *command {
	i.values = append(i.values, v)
	i.text = strconv.AppendInt(append(i.text, '$'), int64(len(i.values)-1), 10)
	return i
}

// field is the value of a row's column. A text that is JSON must be said to be, where a statement is not prepared.
func (i *command) field(f *schema.Field, row reflect.Value) error {
	v, err := fieldValue(f)(f.Value(row))
	if i.value(v); isJSON(f) {
		i.write("::jsonb")
	}
	return err
}

// run sends the statement; few tells that its text is one of few.
func (i *command) run(ctx context.Context, on runner, few bool, read func(pgx.Rows) error) error {
	how := prepared
	if !few {
		how = pgx.QueryExecModeExec
	}
	return Translate(on.send(ctx, how, string(i.text), i.values, read))
}

// insert adds rows and reads back what the database made of them.
func insert[T any](ctx context.Context, on runner, rows ...*T) error {
	if len(rows) == 0 {
		return nil
	}
	i, err := newInsert(rows)
	if err != nil {
		return err
	}
	i.write(" RETURNING *")
	return i.run(ctx, on, len(rows) <= preparedRows, func(r pgx.Rows) error { return readBack(r, rows) })
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
