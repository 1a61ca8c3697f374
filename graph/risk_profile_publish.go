package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*mutationResolver) PublishRiskProfile(ctx context.Context, id uuid.UUID) (*model.RiskProfile, error) {
	r := engine.RequestOf(ctx)
	p, err := r.Store.LockRiskProfile(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	before := *p
	if err := p.Publish(r.Now); err != nil {
		return nil, err
	}
	if err := supersede(ctx, []uuid.UUID{p.LineageID}); err != nil {
		return nil, err
	}
	if err := storage.RiskProfiles.Update(ctx, r.Store, p); err != nil {
		return nil, err
	}
	audit(ctx, storage.RiskProfiles, "published", p, model.Changes(before, *p))
	if err := publishSubscriptions(ctx, p); err != nil {
		return nil, err
	}
	return related(ctx, p, relateRiskProfiles)
}

func (*mutationResolver) SubscribeRiskProfile(ctx context.Context, id uuid.UUID, input model.CopyRiskProfileInput) (*model.RiskProfile, error) {
	r := engine.RequestOf(ctx)
	source, err := r.Store.LockRiskProfile(ctx, id)
	if err != nil {
		return nil, err
	}
	if source.IsPublished {
		if source, err = r.Store.LatestRiskProfile(ctx, source.LineageID); err != nil {
			return nil, err
		}
	}
	s, err := source.Subscribe(storage.NewID(), storage.NewID(), input, r.Now)
	return create(ctx, storage.RiskProfiles, s, err, relateRiskProfiles)
}

// publishSubscriptions publishes a next version of every subscription that follows the source, and of those that follow
// them, level by level (contract section 3, Risk profile). The source's lineage is locked, so that there are no new
// subscriptions meanwhile.
func publishSubscriptions(ctx context.Context, source *model.RiskProfile) error {
	r := engine.RequestOf(ctx)
	for sources := []*model.RiskProfile{source}; len(sources) > 0; {
		followers, err := r.Store.Subscriptions(ctx, lineagesOf(sources))
		if err != nil || len(followers) == 0 {
			return err
		}
		if err := r.Store.LockLineages(ctx, lineagesOf(followers)); err != nil {
			return err
		}
		byLineage := map[uuid.UUID]*model.RiskProfile{}
		for _, s := range sources {
			byLineage[s.LineageID] = s
		}
		next := make([]*model.RiskProfile, len(followers))
		for i, f := range followers {
			next[i] = f.Follow(storage.NewID(), byLineage[*f.SourceLineageID], r.Now)
			audit(ctx, storage.RiskProfiles, "published", next[i], model.Changes(*f, *next[i]))
		}
		if err := supersede(ctx, lineagesOf(followers)); err != nil {
			return err
		}
		if err := storage.RiskProfiles.Insert(ctx, r.Store, next...); err != nil {
			return err
		}
		sources = next
	}
	return nil
}

// supersede unmarks the latest versions of lineages that get a newer one.
func supersede(ctx context.Context, lineages []uuid.UUID) error {
	r := engine.RequestOf(ctx)
	superseded, err := r.Store.SupersedeLatest(ctx, lineages, r.Now)
	for _, id := range superseded {
		r.Audit("riskProfile.superseded", "riskProfile", id, map[string]model.Change{"isLatestVersion": {From: true, To: false}})
	}
	return err
}

func lineagesOf(profiles []*model.RiskProfile) []uuid.UUID {
	return idsIn(storage.RiskProfiles, profiles, "lineage_id")
}
