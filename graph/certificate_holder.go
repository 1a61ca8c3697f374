package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

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
