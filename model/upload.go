package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/scalar"
)

// The times of an upload, all from its signing (contract section 7). A document can claim it for an hour less than the
// file is kept, so that the clean-up never removes a file that is being claimed.
const (
	UploadURLLifetime = 15 * time.Minute
	UploadClaimTime   = 23 * time.Hour
	UploadKeptFor     = 24 * time.Hour
)

// Upload is a file that a document can claim. Its id is the `directUploadKey`, good for one document of its portfolio.
type Upload struct {
	bun.BaseModel `bun:"table:uploads,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ID          uuid.UUID `bun:",pk,type:uuid"`
	FileName    string
	FileType    string // exactly what the URL is signed for
	CreatedAt   time.Time
	ExpiresAt   time.Time // the end of the time to claim it
	ClaimedAt   *time.Time
	BlobKey     *string // of the document that claimed it
	Size        *int64  // nil until it is known: see AnnouncedBytes
	// RemovedAt says that BlobKey is the file of a record that was removed; nil for one that is still there.
	RemovedAt *time.Time
	// EvidenceLinkID is the evidence link that it was announced with; nil for one of a client.
	EvidenceLinkID *uuid.UUID `bun:"type:uuid"`
}

// NewUpload makes an upload of its input. Without a media type, it follows from the file's name (contract section 7).
func NewUpload(id uuid.UUID, in SignUploadItem, now time.Time) (*Upload, fault.Violations) {
	vs := scalar.CheckName("/fileName", in.FileName)
	u := &Upload{
		ID: id, FileName: in.FileName, FileType: catalog.NewFileExt(in.FileName, "").MediaType, CreatedAt: now,
		ExpiresAt: now.Add(UploadClaimTime),
	}
	if fileType := scalar.OrZero(in.FileType.Value()); fileType != "" {
		u.FileType = fileType
		vs.Append(catalog.CheckFileType("/fileType", fileType))
	}
	return u, vs
}

// RemovedFile is an upload of long ago that has nothing but the file of a record which is being removed, for the clean-up to
// remove it too.
func RemovedFile(id uuid.UUID, key string, now time.Time) *Upload {
	old := now.Add(-UploadKeptFor)
	return &Upload{ID: id, CreatedAt: old, ExpiresAt: old, ClaimedAt: &now, BlobKey: &key, RemovedAt: &now}
}

// IsClaimableBy reports whether a document, or evidence of a link, can claim the upload, according to its record. The
// link is nil for a document: what comes by a link is no document before it is accepted.
func (u *Upload) IsClaimableBy(link *uuid.UUID, now time.Time) bool {
	return u.ClaimedAt == nil && now.Before(u.ExpiresAt) && (u.EvidenceLinkID == nil) == (link == nil) &&
		scalar.OrZero(u.EvidenceLinkID) == scalar.OrZero(link)
}

// Claim marks the upload as claimed by the document, or the evidence, whose file has the key.
func (u *Upload) Claim(documentKey string, now time.Time) {
	u.ClaimedAt, u.BlobKey = &now, &documentKey
}

// Folder returns the prefix, before a slash, of the keys of the upload in the object store. The clean-up removes what is
// below. Files of documents have not been there since version 0011 of the schema; one that was claimed before is kept.
func (u *Upload) Folder() string { return u.PortfolioID.String() + "/" + u.ID.String() }

// UploadKey returns the key to which the signed URL writes.
func (u *Upload) UploadKey() string { return u.Folder() + "/upload" }

// DocumentsFolder is where the files of documents are. The clean-up never looks there, so even one that is misled, as by
// a copy of the database, removes no claimed file.
const DocumentsFolder = "documents/"

// DocumentKey returns the key of the file of a document that claims the upload. No URL can write to it.
func (u *Upload) DocumentKey(document uuid.UUID) string {
	return DocumentsFolder + u.Folder() + "/" + document.String()
}

// Signed returns what the client needs to upload the file to the URL.
func (u *Upload) Signed(url string) *SignedUpload {
	return &SignedUpload{
		SignedURL: url, DirectUploadKey: u.ID.String(), FileName: u.FileName, FileType: u.FileType,
		FileExt: catalog.NewFileExt(u.FileName, u.FileType).Extension,
	}
}
