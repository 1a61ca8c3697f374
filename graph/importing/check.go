package importing

import (
	"context"
	"slices"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// check tries all rows, each chunk in a transaction that is undone, and says what would become of them. It goes on where a node
// left it.
func (r *run) check(ctx context.Context) error {
	p, err := r.plan(ctx)
	if err != nil {
		return err
	}
	if len(r.DoneChunks) == 0 {
		if err := r.forget(ctx, "import_results"); err != nil {
			return err
		}
	}
	parts, size := len(p.chunks), 1
	if r.IsExported() { // its chunks refer to each other
		parts, size = 1, len(p.chunks)
	}
	try := func(ctx context.Context, n int) error { return r.tryChunks(ctx, p, n*size, n*size+size) }
	if err := r.sideBySide(ctx, parts, try); err != nil {
		return err
	}
	return r.checked(ctx, p)
}

// trial is what a chunk would do.
type trial struct {
	number    int
	positions []int
	results   []*importing.Result
}

// tryChunks tries chunks in one transaction, and keeps what would become of their rows.
func (r *run) tryChunks(ctx context.Context, p *plan, from, to int) error {
	var all []*trial
	var verdicts []*compliance.TrialChange
	if err := r.work(ctx, true, func(ctx context.Context) (err error) {
		all = nil
		for n := from; n < to; n++ {
			c, err := r.load(ctx, p, n)
			if err != nil {
				return err
			}
			t := &trial{number: n, positions: c.positions}
			if t.results, err = c.try(ctx); err != nil {
				return err
			}
			all = append(all, t)
		}
		verdicts, err = r.TryVerdicts(ctx)
		return err
	}); err != nil {
		return err
	}
	return r.inTx(ctx, r.PortfolioID, func(ctx context.Context, store *storage.Portfolio) error {
		return r.keepTrials(ctx, store, all, verdicts)
	})
}

// keepTrials notes chunks as done, with what would become of their rows and of verdicts.
func (r *run) keepTrials(ctx context.Context, store *storage.Portfolio, all []*trial, verdicts []*compliance.TrialChange) error {
	i, err := stored.Imports.Lock(ctx, store, r.ID)
	if err != nil {
		return err
	}
	if len(i.DoneChunks) == 0 {
		i.Verdicts = &importing.Verdicts{BecomeDeficientAmount: []*scalar.Money{}}
	}
	for _, t := range all {
		if i.State != r.State || i.Claim != r.Claim || slices.Contains(i.DoneChunks, t.number) {
			return errMoved
		}
		if err := stored.SaveResults(ctx, store, r.ID, nil, t.results); err != nil {
			return err
		}
		i.DoneChunks, i.Chunks, i.Done = append(i.DoneChunks, t.number), i.Chunks+1, i.Done+len(t.positions)
	}
	for _, change := range verdicts {
		i.Verdicts.Add(change.To, change.Case.LoanAmount)
	}
	i.LeasedUntil = r.Engine.Now().Add(lease)
	return stored.Imports.Save(ctx, store, []*importing.Import{i}, "")
}

// try writes a chunk, to be undone, and says what becomes of its rows.
func (c *chunk) try(ctx context.Context) ([]*importing.Result, error) {
	req := engine.RequestOf(ctx)
	from := len(req.Events(0))
	if err := c.write(ctx); err != nil {
		return nil, err
	}
	events := req.Events(from)
	results := c.results(events, true)
	if c.exported == nil {
		return results, nil
	}
	return results, stored.SaveRecords(ctx, req.Store, c.keyed(recordsOf(c.Import, c.number, events, req.Now))) // later chunks refer to them
}

// checked ends the check: with the counts, the files of refused rows, and what a person has to look at.
func (r *run) checked(ctx context.Context, p *plan) error {
	counts, err := r.count(ctx)
	if err != nil {
		return err
	}
	if r.Complete {
		err := stored.Missing(ctx, r.store, p.has, func(gone []*model.Case) error {
			counts.Missing += len(gone)
			return nil
		})
		if err != nil {
			return err
		}
	}
	if err := r.writeRefused(ctx); err != nil {
		return err
	}
	book, err := stored.Loans(ctx, r.store)
	if err != nil {
		return err
	}
	before, err := stored.Before(ctx, r.store, r.Import)
	if err != nil {
		return err
	}
	changed, err := stored.ChangedRows(ctx, r.store, r.ID, r.IsExported())
	if err != nil {
		return err
	}
	files := r.Files
	return r.end(ctx, func(i *importing.Import) {
		i.Counts, i.Files = counts, files
		i.Checked(p.loansOf(changed), book, before)
	})
}

func (r *run) count(ctx context.Context) (*importing.Counts, error) {
	counts, err := stored.CountResults(ctx, r.store, r.ID, r.Rows)
	if err == nil {
		for _, f := range r.Files {
			counts.Skipped += f.Skipped
		}
	}
	return counts, err
}

// loansOf is how many loans the rows at some positions are about: a loan may have several rows.
func (p *plan) loansOf(positions []int) (n int) {
	is := make(map[int]bool, len(positions))
	for _, position := range positions {
		is[position] = true
	}
	for _, l := range slices.Concat(p.chunks...) {
		if slices.ContainsFunc(l.Positions, func(position int) bool { return is[position] }) {
			n++
		}
	}
	return n
}

// has reports whether the files name a loan.
func (p *plan) has(c *model.Case) bool {
	return c.LoanNumber != nil && p.keys["n"+*c.LoanNumber] || c.ExternalID != nil && p.keys["k"+*c.ExternalID]
}
