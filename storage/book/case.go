package book

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/catalog"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/storage"
)

// Case is a case with what its policies must know of it, and what its compliance follows from.
type Case struct {
	*model.Case
	references    model.PolicyReferences
	assets        []*model.Asset
	policies      []*model.Policy
	versions      []*model.PolicyVersion
	cancellations []*model.Cancellation
	waivers       []*model.Waiver
	documents     []*model.Document
	tasks         []*model.Task
}

// Case adds a case.
func (b *Book) Case(in model.CreateCaseInput, at time.Time) *Case {
	c, err := model.NewCase(b.id(at), in, b.known, at)
	made := b.withReferences(add(b, storage.Cases, c, err))
	if c.RiskProfileID != nil {
		b.unjudged = append(b.unjudged, made)
	}
	return made
}

// CaseElsewhere returns a case that is in the portfolio but not in the book, as far as what is added to it must know.
// Policies that are added to it need one of the products.
func (b *Book) CaseElsewhere(id uuid.UUID, products ...*model.ProductType) *Case {
	c := b.withReferences(&model.Case{ID: id})
	c.references.ProductTypes = products
	return c
}

func (b *Book) withReferences(c *model.Case) *Case {
	refs := model.PolicyReferences{
		Case: c, Contacts: b.known.Contacts, Insureds: b.known.Insureds, MortgageeClauses: b.known.MortgageeClauses,
	}
	if c.ProgramID != nil {
		refs.ProductTypes = b.products[*c.ProgramID]
	}
	if c.RiskProfileID != nil && b.profiles[*c.RiskProfileID] != nil {
		refs.AllowedTypes = b.profiles[*c.RiskProfileID].CoverageTypesAllowed()
	}
	return &Case{Case: c, references: refs}
}

// Move gives a case a status by the state machine.
func (b *Book) Move(c *Case, to model.CaseStatus, at time.Time) {
	next, err := c.State().Patch(to)
	b.note("a move of a case", err)
	c.SetState(next, at)
	c.UpdatedAt = at
}

// Hold puts a case on hold, and with it its policies except those that are deactivated.
func (b *Book) Hold(c *Case, at time.Time) {
	next, err := c.State().Hold()
	b.note("a hold of a case", err)
	c.SetState(next, at)
	c.UpdatedAt = at
	for _, p := range c.policies {
		if next := p.State().CascadeHold(); next.Status != p.Status {
			b.set(p, next, at)
			p.HeldByCase = true
		}
	}
}

// Close closes a case. Nothing can be added to it any more, and its open tasks and the notices to come are cancelled.
func (b *Book) Close(c *Case, reason model.CaseCloseReason, at time.Time) {
	c.Close(model.CloseCaseInput{Reason: reason}, at)
	c.UpdatedAt = at
	for _, t := range c.tasks {
		b.cancel(t, at)
	}
}

func (b *Book) cancel(t *model.Task, at time.Time) {
	reason := model.CancelCaseClosed
	if t.Move(model.MoveTaskInput{State: model.TaskStateCancelled, Reason: Some(reason)}) == nil {
		t.UpdatedAt, t.Origin = at, nil
	}
}

// Asset adds an asset to a case.
func (b *Book) Asset(c *Case, in model.CreateAssetInput, at time.Time) *model.Asset {
	in.CaseID = c.ID
	a, err := model.NewAsset(b.id(at), in, model.AssetReferences{Case: true}, at)
	if t, ok := catalog.AssetTypes.ByID(a.AssetTypeID); ok {
		c.references.Assets = append(c.references.Assets, model.CaseAsset{
			ID: a.ID, Tangible: t.Classification == catalog.AssetClassificationTangible,
		})
	}
	c.assets = append(c.assets, a)
	return add(b, storage.Assets, a, err)
}

// Document adds a document to a case. The caller keeps its file under its BlobKey, which is blobKey unless that is "".
func (b *Book) Document(c *Case, category, fileName, blobKey string, at time.Time) *model.Document {
	upload := &model.Upload{PortfolioID: b.portfolio.ID, ID: b.id(at)}
	d := &model.Document{
		Evidences: []model.EvidencedTerm{},
		ID:        b.id(at), CaseID: c.ID, FileName: fileName, Name: fileName, Versions: []uuid.UUID{upload.ID},
		BlobKey: blobKey, FileType: catalog.NewFileExt(fileName, "").MediaType, CreatedAt: at, UpdatedAt: at,
	}
	if d.BlobKey == "" {
		d.BlobKey = upload.DocumentKey(d.ID)
	}
	entry, ok := catalog.DocumentCategories.ByRef(category)
	if !ok {
		err := fault.New(fault.CodeUnknownDocumentCategory, "there is no category %s", category)
		return add(b, storage.Documents, d, err)
	}
	d.CategoryID = entry.ID
	c.documents = append(c.documents, d)
	return add(b, storage.Documents, d, nil)
}

// Upload adds a file that was uploaded and waits for a document, as if its URL had been signed at the time of signing:
// it is kept for a day after that. The caller keeps the file under its UploadKey.
func (b *Book) Upload(in model.SignUploadItem, at, signing time.Time) *model.Upload {
	u, vs := model.NewUpload(b.id(at), in, signing)
	u.PortfolioID = b.portfolio.ID
	return add(b, storage.Uploads, u, vs.Err())
}

// Task adds a task to a case.
func (b *Book) Task(c *Case, in model.CreateTaskInput, at time.Time) *model.Task {
	in.CaseID = c.ID
	policies := map[uuid.UUID]bool{}
	for _, p := range c.policies {
		policies[p.ID] = true
	}
	t, err := model.NewTask(b.id(at), in, model.TaskReferences{
		Cases: map[uuid.UUID]bool{c.ID: true}, Policies: policies, Users: b.known.Contacts,
	}, at)
	c.tasks = append(c.tasks, t)
	return add(b, storage.Tasks, t, err)
}

// MoveTask gives a task a state by the state machine.
func (b *Book) MoveTask(t *model.Task, to model.TaskState, at time.Time) {
	b.note("a move of a task", t.Move(model.MoveTaskInput{State: to}))
	t.UpdatedAt = at
}

// Policies returns the policies that were added to the case, in their order.
func (c *Case) Policies() []*model.Policy { return c.policies }
