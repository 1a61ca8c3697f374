package graph

import (
	"bytes"
	"context"
	"errors"
	"image"
	_ "image/jpeg" // the formats that mail programs show
	_ "image/png"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage/blob"
)

// The greatest picture that a lender's letters may have: each letter carries it.
const (
	maxLogoBytes  = 200 << 10
	maxLogoPixels = 2000
)

// logoCopy is the deferred work that reads the picture of a document. Documents and their content never change.
type logoCopy struct {
	document *model.Document // nil if the lender's logo stays as it is, or goes
	blobs    *blob.Store
	logo     *model.LenderLogo
}

// newLogo reads the picture of a lender that gets another one. `unknown_reference`, `invalid_value`.
func newLogo(ctx context.Context, before, after *model.Lender) (*logoCopy, error) {
	if after.LogoID == nil || before.LogoID != nil && *before.LogoID == *after.LogoID {
		return &logoCopy{}, nil
	}
	return engine.Defer(ctx, func() (*logoCopy, error) {
		r := engine.RequestOf(ctx)
		document, err := orNone(r.Handle.LenderDocument(ctx, after.ID, *after.LogoID))
		if err == nil && document == nil {
			var vs fault.Violations
			vs.Say("/logo", fault.CodeUnknownReference, "is not the id of a document of one of the lender's portfolios")
			err = vs.Err()
		}
		return &logoCopy{document: document, blobs: resolverOf(ctx).Blobs}, err
	})
}

// Do reads the picture.
func (c *logoCopy) Do(ctx context.Context) error {
	content, err := c.blobs.Read(ctx, c.document.BlobKey, maxLogoBytes)
	if err != nil && !errors.Is(err, blob.ErrTooLarge) && !errors.Is(err, blob.ErrNotFound) {
		return storeFailed(err)
	}
	settings, format, unreadable := image.DecodeConfig(bytes.NewReader(content))
	var vs fault.Violations
	switch {
	case errors.Is(err, blob.ErrTooLarge):
		vs.Say("/logo", fault.CodeInvalidValue, "must be a picture of at most %d KiB", maxLogoBytes>>10)
	case err != nil || unreadable != nil:
		vs.Say("/logo", fault.CodeInvalidValue, "must be a document whose file is a PNG or a JPEG picture")
	case settings.Width > maxLogoPixels || settings.Height > maxLogoPixels:
		vs.Say("/logo", fault.CodeInvalidValue, "must be a picture of at most %d pixels each way", maxLogoPixels)
	}
	c.logo = &model.LenderLogo{DocumentID: c.document.ID, FileType: "image/" + format, Content: content}
	return vs.Err()
}

// Undo has nothing to do.
func (*logoCopy) Undo(context.Context) {}

// save stores the picture of a locked lender, or removes it.
func (c *logoCopy) save(ctx context.Context, before, after *model.Lender) error {
	handle := engine.RequestOf(ctx).Handle
	switch {
	case c.logo != nil:
		logo := *c.logo // a transaction that is run again finds that of the deferred work as it was
		logo.LenderID = after.ID
		return handle.SetLenderLogo(ctx, after.ID, &logo)
	case after.LogoID == nil && before.LogoID != nil:
		return handle.SetLenderLogo(ctx, after.ID, nil)
	default:
		return nil
	}
}

// logoOf returns the picture that the letters of the caller's lender show, nil if none.
func logoOf(ctx context.Context, lender uuid.UUID, hasLogo bool) (*model.LenderLogo, error) {
	if !hasLogo {
		return nil, nil
	}
	return engine.RequestOf(ctx).Handle.LenderLogo(ctx, lender)
}
