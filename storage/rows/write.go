package rows

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// preparedRows is how many rows an INSERT may have to be worth preparing.
const preparedRows = 8

// Chunks are the rows in as many parts as statements are needed to insert them: one takes 65,535 values, and a few are
// others.
func Chunks[T any](list []*T) [][]*T {
	return slices.Collect(slices.Chunk(list, 65_000/len(layoutOf[T]().own)))
}

// WriteInsert writes the INSERT of rows, which are one of their Chunks. The table's columns may be followed by more.
func WriteInsert[T any](c *Command, list []*T) *Command {
	l := layoutOf[T]()
	c.isRare = len(list) > preparedRows
	c.text, c.values = slices.Grow(c.text, 1024), slices.Grow(c.values, len(list)*len(l.own))
	c.Write("INSERT INTO ", l.Name)
	for i, column := range l.own {
		c.Write(separator(i, " ("), column.Name)
	}
	c.Write(") VALUES ")
	for i, row := range list {
		c.Write(separator(i, ""))
		for j, column := range l.own {
			c.Write(separator(j, "(")).column(column, reflect.ValueOf(row).Elem())
		}
		c.Write(")")
	}
	return c
}

// separator comes before the element of a list; the first one begins it.
func separator(i int, begin string) string {
	if i == 0 {
		return begin
	}
	return ", "
}

// CopySource is what COPY writes to which columns of which table: the records, as those of a portfolio.
func CopySource[T any](portfolio uuid.UUID, list []*T) (table string, columns []string, source pgx.CopyFromSource) {
	l := layoutOf[T]()
	for _, c := range l.own {
		columns = append(columns, c.Name)
	}
	return l.Name, columns, pgx.CopyFromSlice(len(list), func(i int) (values []any, err error) {
		values = make([]any, len(l.own))
		for j, c := range l.own {
			if values[j], err = c.of(reflect.ValueOf(list[i]).Elem()); err != nil {
				return nil, fmt.Errorf("%s.%s: %w", l.Name, c.Name, err)
			}
			if c.Field == l.portfolio {
				values[j] = IDValue(portfolio)
			}
		}
		return values, nil
	})
}

// Insert adds rows, in one statement for each of their Chunks, and reads back what the database made of them: JSON has
// an order of members of its own.
func Insert[T any](ctx context.Context, db *DB, list ...*T) error {
	for _, some := range Chunks(list) {
		c := WriteInsert(NewCommand(), some).Write(" RETURNING ", layoutOf[T]().returning)
		if err := c.Run(ctx, db, readBack(some)); err != nil {
			return err
		}
	}
	return nil
}

// Add is Insert that does not read back, for rows that are not shown: in a transaction they are inserted with its next
// statement, or its COMMIT.
func Add[T any](ctx context.Context, db *DB, list ...*T) error {
	for _, some := range Chunks(list) {
		if err := WriteInsert(NewCommand(), some).Later(ctx, db, nil); err != nil {
			return err
		}
	}
	return nil
}

// readBack reads the rows of a statement over those given.
func readBack[T any](list []*T) func(pgx.Rows) error {
	return func(r pgx.Rows) error {
		columns := columnsOf(r.Conn(), r.FieldDescriptions(), layoutOf[T]().Table)
		for n := 0; n < len(list) && r.Next(); n++ {
			if err := scan(columns, r.RawValues(), reflect.ValueOf(list[n]).Elem()); err != nil {
				return err
			}
		}
		return nil
	}
}

// Update saves all columns of a row that the transaction has locked, and reads back what the database made of it.
func Update[T any](ctx context.Context, db *DB, row *T) error {
	c := WriteUpdate(NewCommand(), row).Write(" RETURNING ", layoutOf[T]().returning)
	return c.Run(ctx, db, readBack([]*T{row}))
}

// Keep is Update that does not read back, for a row that is not shown: it is saved with the transaction's next statement,
// or its COMMIT.
func Keep[T any](ctx context.Context, db *DB, row *T) error {
	return WriteUpdate(NewCommand(), row).Later(ctx, db, nil)
}

// WriteUpdate writes the UPDATE of all columns of a row.
func WriteUpdate[T any](c *Command, row *T) *Command {
	l, of := layoutOf[T](), reflect.ValueOf(row).Elem()
	assign := func(isKey bool, begin, separator string) {
		for _, column := range l.own {
			if column.IsPK == isKey {
				c.Write(begin, column.Name, " = ").column(column, of)
				begin = separator
			}
		}
	}
	c.Write("UPDATE ", l.Name)
	assign(false, " SET ", ", ")
	assign(true, " WHERE ", " AND ")
	return c
}

