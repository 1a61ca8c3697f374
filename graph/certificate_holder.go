package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/page"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) CertificateHolders(
	ctx context.Context, filter *model.CertificateHolderFilter, sort *page.Sort, limit, first, offset *int, after *string,
) (*model.CertificateHolderConnection, error) {
	return listOf(ctx, storage.CertificateHolders, filter, listArgs{sort: sort, limit: limit, first: first, offset: offset, after: after}, nil)
}

func (*queryResolver) CertificateHolder(ctx context.Context, id uuid.UUID) (*model.CertificateHolder, error) {
	return oneOf(ctx, storage.CertificateHolders, id, nil)
}

func (*mutationResolver) CreateCertificateHolder(
	ctx context.Context, input model.CreateCertificateHolderInput,
) (*model.CertificateHolder, error) {
	return createOne(ctx, &input, createCertificateHolders, nil)
}

func (*mutationResolver) CreateCertificateHolders(
	ctx context.Context, input model.CreateCertificateHoldersInput,
) ([]*model.CertificateHolder, error) {
	return createItems(ctx, input.Items, createCertificateHolders, nil)
}

func createCertificateHolders(
	ctx context.Context, inputs []*model.CreateCertificateHolderInput, at place,
) ([]*model.CertificateHolder, error) {
	now := engine.RequestOf(ctx).Now
	newHolder := func(_ int, in model.CreateCertificateHolderInput) (*model.CertificateHolder, error) {
		return model.NewCertificateHolder(storage.NewID(), in, now)
	}
	return createAll(ctx, storage.CertificateHolders, inputs, at, newHolder)
}

func (*mutationResolver) UpdateCertificateHolder(
	ctx context.Context, id uuid.UUID, input model.UpdateCertificateHolderInput,
) (*model.CertificateHolder, error) {
	return update(ctx, storage.CertificateHolders, id, nil, func(h *model.CertificateHolder) error {
		inUse, err := engine.RequestOf(ctx).Store.ClauseTypesOfHolder(ctx, id)
		if err != nil {
			return err
		}
		return h.Patch(input, inUse).Err()
	})
}
