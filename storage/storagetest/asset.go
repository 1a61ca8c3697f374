package storagetest

import (
	"testing"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// Asset adds a vehicle without any fields to the case.
func (w *World) Asset(t testing.TB, tenant *Tenant, caseID uuid.UUID) uuid.UUID {
	t.Helper()
	vehicle, _ := model.AssetTypeByRef("vehicle")
	return w.Insert(t, tenant, "assets", Row{"case_id": caseID, "asset_type_id": vehicle.ID, "display_name": vehicle.Name})
}
