package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) riskProfiles() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.RiskProfile)(nil)).Where("t.portfolio_id = ?", p.id)
}

// RiskProfiles reads a page of the portfolio's risk profiles, each version a row of its own.
func (p *Portfolio) RiskProfiles(ctx context.Context, f model.RiskProfileFilter, opt model.ListOptions) (*Page[model.RiskProfile], error) {
	return lister[model.RiskProfile]{
		base:  p.riskProfiles,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "type", f.Type.Value())
			q = is(q, "is_published", f.IsPublished.Value())
			return is(q, "is_latest_version", f.IsLatestVersion.Value())
		},
		key: func(r *model.RiskProfile) (uuid.UUID, time.Time, time.Time) { return r.ID, r.CreatedAt, r.UpdatedAt },
	}.list(ctx, p, opt)
}

// RiskProfile finds one version; `not_found`.
func (p *Portfolio) RiskProfile(ctx context.Context, id uuid.UUID) (*model.RiskProfile, error) {
	return one[model.RiskProfile](ctx, p, p.riskProfiles, "", id, "risk profile")
}

// RiskProfilesByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) RiskProfilesByID(ctx context.Context, ids []uuid.UUID) ([]*model.RiskProfile, error) {
	return byID[model.RiskProfile](ctx, p, p.riskProfiles(), ids)
}

// LockRiskProfile finds one version and keeps others from writing any version of its lineage, or subscribing to it, until the
// transaction ends; `not_found`. Every write of a risk profile that exists begins with it.
func (p *Portfolio) LockRiskProfile(ctx context.Context, id uuid.UUID) (*model.RiskProfile, error) {
	unlocked, err := p.RiskProfile(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := p.LockLineages(ctx, []uuid.UUID{unlocked.LineageID}); err != nil {
		return nil, err
	}
	return p.RiskProfile(ctx, id)
}

// LockLineages keeps others from writing any version of the lineages until the transaction ends. A lineage is locked by its
// first version, which is always there; several in the order of their ids. A lineage is locked before those that follow it.
func (p *Portfolio) LockLineages(ctx context.Context, lineages []uuid.UUID) error {
	var locked []uuid.UUID
	err := p.riskProfiles().Column("id").Where("t.version = 1 AND t.lineage_id IN (?)", bun.List(lineages)).
		OrderExpr("t.lineage_id").For("NO KEY UPDATE").Scan(ctx, &locked)
	return Translate(err)
}

// LatestRiskProfile finds the latest published version of a lineage; `not_found`.
func (p *Portfolio) LatestRiskProfile(ctx context.Context, lineage uuid.UUID) (*model.RiskProfile, error) {
	latest := new(model.RiskProfile)
	err := p.riskProfiles().Where("t.lineage_id = ? AND t.is_latest_version", lineage).Scan(ctx, latest)
	return found(latest, err, "published version")
}

// HasDraft tells whether a lineage has a version that is not published.
func (p *Portfolio) HasDraft(ctx context.Context, lineage uuid.UUID) (bool, error) {
	has, err := p.riskProfiles().Where("t.lineage_id = ? AND NOT t.is_published", lineage).Exists(ctx)
	return has, Translate(err)
}

// Subscriptions are the latest versions of the profiles that follow one of the lineages.
func (p *Portfolio) Subscriptions(ctx context.Context, lineages []uuid.UUID) ([]*model.RiskProfile, error) {
	rows := []*model.RiskProfile{}
	err := p.riskProfiles().Where("t.source_lineage_id IN (?) AND t.is_latest_version", bun.List(lineages)).
		OrderExpr("t.lineage_id").Scan(ctx, &rows)
	return rows, Translate(err)
}

// InsertRiskProfiles adds versions and reads back what the database made of them.
func (p *Portfolio) InsertRiskProfiles(ctx context.Context, profiles ...*model.RiskProfile) error {
	for _, r := range profiles {
		r.PortfolioID = p.id
	}
	return insert(ctx, p.on, profiles...)
}

// UpdateRiskProfile saves all members of a version whose lineage the transaction has locked.
func (p *Portfolio) UpdateRiskProfile(ctx context.Context, r *model.RiskProfile) error {
	return update(ctx, p.db, r)
}

// SupersedeLatest un-marks the latest versions of lineages that the transaction has locked, and answers their ids.
func (p *Portfolio) SupersedeLatest(ctx context.Context, lineages []uuid.UUID, now time.Time) ([]uuid.UUID, error) {
	var superseded []uuid.UUID
	_, err := p.db.NewUpdate().Model((*model.RiskProfile)(nil)).Set("is_latest_version = false, updated_at = ?", now).
		Where("t.portfolio_id = ? AND t.lineage_id IN (?) AND t.is_latest_version", p.id, bun.List(lineages)).
		Returning("t.id").Exec(ctx, &superseded)
	return superseded, Translate(err)
}
