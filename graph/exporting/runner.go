package exporting

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/rates"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/exporting"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
	"github.com/covertrack/covertrack/storage/pause"
	clocks "github.com/covertrack/covertrack/storage/sandbox"
)

// prolongEvery is how often the node says that it still writes an export, and how far it is.
const prolongEvery = 5 * time.Second

// Runner writes the exports that were asked for, one at a time on a node.
type Runner struct {
	Store  *storage.Store
	Blobs  *blob.Store
	Lists  Lists
	Now    func() time.Time
	Logger *slog.Logger

	turn   sync.Mutex
	served rates.Served[uuid.UUID] // lenders
}

// errLost means that another node has taken the export.
var errLost = errors.New("another node writes the export")

// Run asks for what schedules want, and writes all exports that nobody writes. Any number of nodes may run it.
func (r *Runner) Run(ctx context.Context) error {
	if !r.turn.TryLock() {
		return nil
	}
	defer r.turn.Unlock()
	failed := r.schedule(ctx)
	passed := map[uuid.UUID]bool{} // what is due again comes with the next run
	for {
		due, err := r.Store.ExportsDue(ctx, r.now())
		due = slices.DeleteFunc(due, func(e *storage.DueExport) bool { return passed[e.ID] })
		if err != nil || len(due) == 0 || ctx.Err() != nil {
			return errors.Join(failed, err)
		}
		lenders := make([]uuid.UUID, len(due))
		for i, e := range due {
			lenders[i] = e.Lender
		}
		next := due[r.served.Next(lenders)] // lenders take turns (reliability R25)
		passed[next.ID], failed = true, errors.Join(failed, r.one(ctx, &next.Export))
	}
}

func (r *Runner) now() time.Time { return storage.Clock(r.Now)() }

// schedule asks for the exports of schedules whose time has come.
func (r *Runner) schedule(ctx context.Context) error {
	due, err := r.Store.ExportSchedulesDue(ctx, r.now())
	for _, s := range due {
		err = errors.Join(err, r.Store.InTx(ctx, s.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
			p := tx.For(s.PortfolioID)
			s, err := storage.ExportSchedules.Lock(ctx, p, s.ID)
			if fault.CodeOf(err) == fault.CodeNotFound {
				return nil
			}
			if err != nil {
				return err
			}
			now, err := clocks.TimeIn(ctx, p, r.now())
			if err != nil {
				return err
			}
			e := s.Next(storage.NewID(), now)
			if e == nil {
				return nil // another node was first
			}
			e.LeasedUntil = r.now()
			if err := storage.ExportSchedules.Update(ctx, p, s); err != nil {
				return err
			}
			if err := storage.Exports.Insert(ctx, p, e); err != nil {
				return err
			}
			trail := storage.NewTrail(model.SystemOrigin(p.ID(), "exports", now))
			trail.Add("export.created", "export", e.ID, model.Changes((*exporting.Export)(nil), *e))
			return trail.Save(ctx, tx)
		}))
	}
	return err
}

// change changes an export that the node has, or that nobody has yet. It saves nothing if fn returns an error.
func (r *Runner) change(
	ctx context.Context, of *exporting.Export, fn func(e *exporting.Export, now time.Time) error,
) (*exporting.Export, error) {
	var changed *exporting.Export
	err := r.Store.InTx(ctx, of.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		p := tx.For(of.PortfolioID)
		e, err := storage.Exports.Lock(ctx, p, of.ID)
		if err != nil {
			return err
		}
		if e.Attempt != of.Attempt || !e.IsOpen() {
			return errLost
		}
		before, now := *e, r.now()
		if err := fn(e, now); err != nil {
			return err
		}
		storage.Exports.Touch(e, now)
		if err := storage.Exports.Update(ctx, p, e); err != nil {
			return err
		}
		changed = e
		if e.IsOpen() {
			return nil
		}
		if err := p.CountFiles(ctx, storage.FilesOfExports, e.CountedBytes()); err != nil {
			return err
		}
		at, err := clocks.TimeIn(ctx, p, now)
		if err != nil {
			return err
		}
		trail := storage.NewTrail(model.SystemOrigin(p.ID(), "exports", at))
		trail.Add("export.updated", "export", e.ID, model.Changes(before, *e))
		return trail.Save(ctx, tx)
	})
	return changed, err
}

