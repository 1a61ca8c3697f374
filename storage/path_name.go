package storage

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

// withPathName writes a row of the table under the first numbered candidate of the slug that no row of the portfolio has.
// Write answers false when the candidate turns out to be taken, maybe by a transaction that was not committed when this one
// looked: then it looks again. So any number of rows of one name can be written at the same time.
func (p *Portfolio) withPathName(ctx context.Context, table, slug string, write func(candidate string) (bool, error)) error {
	candidate := slug
	for {
		written, err := write(candidate)
		if written || err != nil {
			return Translate(err)
		}
		if candidate, err = p.freePathName(ctx, table, slug); err != nil {
			return err
		}
	}
}

// freePathName asks for more and more candidates at once, so that the thousandth row of a name costs a few statements.
func (p *Portfolio) freePathName(ctx context.Context, table, slug string) (string, error) {
	for n, window := 1, 8; ; n, window = n+window, 2*window {
		candidates := make([]string, window)
		for i := range candidates {
			candidates[i] = model.SlugCandidate(slug, n+i)
		}
		var taken []string
		err := p.db.NewSelect().Table(table).Column("path_name").
			Where("portfolio_id = ? AND path_name IN (?)", p.id, bun.List(candidates)).Scan(ctx, &taken)
		if err != nil {
			return "", Translate(err)
		}
		for _, candidate := range candidates {
			if !slices.Contains(taken, candidate) {
				return candidate, nil
			}
		}
	}
}
