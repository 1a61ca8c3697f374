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

func (*mutationResolver) CreateCertificateHolder(
	ctx context.Context, input model.CreateCertificateHolderInput,
) (*model.CertificateHolder, error) {
	h, err := model.NewCertificateHolder(storage.NewID(), input, engine.RequestOf(ctx).Now)
	return create(ctx, storage.CertificateHolders, h, err, nil)
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
