package graph

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

const (
	// filesAtOnce is how many requests to the object store one call runs at the same time.
	filesAtOnce = 16
	// claimTime is how long a batch of uploads may take to be copied.
	claimTime = 30 * time.Second
)

func (*mutationResolver) SignUploads(ctx context.Context, input model.SignUploadsInput) ([]*model.SignedUpload, error) {
	r := engine.RequestOf(ctx)
	if err := checkBatch("/docs", input.Docs); err != nil {
		return nil, err
	}
	var vs fault.Violations
	uploads := make([]*model.Upload, len(input.Docs))
	for i, item := range input.Docs {
		u, wrong := model.NewUpload(storage.NewID(), *item, r.Real)
		uploads[i] = u
		vs.Append(wrong.Under(fault.Pointer("/docs", i)))
	}
	if err := vs.Err(); err != nil {
		return nil, err
	}
	if err := storage.Uploads.Add(ctx, r.Store, uploads...); err != nil {
		return nil, err
	}
	signed := make([]*model.SignedUpload, len(uploads))
	for i, u := range uploads {
		url, err := resolverOf(ctx).Blobs.SignUpload(ctx, u.UploadKey(), u.FileType, model.UploadURLLifetime)
		if err != nil {
			return nil, storeFailed(err)
		}
		signed[i] = u.Signed(url)
		audit(ctx, storage.Uploads, "signed", u, model.Changes(model.Upload{}, *u))
	}
	r.AddBytes(model.Usage{Unclaimed: int64(len(uploads)) * model.AnnouncedBytes})
	return signed, nil
}

// fileCopies is the deferred work that copies the files of uploads to where no signed URL can write, for new records. A
// copy that Undo could not remove stays: it takes space and harms nobody.
type fileCopies struct {
	list      []fileCopy
	at        string // the pointer of the input's list of files
	wrong     fault.Violations
	isRefused bool // whatever the files are like: nothing is copied
	blobs     *blob.Store
}

// copiesOf returns the work for the files of an input, of which something may be wrong already.
func copiesOf(ctx context.Context, at string, list []fileCopy, wrong fault.Violations) fileCopies {
	isRefused := len(wrong) > 0 || engine.RequestOf(ctx).IsRefused
	return fileCopies{list: list, at: at, wrong: wrong, isRefused: isRefused, blobs: resolverOf(ctx).Blobs}
}

// fileCopy is one of them. An upload that was refused is nil.
type fileCopy struct {
	upload *model.Upload
	key    string // of the copy
	size   int64  // known after Do
}

// fileClaim makes documents of uploads.
type fileClaim struct {
	fileCopies
	docs []*model.Document
}

// planClaim makes the documents of inputs. Cases and uploads are looked at again when they are locked.
func planClaim(ctx context.Context, inputs []*model.CreateDocumentItem) (*fileClaim, error) {
	r := engine.RequestOf(ctx)
	refs, err := r.Store.DocumentReferences(ctx, inputs)
	if err != nil {
		return nil, err
	}
	refs.Real = r.Real
	docs, vs := model.NewDocuments(inputs, refs, storage.NewID, r.Now)
	c := &fileClaim{docs: docs, fileCopies: copiesOf(ctx, "/docs", make([]fileCopy, len(docs)), vs)}
	for i, d := range docs {
		if d.BlobKey != "" {
			c.list[i] = fileCopy{upload: refs.Uploads[d.Versions[0]], key: d.BlobKey}
		}
	}
	return c, nil
}

// documents are new ones each time: a transaction that is run again must not find what it did to them before.
func (c *fileClaim) documents() []*model.Document {
	docs := make([]*model.Document, len(c.docs))
	for i, d := range c.docs {
		fresh := *d
		fresh.Size = c.list[i].size
		docs[i] = &fresh
	}
	return docs
}

