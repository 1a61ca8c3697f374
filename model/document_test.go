package model_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
)

func TestNewDocuments(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)
	loan, document := uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	upload, _ := model.NewUpload(uuid.Must(uuid.NewV7()), model.SignUploadItem{FileName: "scan.pdf"}, now)
	claimed, expired := *upload, *upload
	claimed.ID, expired.ID = uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	claimed.Claim("k", now)
	expired.ExpiresAt = now
	refs := model.DocumentReferences{
		Cases:   map[uuid.UUID]bool{loan: true},
		Uploads: map[uuid.UUID]*model.Upload{upload.ID: upload, claimed.ID: &claimed, expired.ID: &expired},
	}
	item := func(key uuid.UUID) *model.CreateDocumentItem {
		return &model.CreateDocumentItem{CaseID: loan, FileName: "Evidence.PDF", DirectUploadKey: key.String()}
	}

	t.Run("defaults", func(t *testing.T) {
		t.Parallel()
		docs, vs := model.NewDocuments([]*model.CreateDocumentItem{item(upload.ID)}, refs, func() uuid.UUID { return document }, now)
		require.Empty(t, vs)
		require.Equal(t, &model.Document{
			ID: document, CaseID: loan, CategoryID: catalog.DefaultDocumentCategory().ID, FileName: "Evidence.PDF", FileType: "application/pdf",
			Name: "Evidence.PDF", Versions: []uuid.UUID{upload.ID}, BlobKey: upload.DocumentKey(document), Evidences: []model.EvidencedTerm{},
			CreatedAt: now, UpdatedAt: now,
		}, docs[0])
		require.Equal(t, catalog.FileExt{Extension: "pdf", MediaType: "application/pdf"}, docs[0].FileExt())
		require.Equal(t, "other", docs[0].Category().Key)
	})
	t.Run("refused_uploads", func(t *testing.T) {
		t.Parallel()
		docs, vs := model.NewDocuments([]*model.CreateDocumentItem{item(upload.ID), item(claimed.ID), item(expired.ID), item(loan),
			item(upload.ID)},
			refs, uuid.New, now)
		require.Equal(t, []fault.Code{fault.CodeUploadNotFound, fault.CodeUploadNotFound, fault.CodeUploadNotFound, fault.CodeDuplicate},
			codesIn(vs))
		require.NotEmpty(t, docs[0].BlobKey)
		for _, d := range docs[1:] {
			require.Empty(t, d.BlobKey)
		}
	})
	t.Run("patch", func(t *testing.T) {
		t.Parallel()
		docs, _ := model.NewDocuments([]*model.CreateDocumentItem{item(upload.ID)}, refs, uuid.New, now)
		d := docs[0]
		require.Empty(t, d.Patch(model.UpdateDocumentItem{CategoryID: some("binder")}, nil))
		require.Equal(t, "binder", d.Category().Key)
		require.Equal(t, "Evidence.PDF", d.Name)
		require.Equal(t, []fault.Code{fault.CodeRequired, fault.CodeRequired},
			codesIn(d.Patch(model.UpdateDocumentItem{CategoryID: none[string](), Name: none[string]()}, nil)))
	})
}

func TestUploadTimes(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)
	upload, vs := model.NewUpload(uuid.New(), model.SignUploadItem{FileName: "scan", FileType: some("image/png")}, now)
	require.Empty(t, vs)
	require.True(t, upload.IsClaimableBy(nil, now.Add(model.UploadClaimTime-1)))
	require.False(t, upload.IsClaimableBy(nil, now.Add(model.UploadClaimTime)))
	require.Equal(t, "png", upload.Signed("https://example.com").FileExt)
	require.Less(t, model.UploadURLLifetime, model.UploadClaimTime)
	require.Less(t, model.UploadClaimTime+30*time.Second, model.UploadKeptFor, "no call that may claim it still runs when it is removed")
}
