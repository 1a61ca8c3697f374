package importing

import (
	"context"
	"errors"
	"time"

	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/storage"
	stored "github.com/covertrack/covertrack/storage/importing"
)

// Clean removes the files of imports that were begun long ago, and what became of their rows. It returns of how many.
func (w *Worker) Clean(ctx context.Context, now time.Time) (removed int, failed error) {
	old, err := stored.Old(ctx, w.Store.Handle, now.Add(-importing.KeptFor))
	for _, key := range old {
		err = errors.Join(err, w.expire(ctx, key, now))
	}
	return len(old), err
}

func (w *Worker) expire(ctx context.Context, key storage.ImportKey, now time.Time) error {
	folder := (&importing.Import{PortfolioID: key.PortfolioID, ID: key.ID}).Folder()
	if err := w.Blobs.DeleteBelow(ctx, folder, ""); err != nil {
		return err
	}
	return w.inTx(ctx, key.PortfolioID, func(ctx context.Context, p *storage.Portfolio) error {
		i, err := stored.Imports.Lock(ctx, p, key.ID)
		if err != nil {
			return err
		}
		if err := p.CountFiles(ctx, storage.FilesOfImports, i.CountFiles(false)); err != nil {
			return err
		}
		i.Expire()
		i.UpdatedAt = now
		for _, table := range []string{"import_rows", "import_results"} {
			if err := stored.Forget(ctx, p, table, key.ID); err != nil {
				return err
			}
		}
		return stored.Imports.Save(ctx, p, []*importing.Import{i}, "")
	})
}
