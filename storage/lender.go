package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// LenderOf finds the lender of a portfolio.
func (h Handle) LenderOf(ctx context.Context, portfolio uuid.UUID) (*model.Lender, error) {
	q := h.lenders().Where("t.id = (SELECT lender_id FROM portfolios WHERE id = ?)", portfolio)
	return rows.First[model.Lender](ctx, h.db, rows.Planned, q, "lender")
}

// Lender finds the portfolio's lender.
func (p *Portfolio) Lender(ctx context.Context) (*model.Lender, error) {
	return Handle{db: p.db}.LenderOf(ctx, p.ID())
}

// LenderDocument finds a document of one of the lender's portfolios; `not_found`.
func (h Handle) LenderDocument(ctx context.Context, lender, document uuid.UUID) (*model.Document, error) {
	q := h.db.NewSelect().Model((*model.Document)(nil)).
		Where("t.portfolio_id IN (SELECT id FROM portfolios WHERE lender_id = ?) AND t.id = ?", lender, document)
	return rows.First[model.Document](ctx, h.db, rows.Planned, q, "document")
}

// LenderLogo finds the picture of a lender's letters; nil if none.
func (h Handle) LenderLogo(ctx context.Context, lender uuid.UUID) (*model.LenderLogo, error) {
	q := h.db.NewSelect().Model((*model.LenderLogo)(nil)).Where("t.lender_id = ?", lender)
	return rows.Find[model.LenderLogo](ctx, h.db, rows.Planned, q)
}

// LenderLogo finds the picture of a lender's letters; nil if none.
func (p *Portfolio) LenderLogo(ctx context.Context, lender uuid.UUID) (*model.LenderLogo, error) {
	return Handle{db: p.db}.LenderLogo(ctx, lender)
}

// SetLenderLogo replaces the picture of the letters of a lender that the transaction has locked; nil removes it.
func (h Handle) SetLenderLogo(ctx context.Context, lender uuid.UUID, logo *model.LenderLogo) error {
	_, err := rows.Exec(ctx, h.db, h.db.NewDelete().Model((*model.LenderLogo)(nil)).Where("t.lender_id = ?", lender))
	if err != nil || logo == nil {
		return err
	}
	return rows.Insert(ctx, h.db, logo)
}
