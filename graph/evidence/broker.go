package evidence

import (
	"bytes"
	"context"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/google/uuid"

	"github.com/covertrack/covertrack/graph/engine"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage/blob"
)

// Broker hands in evidence in a sandbox as people do who have a link: by the operations of the page.
type Broker struct {
	desk  *desk
	blobs *blob.Store
}

// NewBroker compiles the operations of the page.
func NewBroker(e *engine.Engine, links Links, blobs *blob.Store) (*Broker, error) {
	operations, err := newDesk(e, links, nil)
	return &Broker{operations, blobs}, err
}

// typed is what a broker says, as submitEvidence takes it.
type typed struct {
	Files        []submittedFile `json:"files"`
	Category     string          `json:"category"`
	StartDate    string          `json:"startDate"`
	EndDate      string          `json:"endDate"`
	PolicyNumber *string         `json:"policyNumber,omitempty"`
	Limits       []*model.Limit  `json:"limits,omitempty"`
	Note         string          `json:"note"`
}

// Answer hands in by a link what the answer says about the policy, and returns the submission's id; nil if it says nothing. The
// same answer is handed in once. The error is a domain error.
func (b *Broker) Answer(ctx context.Context, link uuid.UUID, a *sandbox.Answer, p *model.Policy) (*uuid.UUID, error) {
	ctx = engine.OnTheWay(ctx)
	asked, err := b.desk.ask(ctx, link)
	if err != nil {
		return nil, err
	}
	holder := asked.Lender.Name
	if len(asked.Clauses) > 0 {
		holder = asked.Clauses[0].Holder
	}
	says := a.Reply(p, holder)
	if says == nil {
		return nil, nil //nolint:nilnil // nothing
	}
	key, err := b.store(ctx, link, says, a.DueAt)
	if err != nil {
		return nil, err
	}
	id, err := b.desk.submit(ctx, link, a.ID.String(), typed{
		Files: []submittedFile{{key, says.FileName}}, Category: says.Category, Limits: says.Limits, PolicyNumber: says.PolicyNumber,
		StartDate: says.StartDate.Format(time.DateOnly), EndDate: says.EndDate.Format(time.DateOnly), Note: says.Note,
	})
	return &id, err
}

// store announces the document, and puts it into the object store.
func (b *Broker) store(ctx context.Context, link uuid.UUID, says *sandbox.Reply, at time.Time) (key string, err error) {
	document, err := pdfOf(says.Lines, at)
	if err != nil {
		return "", err
	}
	stored, err := b.desk.announce(ctx, link, []announced{{says.FileName, "application/pdf", int64(len(document))}})
	if err != nil {
		return "", err
	}
	return stored[0].key, b.blobs.Write(ctx, stored[0].storeKey, "application/pdf", bytes.NewReader(document))
}

// pdfOf writes lines on a page. The same lines make the same bytes.
func pdfOf(lines []string, at time.Time) ([]byte, error) {
	p := fpdf.New("P", "mm", "Letter", "")
	p.SetCatalogSort(true)
	p.SetCreationDate(at)
	p.SetModificationDate(at)
	p.AddPage()
	p.SetFont("Helvetica", "", 12)
	p.MultiCell(0, 7, p.UnicodeTranslatorFromDescriptor("")(strings.Join(lines, "\n")), "", "L", false)
	var document bytes.Buffer
	err := p.Output(&document)
	return document.Bytes(), err
}
