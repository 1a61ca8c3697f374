package graph

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/graph/placing"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/placement"
	"github.com/covertrack/covertrack/storage"
)

func (*mutationResolver) CreatePlacement(ctx context.Context, input model.CreatePlacementInput) (*model.Placement, error) {
	r := engine.RequestOf(ctx)
	c, err := orNone(storage.Cases.Lock(ctx, r.Store, input.CaseID))
	if err != nil {
		return nil, err
	}
	refs, err := placementReferences(ctx, c, input)
	if err != nil {
		return nil, err
	}
	p, err := model.NewPlacement(storage.NewID(), input, refs, r.Now)
	if err == nil {
		err = c.CheckOpen()
	}
	if err == nil {
		err = checkOverlap(ctx, p)
	}
	if err == nil {
		err = insert(ctx, storage.Placements, p)
	}
	if err == nil && input.History.Value() != nil {
		err = followPlacements(ctx, p)
	}
	return asHeld(ctx, p, err)
}

// asHeld returns a placement whose days are new as the borrower's own cover leaves it.
func asHeld(ctx context.Context, p *model.Placement, err error) (*model.Placement, error) {
	if err == nil {
		err = KeepVerdicts(ctx)
	}
	if err == nil {
		p, err = storage.Placements.One(ctx, engine.RequestOf(ctx).Store, p.ID)
	}
	if err != nil {
		return nil, err
	}
	return related(ctx, p, relatePlacements)
}

// restoreFrom looks up what the history of a placement names.
func restoreFrom(ctx context.Context, caseID uuid.UUID, h *model.PlacementHistoryInput) (from model.PlacementHistory, err error) {
	r := engine.RequestOf(ctx)
	from = model.PlacementHistory{Input: h, Documents: map[uuid.UUID]bool{}, By: r.Principal.Actor.Name}
	if h == nil {
		return from, nil
	}
	proofs := h.Proofs.Value()
	for _, proof := range proofs[:min(len(proofs), model.MaxPlacementTold)] { // more are refused
		of, err := r.Store.DocumentOfCase(ctx, caseID, proof.Document.Value())
		if err != nil {
			return from, err
		}
		maps.Copy(from.Documents, of)
	}
	from.Policies, err = r.Store.PolicyOfCase(ctx, caseID, h.Policy.Value())
	return from, err
}

// placementReferences looks up what a placement's input names. What is of another case is not there.
func placementReferences(ctx context.Context, c *model.Case, in model.CreatePlacementInput) (refs model.PlacementReferences, err error) {
	r := engine.RequestOf(ctx)
	refs.Case = c
	if refs.History, err = restoreFrom(ctx, in.CaseID, in.History.Value()); err != nil {
		return refs, err
	}
	if refs.Lender, err = r.Store.Lender(ctx); err != nil {
		return refs, err
	}
	if id := in.Asset.Value(); id != nil {
		if refs.Asset, err = orNone(storage.Assets.One(ctx, r.Store, *id)); err != nil {
			return refs, err
		}
		if refs.Asset != nil && (c == nil || refs.Asset.CaseID != c.ID) {
			refs.Asset = nil
		}
	}
	if id := in.Renews.Value(); id != nil {
		if refs.Renews, err = orNone(storage.Placements.One(ctx, r.Store, *id)); err != nil {
			return refs, err
		}
		if refs.Renews != nil && (c == nil || refs.Renews.CaseID != c.ID) {
			refs.Renews = nil
		}
	}
	return refs, nil
}

func (*mutationResolver) UpdatePlacement(
	ctx context.Context, id uuid.UUID, input model.UpdatePlacementInput,
) (*model.Placement, error) {
	p, err := changePlacement(ctx, id, func(p *model.Placement, c *model.Case, today time.Time) error {
		history, err := restoreFrom(ctx, c.ID, input.History.Value())
		if err != nil {
			return err
		}
		if err := p.RestoreBeside(p.Patch(input), history, today); err != nil {
			return err
		}
		p.Advance(today)
		if input.History.Value() == nil {
			return nil
		}
		return checkOverlap(ctx, p)
	})
	return asHeld(ctx, p, err)
}

