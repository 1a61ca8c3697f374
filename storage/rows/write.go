package rows

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun/schema"
)

const (
	// preparedRows is how many rows a statement may have to be worth preparing.
	preparedRows = 8
	// rowsAtOnce is how many rows one statement writes; a longer list takes several. All full statements have the same text, so it
	// is prepared: Postgres takes longer to parse it than to write the rows.
	rowsAtOnce = 100
)

// HowFor is how a statement runs that has so many rows.
func HowFor(rows int) pgx.QueryExecMode {
	if rows > preparedRows && rows != rowsAtOnce {
		return Once
	}
	return Prepared
}

// insertion is the INSERT of rows.
type insertion struct {
	*layout
	rows []any
}

// AppendQuery writes the INSERT.
func (i insertion) AppendQuery(gen schema.QueryGen, b []byte) ([]byte, error) {
	b = add(b, "INSERT INTO ", i.Name, " (", i.ownNames, ") VALUES ")
	return gen.Dialect().(*statement).rows(b, i.rows, i.own, false)
}

// update is the UPDATE of all columns of a row.
type update struct {
	*layout
	row any
}

// AppendQuery writes the UPDATE.
func (u update) AppendQuery(gen schema.QueryGen, b []byte) (_ []byte, err error) {
	s, of := gen.Dialect().(*statement), reflect.ValueOf(u.row).Elem()
	b, before := add(b, "UPDATE ", u.Name), " SET "
	for _, isKey := range []bool{false, true} {
		for _, c := range u.own {
			if c.IsPK != isKey {
				continue
			}
			if b, err = s.column(add(b, before, c.Name, " = "), c, of); err != nil {
				return nil, err
			}
			before = map[bool]string{false: ", ", true: " AND "}[isKey]
		}
		before = " WHERE "
	}
	return b, nil
}

// updates is the UPDATE of columns of rows of a portfolio, of which the first is the id.
type updates struct {
	*layout
	portfolio uuid.UUID
	rows      []any
	columns   []ownColumn
}

// AppendQuery writes the UPDATE.
func (u updates) AppendQuery(gen schema.QueryGen, b []byte) (_ []byte, err error) {
	s := gen.Dialect().(*statement)
	b = add(b, "UPDATE ", u.Name, " AS t")
	for i, c := range u.columns[1:] {
		b = add(b, separator(i, " SET "), c.Name, " = d.", c.Name)
	}
	if b, err = s.rows(add(b, " FROM (VALUES "), u.rows, u.columns, true); err != nil {
		return nil, err
	}
	b = s.value(add(b, ") AS d (", namesOf(u.columns), ") WHERE t.portfolio_id = "), IDValue(u.portfolio))
	return add(b, " AND t.id = d.id"), nil
}

// rows writes the values of columns of rows, each with its type if the text does not say where it belongs.
func (s *statement) rows(b []byte, rows []any, columns []ownColumn, isTyped bool) (_ []byte, err error) {
	s.values = slices.Grow(s.values, 1+len(rows)*len(columns))
	for n, row := range rows {
		of := reflect.ValueOf(row).Elem()
		b = add(b, separator(n, ""))
		for i, c := range columns {
			if b, err = s.column(add(b, separator(i, "(")), c, of); err != nil {
				return nil, err
			}
			if isTyped && !c.isJSON {
				b = add(b, "::", c.sqlType())
			}
		}
		b = append(b, ')')
	}
	return b, nil
}

// column writes a row's value of a column. A text that is JSON must be said to be, where a statement is not prepared.
func (s *statement) column(b []byte, c ownColumn, row reflect.Value) ([]byte, error) {
	v, err := c.of(row)
	if b = s.value(b, v); c.isJSON {
		b = add(b, "::jsonb")
	}
	return b, err
}

// add adds to a text.
func add(b []byte, parts ...string) []byte {
	for _, part := range parts {
		b = append(b, part...)
	}
	return b
}

// separator comes before the element of a list; the first one begins it.
func separator(i int, begin string) string {
	if i == 0 {
		return begin
	}
	return ", "
}

// anyOf are rows for a table that does not know their type.
func anyOf[T any](list []*T) []any {
	rows := make([]any, len(list))
	for i, row := range list {
		rows[i] = row
	}
	return rows
}

// InsertionOf is the INSERT of rows, of so many as one statement takes (Chunks), as a part of a statement.
func InsertionOf[T any](list []*T) schema.QueryAppender {
	return insertion{layoutFor[T](), anyOf(list)}
}

// Chunks are the rows in as many parts as statements are needed to insert them.
func Chunks[T any](list []*T) [][]*T {
	return slices.Collect(slices.Chunk(list, rowsAtOnce))
}

// Insert adds rows and reads back what the database made of them: JSON has an order of members of its own.
func Insert[T any](ctx context.Context, db *DB, list ...*T) error {
	return layoutFor[T]().insert(ctx, db, anyOf(list), seen)
}

// Add is Insert that does not read back, for rows that are not shown: in a transaction they are inserted with its next
// statement, or its COMMIT.
func Add[T any](ctx context.Context, db *DB, list ...*T) error {
	return layoutFor[T]().insert(ctx, db, anyOf(list), unseen)
}

