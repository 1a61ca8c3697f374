package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
)

func (p *Portfolio) documents() *bun.SelectQuery {
	return p.db.NewSelect().Model((*model.Document)(nil)).Where("t.portfolio_id = ?", p.id)
}

// Documents reads a page of the portfolio's documents.
func (p *Portfolio) Documents(ctx context.Context, f model.DocumentFilter, opt model.ListOptions) (*Page[model.Document], error) {
	return lister[model.Document]{
		base:  p.documents,
		given: f,
		filter: func(q *bun.SelectQuery) *bun.SelectQuery {
			q = common{f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata}.apply(q)
			q = in(q, "case_id", f.CaseID.Value())
			return in(q, "category_id", model.DocumentCategoryIDs(f.CategoryID.Value()))
		},
		key: func(d *model.Document) (uuid.UUID, time.Time, time.Time) { return d.ID, d.CreatedAt, d.UpdatedAt },
	}.list(ctx, p, opt)
}

// Document finds one document; `not_found`.
func (p *Portfolio) Document(ctx context.Context, id uuid.UUID) (*model.Document, error) {
	return one[model.Document](ctx, p, p.documents, "", id, "document")
}

// DocumentsByID finds those of the ids that exist, in no certain order.
func (p *Portfolio) DocumentsByID(ctx context.Context, ids []uuid.UUID) ([]*model.Document, error) {
	return byID[model.Document](ctx, p, p.documents(), ids)
}

// DocumentsOfCases are the documents of the cases, oldest first, at most 200 of each.
func (p *Portfolio) DocumentsOfCases(ctx context.Context, cases []uuid.UUID) ([]*model.Document, error) {
	return ofParents[model.Document](ctx, p, p.documents(), "case_id", cases)
}

// LockDocuments is DocumentsByID for writing. The cases are locked already.
func (p *Portfolio) LockDocuments(ctx context.Context, ids []uuid.UUID) ([]*model.Document, error) {
	return byID[model.Document](ctx, p, p.documents().OrderExpr("t.id").For("NO KEY UPDATE"), ids)
}

// InsertDocuments adds documents in one statement and reads back what the database made of them.
func (p *Portfolio) InsertDocuments(ctx context.Context, docs []*model.Document) error {
	for _, d := range docs {
		d.PortfolioID = p.id
	}
	return insert(ctx, p.on, docs...)
}

// UpdateDocuments saves all members of documents that the transaction has locked, in one statement.
func (p *Portfolio) UpdateDocuments(ctx context.Context, docs []*model.Document) error {
	return updateAll(ctx, p, docs, p.documents, func(d *model.Document) uuid.UUID { return d.ID })
}

// DocumentReferences looks up the records that inputs of documents name.
func (p *Portfolio) DocumentReferences(ctx context.Context, inputs []*model.CreateDocumentItem) (refs model.DocumentReferences, err error) {
	var cases, keys []uuid.UUID
	for _, in := range inputs {
		cases = append(cases, in.CaseID)
		keys = append(keys, model.ParseID(in.DirectUploadKey))
	}
	found, err := p.existing(ctx, asked{"cases": cases})
	if err != nil {
		return refs, err
	}
	refs.Cases = found["cases"]
	uploads, err := byID[model.Upload](ctx, p, p.uploads(), keys)
	refs.Uploads = make(map[uuid.UUID]*model.Upload, len(uploads))
	for _, u := range uploads {
		refs.Uploads[u.ID] = u
	}
	return refs, err
}