func (*mutationResolver) RecordPlacementNotice(
	ctx context.Context, id uuid.UUID, input model.PlacementNoticeInput,
) (*model.Placement, error) {
	return changePlacement(ctx, id, func(p *model.Placement, _ *model.Case, today time.Time) error {
		return p.Notice(input, engine.RequestOf(ctx).Principal.Actor.Name, today)
	})
}

func (*mutationResolver) RecordPlacementProof(
	ctx context.Context, id uuid.UUID, input model.PlacementProofInput,
) (*model.Placement, error) {
	return changePlacement(ctx, id, func(p *model.Placement, c *model.Case, today time.Time) error {
		documents, err := engine.RequestOf(ctx).Store.DocumentOfCase(ctx, c.ID, input.Document.Value())
		if err != nil {
			return err
		}
		return p.Prove(input, documents, today)
	})
}

func (*mutationResolver) PlaceInsurance(ctx context.Context, id uuid.UUID, input model.PlaceInsuranceInput) (*model.Placement, error) {
	return changePlacement(ctx, id, func(p *model.Placement, c *model.Case, today time.Time) error {
		pending, err := undecidedProofs(ctx, p)
		if err != nil {
			return err
		}
		if err := p.Place(input, pending, today); err != nil {
			return err
		}
		if err := checkOverlap(ctx, p); err != nil {
			return err
		}
		return insurePlaced(ctx, p, c, input)
	})
}

// insurePlaced makes the policy of insurance that was placed (specification of placements, section 3). A case with a program has
// none: its policies are of products. Nor has coverage for which the risk profile has no requirement: no verdict counts it.
func insurePlaced(ctx context.Context, p *model.Placement, c *model.Case, in model.PlaceInsuranceInput) error {
	if !c.IsFrameworkCase() {
		return nil
	}
	made := p.PolicyInput(in)
	policies, err := newPolicies(ctx, []*model.CreatePolicyInput{&made}, map[uuid.UUID]*model.Case{c.ID: c}, alone)
	if fault.CodeOf(err) == fault.CodeCoverageTypeNotApplicable {
		return nil
	}
	if err != nil {
		return err
	}
	p.PolicyID = &policies[0].ID
	return insertPolicies(ctx, policies)
}

// placementsOf are those whose insurance a policy is. Only what the lender placed is looked up.
func placementsOf(ctx context.Context, p *model.Policy) ([]*model.Placement, error) {
	if !p.IsLenderPlaced() {
		return nil, nil
	}
	return storage.Placements.Of(ctx, engine.RequestOf(ctx).Store, "policy_id", []uuid.UUID{p.ID})
}

// checkPlaced refuses moves of a policy that its placement alone may make.
func checkPlaced(ctx context.Context, before, p *model.Policy) error {
	if !p.IsMovedFrom(before) {
		return nil
	}
	placed, err := placementsOf(ctx, before)
	for _, of := range placed {
		if err := of.CheckMove(before, p); err != nil {
			return err
		}
	}
	return err
}

func (*mutationResolver) ChargePlacement(ctx context.Context, id uuid.UUID, input model.ChargePlacementInput) (*model.Placement, error) {
	return changePlacement(ctx, id, func(p *model.Placement, _ *model.Case, today time.Time) error {
		pending, err := undecidedProofs(ctx, p)
		if err != nil {
			return err
		}
		return p.Charge(input, pending, engine.RequestOf(ctx).Principal.Actor.Name, today)
	})
}

func (*mutationResolver) CancelPlacement(ctx context.Context, id uuid.UUID, input model.CancelPlacementInput) (*model.Placement, error) {
	return changePlacement(ctx, id, func(p *model.Placement, _ *model.Case, today time.Time) error {
		return p.Cancel(input, engine.RequestOf(ctx).Principal.Actor.Name, today)
	})
}

func (*mutationResolver) RefundPlacement(ctx context.Context, id uuid.UUID, input model.RefundPlacementInput) (*model.Placement, error) {
	return changePlacement(ctx, id, func(p *model.Placement, _ *model.Case, today time.Time) error {
		return p.GiveBack(input, engine.RequestOf(ctx).Principal.Actor.Name, today)
	})
}

