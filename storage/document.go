package storage

import (
	"context"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

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
	Counted: []string{"category_id"},
})

// DocumentReferences looks up the records that inputs of documents name, in one round trip of a transaction.
func (p *Portfolio) DocumentReferences(
	ctx context.Context, inputs []*model.CreateDocumentItem,
) (refs model.DocumentReferences, err error) {
	var cases, keys []uuid.UUID
	var evidences []*model.EvidencedTermInput
	for _, in := range inputs {
		cases = append(cases, in.CaseID)
		keys = append(keys, scalar.ParseID(in.DirectUploadKey))
		evidences = append(evidences, in.Evidences.Value()...)
	}
	b := rows.NewBatch(p)
	found := p.existingIn(b, asked{Cases: cases})
	var uploads []*model.Upload
	Uploads.ByIDIn(b, "", keys, &uploads)
	policies := evidencedIn(b, evidences)
	if err := b.Send(ctx); err != nil {
		return refs, err
	}
	refs.Cases, refs.Policies = found[Cases], policies()
	refs.Uploads = make(map[uuid.UUID]*model.Upload, len(uploads))
	for _, u := range uploads {
		refs.Uploads[u.ID] = u
	}
	return refs, nil
}

// evidencedPolicy is what documents need to know of a policy.
type evidencedPolicy struct {
	bun.BaseModel `bun:"table:policies,alias:t"`

	ID, CaseID uuid.UUID
	TermNumber int
}

var evidencedPolicies = rows.NewPart[evidencedPolicy]("", ofIDs)

// EvidencedPolicies looks up the policies that documents are to be evidence of. Their cases should be locked.
func (p *Portfolio) EvidencedPolicies(ctx context.Context, named []*model.EvidencedTermInput) (model.EvidencedPolicies, error) {
	b := rows.NewBatch(p)
	found := evidencedIn(b, named)
	if b.IsEmpty() {
		return nil, nil
	}
	err := b.Send(ctx)
	return found(), err
}

// evidencedIn is EvidencedPolicies as a part of a batch; call what it returns when that was sent.
func evidencedIn(b *rows.Batch, named []*model.EvidencedTermInput) func() model.EvidencedPolicies {
	var found []*evidencedPolicy
	var ids []uuid.UUID
	for _, n := range named {
		ids = append(ids, n.Policy)
	}
	if len(ids) > 0 {
		evidencedPolicies.In(b, ids, &found)
	}
	return func() model.EvidencedPolicies {
		policies := make(model.EvidencedPolicies, len(found))
		for _, p := range found {
			policies[p.ID] = model.EvidencedPolicy{CaseID: p.CaseID, TermNumber: p.TermNumber}
		}
		return policies
	}
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
