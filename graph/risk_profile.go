package graph

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/compliance"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/starter"
	"github.com/covertrack/covertrack/storage"
)

func createRiskProfiles(ctx context.Context, inputs []*model.CreateRiskProfileInput, at place) ([]*model.RiskProfile, error) {
	r := engine.RequestOf(ctx)
	var named []uuid.UUID
	for _, in := range inputs {
		named = slices.Concat(named, in.CertificateHolders.Value(), (&model.RiskProfile{}).RequiredHolders(in.Requirements.Value()))
	}
	holders, err := storage.CertificateHolders.ByID(ctx, r.Store, named)
	if err != nil {
		return nil, err
	}
	return createAll(ctx, storage.RiskProfiles, inputs, at, func(_ int, in model.CreateRiskProfileInput) (*model.RiskProfile, error) {
		return model.NewRiskProfile(storage.NewID(), storage.NewID(), in, holders, r.Now)
	})
}

func (*queryResolver) StarterProfiles(context.Context) ([]*starter.Profile, error) {
	return starter.Profiles, nil
}

func (*mutationResolver) AddStarterProfile(ctx context.Context, input model.AddStarterProfileInput) (*model.RiskProfile, error) {
	p := starter.ByKey(input.Key)
	if p == nil {
		return nil, fault.One("/key", fault.CodeInvalidValue,
			"must be the key of a profile to begin with; GET /rest/starter-profiles lists them").Err()
	}
	draft := p.Draft()
	return createOne(ctx, &draft, createRiskProfiles, relateRiskProfiles)
}

func (*mutationResolver) UpdateRiskProfile(
	ctx context.Context, id uuid.UUID, input model.UpdateRiskProfileInput,
) (*model.RiskProfile, error) {
	store := engine.RequestOf(ctx).Store
	p, err := store.LockRiskProfile(ctx, id)
	return updateLocked(ctx, storage.RiskProfiles, p, err, relateRiskProfiles, func(p *model.RiskProfile) error {
		named := slices.Concat(p.CertificateHolderIDs, input.CertificateHolders.Value(),
			p.RequiredHolders(input.Requirements.Value()))
		holders, err := storage.CertificateHolders.ByID(ctx, store, named)
		if err != nil {
			return err
		}
		return p.Patch(input, holders)
	})
}

