package letter

import (
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/scalar"
)

// Page is what the page of an evidence link shows.
type Page struct {
	Request
	Step          *model.RenewalStep // that of the request; nil if no step asks
	ExpiresAt     time.Time
	Current       *model.CurrentValues
	CoverageTypes []*CoverageType
	Asked         *Asked
	Submissions   []*model.Evidence // of the term, oldest first
}

// CoverageType is a coverage type for which limits can be typed.
type CoverageType struct {
	ID     uuid.UUID
	Name   string
	Limits []*model.Limit // of the policy today: amounts that are for no asset and no peril alone
}

// NewPage puts together what the page of a link shows for its policy.
func NewPage(request Request, asked *Asked, link *model.EvidenceLink, p *model.Policy, submissions []*model.Evidence) *Page {
	page := &Page{
		Request: request.withoutNil(), ExpiresAt: link.ExpiresAt, Current: p.CurrentValues(),
		CoverageTypes: []*CoverageType{}, Asked: asked, Submissions: submissions,
	}
	if request.Step != "" {
		page.Step = &request.Step
	}
	for _, t := range model.CoverageTypesByID(p.CoverageTypeIDs) {
		of := &CoverageType{ID: t.ID, Name: t.Name, Limits: []*model.Limit{}}
		for _, l := range p.Limits {
			if scalar.OrZero(l.CoverageType) == t.ID && l.Asset == nil && l.Perils == nil && l.Amount != nil {
				of.Limits = append(of.Limits, l)
			}
		}
		page.CoverageTypes = append(page.CoverageTypes, of)
	}
	return page
}

// withoutNil returns the request with empty lists for those that are nil.
func (r Request) withoutNil() Request {
	r.Borrowers, r.Properties = scalar.OrEmpty(r.Borrowers), scalar.OrEmpty(r.Properties)
	r.Demands, r.Findings = scalar.OrEmpty(r.Demands), scalar.OrEmpty(r.Findings)
	r.Limits, r.Clauses, r.Perils = scalar.OrEmpty(r.Limits), scalar.OrEmpty(r.Clauses), scalar.OrEmpty(r.Perils)
	return r
}
