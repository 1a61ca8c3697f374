package importing

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
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

// lease is how long a node keeps an import without a sign of life.
const lease = time.Minute

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

// Config is what a worker works with; all is required.
type Config struct {
	Engine *engine.Engine
	Store  *storage.Store
	Blobs  *blob.Store
	Logger *slog.Logger
	Operations
}

// Worker works on imports.
type Worker struct {
	Config
	ops *operations
}

// New returns a worker.
func New(cfg Config) *Worker { return &Worker{Config: cfg, ops: compile(cfg.Engine)} }

// Run works on all imports that wait for it.
func (w *Worker) Run(ctx context.Context) error {
	waiting, err := stored.Waiting(ctx, w.Store.Handle, w.Engine.Now())
	for _, key := range waiting {
		err = errors.Join(err, w.RunOne(ctx, key))
	}
	return err
}

// RunOne does the steps of an import until it waits for somebody, unless another node works on it.
func (w *Worker) RunOne(ctx context.Context, key storage.ImportKey) error {
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
		if err := w.step(ctx, key, claim); errors.Is(err, errMoved) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (w *Worker) inTx(ctx context.Context, portfolio uuid.UUID, fn func(ctx context.Context, p *storage.Portfolio) error) error {
	return w.Store.InTx(ctx, portfolio, func(ctx context.Context, tx *storage.Tx) error { return fn(ctx, tx.For(portfolio)) })
}

// step does one step. What is wrong with the import itself ends it, with the reason; what is wrong with the node is tried again.
func (w *Worker) step(ctx context.Context, key storage.ImportKey, claim int) error {
	p := w.Store.For(key.PortfolioID)
	i, err := stored.Imports.One(ctx, p, key.ID)
	if err != nil {
		return err
	}
	i.Claim = claim
	run := &run{Worker: w, Import: i, store: p}
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
	if reason, ok := errors.AsType[*refusedFile](err); ok {
		return run.end(ctx, func(i *importing.Import) { i.Fail(reason.reason) })
	}
	if code := fault.CodeOf(err); err != nil && code != fault.CodeInternal && code != fault.CodeUnavailable && ctx.Err() == nil {
		domain, _ := errors.AsType[*fault.Error](err)
		return run.end(ctx, func(i *importing.Import) { i.Fail(domain.Message) })
	}
	return err
}

// run is a step of an import.
type run struct {
	*Worker
	*importing.Import
	store  *storage.Portfolio
	told   time.Time // when progress was told last
	claims *claims   // of chunks that are written side by side
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