// one writes an export, if no other node does.
func (r *Runner) one(ctx context.Context, e *exporting.Export) error {
	e, err := r.change(ctx, e, func(e *exporting.Export, now time.Time) error {
		if !e.Begin(now) && e.IsOpen() {
			return errLost
		}
		return nil
	})
	if errors.Is(err, errLost) || fault.CodeOf(err) == fault.CodeNotFound || err == nil && !e.IsOpen() {
		return nil
	}
	if err != nil {
		return err
	}
	err = r.write(ctx, e)
	switch {
	case errors.Is(err, errLost):
		return nil
	case errors.Is(err, blob.ErrNoRoom):
		err = fault.New(fault.CodeValidationFailed, "The server has no room for the files; try again later.")
		fallthrough
	case fault.CodeOf(err) == fault.CodeValidationFailed: // the format cannot hold the records
		_, err = r.change(ctx, e, func(e *exporting.Export, now time.Time) error {
			e.Fail(err.Error(), now)
			return nil
		})
	case err != nil:
		again, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_, failed := r.change(again, e, func(e *exporting.Export, now time.Time) error {
			e.LeasedUntil = now.Add(time.Duration(e.Attempt) * 5 * time.Second)
			return nil
		})
		return errors.Join(err, failed)
	}
	return err
}

// write writes the files of an export that the node has, below a folder of the attempt.
func (r *Runner) write(ctx context.Context, e *exporting.Export) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var records, total atomic.Int64
	var prolonging sync.WaitGroup
	stopped, stop := context.WithCancel(ctx)
	prolonging.Go(func() {
		for pause.For(stopped, prolongEvery) {
			if err := r.prolong(stopped, e, int(records.Load()), int(total.Load())); errors.Is(err, errLost) {
				cancel(err)
			}
		}
	})
	if err := r.Blobs.DeleteBelow(ctx, e.Folder(), ""); err != nil {
		stop()
		prolonging.Wait()
		return err
	}
	folder := e.Folder() + "/" + strconv.Itoa(e.Attempt) + "/"
	book := &Book{Store: r.Store, Lists: r.Lists, Now: r.Now, Wrote: func(n, of int) {
		records.Store(int64(n))
		total.Store(int64(of))
	}}
	set, err := book.WriteAll(ctx, e, func(ctx context.Context, name, contentType string, in io.Reader) error {
		return r.Blobs.Write(ctx, folder+name, contentType, r.Blobs.Bounded(in))
	})
	stop()
	prolonging.Wait()
	if err != nil {
		return cmp.Or(causeOf(ctx), err)
	}
	for _, f := range set.Files {
		f.Key = folder + f.Name
	}
	done, err := r.change(ctx, e, func(e *exporting.Export, now time.Time) error {
		n := int(records.Load())
		e.Records, e.Total = n, &n
		e.Settle(set.Files, set.Cursor, set.SnapshotAt, now)
		return nil
	})
	if err != nil || done.ScheduleID == nil {
		return err
	}
	return r.keep(ctx, done)
}

// causeOf is why ctx was ended by the node itself; nil if it was not.
func causeOf(ctx context.Context) error {
	if cause := context.Cause(ctx); errors.Is(cause, errLost) {
		return cause
	}
	return nil
}

func (r *Runner) prolong(ctx context.Context, e *exporting.Export, records, total int) error {
	_, err := r.change(ctx, e, func(e *exporting.Export, now time.Time) error {
		e.Records, e.Total, e.LeasedUntil = records, &total, now.Add(exporting.Lease)
		return nil
	})
	return err
}

// keep has those exports of a schedule removed that are more than it keeps; all after a while, if it is gone.
func (r *Runner) keep(ctx context.Context, of *exporting.Export) error {
	return r.Store.InTx(ctx, of.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		p := tx.For(of.PortfolioID)
		kept, now := 0, r.now()
		s, err := storage.ExportSchedules.One(ctx, p, *of.ScheduleID)
		switch {
		case err == nil:
			kept = s.Keep
		case fault.CodeOf(err) != fault.CodeNotFound:
			return err
		}
		done, err := p.ExportsOf(ctx, *of.ScheduleID)
		if err != nil || len(done) <= kept {
			return err
		}
		old := done[kept:]
		for _, e := range old {
			if e.ExpiresAt = &now; s == nil {
				e.Expire(now)
			}
		}
		return storage.Exports.Update(ctx, p, old...)
	})
}

// Clean removes the exports whose files nobody gets any more, and the files first. It returns how many.
func (r *Runner) Clean(ctx context.Context, now time.Time) (removed int, err error) {
	for {
		expired, err := r.Store.ExportsExpired(ctx, now)
		if err != nil || len(expired) == 0 {
			return removed, err
		}
		for _, e := range expired {
			if err := r.Blobs.DeleteBelow(ctx, e.Folder(), ""); err != nil {
				return removed, err
			}
			err := r.Store.InTx(ctx, e.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
				p := tx.For(e.PortfolioID)
				if removed, err := p.DeleteExport(ctx, e.ID); err != nil || !removed {
					return err
				}
				return p.CountFiles(ctx, storage.FilesOfExports, -e.CountedBytes())
			})
			if err != nil {
				return removed, err
			}
			removed++
		}
	}
}