// AddTo is Add of records of a portfolio, which it makes them records of.
func AddTo[T any](ctx context.Context, db *DB, portfolio uuid.UUID, list []*T) error {
	l := layoutFor[T]()
	for _, row := range list {
		*fieldOf[uuid.UUID](l.portfolio, row) = portfolio
	}
	return l.insert(ctx, db, anyOf(list), unseen)
}

// Update saves all columns of a row that the transaction has locked, and reads back what the database made of it.
func Update[T any](ctx context.Context, db *DB, row *T) error {
	return layoutFor[T]().update(ctx, db, row, seen)
}

// sight is when what a write has made of rows is read back.
type sight int

const (
	seen      sight = iota // at once
	seenLater              // with the next statement of the transaction, as the write itself
	unseen                 // never; the write is sent with the next statement
)

// write runs a statement that writes rows.
func (l *layout) write(ctx context.Context, db *DB, q schema.QueryAppender, rows []any, when sight) error {
	how := HowFor(len(rows))
	if when == unseen {
		return Later(ctx, db, how, q, nil)
	}
	q, send := SQL(l.returning, q), Query
	if when == seenLater {
		send = Later
	}
	return send(ctx, db, how, q, func(r pgx.Rows) error {
		columns := columnsOf(r.Conn(), r.FieldDescriptions(), l.Table)
		for n := 0; n < len(rows) && r.Next(); n++ {
			if err := scan(columns, r.RawValues(), reflect.ValueOf(rows[n]).Elem()); err != nil {
				return err
			}
		}
		return nil
	})
}

func (l *layout) insert(ctx context.Context, db *DB, list []any, when sight) error {
	for some := range slices.Chunk(list, rowsAtOnce) {
		if err := l.write(ctx, db, insertion{l, some}, some, when); err != nil {
			return err
		}
	}
	return nil
}

func (l *layout) update(ctx context.Context, db *DB, row any, when sight) error {
	return l.write(ctx, db, update{l, row}, []any{row}, when)
}

// readOver reads the rows of a result over those of the list that have their ids, and calls found with these.
func (l *layout) readOver(list []any, found func(row any)) func(pgx.Rows) error {
	return func(r pgx.Rows) error {
		columns, byID := columnsOf(r.Conn(), r.FieldDescriptions(), l.Table), make(map[uuid.UUID]any, len(list))
		for _, row := range list {
			byID[idOf(l.id, row)] = row
		}
		for r.Next() {
			row := reflect.New(l.Type)
			if err := scan(columns, r.RawValues(), row.Elem()); err != nil {
				return err
			}
			over := byID[idOf(l.id, row.Interface())]
			reflect.ValueOf(over).Elem().Set(row.Elem())
			found(over)
		}
		return nil
	}
}

// insertIn adds rows to the portfolio.
func (t *core) insertIn(ctx context.Context, s *Scope, list []any, when sight) error {
	if s.db.isTx && t.isListed {
		s.db.added += len(list)
	}
	for _, row := range list {
		*fieldOf[uuid.UUID](t.portfolio, row) = s.portfolio
	}
	if when == seen && t.layout.pathName != nil {
		return t.insertNamed(ctx, s, list)
	}
	return t.refused(t.insert(ctx, s.db, list, when))
}

// updateIn saves all columns of rows.
func (t *core) updateIn(ctx context.Context, s *Scope, list []any) error {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return t.refused(t.update(ctx, s.db, list[0], seen))
	}
	if err := t.save(ctx, s, list, ""); err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(list))
	for i, row := range list {
		ids[i] = idOf(t.id, row)
	}
	return t.byID(s, "", ids).run(ctx, t.readOver(list, func(any) {}))
}

// refused is what the noun says of a row that a unique index has refused, or the error itself.
func (t *core) refused(err error) error {
	for index, violations := range t.unique {
		if IsDuplicate(err, index) {
			return violations().Err()
		}
	}
	return err
}

// save saves the columns of a part of rows, of "" all, in one statement with the transaction's next one.
func (t *core) save(ctx context.Context, s *Scope, list []any, part string) error {
	if len(list) == 1 && part == "" {
		return t.update(ctx, s.db, list[0], unseen)
	}
	saved := t.saved(part)
	for some := range slices.Chunk(list, rowsAtOnce) {
		if err := t.write(ctx, s.db, updates{t.layout, s.portfolio, some, saved}, some, unseen); err != nil {
			return err
		}
	}
	return nil
}

// CopySource is what COPY writes: the table, its columns, and the records as rows of a portfolio.
func CopySource[T any](portfolio uuid.UUID, list []*T) (table string, columns []string, source pgx.CopyFromSource) {
	l := layoutFor[T]()
	for _, c := range l.own {
		columns = append(columns, c.Name)
	}
	return l.Name, columns, pgx.CopyFromSlice(len(list), func(i int) ([]any, error) { return l.copied(portfolio, list[i]) })
}

func (l *layout) copied(portfolio uuid.UUID, row any) (values []any, err error) {
	values = make([]any, len(l.own))
	for i, c := range l.own {
		if values[i], err = c.of(reflect.ValueOf(row).Elem()); err != nil {
			return nil, fmt.Errorf("%s.%s: %w", l.Name, c.Name, err)
		}
		if c.Field == l.portfolio {
			values[i] = IDValue(portfolio)
		}
	}
	return values, nil
}
