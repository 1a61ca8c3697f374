package book

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// Case is a case of the book, with what its policies must know of it.
type Case struct {
	*model.Case
	assets   []model.CaseAsset
	policies []*model.Policy
}

// Case adds a case.
func (b *Book) Case(in model.CreateCaseInput, at time.Time) *Case {
	published := map[uuid.UUID]bool{}
	for id, p := range b.known.profiles {
		published[id] = p.IsPublished
	}
	c, err := model.NewCase(b.ids.at(at), in, model.CaseReferences{
		Programs: exists(b.known.programs), RiskProfiles: published, Contacts: b.known.contacts, Insureds: b.known.insureds,
		MortgageeClauses: b.known.clauses,
	}, at)
	b.note("case", err)
	b.unsent.cases = append(b.unsent.cases, c)
	return &Case{Case: c}
}

// Move gives a case a status by the state machine.
func (b *Book) Move(c *Case, to model.CaseStatus, at time.Time) {
	next, err := c.State().Patch(to)
	b.note("move of a case", err)
	c.SetState(next, at)
	c.UpdatedAt = at
}

// Hold puts a case on hold, and with it its policies but those that are deactivated.
func (b *Book) Hold(c *Case, at time.Time) {
	c.SetState(c.State().Hold(), at)
	c.UpdatedAt = at
	for _, p := range c.policies {
		if next := p.State().CascadeHold(); next.Status != p.Status {
			p.SetState(next, at)
			p.UpdatedAt = at
		}
	}
}

// Asset adds an asset to a case.
func (b *Book) Asset(c *Case, in model.CreateAssetInput, at time.Time) *model.Asset {
	in.CaseID = c.ID
	a, err := model.NewAsset(b.ids.at(at), in, model.AssetReferences{Case: true}, at)
	b.note("asset", err)
	if t, ok := model.AssetTypeByID(a.AssetTypeID); ok {
		c.assets = append(c.assets, model.CaseAsset{ID: a.ID, Tangible: t.Classification == model.AssetClassificationTangible})
	}
	b.unsent.assets = append(b.unsent.assets, a)
	return a
}

// Document adds a document to a case. Its file is to be kept under its BlobKey, which is blobKey unless that is "".
func (b *Book) Document(c *Case, category, fileName, blobKey string, at time.Time) *model.Document {
	upload := &model.Upload{PortfolioID: b.portfolio.ID, ID: b.ids.at(at)}
	d := &model.Document{
		ID: b.ids.at(at), CaseID: c.ID, FileName: fileName, Name: fileName, Versions: []uuid.UUID{upload.ID}, BlobKey: blobKey,
		FileType: model.NewFileExt(fileName, "").MediaType, CreatedAt: at, UpdatedAt: at,
	}
	if d.BlobKey == "" {
		d.BlobKey = upload.DocumentKey(d.ID)
	}
	if entry, ok := model.DocumentCategoryByRef(category); ok {
		d.CategoryID = entry.ID
	} else {
		b.note("document", model.NewError(model.CodeUnknownDocumentCategory, "there is no category %s", category))
	}
	b.unsent.documents = append(b.unsent.documents, d)
	return d
}

// MoveTask gives a task a state by the state machine.
func (b *Book) MoveTask(t *model.Task, to model.TaskState, at time.Time) {
	b.note("move of a task", t.Move(model.MoveTaskInput{State: to}))
	t.UpdatedAt = at
}

// Task adds a task to a case.
func (b *Book) Task(c *Case, in model.CreateTaskInput, at time.Time) *model.Task {
	in.CaseID = c.ID
	policies := map[uuid.UUID]bool{}
	for _, p := range c.policies {
		policies[p.ID] = true
	}
	t, err := model.NewTask(b.ids.at(at), in, model.TaskReferences{
		Cases: map[uuid.UUID]bool{c.ID: true}, Policies: policies, Users: b.known.contacts,
	}, at)
	b.note("task", err)
	b.unsent.tasks = append(b.unsent.tasks, t)
	return t
}
