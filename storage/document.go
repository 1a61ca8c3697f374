package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/scalar"
	"github.com/covertrack/covertrack/storage/rows"
)

// Documents are the documents of cases.
var Documents = rows.Define(Table[model.Document, model.DocumentFilter]{
	Noun: "document",
	Filter: func(f model.DocumentFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("category_id", catalog.DocumentCategories.IDs(f.CategoryID.Value())),
		}
	},
})

// DocumentReferences looks up the records that inputs of documents name, in one round trip of a transaction.
func (p *Portfolio) DocumentReferences(
	ctx context.Context, inputs []*model.CreateDocumentItem,
) (refs model.DocumentReferences, err error) {
	var cases, keys []uuid.UUID
	for _, in := range inputs {
		cases = append(cases, in.CaseID)
		keys = append(keys, scalar.ParseID(in.DirectUploadKey))
	}
	b := rows.NewBatch(p)
	found := p.existingIn(b, asked{Cases: cases})
	var uploads []*model.Upload
	Uploads.ByIDIn(b, "", keys, &uploads)
	if err := b.Send(ctx); err != nil {
		return refs, err
	}
	refs.Cases = found[Cases]
	refs.Uploads = make(map[uuid.UUID]*model.Upload, len(uploads))
	for _, u := range uploads {
		refs.Uploads[u.ID] = u
	}
	return refs, nil
}

// LockDocuments locks those of the documents that exist, and before them their cases, which never change.
func (p *Portfolio) LockDocuments(ctx context.Context, ids []uuid.UUID) (*LockedCases, []*model.Document, error) {
	cases, err := p.lockCasesOf(ctx, Documents, ids)
	if err != nil {
		return nil, nil, err
	}
	docs, err := Documents.LockAll(ctx, p, ids)
	return cases, docs, err
}
