package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) certificateHolders() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.CertificateHolder)(nil)).Where("t.portfolio_id = ?", p.id)
}

// CertificateHolders reads a page of the portfolio's certificate holders.
func (p *Portfolio) CertificateHolders(ctx context.Context, f model.CertificateHolderFilter, opt model.ListOptions) (*Page[model.CertificateHolder], error) {
	return lister[model.CertificateHolder]{
		base:  p.certificateHolders,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			return contains(q, f.Q.Value())
		},
		key: func(h *model.CertificateHolder) (uuid.UUID, time.Time, time.Time) {
			return h.ID, h.CreatedAt, h.UpdatedAt
		},
	}.list(ctx, p, opt)
}

// CertificateHoldersByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) CertificateHoldersByID(ctx context.Context, ids []uuid.UUID) ([]*model.CertificateHolder, error) {
	return byID[model.CertificateHolder](ctx, p, p.certificateHolders(), ids)
}

// LockCertificateHolder finds one certificate holder and keeps others from writing it or its clauses until the transaction
// ends; `not_found`.
func (p *Portfolio) LockCertificateHolder(ctx context.Context, id uuid.UUID) (*model.CertificateHolder, error) {
	return one[model.CertificateHolder](ctx, p, p.certificateHolders, "NO KEY UPDATE", id, "certificate holder")
}

// ShareCertificateHolder finds one certificate holder and keeps others from changing it until the transaction ends;
// `not_found`. Every write of a clause begins with it, so that no clause has a type that its holder is losing.
func (p *Portfolio) ShareCertificateHolder(ctx context.Context, id uuid.UUID) (*model.CertificateHolder, error) {
	return one[model.CertificateHolder](ctx, p, p.certificateHolders, "SHARE", id, "certificate holder")
}

// InsertCertificateHolder adds a certificate holder and reads back what the database made of it.
func (p *Portfolio) InsertCertificateHolder(ctx context.Context, h *model.CertificateHolder) error {
	h.PortfolioID = p.id
	return insert(ctx, p.on, h)
}

// UpdateCertificateHolder saves all members of a certificate holder that the transaction has locked.
func (p *Portfolio) UpdateCertificateHolder(ctx context.Context, h *model.CertificateHolder) error {
	return update(ctx, p.db, h)
}
