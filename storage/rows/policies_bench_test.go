package rows_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/storagetest"
)

// BenchmarkPolicies reads 50 policies with all that their versions say, and the total.
func BenchmarkPolicies(b *testing.B) {
	w := storagetest.NewWorld(b)
	caseID := w.FrameworkCase(b, w.Harbor)
	asset := w.Asset(b, w.Harbor, caseID)
	for range 100 {
		w.Policy(b, w.Harbor, caseID, nil)
	}
	w.Exec(b, `UPDATE policy_versions SET
		carrier = '{"name": "Beacon Example Insurance", "naicCode": "12345", "amBestRating": "A+"}',
		premium = '{"amount": "100.00", "currency": "USD"}', deductible = '{"amount": "5000.00", "currency": "USD"}',
		limits = '[{"kind": "total", "amount": {"amount": "500000.00", "currency": "USD"}}, {"kind": "total", 
			"amount": {"amount": "1500000.00", "currency": "USD"}}]',
		coverage_type_ids = ARRAY['`+catalog.CoverageTypes.All()[0].ID.String()+`']::uuid[],
		asset_perils = '[{"asset": "`+asset.String()+`", "perils": ["`+catalog.Perils.All()[0].ID.String()+`", "`+
		catalog.Perils.All()[1].ID.String()+`"]}]'`)
	require.NoError(b, w.Store.Analyze(b.Context()))
	b.ReportAllocs()
	for b.Loop() {
		page, err := storage.Policies.Page(b.Context(), w.Harbor.Portfolio, model.PolicyFilter{}, page.Options{Limit: 50, WithTotal: true})
		require.NoError(b, err)
		require.Len(b, page.Nodes, 50)
	}
}
