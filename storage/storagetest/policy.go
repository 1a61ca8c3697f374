package storagetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// Policy adds an active policy to a case, in its first term, which ends on the day (nil for one that is not known), with the
// contacts. It plans no notices.
func (w *World) Policy(t testing.TB, tenant *Tenant, caseID uuid.UUID, end *time.Time, contacts ...uuid.UUID) *model.Policy {
	t.Helper()
	p := &model.Policy{
		ID: storage.NewID(), CaseID: caseID, Status: model.PolicyStatusActive, InsuranceContactIDs: append([]uuid.UUID{}, contacts...),
		Coverage: model.Coverage{
			TermNumber: 1, DisplayName: "A policy", CoverageTypeIDs: []uuid.UUID{}, PerilIDs: []uuid.UUID{},
			AssetPerils: []model.EvidencedPerils{}, EndDate: end, InsuredIDs: []uuid.UUID{}, MortgageeClauseIDs: []uuid.UUID{},
			Limits: []*model.Limit{},
		},
		CreatedAt: now(), UpdatedAt: now(),
	}
	version := p.NextVersion(storage.NewID(), nil, now())
	err := w.Store.InTx(t.Context(), func(ctx context.Context, tx *storage.Tx) error {
		return tx.For(tenant.Portfolio.ID()).InsertPolicy(ctx, p, version)
	})
	require.NoError(t, err)
	return p
}
