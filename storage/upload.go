package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) uploads() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.Upload)(nil)).Where("t.portfolio_id = ?", p.id)
}

// InsertUploads adds uploads of the portfolio.
func (p *Portfolio) InsertUploads(ctx context.Context, uploads []*model.Upload) error {
	for _, u := range uploads {
		u.PortfolioID = p.id
	}
	_, err := p.db.NewInsert().Model(&uploads).Exec(ctx)
	return Translate(err)
}

// LockUploads finds those of the ids that exist, locking them in the order of their ids, so that an upload is claimed once.
func (p *Portfolio) LockUploads(ctx context.Context, ids []uuid.UUID) ([]*model.Upload, error) {
	return byID[model.Upload](ctx, p, p.uploads().OrderExpr("t.id").For("UPDATE"), ids)
}

// UpdateUploads saves all members of uploads that the transaction has locked.
func (p *Portfolio) UpdateUploads(ctx context.Context, uploads []*model.Upload) error {
	return updateAll(ctx, p, uploads, p.uploads, func(u *model.Upload) uuid.UUID { return u.ID })
}

// OldUploads are uploads of all portfolios that were signed at the time or before it, claimed or not, in the order of signing
// and after the given one, if any.
func (h Handle) OldUploads(ctx context.Context, signed time.Time, after *model.Upload, limit int) ([]*model.Upload, error) {
	var uploads []*model.Upload
	q := h.db.NewSelect().Model(&uploads).Where("t.created_at <= ?", signed)
	if after != nil {
		q = q.Where("(t.created_at, t.id) > (?, ?)", after.CreatedAt, after.ID)
	}
	err := q.OrderExpr("t.created_at, t.id").Limit(int64(limit)).Scan(ctx)
	return uploads, Translate(err)
}

// DeleteUploads removes uploads of any portfolios, once what they left in the object store is gone.
func (h Handle) DeleteUploads(ctx context.Context, uploads []*model.Upload) error {
	if len(uploads) == 0 {
		return nil
	}
	_, err := h.db.NewDelete().Model(&uploads).WherePK().Exec(ctx)
	return Translate(err)
}
