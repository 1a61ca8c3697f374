package graph

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"strings"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/blob"
)

// fileHash reads the file of a document that is to be removed, before the transaction: by its hash the trail goes on to say which file
// that was.
type fileHash struct {
	blobs *blob.Store
	key   string
	of    map[string]model.Change // empty if there is no file
}

func planHash(ctx context.Context, id uuid.UUID) (*fileHash, error) {
	d, err := storage.Documents.One(ctx, engine.RequestOf(ctx).Store, id)
	if err != nil {
		return nil, err
	}
	return &fileHash{blobs: resolverOf(ctx).Blobs, key: d.BlobKey}, nil
}

// Do reads the file.
func (h *fileHash) Do(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, claimTime)
	defer cancel()
	sum := sha256.New()
	err := h.blobs.CopyTo(ctx, h.key, func(int64) (io.Writer, error) { return sum, nil })
	switch {
	case errors.Is(err, blob.ErrNotFound):
		return nil
	case err != nil:
		return storeFailed(err)
	}
	h.of = map[string]model.Change{"sha256": {From: hex.EncodeToString(sum.Sum(nil))}}
	return nil
}

// Undo has nothing to remove.
func (*fileHash) Undo(context.Context) {}

func (*mutationResolver) DeleteDocument(ctx context.Context, id uuid.UUID) (*model.Document, error) {
	r := engine.RequestOf(ctx)
	hash, err := engine.Defer(ctx, func() (*fileHash, error) { return planHash(ctx, id) })
	if err != nil {
		return nil, err
	}
	cases, found, err := r.Store.LockDocuments(ctx, []uuid.UUID{id})
	if err == nil && len(found) == 0 {
		err = fault.NotFound("document")
	}
	if err != nil {
		return nil, err
	}
	d := found[0]
	if d, err = remove(ctx, storage.Documents, d, cases.CheckOpen, relateDocuments, hash.of); err != nil {
		return nil, err
	}
	if !strings.HasSuffix(d.BlobKey, "/"+d.ID.String()) {
		return d, nil // others have the file too
	}
	return d, storage.Uploads.Add(ctx, r.Store, model.RemovedFile(storage.NewID(), d.BlobKey, r.Real))
}

func (*mutationResolver) DeleteAsset(ctx context.Context, id uuid.UUID) (*model.Asset, error) {
	c, a, err := engine.RequestOf(ctx).Store.LockAsset(ctx, id)
	if err != nil {
		return nil, err
	}
	return remove(ctx, storage.Assets, a, c.CheckOpen, relateAssets, nil)
}

func (*mutationResolver) DeleteInsured(ctx context.Context, id uuid.UUID) (*model.Insured, error) {
	i, err := storage.Insureds.LockToRemove(ctx, engine.RequestOf(ctx).Store, id)
	if err != nil {
		return nil, err
	}
	return remove(ctx, storage.Insureds, i, nil, relateInsureds, nil)
}

func (*mutationResolver) DeleteCase(ctx context.Context, id uuid.UUID) (*model.Case, error) {
	r := engine.RequestOf(ctx)
	c, err := storage.Cases.LockToRemove(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	shown, err := remove(ctx, storage.Cases, c, nil, relateCases, nil)
	if err != nil {
		return nil, err
	}
	return shown, r.Store.RemoveCaseVerdicts(ctx, []uuid.UUID{id})
}

// remove removes a record that the caller has locked, unless its case is closed or others refer to it, and returns it as it was:
// `case_closed`, `still_referenced`. The trail says more of it than its members.
func remove[T, F any](
	ctx context.Context, noun *storage.Table[T, F], record *T, checkOpen func() error, relate relation[T], more map[string]model.Change,
) (*T, error) {
	r, id := engine.RequestOf(ctx), noun.ID(record)
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if checkOpen != nil {
		if err := checkOpen(); err != nil {
			return nil, err
		}
	}
	references, err := r.Store.References(ctx, noun, id)
	if err == nil && len(references) > 0 {
		err = fault.StillReferenced(noun.Noun, references)
	}
	if err != nil {
		return nil, err
	}
	shown, err := related(ctx, record, relate)
	if err != nil {
		return nil, err
	}
	changes := model.Changes(*record, (*T)(nil))
	maps.Copy(changes, more)
	audit(ctx, noun, "deleted", record, changes)
	return shown, storage.RemoveWhole(ctx, r.Store, noun, id)
}
