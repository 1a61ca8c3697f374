package sandbox

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/erasing"
	stored "github.com/covertrack/covertrack/storage/sandbox"
)

// Clean closes the sandboxes that nobody has used for long, and removes what closed ones have left. It returns how many it has
// removed.
func (w *Worker) Clean(ctx context.Context, now time.Time) (removed int, failed error) {
	before := now.Add(-sandbox.KeptFor)
	expired, failed := stored.Expired(ctx, w.Store.Handle, before)
	for _, id := range expired {
		failed = errors.Join(failed, w.close(ctx, id, before, now))
	}
	for last := uuid.Nil; ; {
		closed, err := stored.Closed(ctx, w.Store.Handle, last)
		if err != nil || len(closed) == 0 || ctx.Err() != nil {
			return removed, errors.Join(failed, err)
		}
		last = closed[len(closed)-1]
		for _, id := range closed {
			if err := errors.Join(erasing.DeleteFiles(ctx, w.Blobs, id), stored.Remove(ctx, w.Store, id)); err != nil {
				failed = errors.Join(failed, err)
				continue
			}
			removed++
		}
	}
}

// close closes a sandbox, unless it was used meanwhile.
func (w *Worker) close(ctx context.Context, id uuid.UUID, before, now time.Time) error {
	return w.Store.InTx(ctx, uuid.Nil, func(ctx context.Context, tx *storage.Tx) error {
		s, err := stored.Lock(ctx, tx.Handle, id, sandbox.Reach{PortfolioID: id})
		if err != nil || s.UsedAt.After(before) {
			return unlessGone(err)
		}
		return stored.Close(ctx, tx.Handle, id, now)
	})
}
