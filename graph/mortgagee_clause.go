package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) MortgageeClauses(ctx context.Context, filter *model.MortgageeClauseFilter, sort *model.Sort, limit, offset *int, after *string) (*model.MortgageeClauseConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.MortgageeClauses, orZero(filter), relateMortgageeClauses)
	return &model.MortgageeClauseConnection{Nodes: nodes, PageInfo: info}, err
}

func (*mutationResolver) CreateMortgageeClause(ctx context.Context, input model.CreateMortgageeClauseInput) (*model.MortgageeClause, error) {
	r := engine.RequestOf(ctx)
	holder, err := r.Store.ShareCertificateHolder(ctx, input.CertificateHolder)
	if err != nil && model.CodeOf(err) != model.CodeNotFound {
		return nil, err
	}
	c, err := model.NewMortgageeClause(storage.NewID(), input, holder, r.Now)
	if err != nil {
		return nil, err
	}
	if err := insertRecord(ctx, "mortgageeClause", c.ID, c, r.Store.InsertMortgageeClause); err != nil {
		return nil, err
	}
	return c, relateMortgageeClauses(ctx, engine.SelectionOf(ctx), []*model.MortgageeClause{c})
}

func (*mutationResolver) UpdateMortgageeClause(ctx context.Context, id uuid.UUID, input model.UpdateMortgageeClauseInput) (*model.MortgageeClause, error) {
	r := engine.RequestOf(ctx)
	c, holder, err := lockClause(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *c
	if err := c.Patch(input, holder).Err(); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	c.UpdatedAt = r.Now
	if err := updateRecord(ctx, "mortgageeClause", id, before, c, r.Store.UpdateMortgageeClause); err != nil {
		return nil, err
	}
	return c, relateMortgageeClauses(ctx, engine.SelectionOf(ctx), []*model.MortgageeClause{c})
}

// lockClause locks a clause's holder, which never changes, and then the clause.
func lockClause(ctx context.Context, id uuid.UUID) (*model.MortgageeClause, *model.CertificateHolder, error) {
	store := engine.RequestOf(ctx).Store
	unlocked, err := store.MortgageeClause(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	holder, err := store.ShareCertificateHolder(ctx, unlocked.CertificateHolderID)
	if err != nil {
		return nil, nil, err
	}
	c, err := store.LockMortgageeClause(ctx, id)
	return c, holder, err
}

// relateMortgageeClauses loads the selected relations of clauses.
func relateMortgageeClauses(ctx context.Context, sel engine.Selection, clauses []*model.MortgageeClause) error {
	return toOne(ctx, sel, "certificateHolder", clauses,
		func(c *model.MortgageeClause) *uuid.UUID { return &c.CertificateHolderID },
		(*storage.Portfolio).CertificateHoldersByID,
		func(h *model.CertificateHolder) uuid.UUID { return h.ID },
		func(c *model.MortgageeClause, h *model.CertificateHolder) { c.CertificateHolder = h }, nil)
}
