package importing

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// errMoved ends the work of a node on an import that another has taken over.
var errMoved = errors.New("another node works on the import")

// errTurn ends the turn of an import for which there is more to do.
var errTurn = errors.New("others wait")

const (
	// lease is how long a node keeps an import without a sign of life.
	lease = time.Minute
	// usualTurn is how long a node works on an import while those of other lenders wait.
	usualTurn = 20 * time.Second
	// mostFailures is how often a step fails on a node, one time after the other, before the import fails. What is wrong with it
	// would otherwise be tried for ever.
	mostFailures = 10
)

// Operations are what packages above this one do to records that came in, in the transaction of a chunk.
type Operations struct {
	// Release releases policies and cases.
	Release func(ctx context.Context, policies, cases []uuid.UUID) error
	// Restate gives a case a status back, from whichever it has.
	Restate func(ctx context.Context, id uuid.UUID, status model.CaseStatus) error
	// Missing opens the tasks of loans that a complete file lacks.
	Missing func(ctx context.Context, cases []*model.Case) error
	// Found completes tasks that Missing has opened.
	Found func(ctx context.Context, tasks []*model.Task) error
	// TryVerdicts tells of the cases whose verdicts what was written would change, and stores none of them.
	TryVerdicts func(ctx context.Context) ([]*compliance.TrialChange, error)
}

// Config is what a worker works with; all but Turn is required.
type Config struct {
	Engine *engine.Engine
	Store  *storage.Store
	Blobs  *blob.Store
	Logger *slog.Logger
	Turn   time.Duration // how long an import is worked on while those of other lenders wait; 0 means 20 s
	Operations
}

// Worker works on imports.
type Worker struct {
	Config
	ops      *operations
	served   rates.Served[uuid.UUID] // lenders
	failures failures
}

// New returns a worker.
func New(cfg Config) *Worker {
	cfg.Turn = cmp.Or(cfg.Turn, usualTurn)
	return &Worker{Config: cfg, ops: compile(cfg.Engine)}
}

// Run works on all imports that wait for it; lenders take turns (reliability R25).
func (w *Worker) Run(ctx context.Context) (failed error) {
	passed := map[uuid.UUID]bool{} // those that another node has, or that have failed
	for {
		waiting, err := stored.Waiting(ctx, w.Store.Handle, w.Engine.Now())
		waiting = slices.DeleteFunc(waiting, func(of *stored.Work) bool { return passed[of.ID] })
		if err != nil || len(waiting) == 0 || ctx.Err() != nil {
			return errors.Join(failed, err)
		}
		lenders := make([]uuid.UUID, len(waiting))
		for i, of := range waiting {
			lenders[i] = of.Lender
		}
		next := waiting[w.served.Next(lenders)]
		if err := w.takeTurn(ctx, next); !errors.Is(err, errTurn) {
			passed[next.ID], failed = true, errors.Join(failed, err)
		}
	}
}

// takeTurn works on an import until it waits for somebody, or, with errTurn, until others have waited for long.
func (w *Worker) takeTurn(ctx context.Context, of *stored.Work) error {
	var begun time.Time // of the first chunk: whatever was read before, each turn does some
	return w.runOne(ctx, of.ImportKey, func() error {
		switch {
		case begun.IsZero():
			begun = time.Now()
			return nil
		case time.Since(begun) < w.Turn:
			return nil
		}
		waiting, err := stored.Waiting(ctx, w.Store.Handle, w.Engine.Now())
		if err == nil && slices.ContainsFunc(waiting, func(other *stored.Work) bool { return other.Lender != of.Lender }) {
			err = errTurn
		}
		return err
	})
}

// RunOne does the steps of an import until it waits for somebody, unless another node works on it.
func (w *Worker) RunOne(ctx context.Context, key storage.ImportKey) error {
	return w.runOne(ctx, key, func() error { return nil })
}

