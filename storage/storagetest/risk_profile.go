package storagetest

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// DemandingRiskProfile adds a published risk profile with a requirement for each of the coverage types, named by key.
func (w *World) DemandingRiskProfile(t testing.TB, tenant *Tenant, coverage ...string) uuid.UUID {
	t.Helper()
	requirements := []*model.Requirement{}
	for _, key := range coverage {
		c, ok := model.CoverageTypeByRef(key)
		require.True(t, ok, key)
		requirements = append(requirements, &model.Requirement{CoverageType: c.ID, AssetTypes: []uuid.UUID{}, Perils: []uuid.UUID{}, Weight: 1})
	}
	text, err := json.Marshal(requirements)
	require.NoError(t, err)
	return w.Insert(t, tenant, "risk_profiles", Row{
		"lineage_id": storage.NewID(), "version": 1, "name": "Demanding profile", "description": "", "type": "STANDALONE",
		"protection_score": 0.0, "asset_type_ids": "{}", "certificate_holder_ids": "{}",
		"certificate_holder_clause_types": "[]", "requirements": string(text),
		"is_published": true, "is_latest_version": true, "published_at": now(),
	})
}
