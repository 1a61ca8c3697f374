package model

import (
	"time"

	"github.com/google/uuid"
)

// EvidencePage is what the page of an evidence link shows.
type EvidencePage struct {
	EvidenceRequest
	Step          *RenewalStep // that of the request; nil if no step asks
	ExpiresAt     time.Time
	Current       *CurrentValues
	CoverageTypes []*EvidenceCoverageType
	Submissions   []*Evidence // of the term, oldest first
}

// EvidenceCoverageType is a coverage type for which limits can be typed.
type EvidenceCoverageType struct {
	ID     uuid.UUID
	Name   string
	Limits []*Limit // of the policy today
}

// NewEvidencePage puts together what the page of a link shows for its policy.
func NewEvidencePage(request EvidenceRequest, link *EvidenceLink, p *Policy, submissions []*Evidence) *EvidencePage {
	page := &EvidencePage{
		EvidenceRequest: request.withoutNil(), ExpiresAt: link.ExpiresAt, Current: p.CurrentValues(),
		CoverageTypes: []*EvidenceCoverageType{}, Submissions: submissions,
	}
	if request.Step != "" {
		page.Step = &request.Step
	}
	for _, t := range coverageTypesByID(p.CoverageTypeIDs) {
		of := &EvidenceCoverageType{ID: t.ID, Name: t.Name, Limits: []*Limit{}}
		for _, l := range p.Limits {
			if orZero(l.CoverageType) == t.ID {
				of.Limits = append(of.Limits, l)
			}
		}
		page.CoverageTypes = append(page.CoverageTypes, of)
	}
	return page
}

// withoutNil returns the request with empty lists for those that are nil.
func (r EvidenceRequest) withoutNil() EvidenceRequest {
	r.Borrowers, r.Properties = orEmpty(r.Borrowers), orEmpty(r.Properties)
	r.Demands, r.Findings = orEmpty(r.Demands), orEmpty(r.Findings)
	r.Limits, r.Clauses = orEmpty(r.Limits), orEmpty(r.Clauses)
	return r
}
