package graph

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

const (
	// filesAtOnce is how many requests to the object store one call runs at the same time.
	filesAtOnce = 16
	// claimTime is how long a batch of uploads may take to be copied (reliability R5).
	claimTime = 30 * time.Second
)

func (*mutationResolver) SignUploads(ctx context.Context, input model.SignUploadsInput) ([]*model.SignedUpload, error) {
	r := engine.RequestOf(ctx)
	if err := checkBatch("/docs", input.Docs); err != nil {
		return nil, err
	}
	var vs model.Violations
	uploads := make([]*model.Upload, len(input.Docs))
	for i, item := range input.Docs {
		u, wrong := model.NewUpload(storage.NewID(), *item, r.Now)
		uploads[i] = u
		vs.Append(wrong.Under(model.Pointer("/docs", i)))
	}
	if err := vs.Err(); err != nil {
		return nil, err
	}
	if err := storage.Uploads.Add(ctx, r.Store, uploads...); err != nil {
		return nil, err
	}
	signed := make([]*model.SignedUpload, len(uploads))
	for i, u := range uploads {
		url, err := r.Blobs.SignUpload(ctx, u.UploadKey(), u.FileType, model.UploadURLLifetime)
		if err != nil {
			return nil, storeFailed(err)
		}
		signed[i] = u.Signed(url)
		audit(ctx, storage.Uploads, "signed", u, model.Changes(model.Upload{}, *u))
	}
	r.AddBytes(model.Usage{Unclaimed: int64(len(uploads)) * model.AnnouncedBytes})
	return signed, nil
}

// claimFiles gives each document its upload's file, where no URL can write it; `upload_not_found` for a file that is
// not there or too large. When something else is wrong already, it only checks the files, so that all violations are
// reported at once. The clean-up removes the copies that no document uses in the end.
func claimFiles(ctx context.Context, docs []*model.Document, uploads map[uuid.UUID]*model.Upload, vs model.Violations) error {
	r := engine.RequestOf(ctx)
	if err := r.Handle.LetIdle(ctx, claimTime); err != nil {
		return err
	}
	claim := func(ctx context.Context, u *model.Upload, d *model.Document) (err error) {
		d.Size, _, err = r.Blobs.Claim(ctx, u.UploadKey(), d.BlobKey)
		return err
	}
	if len(vs) > 0 {
		claim = func(ctx context.Context, u *model.Upload, _ *model.Document) error { return lookAtFile(ctx, u) }
	}
	refused := make([]error, len(docs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(filesAtOnce)
	for i, d := range docs {
		if d.BlobKey == "" {
			continue
		}
		group.Go(func() error {
			err := claim(ctx, uploads[d.Versions[0]], d)
			if errors.Is(err, blob.ErrNotFound) || errors.Is(err, blob.ErrTooLarge) {
				refused[i] = err
				return nil
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return storeFailed(err)
	}
	vs.Append(fileViolations(refused))
	return vs.Err()
}

func lookAtFile(ctx context.Context, u *model.Upload) error {
	size, _, err := engine.RequestOf(ctx).Blobs.Stat(ctx, u.UploadKey())
	if err == nil && size > blob.MaxUpload {
		return blob.ErrTooLarge
	}
	return err
}

func fileViolations(refused []error) model.Violations {
	var vs model.Violations
	for i, err := range refused {
		pointer := model.Pointer("/docs", i, "directUploadKey")
		switch {
		case errors.Is(err, blob.ErrTooLarge):
			vs.Say(pointer, model.CodeUploadNotFound,
				"is the key of a file of more than %d bytes; upload a smaller one under a new key", blob.MaxUpload)
		case err != nil:
			vs.Say(pointer, model.CodeUploadNotFound, "has no file yet; PUT the file to the signed URL first")
		}
	}
	return vs
}

// claimUploads marks the uploads of the documents as used; `upload_not_found` for those that another call has used
// first.
func claimUploads(ctx context.Context, docs []*model.Document) error {
	r := engine.RequestOf(ctx)
	var ids []uuid.UUID
	for _, d := range docs {
		ids = append(ids, d.Versions...)
	}
	uploads, err := storage.Uploads.LockAll(ctx, r.Store, distinct(ids))
	if err != nil {
		return err
	}
	free := map[uuid.UUID]*model.Upload{}
	for _, u := range uploads {
		if u.IsClaimable(r.Now) {
			free[u.ID] = u
		}
	}
	var vs model.Violations
	for i, d := range docs {
		if u, ok := free[d.Versions[0]]; ok {
			u.Claim(d.BlobKey, r.Now)
			continue
		}
		vs.Say(model.Pointer("/docs", i, "directUploadKey"), model.CodeUploadNotFound, "was just used by another request")
	}
	if err := vs.Err(); err != nil {
		return err
	}
	return storage.Uploads.Update(ctx, r.Store, uploads...)
}

// signDownloads gives documents their URLs, if these are selected.
func signDownloads(ctx context.Context, sel engine.Selection, docs []*model.Document) error {
	if !sel.Has("url") {
		return nil
	}
	r := engine.RequestOf(ctx)
	for _, d := range docs {
		url, err := r.Blobs.SignDownload(d.BlobKey, d.FileName, d.FileType, r.Now)
		if err != nil {
			return err
		}
		d.URL = url
	}
	return nil
}

// storeFailed is the error when the object store cannot be reached.
func storeFailed(err error) error {
	return model.NewError(model.CodeUnavailable, "The object store does not answer; try again shortly.").Because(err)
}
