package jobs

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

const (
	// deletionsAtOnce is how many requests to the object store one clean-up runs at the same time.
	deletionsAtOnce = 16
	// uploadsAtOnce is how many uploads the clean-up reads at a time.
	uploadsAtOnce = 200
)

// UploadCleaner removes old uploads.
type UploadCleaner struct {
	Store *storage.Store
	Blobs *blob.Store
}

// Clean removes the uploads that were signed at least a day ago, and all files in their folders of the object store. The
// files of documents are elsewhere; one that was claimed when they were not is kept (contract section 7). It returns how
// many uploads it removed. With an upload whose document was removed goes its file. An upload that cannot be removed
// does not stop the others; it is reported in the error and tried again by the next clean-up. Any number of nodes may run it
// at once.
func (c UploadCleaner) Clean(ctx context.Context, now time.Time) (removed int, failed error) {
	var last *model.Upload
	for {
		uploads, err := c.Store.OldUploads(ctx, now.Add(-model.UploadKeptFor), last, uploadsAtOnce)
		if err != nil || len(uploads) == 0 {
			return removed, errors.Join(failed, err)
		}
		last = uploads[len(uploads)-1]
		gone, err := c.deleteFiles(ctx, uploads)
		failed = errors.Join(failed, err)
		if err := c.Store.DeleteUploads(ctx, gone); err != nil {
			return removed, errors.Join(failed, err)
		}
		removed += len(gone)
	}
}

// deleteFiles returns the uploads that have no files left in the object store except a document's.
func (c UploadCleaner) deleteFiles(ctx context.Context, uploads []*model.Upload) ([]*model.Upload, error) {
	failures := make([]error, len(uploads))
	var group errgroup.Group
	group.SetLimit(deletionsAtOnce)
	for i, u := range uploads {
		group.Go(func() error {
			kept := ""
			if u.BlobKey != nil {
				kept = *u.BlobKey
			}
			failures[i] = c.Blobs.DeleteBelow(ctx, u.Folder(), kept)
			if u.RemovedAt != nil {
				failures[i] = errors.Join(failures[i], c.Blobs.Delete(ctx, kept))
			}
			return nil
		})
	}
	_ = group.Wait() // each failure is in failures
	var gone []*model.Upload
	for i, u := range uploads {
		if failures[i] == nil {
			gone = append(gone, u)
		}
	}
	return gone, errors.Join(failures...)
}
