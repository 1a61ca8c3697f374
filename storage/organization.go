package storage

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// Lenders are all lenders, by name.
func (h Handle) Lenders(ctx context.Context) ([]*model.Lender, error) {
	var lenders []*model.Lender
	err := h.db.NewSelect().Model(&lenders).Order("name").Scan(ctx)
	return lenders, Translate(err)
}

// Portfolios are all portfolios, by lender and mode.
func (h Handle) Portfolios(ctx context.Context) ([]*model.Portfolio, error) {
	var portfolios []*model.Portfolio
	err := h.db.NewSelect().Model(&portfolios).ColumnExpr("t.*, l.name AS lender_name").
		Join("JOIN lenders AS l ON l.id = t.lender_id").Order("l.name", "t.mode").Scan(ctx)
	return portfolios, Translate(err)
}

// Portfolio finds one portfolio; `not_found`.
func (h Handle) Portfolio(ctx context.Context, id uuid.UUID) (*model.Portfolio, error) {
	portfolio := new(model.Portfolio)
	err := h.db.NewSelect().Model(portfolio).ColumnExpr("t.*, l.name AS lender_name").
		Join("JOIN lenders AS l ON l.id = t.lender_id").Where("t.id = ?", id).Scan(ctx)
	return found(portfolio, err, "portfolio")
}

// Plans are all plans, by key.
func (h Handle) Plans(ctx context.Context) ([]*model.Plan, error) {
	var plans []*model.Plan
	err := h.db.NewSelect().Model(&plans).Order("key").Scan(ctx)
	return plans, Translate(err)
}

// Organizations are all organizations with their plans, by name.
func (h Handle) Organizations(ctx context.Context) ([]*model.Organization, error) {
	var organizations []*model.Organization
	err := h.db.NewSelect().Model(&organizations).ColumnExpr("t.*, l.name AS lender_name").
		Join("JOIN lenders AS l ON l.id = t.lender_id").Order("t.name").Scan(ctx)
	if err != nil {
		return nil, Translate(err)
	}
	plans, err := h.Plans(ctx)
	if err != nil {
		return nil, err
	}
	for _, o := range organizations {
		for _, plan := range plans {
			if plan.Key == o.PlanKey {
				o.Plan = plan
			}
		}
	}
	return organizations, nil
}

// LenderByRef finds a lender by name or id; `not_found`.
func (h Handle) LenderByRef(ctx context.Context, ref string) (*model.Lender, error) {
	lender := new(model.Lender)
	err := h.db.NewSelect().Model(lender).Where("name = ? OR id = ?", ref, model.ParseID(ref)).Scan(ctx)
	return found(lender, err, "lender")
}

// CreateLender adds a lender with its two portfolios, and answers the one there is when the name is taken.
func (h Handle) CreateLender(ctx context.Context, name string, now time.Time) (*model.Lender, error) {
	lender := &model.Lender{ID: NewID(), Name: name, CreatedAt: now, UpdatedAt: now}
	_, err := h.db.NewInsert().Model(lender).On("CONFLICT (name) DO NOTHING").Exec(ctx)
	if err != nil {
		return nil, Translate(err)
	}
	if lender, err = h.LenderByRef(ctx, name); err != nil {
		return nil, err
	}
	portfolios := []*model.Portfolio{
		{ID: NewID(), LenderID: lender.ID, Mode: model.ModeLive, CreatedAt: now},
		{ID: NewID(), LenderID: lender.ID, Mode: model.ModeTest, CreatedAt: now},
	}
	_, err = h.db.NewInsert().Model(&portfolios).On("CONFLICT (lender_id, mode) DO NOTHING").Exec(ctx)
	return lender, Translate(err)
}

// CreateOrganization adds an organization that works for the lender; `duplicate` when the name is taken, `unknown_reference`
// for a plan that is none.
func (h Handle) CreateOrganization(ctx context.Context, name string, lender uuid.UUID, plan string, now time.Time) (*model.Organization, error) {
	exists, err := h.db.NewSelect().Model((*model.Plan)(nil)).Where("key = ?", plan).Exists(ctx)
	if err != nil {
		return nil, Translate(err)
	}
	if !exists {
		return nil, model.NewError(model.CodeUnknownReference, "There is no plan %q; plans are full, basic and none.", plan)
	}
	organization := &model.Organization{ID: NewID(), Name: name, LenderID: lender, PlanKey: plan, CreatedAt: now, UpdatedAt: now}
	_, err = h.db.NewInsert().Model(organization).Exec(ctx)
	if isDuplicate(err, "organizations_name_key") {
		return nil, model.NewError(model.CodeDuplicate, "There is an organization %q already.", name)
	}
	return organization, Translate(err)
}

// found turns a missing row into `not_found`.
func found[T any](row *T, err error, noun string) (*T, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return nil, model.NotFound(noun)
	}
	if err != nil {
		return nil, Translate(err)
	}
	return row, nil
}