// checkOverlap holds a placement against the others of its case, which is locked.
func checkOverlap(ctx context.Context, p *model.Placement) error {
	others, err := storage.Placements.Of(ctx, engine.RequestOf(ctx).Store, "case_id", []uuid.UUID{p.CaseID})
	if err != nil {
		return err
	}
	return p.CheckOverlap(others)
}

// changePlacement changes a placement while its case is locked, on the lender's day of the request.
func changePlacement(
	ctx context.Context, id uuid.UUID, change func(p *model.Placement, c *model.Case, today time.Time) error,
) (*model.Placement, error) {
	r := engine.RequestOf(ctx)
	c, err := r.Store.LockCaseOfPlacement(ctx, id)
	if err != nil {
		return nil, err
	}
	p, err := storage.Placements.Lock(ctx, r.Store, id)
	if err != nil {
		return nil, err
	}
	p, err = updateLocked(ctx, storage.Placements, p, nil, nil, unpatched, isOpen[model.Placement](c),
		func(p *model.Placement) error {
			err := change(p, c, p.Today(r.Now))
			p.LookAt(r.Now)
			return err
		})
	if err == nil {
		err = followPlacements(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	return related(ctx, p, relatePlacements)
}

// followPlacements does what follows from placements that were changed, of one case.
func followPlacements(ctx context.Context, placements ...*model.Placement) error {
	r := engine.RequestOf(ctx)
	w := placing.Write{Store: r.Store, Trail: r.Trail(), Now: r.Now}
	if err := w.Follow(ctx, placements...); err != nil {
		return err
	}
	r.Keep(w.Trail)
	for _, e := range w.Trail.Events() {
		markForVerdict(r, e, placements[0].CaseID, nil)
	}
	return nil
}

// undecidedProofs are the submissions for policies of the placement's target that nobody has decided about.
func undecidedProofs(ctx context.Context, p *model.Placement) (pending []placement.Evidence, err error) {
	r := engine.RequestOf(ctx)
	submitted, err := storage.Evidence.Of(ctx, r.Store, "case_id", []uuid.UUID{p.CaseID})
	if err != nil {
		return nil, err
	}
	submitted = slices.DeleteFunc(submitted, func(e *model.Evidence) bool { return e.State != model.EvidenceStateProposed })
	if len(submitted) == 0 {
		return nil, nil
	}
	policies, err := storage.Policies.Of(ctx, r.Store, "case_id", []uuid.UUID{p.CaseID})
	for _, e := range submitted {
		if slices.ContainsFunc(policies, func(of *model.Policy) bool { return of.ID == e.PolicyID && p.CoversTarget(of) }) {
			pending = append(pending, placement.Evidence{
				ID: e.ID.String(), ReceivedOn: p.Today(e.SubmittedAt), Verdict: placement.VerdictPending,
			})
		}
	}
	return pending, err
}

func init() { addNodeRelation(relatePlacements) }

// relatePlacements loads the selected relations of placements, and works out what follows from the rules on the day of the
// request.
func relatePlacements(ctx context.Context, sel engine.Selection, placements []*model.Placement) error {
	now := engine.RequestOf(ctx).Now
	for _, p := range placements {
		p.CoverageType, _ = catalog.CoverageTypes.ByID(p.CoverageTypeID)
		p.Reckon(p.Today(now))
	}
	of := relationsOf(sel, placements)
	embedded(ctx, of, "coverageType", relateCoverageTypes,
		func(p *model.Placement) []*catalog.CoverageType { return []*catalog.CoverageType{p.CoverageType} })
	toOne(ctx, of, "case", storage.Cases, relateCases,
		func(p *model.Placement) (*uuid.UUID, **model.Case) { return &p.CaseID, &p.Case })
	toOne(ctx, of, "asset", storage.Assets, relateAssets,
		func(p *model.Placement) (*uuid.UUID, **model.Asset) { return p.AssetID, &p.Asset })
	toOne(ctx, of, "policy", storage.Policies, relatePolicies,
		func(p *model.Placement) (*uuid.UUID, **model.Policy) { return p.PolicyID, &p.Policy })
	hasMany(ctx, of, "letters", storage.PlacementLetters, "placement_id", relatePlacementLetters,
		func(p *model.Placement) (uuid.UUID, *[]*model.PlacementLetter) { return p.ID, &p.Letters })
	return of.err
}
