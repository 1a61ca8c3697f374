package rows

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/covertrack/covertrack/model/scalar"
)

// named are rows with path names, and the slugs that these are made of.
type named[T any] struct {
	rows  []*T
	slugs map[*T]string
}

func (t *Table[T, F]) named(rows ...*T) named[T] {
	n := named[T]{rows, make(map[*T]string, len(rows))}
	for _, row := range rows {
		n.slugs[row] = *t.pathName(row)
	}
	return n
}

// distinct are the slugs, each once.
func (n named[T]) distinct() []string {
	slugs := make([]string, len(n.rows))
	for i, row := range n.rows {
		slugs[i] = n.slugs[row]
	}
	slices.Sort(slugs)
	return slices.Compact(slugs)
}

// insertNamed inserts rows, each under its path name or the first free one with a number. Rows of one slug are numbered
// in their order. It is one statement if no name is taken, neither by a row of the portfolio nor by another of these.
func (t *Table[T, F]) insertNamed(ctx context.Context, s *Scope, list []*T) error {
	n := t.named(list...)
	mayBeTaken := len(n.distinct()) < len(list)
	for len(n.rows) > 0 {
		if mayBeTaken {
			if err := t.number(ctx, s, n); err != nil {
				return err
			}
		}
		inserted, err := t.insertUnlessTaken(ctx, s, n.rows)
		if err != nil {
			return err
		}
		n.rows = slices.DeleteFunc(slices.Clone(n.rows), func(row *T) bool { return inserted[t.ID(row)] })
		mayBeTaken = true
	}
	return nil
}

// insertUnlessTaken inserts the rows whose path names are free, reads them back, and returns their ids. A name may be
// taken by a transaction that was not committed when this one looked. Names are written in one order, so that two
// transactions do not wait for each other.
func (t *Table[T, F]) insertUnlessTaken(ctx context.Context, s *Scope, list []*T) (map[uuid.UUID]bool, error) {
	ordered := slices.SortedFunc(slices.Values(list), func(a, b *T) int { return cmp.Compare(*t.pathName(a), *t.pathName(b)) })
	inserted := make(map[uuid.UUID]bool, len(list))
	for _, some := range Chunks(ordered) {
		c := WriteInsert(NewCommand(), some)
		c.Write(" ON CONFLICT (portfolio_id, path_name) DO NOTHING RETURNING ", t.layout.returning)
		err := c.Run(ctx, s.db, func(r pgx.Rows) error {
			saved, err := collect[T](r, nil)
			for _, row := range saved {
				inserted[t.ID(row)] = true
				*some[slices.IndexFunc(some, func(of *T) bool { return t.ID(of) == t.ID(row) })] = *row
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return inserted, nil
}

// Rename is Update for a row whose path name has changed: it gets a number where that is taken.
func (t *Table[T, F]) Rename(ctx context.Context, in Scoped, row *T) error {
	s, n := in.scope(), t.named(row)
	for {
		// An UPDATE has no ON CONFLICT, and a refused one would end the transaction.
		err := s.db.inSavepoint(ctx, func() error { return Update(ctx, s.db, row) })
		if !IsDuplicate(err, t.layout.Name+"_portfolio_id_path_name_key") {
			return Translate(err)
		}
		if err := t.number(ctx, s, n); err != nil {
			return err
		}
	}
}

// number gives each row the first numbered candidate of its slug that is free. It asks for more and more candidates at
// once, so that the thousandth row of a name costs a few statements.
func (t *Table[T, F]) number(ctx context.Context, s *Scope, n named[T]) error {
	slugs, taken := n.distinct(), map[string]bool{}
	for from, window := 1, 8+len(n.rows)-len(slugs); ; from, window = from+window, 2*window {
		var candidates []string
		for _, slug := range slugs {
			for i := range window {
				candidates = append(candidates, scalar.SlugCandidate(slug, from+i))
			}
		}
		type row struct{ PathName string }
		found, err := Read[row](ctx, s.db, Prepared, s.db.NewSelect().Table(t.layout.Name).Column("path_name").
			Where("portfolio_id = ? AND path_name = ANY (?)", s.portfolio, Array[string](candidates)))
		if err != nil {
			return err
		}
		for _, row := range found {
			taken[row.PathName] = true
		}
		if t.numberBelow(from+window, n, taken) {
			return nil
		}
	}
}

// numberBelow gives each row a free candidate whose number is below the bound, and reports whether there are enough.
func (t *Table[T, F]) numberBelow(bound int, n named[T], taken map[string]bool) bool {
	given, next := map[string]bool{}, map[string]int{}
	for _, row := range n.rows {
		slug, isFree := n.slugs[row], false
		for ; !isFree && next[slug] < bound-1; next[slug]++ {
			*t.pathName(row) = scalar.SlugCandidate(slug, next[slug]+1)
			isFree = !taken[*t.pathName(row)] && !given[*t.pathName(row)]
		}
		if !isFree {
			return false
		}
		given[*t.pathName(row)] = true
	}
	return true
}
