package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
)

// CreateDocuments copies the uploads before its transaction, because that may take long.
func (*mutationResolver) CreateDocuments(ctx context.Context, input model.CreateDocumentsInput) ([]*model.Document, error) {
	if err := checkBatch("/docs", input.Docs); err != nil {
		return nil, err
	}
	r := engine.RequestOf(ctx)
	claim, err := engine.Defer(ctx, func() (*fileClaim, error) { return planClaim(ctx, input.Docs) })
	if err != nil {
		return nil, err
	}
	docs := claim.documents()
	cases, err := r.Store.LockCases(ctx, idsIn(storage.Documents, docs, "case_id"))
	if err != nil {
		return nil, err
	}
	if err := claim.claimUploads(ctx, nil); err != nil {
		return nil, err
	}
	if err := cases.CheckOpen(); err != nil {
		return nil, err
	}
	if err := insert(ctx, storage.Documents, docs...); err != nil {
		return nil, err
	}
	for _, d := range docs {
		r.AddBytes(model.Usage{Claimed: d.Size})
	}
	return docs, relateDocuments(ctx, engine.SelectionOf(ctx), docs)
}

func (*mutationResolver) UpdateDocuments(ctx context.Context, input model.UpdateDocumentsInput) ([]*model.Document, error) {
	ids, duplicates := batchIDs("/docs", input.Docs, func(item *model.UpdateDocumentItem) uuid.UUID { return item.ID })
	if ids == nil {
		return nil, duplicates
	}
	cases, found, err := engine.RequestOf(ctx).Store.LockDocuments(ctx, ids)
	if err != nil {
		return nil, err
	}
	var evidences []*model.EvidencedTermInput
	for _, item := range input.Docs {
		evidences = append(evidences, item.Evidences.Value()...)
	}
	policies, err := engine.RequestOf(ctx).Store.EvidencedPolicies(ctx, evidences)
	if err != nil {
		return nil, err
	}
	locked := byID(storage.Documents, found)
	var vs fault.Violations
	vs.AppendErr(duplicates)
	docs, before := make([]*model.Document, len(ids)), make([]model.Document, len(ids))
	for i, item := range input.Docs {
		d, ok := locked[item.ID]
		if !ok {
			vs.Say(fault.Pointer("/docs", i, "id"), fault.CodeUnknownReference, "is not the id of a document")
			d = &model.Document{} // to report what else is wrong with the item
		}
		docs[i], before[i] = d, *d
		vs.Append(d.Patch(*item, policies).Under(fault.Pointer("/docs", i)))
	}
	if err := vs.Err(); err != nil {
		return nil, err
	}
	if err := engine.RequestOf(ctx).CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if err := cases.CheckOpen(); err != nil {
		return nil, err
	}
	if err := save(ctx, storage.Documents, before, docs); err != nil {
		return nil, err
	}
	return docs, relateDocuments(ctx, engine.SelectionOf(ctx), docs)
}

func (*mutationResolver) UpdateDocument(ctx context.Context, id uuid.UUID, input model.UpdateDocumentInput) (*model.Document, error) {
	cases, found, err := engine.RequestOf(ctx).Store.LockDocuments(ctx, []uuid.UUID{id})
	if err == nil && len(found) == 0 {
		err = fault.NotFound("document")
	}
	if err != nil {
		return nil, err
	}
	policies, err := engine.RequestOf(ctx).Store.EvidencedPolicies(ctx, input.Evidences.Value())
	if err != nil {
		return nil, err
	}
	patch := func(d *model.Document) error { return d.Patch(input.Of(id), policies).Err() }
	isOpen := func(*model.Document) error { return cases.CheckOpen() }
	return updateLocked(ctx, storage.Documents, found[0], nil, relateDocuments, patch, isOpen)
}

func init() { addNodeRelation(relateDocuments) }

// relateDocuments loads the selected relations of documents, and their URLs. Every resolver that returns documents must
// call it.
func relateDocuments(ctx context.Context, sel engine.Selection, docs []*model.Document) error {
	if err := signDownloads(ctx, sel, docs); err != nil {
		return err
	}
	of := relationsOf(sel, docs)
	toOne(ctx, of, "case", storage.Cases, relateCases,
		func(d *model.Document) (*uuid.UUID, **model.Case) { return &d.CaseID, &d.Case })
	return of.err
}
