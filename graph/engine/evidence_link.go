package engine

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
)

// evidenceActor is what the audit trail calls a person who came with an evidence link.
const evidenceActor = "evidence link"

// EvidenceLink returns the caller that the secret of an evidence link stands for. It asks the database each time;
// `not_found` for any link that is not usable, with the same words as for one that there never was.
func (e *Engine) EvidenceLink(ctx context.Context, secret model.EvidenceSecret) (*model.Principal, error) {
	owner, err := e.store.EvidenceLinkByDigest(ctx, secret.Digest())
	return e.evidenceCaller(ctx, owner, err)
}

// EvidenceLinkByID is EvidenceLink for a link that was opened before, by its id. The caller vouches for that.
func (e *Engine) EvidenceLinkByID(ctx context.Context, id uuid.UUID) (*model.Principal, error) {
	owner, err := e.store.EvidenceLinkByID(ctx, id)
	return e.evidenceCaller(ctx, owner, err)
}

func (e *Engine) evidenceCaller(ctx context.Context, owner *storage.EvidenceLinkOwner, err error) (*model.Principal, error) {
	switch {
	case fault.CodeOf(err) == fault.CodeNotFound:
		return nil, model.NoEvidenceLink()
	case err != nil:
		return nil, err
	case !owner.Usable(owner.PolicyTerm, owner.PolicyState(), e.now()):
		return nil, model.NoEvidenceLink()
	}
	link := owner.EvidenceLink
	p := &model.Principal{
		Actor:    model.Actor{Kind: model.ActorKindEvidenceLink, ID: &link.ID, Name: evidenceActor},
		LenderID: owner.LenderID, PortfolioID: link.PortfolioID, Mode: owner.Mode, EvidenceLink: &link,
	}
	seeCaller(ctx, p)
	return p, nil
}

// evidenceLink is @evidenceLink: it requires that the caller came with an evidence link.
func evidenceLink(ctx context.Context, _ any, next graphql.Resolver) (any, error) {
	if err := RequestOf(ctx).Principal.RequireEvidenceLink(); err != nil {
		return nil, err
	}
	return next(ctx)
}
