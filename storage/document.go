package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// Documents are the documents of cases.
var Documents = rows.Define(Table[model.Document, model.DocumentFilter]{
	Noun: "document",
	Filter: func(f model.DocumentFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("category_id", model.DocumentCategories.IDs(f.CategoryID.Value())),
		}
	},
})

// DocumentReferences looks up the records that inputs of documents name.
func (p *Portfolio) DocumentReferences(
	ctx context.Context, inputs []*model.CreateDocumentItem,
) (refs model.DocumentReferences, err error) {
	var cases, keys []uuid.UUID
	for _, in := range inputs {
		cases = append(cases, in.CaseID)
		keys = append(keys, model.ParseID(in.DirectUploadKey))
	}
	found, err := p.existing(ctx, asked{Cases: cases})
	if err != nil {
		return refs, err
	}
	refs.Cases = found[Cases]
	uploads, err := Uploads.ByID(ctx, p, keys)
	refs.Uploads = make(map[uuid.UUID]*model.Upload, len(uploads))
	for _, u := range uploads {
		refs.Uploads[u.ID] = u
	}
	return refs, err
}