func (*mutationResolver) CreateRiskProfileVersion(ctx context.Context, id uuid.UUID) (*model.RiskProfile, error) {
	r := engine.RequestOf(ctx)
	p, err := r.Store.LockRiskProfile(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	drafted, err := r.Store.HasDraft(ctx, p.LineageID)
	if err != nil {
		return nil, err
	}
	if drafted {
		return nil, fault.New(fault.CodeInvalidTransition, "The profile has a draft already; edit or publish that one.")
	}
	latest, err := r.Store.LatestRiskProfile(ctx, p.LineageID)
	if err != nil {
		return nil, err
	}
	next, err := latest.NextVersion(storage.NewID(), r.Now)
	return create(ctx, storage.RiskProfiles, next, err, relateRiskProfiles)
}

func (*mutationResolver) CloneRiskProfile(ctx context.Context, id uuid.UUID, input model.CopyRiskProfileInput) (*model.RiskProfile, error) {
	r := engine.RequestOf(ctx)
	source, err := storage.RiskProfiles.One(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	clone, err := source.Clone(storage.NewID(), storage.NewID(), input, r.Now)
	return create(ctx, storage.RiskProfiles, clone, err, relateRiskProfiles)
}

func init() { addNodeRelation(relateRiskProfiles) }

// relateRiskProfiles loads what the selection asks of risk profiles; asset types are the catalog's.
func relateRiskProfiles(ctx context.Context, sel engine.Selection, profiles []*model.RiskProfile) error {
	if sel.Has("assetTypes") {
		for _, p := range profiles {
			p.AssetTypes = assetTypesOf(p.AssetTypeIDs)
		}
	}
	of := relationsOf(sel, profiles)
	embedded(ctx, of, "requirements", nil, func(p *model.RiskProfile) []*model.Requirement { return p.Requirements })
	embedded(ctx, of, "assetTypes", nil, func(p *model.RiskProfile) []*catalog.AssetType { return p.AssetTypes })
	toMany(ctx, of, "certificateHolders", storage.CertificateHolders, nil,
		func(p *model.RiskProfile) ([]uuid.UUID, *[]*model.CertificateHolder) {
			return p.CertificateHolderIDs, &p.CertificateHolders
		})
	return of.err
}

// assetTypesOf are the catalog's asset types with the ids, in their order.
func assetTypesOf(ids []uuid.UUID) []*catalog.AssetType {
	types := []*catalog.AssetType{}
	for _, id := range ids {
		if t, ok := catalog.AssetTypes.ByID(id); ok {
			types = append(types, t)
		}
	}
	return types
}

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

func (*mutationResolver) SubscribeRiskProfile(
	ctx context.Context, id uuid.UUID, input model.CopyRiskProfileInput,
) (*model.RiskProfile, error) {
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

// trialAtOnce is how many cases of a trial are read together.
const trialAtOnce = 200

func (*queryResolver) RiskProfileTrial(ctx context.Context, id uuid.UUID, limit *int) (*compliance.Trial, error) {
	r := engine.RequestOf(ctx)
	shown, err := compliance.TrialLimit(limit)
	if err != nil {
		return nil, err
	}
	if err := r.SpendTrial(); err != nil {
		return nil, err
	}
	p, err := orNone(storage.RiskProfiles.One(ctx, r.Store, id))
	if p == nil {
		return nil, err
	}
	trial := compliance.NewTrial(p)
	var after uuid.UUID
	for {
		cases, err := r.Store.CasesOfLineage(ctx, p.LineageID, after, trialAtOnce)
		if err != nil {
			return nil, err
		}
		if len(cases) == 0 {
			return related(ctx, trial.End(), relateTrials)
		}
		if err := tryCases(ctx, trial, p, cases, shown); err != nil {
			return nil, err
		}
		after = cases[len(cases)-1]
	}
}

// tryCases adds cases to a trial, in their order.
func tryCases(
	ctx context.Context, trial *compliance.Trial, p *model.RiskProfile, cases []uuid.UUID, shown int,
) error {
	r := engine.RequestOf(ctx)
	facts, err := r.Store.CaseFacts(ctx, cases, false, p)
	if err != nil {
		return err
	}
	byCase := make(map[uuid.UUID]*storage.CaseFacts, len(facts))
	for _, f := range facts {
		byCase[f.Case.ID] = f
	}
	for _, id := range cases {
		if f := byCase[id]; f != nil {
			tried := f.Facts
			tried.RiskProfile = p
			trial.Add(f.Case, verdictToday(f, r.Now), tried.ToStore(r.Now).Verdict, shown)
		}
	}
	return nil
}

// verdictToday returns a case's stored verdict if it is still that of today, else what an evaluation says.
func verdictToday(f *storage.CaseFacts, now time.Time) model.Verdict {
	if f.Stored == nil || f.Stored.IsDue(now) {
		return f.ToStore(now).Verdict
	}
	return f.Stored.Verdict
}

// relateTrials loads the selected relations of trials.
func relateTrials(ctx context.Context, sel engine.Selection, trials []*compliance.Trial) error {
	of := relationsOf(sel, trials)
	changes := inside(ctx, of, "changes", func(t *compliance.Trial) []*compliance.TrialChange { return t.Changes })
	toOne(ctx, changes, "case", storage.Cases, relateCases,
		func(c *compliance.TrialChange) (*uuid.UUID, **model.Case) { return &c.CaseID, &c.Case })
	return changes.err
}
