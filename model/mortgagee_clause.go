package model

import (
	"slices"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// MortgageeClause is the text with which a policy names a certificate holder.
type MortgageeClause struct {
	bun.BaseModel `bun:"table:mortgagee_clauses,alias:t"`

	PortfolioID         uuid.UUID  `bun:",pk"`
	ID                  uuid.UUID  `bun:",pk" part:"facts"`
	CertificateHolderID uuid.UUID  `part:"facts"`
	ClauseType          ClauseType `part:"facts"`
	Wording             string
	CreatedAt           time.Time
	UpdatedAt           time.Time

	CertificateHolder *CertificateHolder `bun:"-"`
}

// AsUpdate returns the creation as a change, without the certificate holder.
func (in CreateMortgageeClauseInput) AsUpdate() UpdateMortgageeClauseInput {
	return UpdateMortgageeClauseInput{ClauseType: graphql.OmittableOf(&in.ClauseType), Wording: graphql.OmittableOf(&in.Wording)}
}

// NewMortgageeClause makes a clause of its input. holder is the certificate holder that it names, nil if none.
func NewMortgageeClause(
	id uuid.UUID, in CreateMortgageeClauseInput, holder *CertificateHolder, now time.Time,
) (*MortgageeClause, error) {
	c := &MortgageeClause{ID: id, CertificateHolderID: in.CertificateHolder, CreatedAt: now, UpdatedAt: now}
	var vs fault.Violations
	if holder == nil {
		vs.Say("/certificateHolder", fault.CodeUnknownReference, "is not the id of a certificate holder")
	}
	vs.Append(c.Patch(in.AsUpdate(), holder))
	return c, vs.Err()
}

// Patch changes the clause. Its type must be one of the holder's types.
func (c *MortgageeClause) Patch(in UpdateMortgageeClauseInput, holder *CertificateHolder) fault.Violations {
	var vs fault.Violations
	patch.Required(&vs, "/clauseType", &c.ClauseType, in.ClauseType)
	if t := in.ClauseType.Value(); t != nil && holder != nil && !slices.Contains(holder.ClauseTypes, *t) {
		vs.Say("/clauseType", fault.CodeInvalidValue,
			"is %s, which the certificate holder does not support; add it to the holder first", *t)
	}
	patch.Name(&vs, "/wording", &c.Wording, in.Wording, checkWording)
	return vs
}

// checkWording wants a text that is not blank. It may have several lines.
func checkWording(pointer, s string) fault.Violations {
	if strings.TrimSpace(s) == "" {
		return fault.One(pointer, fault.CodeRequired, "must be a text that is not blank")
	}
	return scalar.CheckDescription(pointer, s)
}
