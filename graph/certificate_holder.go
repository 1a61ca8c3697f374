package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) CertificateHolders(ctx context.Context, filter *model.CertificateHolderFilter, sort *model.Sort, limit, offset *int, after *string) (*model.CertificateHolderConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.CertificateHolders, orZero(filter), nil)
	return &model.CertificateHolderConnection{Nodes: nodes, PageInfo: info}, err
}

func (*mutationResolver) CreateCertificateHolder(ctx context.Context, input model.CreateCertificateHolderInput) (*model.CertificateHolder, error) {
	r := engine.RequestOf(ctx)
	h, err := model.NewCertificateHolder(storage.NewID(), input, r.Now)
	if err != nil {
		return nil, err
	}
	return h, insertRecord(ctx, "certificateHolder", h.ID, h, r.Store.InsertCertificateHolder)
}

func (*mutationResolver) UpdateCertificateHolder(ctx context.Context, id uuid.UUID, input model.UpdateCertificateHolderInput) (*model.CertificateHolder, error) {
	r := engine.RequestOf(ctx)
	h, err := r.Store.LockCertificateHolder(ctx, id)
	if err != nil {
		return nil, err
	}
	inUse, err := r.Store.ClauseTypesOfHolder(ctx, id)
	if err != nil {
		return nil, err
	}
	before := *h
	if err := h.Patch(input, inUse).Err(); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	h.UpdatedAt = r.Now
	return h, updateRecord(ctx, "certificateHolder", id, before, h, r.Store.UpdateCertificateHolder)
}
