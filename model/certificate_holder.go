package model

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// CertificateHolder is a party that certificates of insurance name: the lender under one of its names.
type CertificateHolder struct {
	bun.BaseModel `bun:"table:certificate_holders,alias:t"`

	PortfolioID uuid.UUID `bun:",pk"`
	ID          uuid.UUID `bun:",pk"`
	Name        string
	Address     *Address     `bun:"type:jsonb"`
	ClauseTypes []ClauseType `bun:",array"`
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

type (
	// CertificateHolderConnection is a page of a list.
	CertificateHolderConnection = Connection[CertificateHolder]
	// CertificateHolderEdge is one record of a page, with its cursor.
	CertificateHolderEdge = Edge[CertificateHolder]
)

// IsNode makes it a Node.
func (CertificateHolder) IsNode() {}

// NewCertificateHolder makes a certificate holder of its input.
func NewCertificateHolder(id uuid.UUID, in CreateCertificateHolderInput, now time.Time) (*CertificateHolder, error) {
	h := &CertificateHolder{ID: id, CreatedAt: now, UpdatedAt: now}
	return h, h.Patch(in.AsUpdate(), nil).Err()
}

// Patch changes the holder. It needs at least one clause type, each once, and all of those in use by its clauses.
func (h *CertificateHolder) Patch(in UpdateCertificateHolderInput, inUse []ClauseType) Violations {
	var vs Violations
	setName(&vs, "/name", &h.Name, in.Name, CheckName)
	if in.Address.IsSet() {
		address, wrong := ParseAddress("/address", in.Address.Value())
		vs.Append(wrong)
		h.Address = address
	}
	if !in.ClauseTypes.IsSet() {
		return vs
	}
	h.ClauseTypes = orEmpty(in.ClauseTypes.Value())
	vs.Append(CheckClauseTypes("/clauseTypes", h.ClauseTypes))
	for _, t := range inUse {
		if !slices.Contains(h.ClauseTypes, t) {
			vs.Say("/clauseTypes", CodeInvalidValue, "is without %s, of which a mortgagee clause of this holder is", t)
		}
	}
	return vs
}
