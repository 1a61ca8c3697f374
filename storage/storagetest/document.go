package storagetest

import (
	"testing"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Document adds a document of the case, whose file is nowhere.
func (w *World) Document(t testing.TB, tenant *Tenant, caseID uuid.UUID) uuid.UUID {
	t.Helper()
	category, _ := model.DocumentCategoryByRef("other")
	return w.Insert(t, tenant, "documents", Row{
		"case_id": caseID, "category_id": category.ID, "file_name": "evidence.pdf", "file_type": "application/pdf",
		"name": "Evidence", "versions": "{" + storage.NewID().String() + "}", "blob_key": "nowhere",
	})
}
