package model

import (
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// The times of an upload, all from its signing (contract section 7). A key can be named for an hour less than the file is
// kept, so that no document is ever made of a file that the clean-up is removing.
const (
	UploadURLLifetime = 15 * time.Minute
	UploadClaimTime   = 23 * time.Hour
	UploadKeptFor     = 24 * time.Hour
)

// Upload is a file on its way to be a document's. Its id is the `directUploadKey`: good for one document of its portfolio.
type Upload struct {
	bun.BaseModel `bun:"table:uploads,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ID          uuid.UUID `bun:",pk,type:uuid"`
	FileName    string
	FileType    string // what the URL is signed for, exactly
	CreatedAt   time.Time
	ExpiresAt   time.Time // the end of the time to claim it
	ClaimedAt   *time.Time
	BlobKey     *string // of the document that claimed it
}

// NewUpload makes an upload of its input; the media type is derived from the file's name when absent (contract section 7), or
// empty, as browsers have it of files that they do not know. It reports every violation.
func NewUpload(id uuid.UUID, in SignUploadItem, now time.Time) (*Upload, Violations) {
	vs := CheckName("/fileName", in.FileName)
	u := &Upload{
		ID:        id,
		FileName:  in.FileName,
		FileType:  NewFileExt(in.FileName, "").MediaType,
		CreatedAt: now,
		ExpiresAt: now.Add(UploadClaimTime),
	}
	if fileType := in.FileType.Value(); fileType != nil && *fileType != "" {
		u.FileType = *fileType
		vs.Append(CheckFileType("/fileType", *fileType))
	}
	return u, vs
}

// IsClaimable tells whether a document can be made of the upload, as far as its record says.
func (u *Upload) IsClaimable(now time.Time) bool {
	return u.ClaimedAt == nil && now.Before(u.ExpiresAt)
}

// Claim gives the upload to the document whose file is kept under the key.
func (u *Upload) Claim(documentKey string, now time.Time) {
	u.ClaimedAt, u.BlobKey = &now, &documentKey
}

// Folder is what all keys of the upload in the object store begin with, before a slash. What lies there without being the
// claiming document's file is left over.
func (u *Upload) Folder() string { return u.PortfolioID.String() + "/" + u.ID.String() }

// UploadKey is where the signed URL writes.
func (u *Upload) UploadKey() string { return u.Folder() + "/upload" }

// DocumentKey is where the file of a document lies that claims the upload. No URL can write there, and two documents that
// race for one upload never write to one place.
func (u *Upload) DocumentKey(document uuid.UUID) string { return u.Folder() + "/" + document.String() }

// Signed is what the client needs to upload the file to the URL.
func (u *Upload) Signed(url string) *SignedUpload {
	return &SignedUpload{
		SignedURL:       url,
		DirectUploadKey: u.ID.String(),
		FileName:        u.FileName,
		FileType:        u.FileType,
		FileExt:         NewFileExt(u.FileName, u.FileType).Extension,
	}
}
