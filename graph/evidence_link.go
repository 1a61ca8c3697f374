package graph

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
	stored "github.com/covertrack/covertrack/storage/sandbox"
)

// CreateEvidenceLink refuses an idempotency key: the response would be kept with it, and a link's secret is kept nowhere.
func (*mutationResolver) CreateEvidenceLink(ctx context.Context, policyID uuid.UUID) (*model.EvidenceLink, error) {
	r := engine.RequestOf(ctx)
	if err := refuseKey(r, "a link's address is kept nowhere"); err != nil {
		return nil, err
	}
	c, err := r.Store.LockCaseOfPolicy(ctx, policyID)
	if err != nil {
		return nil, err
	}
	p, err := storage.Policies.Lock(ctx, r.Store, policyID)
	if err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if err := c.CheckOpen(); err != nil {
		return nil, err
	}
	var random [32]byte
	_, _ = rand.Read(random[:]) // it never fails
	secret := model.EvidenceSecretOf(random)
	link, err := model.NewEvidenceLink(storage.NewID(), p, nil, secret, r.Now)
	if err != nil {
		return nil, err
	}
	if err := insert(ctx, storage.EvidenceLinks, link); err != nil {
		return nil, err
	}
	url := secret.URL(resolverOf(ctx).BaseURL)
	link.URL = &url
	return related(ctx, link, relateEvidenceLinks)
}

// refuseKey refuses an idempotency key of a request whose response is not to be kept.
func refuseKey(r *engine.Request, because string) error {
	var vs fault.Violations
	if r.Keyed {
		vs.Add(engine.IdempotencyHeader, fault.CodeInvalidValue, "The response would be kept with the key, and %s; send no key.", because)
	}
	return vs.Err()
}

func (*mutationResolver) RevokeEvidenceLink(ctx context.Context, id uuid.UUID) (*model.EvidenceLink, error) {
	r := engine.RequestOf(ctx)
	c, err := r.Store.LockCaseOfEvidenceLink(ctx, id)
	if err != nil {
		return nil, err
	}
	link, err := storage.EvidenceLinks.Lock(ctx, r.Store, id)
	return updateLocked(ctx, storage.EvidenceLinks, link, err, relateEvidenceLinks, unpatched, isOpen[model.EvidenceLink](c),
		func(l *model.EvidenceLink) error {
			l.Revoke(r.Now)
			return r.Store.ReleaseEvidence(ctx, l.ID, nil, r.Real)
		})
}

// EvidenceLinks authenticates those who come with an evidence link. It asks the database each time. A link that is not
// usable is refused with the same words as one that there never was.
type EvidenceLinks struct {
	Store *storage.Store
	Now   func() time.Time
}

// BySecret returns the caller that the secret of a link stands for; `not_found` unless the link is usable.
func (l EvidenceLinks) BySecret(ctx context.Context, secret model.EvidenceSecret) (*model.Principal, error) {
	owner, err := l.Store.EvidenceLinkByDigest(ctx, secret.Digest())
	return l.caller(ctx, owner, err)
}

// ByID is BySecret for a link whose secret was shown before. The code that calls it vouches for that.
func (l EvidenceLinks) ByID(ctx context.Context, id uuid.UUID) (*model.Principal, error) {
	owner, err := l.Store.EvidenceLinkByID(ctx, id)
	return l.caller(ctx, owner, err)
}

// Release frees the room of files that a link has announced, by their keys, and that could not be handed in.
func (l EvidenceLinks) Release(ctx context.Context, link *model.Principal, keys []uuid.UUID) error {
	return l.Store.InTx(ctx, link.PortfolioID, func(ctx context.Context, tx *storage.Tx) error {
		return tx.For(link.PortfolioID).ReleaseEvidence(ctx, *link.Actor.ID, keys, l.Now())
	})
}

// evidenceActor is what the audit trail calls a person who came with an evidence link.
const evidenceActor = "evidence link"

func (l EvidenceLinks) caller(ctx context.Context, owner *storage.EvidenceLinkOwner, err error) (*model.Principal, error) {
	now := l.Now()
	if err == nil && owner.Mode == model.ModeSandbox {
		now, err = stored.TimeIn(ctx, l.Store.For(owner.PortfolioID), now)
	}
	if fault.CodeOf(err) == fault.CodeNotFound || err == nil && !owner.Usable(owner.PolicyTerm, owner.PolicyState(), now) {
		return nil, model.NoEvidenceLink()
	}
	if err != nil {
		return nil, err
	}
	link := owner.EvidenceLink
	p := &model.Principal{
		Actor:    model.Actor{Kind: model.ActorKindEvidenceLink, ID: &link.ID, Name: evidenceActor},
		LenderID: owner.LenderID, SandboxOf: orZero(owner.SandboxOf), PortfolioID: link.PortfolioID, Mode: owner.Mode, EvidenceLink: &link,
	}
	engine.SeeCaller(ctx, p)
	return p, nil
}

func init() { addNodeRelation(relateEvidenceLinks) }

// relateEvidenceLinks loads the selected relations of evidence links.
func relateEvidenceLinks(ctx context.Context, sel engine.Selection, links []*model.EvidenceLink) error {
	of := relationsOf(sel, links)
	toOne(ctx, of, "policy", storage.Policies, relatePolicies,
		func(l *model.EvidenceLink) (*uuid.UUID, **model.Policy) { return &l.PolicyID, &l.Policy })
	toOne(ctx, of, "case", storage.Cases, relateCases,
		func(l *model.EvidenceLink) (*uuid.UUID, **model.Case) { return &l.CaseID, &l.Case })
	toOne(ctx, of, "notice", storage.RenewalNotices, relateRenewalNotices,
		func(l *model.EvidenceLink) (*uuid.UUID, **model.RenewalNotice) { return l.NoticeID, &l.Notice })
	return of.err
}
