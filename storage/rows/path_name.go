package rows

import (
	"cmp"
	"context"
	"slices"

	"github.com/covertrack/covertrack/model/scalar"
)

// named are rows with path names, and the slugs that these are made of.
type named struct {
	rows  []any
	slugs map[any]string
}

func (t *core) named(list ...any) named {
	n := named{list, make(map[any]string, len(list))}
	for _, row := range list {
		n.slugs[row] = *t.pathName(row)
	}
	return n
}

func (t *core) pathName(row any) *string { return fieldOf[string](t.layout.pathName, row) }

// distinct are the slugs, each once.
func (n named) distinct() []string {
	slugs := make([]string, len(n.rows))
	for i, row := range n.rows {
		slugs[i] = n.slugs[row]
	}
	slices.Sort(slugs)
	return slices.Compact(slugs)
}

// insertNamed inserts rows, each under its path name or the first free one with a number. Rows of one slug are numbered
// in their order. It is one statement if no name is taken, neither by a row of the portfolio nor by another of these.
func (t *core) insertNamed(ctx context.Context, s *Scope, list []any) error {
	n := t.named(list...)
	for mayBeTaken := len(n.distinct()) < len(list); len(n.rows) > 0; mayBeTaken = true {
		if mayBeTaken {
			if err := t.number(ctx, s, n); err != nil {
				return err
			}
		}
		inserted, err := t.insertUnlessTaken(ctx, s, n.rows)
		if err != nil {
			return err
		}
		n.rows = slices.DeleteFunc(slices.Clone(n.rows), func(row any) bool { return inserted[row] })
	}
	return nil
}

// insertUnlessTaken inserts the rows whose path names are free, reads them back, and returns them. A name may be taken by
// a transaction that was not committed when this one looked. Names are written in one order, so that two transactions do
// not wait for each other.
func (t *core) insertUnlessTaken(ctx context.Context, s *Scope, list []any) (map[any]bool, error) {
	ordered := slices.SortedFunc(slices.Values(list), func(a, b any) int { return cmp.Compare(*t.pathName(a), *t.pathName(b)) })
	inserted := make(map[any]bool, len(list))
	for some := range slices.Chunk(ordered, rowsAtOnce) {
		q := SQL(t.returning, SQL("? ON CONFLICT (portfolio_id, path_name) DO NOTHING", insertion{t.layout, some}))
		err := Query(ctx, s.db, HowFor(len(some)), q, t.readOver(some, func(row any) { inserted[row] = true }))
		if err != nil {
			return nil, err
		}
	}
	return inserted, nil
}

// rename is update for a row whose path name has changed.
func (t *core) rename(ctx context.Context, s *Scope, row any) error {
	n := t.named(row)
	for {
		// An UPDATE has no ON CONFLICT, and a refused one would end the transaction.
		err := s.db.InSavepoint(ctx, func() error { return t.update(ctx, s.db, row, seen) })
		if !IsDuplicate(err, t.Name()+"_portfolio_id_path_name_key") {
			return Translate(err)
		}
		if err := t.number(ctx, s, n); err != nil {
			return err
		}
	}
}

// number gives each row the first numbered candidate of its slug that is free. It asks for more and more candidates at
// once, so that the thousandth row of a name costs a few statements.
func (t *core) number(ctx context.Context, s *Scope, n named) error {
	slugs, taken := n.distinct(), map[string]bool{}
	for from, window := 1, 8+len(n.rows)-len(slugs); ; from, window = from+window, 2*window {
		var candidates []string
		for _, slug := range slugs {
			for i := range window {
				candidates = append(candidates, scalar.SlugCandidate(slug, from+i))
			}
		}
		type row struct{ PathName string }
		found, err := Read[row](ctx, s.db, Prepared, s.db.NewSelect().Table(t.Name()).Column("path_name").
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
func (t *core) numberBelow(bound int, n named, taken map[string]bool) bool {
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