func (w *Worker) runOne(ctx context.Context, key storage.ImportKey, goOn func() error) error {
	for ctx.Err() == nil {
		now := w.Engine.Now()
		var claim int
		err := w.inTx(ctx, key.PortfolioID, func(ctx context.Context, p *storage.Portfolio) (err error) {
			claim, err = stored.Claim(ctx, p, key.ID, now, now.Add(lease))
			return err
		})
		if err != nil || claim == 0 {
			return err
		}
		if err := w.step(ctx, key, claim, goOn); errors.Is(err, errMoved) {
			return w.forgetErased(ctx, key)
		} else if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// forgetErased removes the files of an import that another has ended while this node wrote one: an erasure keeps none.
func (w *Worker) forgetErased(ctx context.Context, key storage.ImportKey) error {
	i, err := stored.Imports.One(ctx, w.Store.For(key.PortfolioID), key.ID)
	if fault.CodeOf(err) == fault.CodeNotFound {
		return nil
	}
	hasFile := func(f *importing.File) bool { return f.BlobKey != "" }
	if err != nil || i.State != model.ImportStateFailed || slices.ContainsFunc(i.Files, hasFile) {
		return err
	}
	return w.Blobs.DeleteBelow(ctx, i.Folder(), "")
}

func (w *Worker) inTx(ctx context.Context, portfolio uuid.UUID, fn func(ctx context.Context, p *storage.Portfolio) error) error {
	return w.Store.InTx(ctx, portfolio, func(ctx context.Context, tx *storage.Tx) error { return fn(ctx, tx.For(portfolio)) })
}

// step does one step. What is wrong with the import itself ends it, with the reason; what is wrong with the node is tried again.
func (w *Worker) step(ctx context.Context, key storage.ImportKey, claim int, goOn func() error) error {
	p := w.Store.For(key.PortfolioID)
	i, err := stored.Imports.One(ctx, p, key.ID)
	if err != nil {
		return err
	}
	i.Claim = claim
	run := &run{Worker: w, Import: i, store: p, goOn: goOn}
	switch i.State {
	case model.ImportStateUploaded:
		err = run.read(ctx)
	case model.ImportStateChecking:
		err = run.check(ctx)
	case model.ImportStateCommitting:
		err = run.commit(ctx)
	case model.ImportStateReleasing:
		err = run.release(ctx)
	case model.ImportStateReverting:
		err = run.revert(ctx)
	}
	if errors.Is(err, errTurn) {
		return errors.Join(err, stored.Release(ctx, p, i, w.Engine.Now()))
	}
	if reason, ok := errors.AsType[*refusedFile](err); ok {
		return run.end(ctx, func(i *importing.Import) { i.Fail(reason.reason) })
	}
	code := fault.CodeOf(err)
	switch {
	case err == nil || errors.Is(err, errMoved) || ctx.Err() != nil:
		w.failures.forget(i.ID)
		return err
	case code != fault.CodeInternal && code != fault.CodeUnavailable:
		domain, _ := errors.AsType[*fault.Error](err)
		return run.end(ctx, func(i *importing.Import) { i.Fail(domain.Message) })
	case code == fault.CodeInternal && !storage.IsConflict(err) && w.failures.add(i.ID) >= mostFailures:
		w.failures.forget(i.ID)
		w.Logger.ErrorContext(ctx, "an import failed each time that it was tried", "import", i.ID, "error", err)
		return run.end(ctx, func(i *importing.Import) {
			i.Fail("Something failed on our side, each time that it was tried; ask for help.")
		})
	}
	return err
}

// failures count how often the steps of imports have failed on a node, one time after the other.
type failures struct {
	mu sync.Mutex
	of map[uuid.UUID]int
}

func (f *failures) add(id uuid.UUID) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.of == nil {
		f.of = map[uuid.UUID]int{}
	}
	f.of[id]++
	return f.of[id]
}

func (f *failures) forget(id uuid.UUID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.of, id)
}

// run is a step of an import.
type run struct {
	*Worker
	*importing.Import
	store  *storage.Portfolio
	told   time.Time // when progress was told last
	claims *claims   // of chunks that are written side by side
	goOn   func() error
}

// time is that of the import's portfolio, which is not the real one in a sandbox.
func (r *run) time(ctx context.Context) (time.Time, error) {
	if r.Creator.Mode != model.ModeSandbox {
		return r.Engine.Now(), nil
	}
	return r.Engine.TimeOf(ctx, r.PortfolioID)
}

// end saves what a step made of the import, which is free for other nodes then. Of one that is over the rows are not kept.
func (r *run) end(ctx context.Context, change func(*importing.Import)) error {
	now, err := r.time(ctx)
	if err != nil {
		return err
	}
	return r.Store.InTx(ctx, r.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		var ended bool
		trail := storage.NewTrail(model.SystemOrigin(r.PortfolioID, r.RequestID(), now))
		if err := r.save(ctx, tx.For(r.PortfolioID), func(i *importing.Import) {
			change(i)
			trail.Add("import.updated", "import", i.ID, map[string]model.Change{"state": {From: r.State, To: i.State}})
			ended = !importing.IsWork(i.State) && i.State != model.ImportStateMapping && i.State != model.ImportStateChecked
		}); err != nil {
			return err
		}
		if ended {
			if err := stored.Forget(ctx, tx.For(r.PortfolioID), "import_rows", r.ID); err != nil {
				return err
			}
		}
		return trail.Save(ctx, tx)
	})
}

// save is end in a transaction that there is.
func (r *run) save(ctx context.Context, p *storage.Portfolio, change func(*importing.Import)) error {
	i, err := stored.Imports.Lock(ctx, p, r.ID)
	if err != nil {
		return err
	}
	if i.Claim != r.Claim {
		return errMoved
	}
	now, err := r.time(ctx)
	if err != nil {
		return err
	}
	change(i)
	i.UpdatedAt, i.LeasedUntil = now, r.Engine.Now()
	return stored.Imports.Save(ctx, p, []*importing.Import{i}, "")
}

// progress tells how many rows are done, every second, and keeps the import.
func (r *run) progress(ctx context.Context, done int) error {
	if time.Since(r.told) < time.Second {
		return nil
	}
	r.told = time.Now()
	return r.inTx(ctx, r.PortfolioID, func(ctx context.Context, p *storage.Portfolio) error {
		has, err := stored.Extend(ctx, p, r.Import, done, r.Engine.Now().Add(lease))
		if err == nil && !has {
			return errMoved
		}
		return err
	})
}

// work runs fn as the one who began the import.
func (r *run) work(ctx context.Context, isTrial bool, fn func(ctx context.Context) error) error {
	return r.Engine.Work(ctx, engine.Work{
		Principal: r.Principal(), RequestID: r.RequestID(), Import: r.ID, IsTrial: isTrial,
	}, fn)
}