// Insert adds rows to the portfolio and reads back what the database made of them. A row with a path name gets it with
// a number where it is taken.
func (t *Table[T, F]) Insert(ctx context.Context, in Scoped, list ...*T) error {
	s := t.own(in, list)
	if t.layout.pathName == nil {
		return t.refused(Insert(ctx, s.db, list...))
	}
	return t.insertNamed(ctx, s, list)
}

// InsertLater is Insert, of rows without path names, with the transaction's next statement. They are read back then.
func (t *Table[T, F]) InsertLater(ctx context.Context, in Scoped, list ...*T) error {
	s := t.own(in, list)
	for _, some := range Chunks(list) {
		c := WriteInsert(NewCommand(), some).Write(" RETURNING ", t.layout.returning)
		if err := c.Later(ctx, s.db, readBack(some)); err != nil {
			return err
		}
	}
	return nil
}

// UpdateLater is Update of one row with the transaction's next statement. It is read back then.
func (t *Table[T, F]) UpdateLater(ctx context.Context, in Scoped, row *T) error {
	c := WriteUpdate(NewCommand(), row).Write(" RETURNING ", t.layout.returning)
	return c.Later(ctx, in.scope().db, readBack([]*T{row}))
}

// Keep is Update that does not read back, for rows that are not shown: one is saved with the transaction's next statement,
// or its COMMIT.
func (t *Table[T, F]) Keep(ctx context.Context, in Scoped, list ...*T) error {
	if len(list) == 1 {
		return Keep(ctx, in.scope().db, list[0])
	}
	return t.Save(ctx, in, list)
}

// Add is Insert that does not read back, for rows that are not shown: in a transaction they are inserted with its next
// statement, or its COMMIT.
func (t *Table[T, F]) Add(ctx context.Context, in Scoped, list ...*T) error {
	return Add(ctx, t.own(in, list).db, list...)
}

// own makes the rows the portfolio's.
func (t *Table[T, F]) own(in Scoped, list []*T) *Scope {
	s := in.scope()
	if s.db.isTx && t.IsListed() {
		s.db.added += len(list)
	}
	for _, row := range list {
		*t.layout.portfolio.Value(reflect.ValueOf(row).Elem()).Addr().Interface().(*uuid.UUID) = s.portfolio
	}
	return s
}

// Update saves all columns of rows that the transaction has locked, in one statement or two whatever their number, and
// reads back what the database made of them.
func (t *Table[T, F]) Update(ctx context.Context, in Scoped, list ...*T) error {
	s := in.scope()
	switch len(list) {
	case 0:
		return nil
	case 1:
		return t.refused(Update(ctx, s.db, list[0]))
	}
	if err := t.Save(ctx, in, list); err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(list))
	for i, row := range list {
		ids[i] = t.ID(row)
	}
	saved, err := t.ByID(ctx, in, ids)
	if err != nil {
		return err
	}
	for _, row := range list {
		*row = *saved[slices.IndexFunc(saved, func(s *T) bool { return t.ID(s) == t.ID(row) })]
	}
	return nil
}

// refused is what Unique says of a row that an index has refused, or the error itself.
func (t *Table[T, F]) refused(err error) error {
	for index, violations := range t.Unique {
		if IsDuplicate(err, index) {
			return violations().Err()
		}
	}
	return err
}

// Save saves the columns, all if none is named, of rows that the transaction has locked, in one statement: with the
// transaction's next one, or its COMMIT. It reads nothing back.
func (t *Table[T, F]) Save(ctx context.Context, in Scoped, list []*T, columns ...string) error {
	saved := t.layout.saved(columns)
	for some := range slices.Chunk(list, 65_000/len(saved)) {
		if err := t.writeSave(in.scope(), some, saved).Later(ctx, in.scope().db, nil); err != nil {
			return err
		}
	}
	return nil
}

// writeSave writes the UPDATE of columns of rows, of which the first is the id.
func (t *Table[T, F]) writeSave(s *Scope, list []*T, columns []ownColumn) *Command {
	c := NewCommand()
	c.isRare = len(list) > preparedRows
	c.text, c.values = slices.Grow(c.text, 2048), slices.Grow(c.values, 1+len(list)*len(columns))
	c.Write("UPDATE ", t.layout.Name, " AS t")
	for i, column := range columns[1:] {
		c.Write(separator(i, " SET "), column.Name, " = d.", column.Name)
	}
	c.Write(" FROM (VALUES ")
	for i, row := range list {
		c.Write(separator(i, ""))
		for j, column := range columns {
			c.Write(separator(j, "(")).column(column, reflect.ValueOf(row).Elem())
			if !column.isJSON {
				c.Write("::", column.sqlType())
			}
		}
		c.Write(")")
	}
	c.Write(") AS d")
	for i, column := range columns {
		c.Write(separator(i, " ("), column.Name)
	}
	return c.Write(") WHERE t.portfolio_id = ").Value(IDValue(s.portfolio)).Write(" AND t.id = d.id")
}
