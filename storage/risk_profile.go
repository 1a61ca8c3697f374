package storage

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// RiskProfiles are what cases are measured against, each version a row of its own.
var RiskProfiles = rows.Define(Table[model.RiskProfile, model.RiskProfileFilter]{
	Noun: "risk profile",
	Filter: func(f model.RiskProfileFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("type", f.Type.Value()),
			rows.Is("is_published", f.IsPublished.Value()),
			rows.Is("is_latest_version", f.IsLatestVersion.Value()),
		}
	},
})

// LockRiskProfile finds one version and keeps others from writing any version of its lineage, or subscribing to it,
// until the transaction ends; `not_found`. Every write of a risk profile that exists begins with it.
func (p *Portfolio) LockRiskProfile(ctx context.Context, id uuid.UUID) (*model.RiskProfile, error) {
	unlocked, err := RiskProfiles.One(ctx, p, id)
	if err != nil {
		return nil, err
	}
	if err := p.LockLineages(ctx, []uuid.UUID{unlocked.LineageID}); err != nil {
		return nil, err
	}
	return RiskProfiles.One(ctx, p, id)
}

// LockLineages keeps others from writing any version of the lineages until the transaction ends. A lineage is locked by
// its first version, which is always there; several in the order of their ids. A lineage is locked before those that
// follow it.
func (p *Portfolio) LockLineages(ctx context.Context, lineages []uuid.UUID) error {
	_, err := rows.IDs(ctx, p.db, rows.Prepared, p.db.NewSelect().TableExpr("risk_profiles AS t").Column("t.id").
		Where("t.portfolio_id = ? AND t.version = 1 AND t.lineage_id = ANY (?)", p.ID(), rows.Array[uuid.UUID](lineages)).
		OrderExpr("t.lineage_id").For(string(rows.ForUpdate)))
	return err
}

// LatestRiskProfile finds the latest published version of a lineage; `not_found`.
func (p *Portfolio) LatestRiskProfile(ctx context.Context, lineage uuid.UUID) (*model.RiskProfile, error) {
	return rows.First[model.RiskProfile](ctx, p.db, rows.Prepared,
		RiskProfiles.Select(p, rows.Where("t.lineage_id = ? AND t.is_latest_version", lineage)), "published version")
}

// HasDraft reports whether a lineage has a version that is not published.
func (p *Portfolio) HasDraft(ctx context.Context, lineage uuid.UUID) (bool, error) {
	return rows.Exists(ctx, p.db, rows.Prepared,
		RiskProfiles.Select(p, rows.Where("t.lineage_id = ? AND NOT t.is_published", lineage)))
}

// Subscriptions are the latest versions of the profiles that follow one of the lineages.
func (p *Portfolio) Subscriptions(ctx context.Context, lineages []uuid.UUID) ([]*model.RiskProfile, error) {
	followers := rows.Where("t.source_lineage_id = ANY (?) AND t.is_latest_version", rows.Array[uuid.UUID](lineages))
	return rows.Read[model.RiskProfile](ctx, p.db, rows.Prepared,
		RiskProfiles.Select(p, followers).OrderExpr("t.lineage_id"))
}

// SupersedeLatest un-marks the latest versions of lineages that the transaction has locked, and returns their ids.
func (p *Portfolio) SupersedeLatest(ctx context.Context, lineages []uuid.UUID, now time.Time) ([]uuid.UUID, error) {
	lineage := rows.Array[uuid.UUID](lineages)
	return rows.IDs(ctx, p.db, rows.Prepared, p.db.NewUpdate().Model((*model.RiskProfile)(nil)).
		Set("is_latest_version = false, updated_at = ?", now).
		Where("t.portfolio_id = ? AND t.lineage_id = ANY (?) AND t.is_latest_version", p.ID(), lineage).Returning("t.id"))
}
