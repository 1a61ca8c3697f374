package rows

import (
	"context"
	"fmt"
	"reflect"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/storage/postgres"
)

// Directory finds a row of any of its nouns by its id alone. It is safe for concurrent use.
type Directory struct {
	nouns []Noun
	once  sync.Once
	text  *text
	err   error // of writing the text
}

// NewDirectory returns the directory of the nouns.
func NewDirectory(nouns []Noun) *Directory { return &Directory{nouns: nouns} }

// Find finds the row of the id in one statement, and returns a pointer to its struct; nil if no noun has it.
func (d *Directory) Find(ctx context.Context, in Scoped, id uuid.UUID) (found any, err error) {
	s := in.scope()
	d.once.Do(func() { d.text, d.err = newText(d.query(s)) })
	if d.err != nil {
		return nil, d.err
	}
	values := d.text.fill(s.portfolio, slotValues{id: id})
	err = s.db.send(ctx, postgres.Statement{SQL: d.text.of(s.db), Values: values, Mode: Prepared, Read: func(r pgx.Rows) error {
		r.Next()
		found, err = d.read(r)
		return err
	}})
	return found, Translate(err)
}

// query has one row: the columns of all nouns side by side, which are NULL for all but the one that has the id. A UNION
// could not return columns of different types.
func (d *Directory) query(s *Scope) *bun.SelectQuery {
	q := s.db.NewSelect().TableExpr("(SELECT) AS one")
	for i, n := range d.nouns {
		alias := bun.Ident(fmt.Sprintf("n%d", i))
		q = q.ColumnExpr("?.*", alias).Join("LEFT JOIN (?) AS ? ON true", n.byIDSlot(s), alias)
	}
	return q
}

func (d *Directory) read(r pgx.Rows) (any, error) {
	described, values := r.FieldDescriptions(), r.RawValues()
	for _, n := range d.nouns {
		width := n.width()
		if len(values) >= width && values[0] != nil {
			row := reflect.New(n.rowType())
			columns := columnsOf(r.Conn(), described[:width], dialect.Tables().Get(n.rowType()))
			return row.Interface(), scan(columns, values[:width], row.Elem())
		}
		described, values = described[min(width, len(described)):], values[min(width, len(values)):]
	}
	return nil, nil
}

// byIDSlot selects all that is read of the row that the slot of an id names.
func (t *Table[T, F]) byIDSlot(s *Scope) *bun.SelectQuery {
	return t.base(s, portfolioSlot, t.layout.columns(nil)).Where("t.id = ?", idSlot)
}

func (t *Table[T, F]) width() int { return len(t.layout.read) }

func (t *Table[T, F]) rowType() reflect.Type { return reflect.TypeFor[T]() }
