package model

import (
	"cmp"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/patch"
	"github.com/covertrack/covertrack/model/scalar"
)

// CertificateHolder is a party that certificates of insurance name: the lender under one of its names.
type CertificateHolder struct {
	bun.BaseModel `bun:"table:certificate_holders,alias:t"`

	PortfolioID uuid.UUID       `bun:",pk"`
	ID          uuid.UUID       `bun:",pk" part:"facts"`
	Name        string          `part:"facts"`
	Address     *scalar.Address `bun:"type:jsonb"`
	ClauseTypes []ClauseType    `bun:",array"`
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// AsUpdate returns the creation as a change.
func (in CreateCertificateHolderInput) AsUpdate() UpdateCertificateHolderInput {
	return UpdateCertificateHolderInput{
		Name: graphql.OmittableOf(&in.Name), Address: in.Address, ClauseTypes: graphql.OmittableOf(in.ClauseTypes),
	}
}

// NewCertificateHolder makes a certificate holder of its input.
func NewCertificateHolder(id uuid.UUID, in CreateCertificateHolderInput, now time.Time) (*CertificateHolder, error) {
	h := &CertificateHolder{ID: id, CreatedAt: now, UpdatedAt: now}
	return h, h.Patch(in.AsUpdate(), nil).Err()
}

// Patch changes the holder. It needs at least one clause type, each once, and all of those in use by its clauses.
func (h *CertificateHolder) Patch(in UpdateCertificateHolderInput, inUse []ClauseType) fault.Violations {
	var vs fault.Violations
	patch.Name(&vs, "/name", &h.Name, in.Name, scalar.CheckName)
	if in.Address.IsSet() {
		address, wrong := scalar.ParseAddress("/address", in.Address.Value())
		vs.Append(wrong)
		h.Address = address
	}
	if !in.ClauseTypes.IsSet() {
		return vs
	}
	h.ClauseTypes = scalar.OrEmpty(in.ClauseTypes.Value())
	vs.Append(CheckClauseTypes("/clauseTypes", h.ClauseTypes))
	for _, t := range inUse {
		if !slices.Contains(h.ClauseTypes, t) {
			vs.Say("/clauseTypes", fault.CodeInvalidValue, "is without %s, of which a mortgagee clause of this holder is", t)
		}
	}
	return vs
}

// CheckClauseTypes reports what is wrong with a certificate holder's clause types. `required`, `duplicate`.
func CheckClauseTypes(pointer string, types []ClauseType) fault.Violations {
	var vs fault.Violations
	if len(types) == 0 {
		vs.Say(pointer, fault.CodeRequired, "must have at least one clause type")
	}
	vs.Append(checkDistinct(pointer, types))
	return vs
}

// ParseClauseTypes reads which clause types each certificate holder supports on a risk profile, and for which it is the
// default (specification, Risk profile). holders are those of the profile, each with its own clause types, in the order
// of the result. A holder that the input does not name supports all of its own and is the default for none.
// `unknown_reference` for another holder; `duplicate` for a holder or a type given twice and for a type with two
// defaults; `invalid_value` for a type that is not the holder's own, or a default that is not among the types.
func ParseClauseTypes(
	pointer string, in []*CertificateHolderClauseTypesInput, holders []*CertificateHolderClauseTypes,
) ([]*CertificateHolderClauseTypes, fault.Violations) {
	var vs fault.Violations
	named := map[uuid.UUID]*CertificateHolderClauseTypes{}
	defaults := map[ClauseType]bool{}
	for i, item := range in {
		at := fault.Pointer(pointer, i)
		own := slices.IndexFunc(holders, func(h *CertificateHolderClauseTypes) bool { return h.ID == item.ID })
		switch {
		case own < 0:
			vs.Say(fault.Pointer(at, "id"), fault.CodeUnknownReference, "is not the id of a certificate holder of the profile")
			continue
		case named[item.ID] != nil:
			vs.Say(fault.Pointer(at, "id"), fault.CodeDuplicate, "is given twice")
			continue
		}
		vs.Append(checkAmong(fault.Pointer(at, "types"), item.Types, holders[own].Types,
			"is %s, which the certificate holder does not support"))
		vs.Append(checkDefaults(fault.Pointer(at, "defaultForTypes"), item, defaults))
		named[item.ID] = &CertificateHolderClauseTypes{
			ID: item.ID, Types: item.Types, DefaultForTypes: scalar.OrEmpty(item.DefaultForTypes.Value()),
		}
	}
	if vs != nil {
		return nil, vs
	}
	parsed := make([]*CertificateHolderClauseTypes, len(holders))
	for i, h := range holders {
		parsed[i] = cmp.Or(named[h.ID], supportsAll(h.ID, h.Types))
	}
	return parsed, nil
}

// supportsAll returns a holder that supports all of its own types and is the default for none.
func supportsAll(id uuid.UUID, own []ClauseType) *CertificateHolderClauseTypes {
	return &CertificateHolderClauseTypes{ID: id, Types: own, DefaultForTypes: []ClauseType{}}
}

// checkDefaults refuses defaults that are not among the holder's types, or that are taken by a holder before.
func checkDefaults(pointer string, item *CertificateHolderClauseTypesInput, taken map[ClauseType]bool) fault.Violations {
	defaults := item.DefaultForTypes.Value()
	vs := checkAmong(pointer, defaults, item.Types, "%s is not among the types")
	for i, t := range defaults {
		if taken[t] {
			vs.Say(fault.Pointer(pointer, i), fault.CodeDuplicate, "is %s, for which another certificate holder is the default already", t)
		}
	}
	for _, t := range defaults {
		taken[t] = true
	}
	return vs
}

// checkAmong refuses types that are not allowed or given twice.
func checkAmong(pointer string, types, allowed []ClauseType, message string) fault.Violations {
	vs := checkDistinct(pointer, types)
	for i, t := range types {
		if !slices.Contains(allowed, t) {
			vs.Add(fault.Pointer(pointer, i), fault.CodeInvalidValue, message, t)
		}
	}
	return vs
}

func checkDistinct(pointer string, types []ClauseType) fault.Violations {
	var vs fault.Violations
	for i, t := range types {
		if slices.Contains(types[:i], t) {
			vs.Say(fault.Pointer(pointer, i), fault.CodeDuplicate, "is given twice: %s", t)
		}
	}
	return vs
}
