package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage"
)

func (*queryResolver) Documents(ctx context.Context, filter *model.DocumentFilter, sort *model.Sort, limit, offset *int, after *string) (*model.DocumentConnection, error) {
	nodes, info, err := readList(ctx, listArgs{sort, limit, offset, after},
		engine.RequestOf(ctx).Store.Documents, orZero(filter), relateDocuments)
	return &model.DocumentConnection{Nodes: nodes, PageInfo: info}, err
}

func (*queryResolver) Document(ctx context.Context, id uuid.UUID) (*model.Document, error) {
	d, err := engine.RequestOf(ctx).Store.Document(ctx, id)
	return readOne(ctx, d, err, relateDocuments)
}

// CreateDocuments copies the uploads before it locks anything, because the object store may be slow and others would
// have to wait.
func (*mutationResolver) CreateDocuments(ctx context.Context, input model.CreateDocumentsInput) ([]*model.Document, error) {
	r := engine.RequestOf(ctx)
	if err := checkBatch("/docs", input.Docs); err != nil {
		return nil, err
	}
	refs, err := r.Store.DocumentReferences(ctx, input.Docs)
	if err != nil {
		return nil, err
	}
	docs, vs := model.NewDocuments(input.Docs, refs, storage.NewID, r.Now)
	if err := claimFiles(ctx, docs, refs.Uploads, vs); err != nil {
		return nil, err
	}
	if _, err := r.Store.LockCases(ctx, casesOf(docs)); err != nil {
		return nil, err
	}
	if err := claimUploads(ctx, docs); err != nil {
		return nil, err
	}
	if err := r.Store.InsertDocuments(ctx, docs); err != nil {
		return nil, err
	}
	for _, d := range docs {
		r.Audit("document.created", "document", d.ID, model.Changes(model.Document{}, *d))
	}
	return docs, relateDocuments(ctx, engine.SelectionOf(ctx), docs)
}

func (*mutationResolver) UpdateDocuments(ctx context.Context, input model.UpdateDocumentsInput) ([]*model.Document, error) {
	r := engine.RequestOf(ctx)
	ids, duplicates := batchIDs("/docs", input.Docs, func(item *model.UpdateDocumentItem) uuid.UUID { return item.ID })
	if ids == nil {
		return nil, duplicates
	}
	locked, err := lockDocuments(ctx, ids)
	if err != nil {
		return nil, err
	}
	var vs model.Violations
	vs.AppendErr(duplicates)
	docs, before := make([]*model.Document, len(ids)), make([]model.Document, len(ids))
	for i, item := range input.Docs {
		d, ok := locked[item.ID]
		if !ok {
			vs.Add(model.Pointer("/docs", i, "id"), model.CodeUnknownReference, "there is no such document")
			d = &model.Document{} // to report what else is wrong with the item
		}
		docs[i], before[i] = d, *d
		vs.Append(d.Patch(*item).Under(model.Pointer("/docs", i)))
	}
	if err := vs.Err(); err != nil {
		return nil, err
	}
	if err := r.CheckPrecondition(ctx); err != nil {
		return nil, err
	}
	if err := saveDocuments(ctx, before, docs); err != nil {
		return nil, err
	}
	return docs, relateDocuments(ctx, engine.SelectionOf(ctx), docs)
}

// lockDocuments locks the documents that exist, by id, and before them their cases, which never change.
func lockDocuments(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]*model.Document, error) {
	r := engine.RequestOf(ctx)
	docs, err := r.Store.DocumentsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	if _, err := r.Store.LockCases(ctx, casesOf(docs)); err != nil {
		return nil, err
	}
	if docs, err = r.Store.LockDocuments(ctx, ids); err != nil {
		return nil, err
	}
	locked := make(map[uuid.UUID]*model.Document, len(docs))
	for _, d := range docs {
		locked[d.ID] = d
	}
	return locked, nil
}

// saveDocuments saves the documents that differ from before, with their audit events.
func saveDocuments(ctx context.Context, before []model.Document, docs []*model.Document) error {
	r := engine.RequestOf(ctx)
	var changed []*model.Document
	for i, d := range docs {
		changes := model.Changes(before[i], *d)
		if len(changes) == 0 {
			*d = before[i]
			continue
		}
		d.UpdatedAt = r.Now
		changed = append(changed, d)
		r.Audit("document.updated", "document", d.ID, changes)
	}
	return r.Store.UpdateDocuments(ctx, changed)
}

func casesOf(docs []*model.Document) []uuid.UUID {
	return distinct(docs, func(d *model.Document) []uuid.UUID { return []uuid.UUID{d.CaseID} })
}

// relateDocuments loads the selected relations of documents, and their URLs. Every resolver that returns documents must
// call it.
func relateDocuments(ctx context.Context, sel engine.Selection, docs []*model.Document) error {
	if err := signDownloads(ctx, sel, docs); err != nil {
		return err
	}
	return caseOf(ctx, sel, docs, func(d *model.Document) uuid.UUID { return d.CaseID },
		func(d *model.Document, c *model.Case) { d.Case = c })
}
