package importing

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/storage"
	stored "github.com/covertrack/covertrack/storage/importing"
)

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
		if err := r.closeFound(ctx, p); err != nil {
			return err
		}
	}
	files := r.Files
	now, err := r.time(ctx)
	if err != nil {
		return err
	}
	return r.end(ctx, func(i *importing.Import) {
		i.State, i.Counts, i.Files, i.CommittedAt, i.Done, i.Chunks = model.ImportStateCommitted, counts, files, &now, i.Rows, 0
		i.DoneChunks = []int{}
	})
}

// commitWhole writes all chunks in one transaction.
func (r *run) commitWhole(ctx context.Context, p *plan) error {
	if r.Chunks > 0 {
		return nil // it was written, and the node ended before it could say so
	}
	return r.work(ctx, false, func(ctx context.Context) error {
		for n := range p.chunks {
			if err := r.commitChunk(ctx, p, n, nil); err != nil {
				return err
			}
		}
		return r.turn(ctx, 0, r.Rows)
	})
}

// commitChunks writes the chunks that are not written yet.
func (r *run) commitChunks(ctx context.Context, p *plan) error {
	r.claims = &claims{by: map[string]chan struct{}{}}
	return r.sideBySide(ctx, len(p.chunks), func(ctx context.Context, n int) error {
		own := make(chan struct{})
		defer r.claims.end(own)
		if err := r.work(ctx, false, func(ctx context.Context) error {
			if err := r.commitChunk(ctx, p, n, own); err != nil {
				return err
			}
			if err := r.Engine.Settle(ctx); err != nil { // others wait for what notes the chunk
				return err
			}
			isFirst, err := stored.ChunkDone(ctx, engine.RequestOf(ctx).Store, r.Import, n, p.rowsOf(n), r.Engine.Now().Add(lease))
			if err == nil && !isFirst {
				return errMoved
			}
			return err
		}); err != nil || n > 0 {
			return err
		}
		if err := r.Store.LookAt(ctx, r.Rows, writtenTables...); err != nil {
			r.Logger.Warn("an import goes on with the plans for what was there before", "import", r.ID, "error", err)
		}
		return nil
	})
}

// writtenTables are those of which a chunk writes many rows and reads them again.
var writtenTables = []string{"case_verdicts", "cases", "assets", "insureds", "policies", "policy_versions", "import_results"}

// turn notes a chunk in the transaction that has done it, last of all: who writes records locks the import behind them. An error if
// another node was faster.
func (r *run) turn(ctx context.Context, n, done int) error {
	if err := r.Engine.Settle(ctx); err != nil {
		return err
	}
	isTurn, err := stored.NextChunk(ctx, engine.RequestOf(ctx).Store, r.Import, n, done, r.Engine.Now().Add(lease))
	if err == nil && !isTurn {
		return errMoved
	}
	return err
}

func (r *run) commitChunk(ctx context.Context, p *plan, n int, own chan struct{}) error {
	c, err := r.load(ctx, p, n)
	if err != nil {
		return err
	}
	c.end = own
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

// closeFound completes the tasks of loans that a complete file has again.
func (r *run) closeFound(ctx context.Context, p *plan) error {
	tasks, err := stored.MissingTasks(ctx, r.store, "")
	if err != nil || len(tasks) == 0 {
		return err
	}
	ids := make([]uuid.UUID, len(tasks))
	for n, t := range tasks {
		ids[n] = *t.CaseID
	}
	cases, err := storage.Cases.ByID(ctx, r.store, ids)
	if err != nil {
		return err
	}
	found := make(map[uuid.UUID]bool, len(cases))
	for _, c := range cases {
		found[c.ID] = p.has(c)
	}
	return r.closeMissing(ctx, slices.DeleteFunc(tasks, func(t *model.Task) bool { return !found[*t.CaseID] }))
}

func (r *run) closeMissing(ctx context.Context, tasks []*model.Task) error {
	for some := range slices.Chunk(tasks, importing.RowsAtOnce) {
		if err := r.work(ctx, false, func(ctx context.Context) error { return r.Found(ctx, some) }); err != nil {
			return err
		}
	}
	return nil
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
			if err := stored.Rewritten(ctx, req.Store, r.ID, slices.Concat(policies, cases), req.Now); err != nil {
				return err
			}
			return r.turn(ctx, n, r.Rows*(n+1)/(last+1))
		}); err != nil {
			return err
		}
	}
	now, err := r.time(ctx)
	if err != nil {
		return err
	}
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
	work := engine.Work{Principal: r.Principal(), RequestID: r.RequestID()}
	for n := r.Chunks; n <= last; n++ {
		records, err := stored.RecordsOf(ctx, r.store, r.ID, last-n)
		if err != nil {
			return err
		}
		if err := r.Engine.Work(ctx, work, func(ctx context.Context) error {
			left, err := r.undo(ctx, records)
			if err == nil {
				err = r.turn(ctx, n, r.Rows*(n+1)/(last+1))
			}
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
	if err := r.Engine.Work(ctx, work, r.undoShared); err != nil {
		return err
	}
	opened, err := stored.MissingTasks(ctx, r.store, r.RequestID())
	if err == nil {
		err = r.closeMissing(ctx, opened)
	}
	if err != nil {
		return err
	}
	return r.end(ctx, func(i *importing.Import) { i.State, i.Chunks, i.Done = model.ImportStateReverted, 0, i.Rows })
}
