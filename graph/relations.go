package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

// The relations that several nouns have: what is behind an id of each parent, loaded as relate.go says.

func caseOf[P any](ctx context.Context, sel selection, parents []*P, key func(*P) uuid.UUID, set func(*P, *model.Case)) error {
	return toOne(ctx, sel, "case", parents, func(p *P) *uuid.UUID { id := key(p); return &id },
		(*storage.Portfolio).CasesByID, func(c *model.Case) uuid.UUID { return c.ID }, set, relateCases)
}

func policyOf[P any](ctx context.Context, sel selection, parents []*P, key func(*P) *uuid.UUID, set func(*P, *model.Policy)) error {
	return toOne(ctx, sel, "policy", parents, key,
		(*storage.Portfolio).PoliciesByID, func(p *model.Policy) uuid.UUID { return p.ID }, set, relatePolicies)
}

func insuredsOf[P any](ctx context.Context, sel selection, parents []*P, keys func(*P) []uuid.UUID, set func(*P, []*model.Insured)) error {
	return toMany(ctx, sel, "insureds", parents, keys,
		(*storage.Portfolio).InsuredsByID, func(i *model.Insured) uuid.UUID { return i.ID }, set, relateInsureds)
}

func mortgageeClausesOf[P any](ctx context.Context, sel selection, parents []*P, keys func(*P) []uuid.UUID, set func(*P, []*model.MortgageeClause)) error {
	return toMany(ctx, sel, "mortgageeClauses", parents, keys,
		(*storage.Portfolio).MortgageeClausesByID, func(c *model.MortgageeClause) uuid.UUID { return c.ID }, set, relateMortgageeClauses)
}

// inTurn runs steps until one fails.
func inTurn(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
