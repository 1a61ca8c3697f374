package rows

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// insertNamed inserts a row under its path name or the first free one with a number.
func (t *Table[T, F]) insertNamed(ctx context.Context, s *Scope, row *T) error {
	return t.withPathName(ctx, s, row, func() (bool, error) {
		c := WriteInsert(NewCommand(), []*T{row})
		c.Write(" ON CONFLICT (portfolio_id, path_name) DO NOTHING RETURNING ", t.layout.returning)
		n, err := readBack(ctx, s.db, c, []*T{row})
		return n == 1, err
	})
}

// Rename is Update for a row whose path name has changed: it gets a number where that is taken.
func (t *Table[T, F]) Rename(ctx context.Context, in Scoped, row *T) error {
	s := in.scope()
	return t.withPathName(ctx, s, row, func() (bool, error) {
		// A savepoint: an UPDATE has no ON CONFLICT, and a refused one would end the transaction.
		err := s.db.RunInTx(ctx, nil, func(ctx context.Context, _ bun.Tx) error { return Update(ctx, s.db, row) })
		if IsDuplicate(err, t.layout.Name+"_portfolio_id_path_name_key") {
			return false, nil
		}
		return err == nil, err
	})
}

// withPathName writes a row under the first numbered candidate of its path name that no row of the portfolio has. Write
// returns false when the candidate is taken, maybe by a transaction that was not committed when this one looked: then
// it looks again. So any number of rows of one name can be written at the same time.
func (t *Table[T, F]) withPathName(ctx context.Context, s *Scope, row *T, write func() (bool, error)) error {
	pathName := t.pathName(row)
	slug := *pathName
	for {
		written, err := write()
		if written || err != nil {
			return Translate(err)
		}
		if *pathName, err = t.freePathName(ctx, s, slug); err != nil {
			return err
		}
	}
}

// freePathName asks for more and more candidates at once, so that the thousandth row of a name costs a few statements.
func (t *Table[T, F]) freePathName(ctx context.Context, s *Scope, slug string) (string, error) {
	type named struct{ PathName string }
	for n, window := 1, 8; ; n, window = n+window, 2*window {
		candidates := make([]string, window)
		for i := range candidates {
			candidates[i] = model.SlugCandidate(slug, n+i)
		}
		taken, err := Read[named](ctx, s.db, Prepared, s.db.NewSelect().Table(t.layout.Name).Column("path_name").
			Where("portfolio_id = ? AND path_name = ANY (?)", s.portfolio, Array[string](candidates)))
		if err != nil {
			return "", err
		}
		for _, candidate := range candidates {
			if !slices.ContainsFunc(taken, func(t *named) bool { return t.PathName == candidate }) {
				return candidate, nil
			}
		}
	}
}
