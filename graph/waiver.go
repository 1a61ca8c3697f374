package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/storage"
)

// CreateWaiver changes no verdict: what is only requested does not count.
func (*mutationResolver) CreateWaiver(ctx context.Context, input model.CreateWaiverInput) (*model.Waiver, error) {
	r := engine.RequestOf(ctx)
	c, err := orNone(storage.Cases.Lock(ctx, r.Store, input.CaseID))
	if err != nil {
		return nil, err
	}
	refs, err := r.Store.WaiverReferences(ctx, c, input.Asset.Value(), input.Document.Value())
	if err != nil {
		return nil, err
	}
	w, err := model.NewWaiver(storage.NewID(), input, refs, orZero(r.Principal.Actor.ID), r.Now)
	if err == nil {
		err = c.CheckOpen()
	}
	made, err := create(ctx, storage.Waivers, w, err, nil)
	if err != nil {
		return nil, err
	}
	if err := askForDecisions(ctx, made); err != nil {
		return nil, err
	}
	return related(ctx, made, relateWaivers)
}

// askForDecisions opens a task for each waiver that is requested.
func askForDecisions(ctx context.Context, waivers ...*model.Waiver) error {
	r := engine.RequestOf(ctx)
	var tasks []*model.Task
	for _, w := range waivers {
		if w.State == model.WaiverStateRequested {
			tasks = append(tasks, w.DecisionTask(storage.NewID(), r.Now))
		}
	}
	opened, err := r.Store.OpenTasks(ctx, tasks)
	auditCreated(ctx, storage.Tasks, opened...)
	return err
}

func (*mutationResolver) ApproveWaiver(ctx context.Context, id uuid.UUID) (*model.Waiver, error) {
	return decideWaiver(ctx, id, model.WaiverStateApproved)
}

func (*mutationResolver) RejectWaiver(ctx context.Context, id uuid.UUID) (*model.Waiver, error) {
	return decideWaiver(ctx, id, model.WaiverStateRejected)
}

func (*mutationResolver) RevokeWaiver(ctx context.Context, id uuid.UUID) (*model.Waiver, error) {
	return decideWaiver(ctx, id, model.WaiverStateRevoked)
}

// decideWaiver gives a waiver a state while its case is locked. A waiver begins and ceases to count nowhere else, so
// what follows for the case is done here, between saving and reading.
func decideWaiver(ctx context.Context, id uuid.UUID, to model.WaiverState) (*model.Waiver, error) {
	r := engine.RequestOf(ctx)
	c, err := r.Store.LockCaseOfWaiver(ctx, id)
	if err != nil {
		return nil, err
	}
	w, err := storage.Waivers.Lock(ctx, r.Store, id)
	w, err = updateLocked(ctx, storage.Waivers, w, err, nil, unpatched, isOpen[model.Waiver](c), func(w *model.Waiver) error {
		return w.Decide(to, orZero(r.Principal.Actor.ID), r.Now)
	})
	if err != nil {
		return nil, err
	}
	if err := completeTask(ctx, w.TaskOrigin()); err != nil {
		return nil, err
	}
	return related(ctx, w, relateWaivers)
}

func init() { addNodeRelation(relateWaivers) }

// relateWaivers loads the selected relations of waivers. Coverage types are in memory.
func relateWaivers(ctx context.Context, sel engine.Selection, waivers []*model.Waiver) error {
	for _, w := range waivers {
		w.CoverageType, _ = catalog.CoverageTypes.ByID(w.CoverageTypeID)
	}
	of := relationsOf(sel, waivers)
	embedded(ctx, of, "coverageType", relateCoverageTypes,
		func(w *model.Waiver) []*catalog.CoverageType { return []*catalog.CoverageType{w.CoverageType} })
	toOne(ctx, of, "case", storage.Cases, relateCases,
		func(w *model.Waiver) (*uuid.UUID, **model.Case) { return &w.CaseID, &w.Case })
	toOne(ctx, of, "asset", storage.Assets, relateAssets,
		func(w *model.Waiver) (*uuid.UUID, **model.Asset) { return w.AssetID, &w.Asset })
	toOne(ctx, of, "document", storage.Documents, relateDocuments,
		func(w *model.Waiver) (*uuid.UUID, **model.Document) { return w.DocumentID, &w.Document })
	return of.err
}
