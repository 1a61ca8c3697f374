package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func createMortgageeClauses(
	ctx context.Context, inputs []*model.CreateMortgageeClauseInput, at place,
) ([]*model.MortgageeClause, error) {
	r := engine.RequestOf(ctx)
	named := make([]uuid.UUID, len(inputs))
	for i, in := range inputs {
		named[i] = in.CertificateHolder
	}
	shared, err := storage.CertificateHolders.ShareAll(ctx, r.Store, distinct(named))
	if err != nil {
		return nil, err
	}
	holders := byID(storage.CertificateHolders, shared)
	newClause := func(_ int, in model.CreateMortgageeClauseInput) (*model.MortgageeClause, error) {
		return model.NewMortgageeClause(storage.NewID(), in, holders[in.CertificateHolder], r.Now)
	}
	return createAll(ctx, storage.MortgageeClauses, inputs, at, newClause)
}

func (*mutationResolver) UpdateMortgageeClause(
	ctx context.Context, id uuid.UUID, input model.UpdateMortgageeClauseInput,
) (*model.MortgageeClause, error) {
	if input.ClauseType.IsSet() {
		if err := engine.RequestOf(ctx).Store.LockClauseTypes(ctx); err != nil {
			return nil, err
		}
	}
	c, holder, err := lockClause(ctx, id)
	return updateLocked(ctx, storage.MortgageeClauses, c, err, relateMortgageeClauses, func(c *model.MortgageeClause) error {
		return c.Patch(input, holder).Err()
	})
}

// lockClause locks a clause's holder, which never changes, and then the clause.
func lockClause(ctx context.Context, id uuid.UUID) (*model.MortgageeClause, *model.CertificateHolder, error) {
	store := engine.RequestOf(ctx).Store
	unlocked, err := storage.MortgageeClauses.One(ctx, store, id)
	if err != nil {
		return nil, nil, err
	}
	holder, err := storage.CertificateHolders.Share(ctx, store, unlocked.CertificateHolderID)
	if err != nil {
		return nil, nil, err
	}
	c, err := storage.MortgageeClauses.Lock(ctx, store, id)
	return c, holder, err
}

func init() { addNodeRelation(relateMortgageeClauses) }

// relateMortgageeClauses loads the selected relations of clauses.
func relateMortgageeClauses(ctx context.Context, sel engine.Selection, clauses []*model.MortgageeClause) error {
	of := relationsOf(sel, clauses)
	toOne(ctx, of, "certificateHolder", storage.CertificateHolders, nil,
		func(c *model.MortgageeClause) (*uuid.UUID, **model.CertificateHolder) {
			return &c.CertificateHolderID, &c.CertificateHolder
		})
	return of.err
}
