package model

import (
	"cmp"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// Document is a file of a case.
type Document struct {
	bun.BaseModel `bun:"table:documents,alias:t"`

	PortfolioID uuid.UUID `bun:",pk,type:uuid"`
	ID          uuid.UUID `bun:",pk,type:uuid" part:"facts"`
	CaseID      uuid.UUID `bun:"type:uuid" part:"facts"`
	CategoryID  uuid.UUID `bun:"type:uuid" part:"facts"`
	FileName    string
	FileType    string // what the upload was signed for
	Name        string
	Versions    []uuid.UUID     `bun:",array,type:uuid[]"` // uploads, newest last
	BlobKey     string          // where the newest lies in the object store
	Evidences   []EvidencedTerm `bun:"type:jsonb" part:"facts"` // what it is evidence of; never nil
	Size        int64           // of the newest, in bytes; 0 for a document from before sizes were kept
	Metadata    scalar.Metadata `bun:"type:jsonb"`
	CreatedAt   time.Time
	UpdatedAt   time.Time

	Case *Case  `bun:"-"`
	URL  string `bun:"-"` // signed again for each answer
}

// Category returns the document's entry of the catalog.
func (d *Document) Category() *catalog.DocumentCategory {
	category, _ := catalog.DocumentCategories.ByID(d.CategoryID)
	return category
}

// FileExt returns the kind of file by its name, else by its media type.
func (d *Document) FileExt() catalog.FileExt { return catalog.NewFileExt(d.FileName, d.FileType) }

// DocumentReferences are the existing records of those that inputs of documents name.
type DocumentReferences struct {
	Cases    map[uuid.UUID]bool
	Uploads  map[uuid.UUID]*Upload // by id, also claimed and expired ones
	Policies EvidencedPolicies
	Real     time.Time // by which uploads expire; zero where it is the time of the documents
}

// EvidencedPolicies are the existing policies of those that documents are to be evidence of, by id.
type EvidencedPolicies map[uuid.UUID]EvidencedPolicy

// EvidencedPolicy is the case of a policy, and its latest term.
type EvidencedPolicy struct {
	CaseID     uuid.UUID
	TermNumber int
}

// unknownDocumentCategory is the refusal of a category that the catalog does not have.
const unknownDocumentCategory = "is not the id or the key of a document category; GET /rest/document-categories lists them"

// uploadNotFound is the same for unknown, used and foreign keys, so that it says nothing about other portfolios.
const uploadNotFound = "is unknown, used or expired; sign a URL and upload the file again"

// NewDocuments makes documents of finished uploads, each with an id of newID. The defaults are the name of the file and
// the category `other` (contract section 3, Document). A document whose upload is refused has no BlobKey.
func NewDocuments(
	items []*CreateDocumentItem, refs DocumentReferences, newID func() uuid.UUID, now time.Time,
) ([]*Document, fault.Violations) {
	var vs fault.Violations
	docs := make([]*Document, len(items))
	taken := map[uuid.UUID]bool{}
	for i, in := range items {
		d := &Document{
			ID: newID(), CaseID: in.CaseID, FileName: in.FileName, Versions: []uuid.UUID{}, Evidences: []EvidencedTerm{},
			CreatedAt: now, UpdatedAt: now,
		}
		prefix := fault.Pointer("/docs", i)
		vs.Append(d.set(in, refs).Under(prefix))
		upload := refs.Uploads[scalar.ParseID(in.DirectUploadKey)]
		switch {
		case upload == nil || !upload.IsClaimableBy(nil, cmp.Or(refs.Real, now)):
			vs.Say(prefix+"/directUploadKey", fault.CodeUploadNotFound, uploadNotFound)
		case taken[upload.ID]:
			vs.Say(prefix+"/directUploadKey", fault.CodeDuplicate, "is given twice; a key is good for one document")
		default:
			taken[upload.ID] = true
			d.FileType, d.Versions, d.BlobKey = upload.FileType, []uuid.UUID{upload.ID}, upload.DocumentKey(d.ID)
		}
		docs[i] = d
	}
	return docs, vs
}

// set stores the members that need no upload.
func (d *Document) set(in *CreateDocumentItem, refs DocumentReferences) fault.Violations {
	var vs fault.Violations
	if !refs.Cases[in.CaseID] {
		vs.Say("/caseId", fault.CodeUnknownReference, noCase)
	}
	vs.Append(scalar.CheckName("/fileName", in.FileName))
	d.Name = in.FileName
	if name := in.Name.Value(); name != nil {
		patch.Name(&vs, "/name", &d.Name, in.Name, scalar.CheckName)
	}
	d.CategoryID = catalog.DefaultDocumentCategory().ID
	if in.CategoryID.Value() != nil {
		d.setCategory(&vs, in.CategoryID)
	}
	d.setEvidences(&vs, in.Evidences, refs.Policies)
	patch.Metadata(&vs, &d.Metadata, in.Metadata)
	return vs
}

// setEvidences stores of which terms the document is evidence, each once. Its policies are of its case; without a number it
// is the latest term.
func (d *Document) setEvidences(vs *fault.Violations, in graphql.Omittable[[]*EvidencedTermInput], policies EvidencedPolicies) {
	if !in.IsSet() {
		return
	}
	d.Evidences = []EvidencedTerm{}
	for i, item := range in.Value() {
		at, policy := fault.Pointer("/evidences", i), policies[item.Policy]
		term := EvidencedTerm{Policy: item.Policy, TermNumber: policy.TermNumber}
		if given := item.TermNumber.Value(); given != nil {
			term.TermNumber = *given
		}
		switch {
		case policy.TermNumber == 0 || d.ID != uuid.Nil && policy.CaseID != d.CaseID:
			vs.Say(at+"/policy", fault.CodeUnknownReference, "is not the id of a policy of the document's case")
		case term.TermNumber < 1 || term.TermNumber > policy.TermNumber:
			vs.Say(at+"/termNumber", fault.CodeUnknownReference, "is none of the policy's terms, which are 1 to %d", policy.TermNumber)
		case slices.Contains(d.Evidences, term):
			vs.Say(at, fault.CodeDuplicate, "is given twice")
		}
		d.Evidences = append(d.Evidences, term)
	}
}

// Of returns the change as an item of a batch.
func (in UpdateDocumentInput) Of(id uuid.UUID) UpdateDocumentItem {
	return UpdateDocumentItem{ID: id, CategoryID: in.CategoryID, Name: in.Name, Evidences: in.Evidences, Metadata: in.Metadata}
}

// Patch changes the document.
func (d *Document) Patch(in UpdateDocumentItem, policies EvidencedPolicies) fault.Violations {
	var vs fault.Violations
	d.setCategory(&vs, in.CategoryID)
	patch.Name(&vs, "/name", &d.Name, in.Name, scalar.CheckName)
	d.setEvidences(&vs, in.Evidences, policies)
	patch.Metadata(&vs, &d.Metadata, in.Metadata)
	return vs
}

func (d *Document) setCategory(vs *fault.Violations, in graphql.Omittable[*string]) {
	var ref string
	patch.Required(vs, "/categoryId", &ref, in)
	if in.Value() == nil {
		return
	}
	if category, ok := catalog.DocumentCategories.ByRef(ref); ok {
		d.CategoryID = category.ID
		return
	}
	vs.Say("/categoryId", fault.CodeUnknownDocumentCategory, unknownDocumentCategory)
}
