package importing

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// triedAtOnce is how many chunks are tried side by side: while the database works on one, the node works on another.
const triedAtOnce = 2

// check tries all rows, each chunk in a transaction that is undone, and says what would become of them.
func (r *run) check(ctx context.Context) error {
	p, err := r.plan(ctx)
	if err != nil {
		return err
	}
	if err := r.forget(ctx, "import_results"); err != nil {
		return err
	}
	verdicts := &importing.Verdicts{BecomeDeficientAmount: []*scalar.Money{}}
	done := 0
	var turn sync.Mutex
	group, trying := errgroup.WithContext(ctx)
	group.SetLimit(triedAtOnce)
	atOnce := 1
	if r.IsExported() { // its chunks refer to each other
		atOnce = len(p.chunks)
	}
	try := func(ctx context.Context, from int) error {
		tried, err := r.tryChunks(ctx, p, from, from+atOnce)
		if err != nil {
			return err
		}
		turn.Lock()
		defer turn.Unlock()
		for _, t := range tried {
			t.addTo(verdicts)
			done += len(t.positions)
		}
		return r.progress(ctx, done)
	}
	var later []int // chunks that waited too long for what another one makes too
	for from := 0; from < len(p.chunks); from += atOnce {
		group.Go(func() error {
			err := try(trying, from)
			if fault.CodeOf(err) == fault.CodeUnavailable || storage.IsConflict(err) {
				turn.Lock()
				defer turn.Unlock()
				later, err = append(later, from), nil
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, from := range later {
		if err := try(ctx, from); err != nil {
			return err
		}
	}
	return r.checked(ctx, p, verdicts)
}

// trial is what a chunk would do.
type trial struct {
	verdictChange
	positions []int
	results   []*importing.Result
}

// tryChunks tries chunks in one transaction, and keeps what would become of their rows.
func (r *run) tryChunks(ctx context.Context, p *plan, from, to int) (all []*trial, err error) {
	if err := r.work(ctx, true, func(ctx context.Context) error {
		all = nil
		for n := from; n < to; n++ {
			c, err := r.load(ctx, p, n)
			if err != nil {
				return err
			}
			t := &trial{positions: c.positions}
			if t.results, t.verdictChange, err = c.try(ctx); err != nil {
				return err
			}
			all = append(all, t)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	for _, t := range all {
		if err := r.inTx(ctx, r.PortfolioID, func(ctx context.Context, p *storage.Portfolio) error {
			return stored.SaveResults(ctx, p, r.ID, t.positions, t.results)
		}); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// try writes a chunk, to be undone, and says what that does.
func (c *chunk) try(ctx context.Context) ([]*importing.Result, verdictChange, error) {
	req := engine.RequestOf(ctx)
	from := len(req.Events(0))
	if err := c.write(ctx); err != nil {
		return nil, verdictChange{}, err
	}
	events := req.Events(from)
	results := c.results(events, true)
	if c.exported != nil { // the chunks behind it refer to them
		if err := stored.SaveRecords(ctx, req.Store, c.keyed(recordsOf(c.Import, c.number, events, req.Now))); err != nil {
			return nil, verdictChange{}, err
		}
	}
	cases := slices.Collect(maps.Keys(c.cases))
	before, err := stored.VerdictsOf(ctx, req.Store, cases)
	if err != nil {
		return nil, verdictChange{}, err
	}
	if err := c.Engine.Settle(ctx); err != nil {
		return nil, verdictChange{}, err
	}
	after, err := stored.VerdictsOf(ctx, req.Store, cases)
	if err != nil {
		return nil, verdictChange{}, err
	}
	change := verdictChange{before: before, after: after}
	changed := slices.DeleteFunc(cases, func(id uuid.UUID) bool { return before[id] == after[id] })
	change.cases, err = storage.Cases.ByID(ctx, req.Store, changed)
	return results, change, err
}

// verdictChange is the verdicts of cases before and after.
type verdictChange struct {
	before, after map[uuid.UUID]model.Verdict
	cases         []*model.Case
}

func (v verdictChange) addTo(all *importing.Verdicts) {
	for _, c := range v.cases {
		switch before, after := v.before[c.ID], v.after[c.ID]; {
		case before == after:
		case after == model.VerdictDeficient:
			all.AddDeficient(c.LoanAmount)
		case after == model.VerdictCompliant:
			all.BecomeCompliant++
		default:
			all.Other++
		}
	}
}

// checked ends the check: with the counts, the files of refused rows, and what a person has to look at.
func (r *run) checked(ctx context.Context, p *plan, verdicts *importing.Verdicts) error {
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
	files := r.Files
	return r.end(ctx, func(i *importing.Import) {
		i.Counts, i.Verdicts, i.Files = counts, verdicts, files
		i.Checked(book, before)
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

// has reports whether the files name a loan.
func (p *plan) has(c *model.Case) bool {
	return c.LoanNumber != nil && p.keys["n"+*c.LoanNumber] || c.ExternalID != nil && p.keys["k"+*c.ExternalID]
}

// commit writes the rows that are not refused: in one transaction if all or none are asked for, else chunk by chunk, each noted in
// the transaction that writes it.
func (r *run) commit(ctx context.Context) error {
	p, err := r.plan(ctx)
	if err != nil {
		return err
	}
	if r.AllOrNone {
		if err := r.commitWhole(ctx, p); err != nil {
			return err
		}
	} else if err := r.commitChunks(ctx, p); err != nil {
		return err
	}
	if err := r.writeRefused(ctx); err != nil {
		return err
	}
	counts, err := r.count(ctx)
	if err != nil {
		return err
	}
	if r.Complete {
		if counts.Missing, err = r.openMissing(ctx, p); err != nil {
			return err
		}
	}
	files, now := r.Files, r.Engine.Now()
	return r.end(ctx, func(i *importing.Import) {
		i.State, i.Counts, i.Files, i.CommittedAt, i.Done, i.Chunks = model.ImportStateCommitted, counts, files, &now, i.Rows, 0
	})
}

// commitWhole writes all chunks in one transaction.
func (r *run) commitWhole(ctx context.Context, p *plan) error {
	if r.Chunks > 0 {
		return nil // it was written, and the node ended before it could say so
	}
	return r.work(ctx, false, func(ctx context.Context) error {
		for n := range p.chunks {
			if err := r.commitChunk(ctx, p, n); err != nil {
				return err
			}
		}
		return r.turn(ctx, 0, r.Rows)
	})
}

// commitChunks writes the chunks that are not written yet.
func (r *run) commitChunks(ctx context.Context, p *plan) error {
	done := 0
	for n := range p.chunks {
		for _, l := range p.chunks[n] {
			done += len(l.Positions)
		}
		if n < r.Chunks {
			continue
		}
		if err := r.work(ctx, false, func(ctx context.Context) error {
			if err := r.turn(ctx, n, done); err != nil {
				return err
			}
			return r.commitChunk(ctx, p, n)
		}); err != nil {
			return err
		}
	}
	return nil
}

// turn notes a chunk in the transaction that does it; an error if another node was faster.
func (r *run) turn(ctx context.Context, n, done int) error {
	isTurn, err := stored.NextChunk(ctx, engine.RequestOf(ctx).Store, r.Import, n, done, r.Engine.Now().Add(lease))
	if err == nil && !isTurn {
		return errMoved
	}
	return err
}

func (r *run) commitChunk(ctx context.Context, p *plan, n int) error {
	c, err := r.load(ctx, p, n)
	if err != nil {
		return err
	}
	req := engine.RequestOf(ctx)
	from := len(req.Events(0))
	if err := c.write(ctx); err != nil {
		return err
	}
	events := req.Events(from)
	results := c.results(events, false)
	if r.AllOrNone && slices.ContainsFunc(results, func(res *importing.Result) bool { return res.Outcome == model.ImportOutcomeRefused }) {
		return refuse("Rows are refused that were accepted when the import was checked, so nothing was written; map it again to check it.")
	}
	if err := stored.SaveResults(ctx, req.Store, r.ID, c.positions, results); err != nil {
		return err
	}
	return stored.SaveRecords(ctx, req.Store, c.keyed(recordsOf(r.Import, n, events, req.Now)))
}

// openMissing opens a task for each loan that a complete file lacks.
func (r *run) openMissing(ctx context.Context, p *plan) (n int, err error) {
	err = stored.Missing(ctx, r.store, p.has, func(gone []*model.Case) error {
		if n += len(gone); len(gone) == 0 {
			return nil
		}
		return r.work(ctx, false, func(ctx context.Context) error {
			return r.Missing(ctx, gone)
		})
	})
	return n, err
}

// release lets follow-up go on for what came in, chunk by chunk.
func (r *run) release(ctx context.Context) error {
	last, err := stored.LastChunk(ctx, r.store, r.ID)
	if err != nil {
		return err
	}
	for n := r.Chunks; n <= last; n++ {
		records, err := stored.RecordsOf(ctx, r.store, r.ID, n)
		if err != nil {
			return err
		}
		var policies, cases []uuid.UUID
		for _, rec := range records {
			switch rec.Noun {
			case "policy":
				policies = append(policies, rec.RecordID)
			case "case":
				cases = append(cases, rec.RecordID)
			}
		}
		if err := r.Engine.Work(ctx, engine.Work{Principal: r.Principal(), RequestID: r.RequestID()}, func(ctx context.Context) error {
			if err := r.turn(ctx, n, r.Rows*(n+1)/(last+1)); err != nil {
				return err
			}
			req := engine.RequestOf(ctx)
			held, err := stored.Held(ctx, req.Store, r.ID, slices.Concat(policies, cases))
			if err != nil {
				return err
			}
			isHeld := func(id uuid.UUID) bool { return slices.Contains(held, id) } // it waits for the other import's release too
			policies, cases := slices.DeleteFunc(slices.Clone(policies), isHeld), slices.DeleteFunc(slices.Clone(cases), isHeld)
			if err := r.Operations.Release(ctx, policies, cases); err != nil {
				return err
			}
			return stored.Rewritten(ctx, req.Store, r.ID, slices.Concat(policies, cases), req.Now)
		}); err != nil {
			return err
		}
	}
	now := r.Engine.Now()
	return r.end(ctx, func(i *importing.Import) {
		i.Released(now)
	})
}

// revert undoes what the import wrote, the last chunk first.
func (r *run) revert(ctx context.Context) error {
	last, err := stored.LastChunk(ctx, r.store, r.ID)
	if err != nil {
		return err
	}
	for n := r.Chunks; n <= last; n++ {
		records, err := stored.RecordsOf(ctx, r.store, r.ID, last-n)
		if err != nil {
			return err
		}
		if err := r.Engine.Work(ctx, engine.Work{Principal: r.Principal(), RequestID: r.RequestID()}, func(ctx context.Context) error {
			if err := r.turn(ctx, n, r.Rows*(n+1)/(last+1)); err != nil {
				return err
			}
			left, err := r.undo(ctx, records)
			if err != nil {
				return err
			}
			return r.save(ctx, engine.RequestOf(ctx).Store, func(i *importing.Import) {
				i.LeftBehind = append(i.LeftBehind, left...)
				i.Chunks = n + 1
			})
		}); err != nil {
			return err
		}
	}
	return r.end(ctx, func(i *importing.Import) { i.State, i.Chunks, i.Done = model.ImportStateReverted, 0, i.Rows })
}
