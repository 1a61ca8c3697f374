package rows

import (
	"context"
	"fmt"
	"reflect"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
)

// Directory finds a row of any of its nouns by its id alone. It is safe for concurrent use.
type Directory struct {
	nouns []Noun
	write func(*look) *bun.SelectQuery
}

// NewDirectory returns the directory of the nouns.
func NewDirectory(nouns []Noun) *Directory {
	d := &Directory{nouns: nouns}
	d.write = func(l *look) *bun.SelectQuery { return d.query(l.s) }
	return d
}

// Find finds the row of the id in one statement, and returns a pointer to its struct; nil if no noun has it.
func (d *Directory) Find(ctx context.Context, in Scoped, id uuid.UUID) (found any, err error) {
	s := in.scope()
	of := d.nouns[0].self().look(s, "any", "", slotValues{id: id}, d.write)
	err = of.run(ctx, func(r pgx.Rows) (err error) {
		r.Next()
		found, err = d.read(r)
		return err
	})
	return found, err
}

// query has one row: the columns of all nouns side by side, which are NULL for all but the one that has the id. A UNION
// could not return columns of different types.
func (d *Directory) query(s *Scope) *bun.SelectQuery {
	q := s.db.NewSelect().TableExpr("(SELECT) AS one")
	for i, n := range d.nouns {
		alias, every := bun.Ident(fmt.Sprintf("n%d", i)), n.self().base(&Scope{db: s.db}).Where("t.id = ?", idSlot)
		q = q.ColumnExpr("?.*", alias).Join("LEFT JOIN (?) AS ? ON true", every, alias)
	}
	return q
}

func (d *Directory) read(r pgx.Rows) (any, error) {
	described, values := r.FieldDescriptions(), r.RawValues()
	for _, n := range d.nouns {
		t := n.self()
		width := min(len(t.read), len(values))
		if width > 0 && values[0] != nil {
			row := reflect.New(t.Type)
			columns := columnsOf(r.Conn(), described[:width], t.Table)
			return row.Interface(), scan(columns, values[:width], row.Elem())
		}
		described, values = described[width:], values[width:]
	}
	return nil, nil
}