// Do copies the files; `upload_not_found` for one that is not there or too large. When the call is refused already, it
// only looks for the files, so that all violations are reported at once.
func (c *fileCopies) Do(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, claimTime)
	defer cancel()
	refused := make([]error, len(c.list))
	err := c.each(ctx, func(ctx context.Context, i int) error {
		err := c.claim(ctx, &c.list[i])
		if errors.Is(err, blob.ErrNotFound) || errors.Is(err, blob.ErrTooLarge) {
			refused[i] = err
			return nil
		}
		return err
	})
	if err != nil {
		return storeFailed(err)
	}
	return slices.Concat(c.wrong, c.fileViolations(refused)).Err()
}

// Undo removes the copies.
func (c *fileCopies) Undo(ctx context.Context) {
	if c.isRefused {
		return // there are none
	}
	_ = c.each(ctx, func(ctx context.Context, i int) error { return c.blobs.Delete(ctx, c.list[i].key) })
}

// each calls fn for the records that have an upload, several at once.
func (c *fileCopies) each(ctx context.Context, fn func(ctx context.Context, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(filesAtOnce)
	for i := range c.list {
		if c.list[i].upload != nil {
			group.Go(func() error { return fn(ctx, i) })
		}
	}
	return group.Wait()
}

func (c *fileCopies) claim(ctx context.Context, f *fileCopy) error {
	if !c.isRefused {
		size, err := c.blobs.Claim(ctx, f.upload.UploadKey(), f.key)
		f.size = size
		return err
	}
	size, err := c.blobs.Stat(ctx, f.upload.UploadKey())
	if err == nil && size > blob.MaxUpload {
		return blob.ErrTooLarge
	}
	return err
}

func (c *fileCopies) fileViolations(refused []error) fault.Violations {
	var vs fault.Violations
	for i, err := range refused {
		pointer := fault.Pointer(c.at, i, "directUploadKey")
		switch {
		case errors.Is(err, blob.ErrTooLarge):
			vs.Say(pointer, fault.CodeUploadNotFound,
				"is the key of a file of more than %d bytes; upload a smaller one under a new key", blob.MaxUpload)
		case err != nil:
			vs.Say(pointer, fault.CodeUploadNotFound, "has no file yet; PUT the file to the signed URL first")
		}
	}
	return vs
}

// claimUploads marks the uploads as used by the records that have the copies; `upload_not_found` for those that another
// call has used first. The link is that of evidence, nil for documents.
func (c *fileCopies) claimUploads(ctx context.Context, link *uuid.UUID) error {
	r := engine.RequestOf(ctx)
	var ids []uuid.UUID
	for _, f := range c.list {
		ids = append(ids, f.upload.ID)
	}
	uploads, err := storage.Uploads.LockAll(ctx, r.Store, distinct(ids))
	if err != nil {
		return err
	}
	free := map[uuid.UUID]*model.Upload{}
	for _, u := range uploads {
		if u.IsClaimableBy(link, r.Real) {
			free[u.ID] = u
		}
	}
	var vs fault.Violations
	for i, f := range c.list {
		if u, ok := free[f.upload.ID]; ok {
			u.Claim(f.key, r.Real)
			continue
		}
		vs.Say(fault.Pointer(c.at, i, "directUploadKey"), fault.CodeUploadNotFound, "was just used by another request")
	}
	if err := vs.Err(); err != nil {
		return err
	}
	return storage.Uploads.Save(ctx, r.Store, uploads, "")
}

// signDownloads gives documents their URLs, if these are selected.
func signDownloads(ctx context.Context, sel engine.Selection, docs []*model.Document) error {
	if !sel.Has("url") {
		return nil
	}
	blobs, now := resolverOf(ctx).Blobs, engine.RequestOf(ctx).Real
	for _, d := range docs {
		url, err := blobs.SignDownload(d.BlobKey, d.FileName, d.FileType, now)
		if err != nil {
			return err
		}
		d.URL = url
	}
	return nil
}

// storeFailed is the error when the object store cannot be reached.
func storeFailed(err error) error {
	return fault.New(fault.CodeUnavailable, "The object store does not answer; try again shortly.").Because(err)
}
