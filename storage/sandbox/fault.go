package sandbox

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// AddFault adds an order that deliveries fail.
func AddFault(ctx context.Context, p *storage.Portfolio, f *sandbox.Fault) error {
	f.PortfolioID = p.ID()
	return rows.Insert(ctx, rows.DBOf(p), f)
}

// OpenFaults counts the orders about an endpoint that are not used up.
func OpenFaults(ctx context.Context, p *storage.Portfolio, endpoint uuid.UUID) (n int, err error) {
	err = rows.Scan(ctx, rows.DBOf(p), rows.Planned, rows.SQL(
		"SELECT count(*) FROM sandbox_faults WHERE portfolio_id = ? AND endpoint_id = ? AND remaining > 0", p.ID(), endpoint), &n)
	return n, err
}

// TakeFault uses the oldest order about an endpoint for one delivery; nil if there is none.
func TakeFault(ctx context.Context, p *storage.Portfolio, endpoint uuid.UUID) (*sandbox.Fault, error) {
	return rows.Find[sandbox.Fault](ctx, rows.DBOf(p), rows.Once, rows.SQL(`UPDATE sandbox_faults SET remaining = remaining - 1
		WHERE portfolio_id = ? AND id = (SELECT id FROM sandbox_faults WHERE portfolio_id = $1 AND endpoint_id = ? AND remaining > 0
			ORDER BY id LIMIT 1 FOR UPDATE) RETURNING *`, p.ID(), endpoint))
}
